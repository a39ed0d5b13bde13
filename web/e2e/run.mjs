// Drives the built page in the system's Chromium: `node e2e/run.mjs [WORD...]` runs every *.scenario.mjs
// beside this file, or those whose name has a WORD in it; variants that show little more only with `--all`.
// `--help` says how a scenario is written.

import { existsSync, mkdirSync, readdirSync, rmSync } from 'node:fs';
import { availableParallelism } from 'node:os';
import { fileURLToPath } from 'node:url';
import { chromium } from 'playwright-core';
import { findDriven, FLAGS } from './chromium.mjs';
import { expect } from './expect.mjs';
import { serve } from './serve.mjs';

const SECONDS_MAX = 30;
/** Scenarios wait more than they work: one more than there are processors; more than three gain nothing. */
const LANES = Math.min(3, availableParallelism() + 1);

const HELP = `node e2e/run.mjs [WORD...] [--all] [--lanes N] [--seed N] [--actions N] [--from N] [--seconds N]

Runs the scenarios whose name has one of the words in it, or else all but the further variants, which --all
runs as well. A file x.scenario.mjs exports
  name      what it shows, in a few words
  run       async ({ page, url, file, variant, expect, shot, context, heard, flags }) => ...: throws
            when it is not so; heard is what went wrong without being thrown, flags are the numbers given
  variants  { name: Playwright's options for the context, ... }: it runs once for each; once if left out
  further   names of variants that show little more than the others do
  allows    patterns of errors on the console that belong to it
  seconds   how long it may take, if not ${SECONDS_MAX}; or a function of the flags
  alone     why nothing may run beside it, such as that it takes times; or { variant: why }
The others run in lanes, ${LANES} if not told, each in a browser of its own; then those alone, one by one.
What failed runs once more by itself, since hands that wait for a busy machine may let go too early: what
passes then is named at the end, and what fails twice has failed.
--seconds is for each scenario, in place of its own limit, on a busy machine.
url is the page as it is served, file is playground.html from the disk; shot(name) keeps a picture in
e2e/shots. An error on the console or in the page, or a request that leaves this machine, fails it.
Chromium is the one that $CHROMIUM names, or the system's: its headless shell where that is installed.`;

const VIEWPORT = { width: 1280, height: 800 };
const here = new URL('.', import.meta.url);
const dist = new URL('../dist/', here);
const shots = fileURLToPath(new URL('shots/', here));

function fail(message) {
  console.error(message);
  process.exit(1);
}

/**
 * Those with a word in their name; without words every scenario once for each of its variants, the further
 * ones only if all are wanted.
 */
async function collect(words, areAll) {
  const runs = [];
  for (const file of readdirSync(here).filter((name) => name.endsWith('.scenario.mjs')).sort()) {
    const scenario = await import(new URL(file, here));
    if (!scenario.name || !scenario.run) fail(`${file} exports no name or no run.`);
    for (const [variant, options] of Object.entries(scenario.variants ?? { '': {} })) {
      const name = variant ? `${scenario.name} (${variant})` : scenario.name;
      const slug = file.replace('.scenario.mjs', '') + (variant && `-${variant}`);
      const { alone, variants = {}, further = [] } = scenario;
      const unknown = further.find((one) => !(one in variants));
      if (unknown) fail(`${file} has no variant ${unknown}.`);
      const isAlone = Boolean(typeof alone === 'object' ? alone[variant] : alone);
      const isFurther = further.includes(variant);
      runs.push({ name, variant, options, scenario, slug, isAlone, isFurther });
    }
  }
  const isWanted = ({ name, slug }) => words.some((word) => `${name} ${slug}`.includes(word));
  if (words.length > 0) return runs.filter(isWanted);
  return areAll ? runs : runs.filter(({ isFurther }) => !isFurther);
}

/** Takes `--name N` out of the words that were given. */
function takeFlags(given) {
  const taken = {};
  for (const name of ['seed', 'actions', 'from', 'seconds', 'lanes']) {
    const at = given.indexOf(`--${name}`);
    if (at < 0) continue;
    const [, value] = given.splice(at, 2);
    if (!/^\d+$/.test(value)) fail(`--${name} wants a whole number.`);
    taken[name] = Number(value);
  }
  return taken;
}

/** Most scenarios are of somebody who was here before and has the panels unfolded. */
function unfoldPanels() {
  try {
    const kept = JSON.parse(localStorage.getItem('xunlu') ?? '{}');
    localStorage.setItem('xunlu', JSON.stringify({ left: true, right: true, ...kept }));
  } catch {
    // An empty page has no storage.
  }
}

/** Whatever goes wrong on a page without anybody having thrown it. */
function watch(context, origin, allows) {
  const heard = [];
  const tell = (what) => allows.some((pattern) => pattern.test(what)) || heard.push(what);
  context.on('console', (message) => {
    if (message.type() === 'error') tell(`on the console: ${message.text()} (${message.location().url})`);
  });
  context.on('weberror', (error) => tell(`in the page: ${error.error().stack ?? error.error()}`));
  context.on('request', (request) => {
    const address = request.url();
    if (!address.startsWith(origin) && !/^(blob|data|file):/.test(address)) tell(`a request to ${address}`);
  });
  context.on('requestfailed', (request) => {
    // Whoever leaves a page ends what it was loading.
    const reason = request.failure()?.errorText;
    if (reason !== 'net::ERR_ABORTED') tell(`${request.url()}: ${reason}`);
  });
  return heard;
}

/** Ends with an error when the work takes too long; the work itself ends with its context. */
function within(seconds, work) {
  let timer;
  const late = new Promise((_, reject) => {
    timer = setTimeout(() => reject(new Error(`took longer than ${seconds} s`)), seconds * 1000);
  });
  return Promise.race([work, late]).finally(() => clearTimeout(timer));
}

/** How long a scenario may take. */
function limitOf({ scenario: { seconds = SECONDS_MAX } }) {
  return flags.seconds ?? (typeof seconds === 'function' ? seconds(flags) : seconds);
}

async function runOne(browser, url, run) {
  const { options, scenario, slug, variant } = run;
  const usual = { viewport: VIEWPORT, locale: 'en-US', reducedMotion: 'reduce' };
  const context = await browser.newContext({ ...usual, ...options });
  const heard = watch(context, new URL(url).origin, scenario.allows ?? []);
  const failures = [];
  try {
    if (!scenario.isFirstVisit) await context.addInitScript(unfoldPanels);
    const page = await context.newPage();
    page.setDefaultTimeout(10_000);
    const shot = (name) => page.screenshot({ path: `${shots}${slug}-${name}.png` });
    const file = new URL('playground.html', dist).href;
    try {
      const work = scenario.run({ page, url, file, variant, expect, shot, context, heard, flags });
      await within(limitOf(run), work);
    } catch (error) {
      failures.push(error.stack ?? String(error));
    }
    failures.push(...heard);
    if (failures.length > 0) await within(5, shot('failed')).catch(() => {});
  } finally {
    await within(5, context.close()).catch(() => {});
  }
  return failures;
}

/** Runs one and says how it went; whether it failed. */
async function judge(browser, url, run) {
  const begun = performance.now();
  const failures = await runOne(browser, url, run).catch((error) => [String(error)]);
  const seconds = ((performance.now() - begun) / 1000).toFixed(1).padStart(5);
  console.log(`  ${failures.length > 0 ? 'FAILED' : 'passed'} ${seconds} s  ${run.name}`);
  for (const what of failures) console.log(`      ${what.replaceAll('\n', '\n      ')}`);
  return failures.length > 0;
}

/**
 * Runs them all, as many at a time as there are lanes; those that failed. Each lane has a browser of its own,
 * and so a clipboard and processes of its own.
 */
async function runIn(lanes, url, runs) {
  // What may take long begins first, so that no lane is left with it at the end.
  const waiting = runs.toSorted((one, other) => limitOf(other) - limitOf(one));
  const failed = [];
  const lane = async () => {
    if (waiting.length === 0) return;
    const browser = await chromium.launch({ executablePath: findDriven(areAll), args: FLAGS });
    for (let run = waiting.shift(); run; run = waiting.shift()) {
      if (await judge(browser, url, run)) failed.push(run);
    }
    await browser.close();
  };
  await Promise.all(Array.from({ length: lanes }, lane));
  return failed;
}

const words = process.argv.slice(2);
const flags = takeFlags(words);
const areAll = words.includes('--all');
if (words.includes('--help')) {
  console.log(HELP);
  process.exit(0);
}
if (!existsSync(new URL('index.html', dist))) fail('web/dist is not built: run `cargo xtask web` first.');
const runs = await collect(words.filter((word) => word !== '--all'), areAll);
if (runs.length === 0) fail(`No scenario is named like ${words.join(' or ')}.`);
rmSync(shots, { recursive: true, force: true });
mkdirSync(shots, { recursive: true });
const server = await serve(dist);
const [alone, beside] = [true, false].map((isAlone) => runs.filter((run) => run.isAlone === isAlone));
const failedOnce = [
  ...await runIn(flags.lanes ?? LANES, server.url, beside), ...await runIn(1, server.url, alone),
];
if (failedOnce.length > 0) console.log('once more, one by one:');
const failed = await runIn(1, server.url, failedOnce);
const again = failedOnce.filter((run) => !failed.includes(run));
for (const { name } of again) console.log(`  ${name} passed only at the second time`);
server.close();
console.log(failed.length > 0 ? `${failed.length} of ${runs.length} scenarios failed`
  : `all ${runs.length} scenarios passed, ${again.length} of them only at the second time`);
process.exitCode = failed.length > 0 ? 1 : 0;
