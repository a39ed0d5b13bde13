// Measures what the first ten seconds on the built page are like: `npm run bench:first [-- --runs N]`, after
// `cargo xtask web`. First contentful paint, when the first search stands there, and tasks over 50 ms, by the
// browser's own records, as fast as this machine is and with its processor slowed down four times. What else
// the machine is at makes all of it longer: the last column says how many times (`sharedBy`); tasks are told
// by the time that the processor was at them, too.

import { existsSync } from 'node:fs';
import { chromium } from 'playwright-core';
import { findChromium, FLAGS } from '../e2e/chromium.mjs';
import { sharedBy } from '../e2e/hands.mjs';
import { serve } from '../e2e/serve.mjs';

const SECONDS = 10;
const RUNS = 5;
const SLOWDOWNS = [1, 4];
const VIEWPORTS = [{ width: 1280, height: 800 }, { width: 390, height: 844 }];

const dist = new URL('../dist/', import.meta.url);
if (!existsSync(new URL('index.html', dist))) {
  console.error('web/dist is not built: run `cargo xtask web` first.');
  process.exit(1);
}
const told = process.argv.indexOf('--runs');
const runs = told < 0 ? RUNS : Number(process.argv[told + 1]);

/** Loads the page as somebody who was never there, and looks on. */
async function load(browser, url, viewport, slowdown) {
  const context = await browser.newContext({ viewport, locale: 'en-US' });
  const page = await context.newPage();
  await page.addInitScript(() => {
    globalThis.tasks = [];
    new PerformanceObserver((list) => {
      for (const { startTime, duration } of list.getEntries()) globalThis.tasks.push([startTime, duration]);
    }).observe({ type: 'longtask', buffered: true });
    const look = () => {
      const slider = document.querySelector('canvas[role=slider]');
      if (Number(slider?.getAttribute('aria-valuemax')) > 0) globalThis.answeredAt = performance.now();
      else requestAnimationFrame(look);
    };
    look();
  });
  const shared = await sharedBy(page);
  const session = await context.newCDPSession(page);
  await session.send('Emulation.setCPUThrottlingRate', { rate: slowdown });
  await browser.startTracing(page, { categories: ['toplevel', '__metadata'] });
  await page.goto(url);
  await page.waitForTimeout(SECONDS * 1000);
  const worked = tasksOf(JSON.parse(String(await browser.stopTracing())));
  const seen = await page.evaluate(() => ({
    paint: performance.getEntriesByName('first-contentful-paint')[0].startTime,
    answered: globalThis.answeredAt ?? Infinity,
    tasks: globalThis.tasks.map(([, duration]) => duration),
  }));
  await context.close();
  return { ...seen, shared, worked };
}

/** How many milliseconds of the processor each task of the page's own thread took, whatever it waited for. */
function tasksOf({ traceEvents }) {
  const isMain = ({ name, args }) => name === 'thread_name' && args.name === 'CrRendererMain';
  const threads = new Set(traceEvents.filter(isMain).map(({ pid, tid }) => `${pid} ${tid}`));
  const tasks = traceEvents.filter(({ ph, name, pid, tid }) =>
    ph === 'X' && /RunTask$/.test(name) && threads.has(`${pid} ${tid}`));
  if (tasks.length === 0) throw new Error('the browser told of no task of the page');
  return tasks.map(({ tdur = 0 }) => tdur / 1000);
}

const LONG_MS = 50;
const long = (tasks) => tasks.filter((ms) => ms > LONG_MS).length;
const most = (tasks) => Math.max(0, ...tasks);
const median = (values) => values.toSorted((a, b) => a - b)[values.length >> 1];

const server = await serve(dist);
const browser = await chromium.launch({ executablePath: findChromium(), args: FLAGS });
console.log(`${browser.version()}, ${runs} loads each, the first ${SECONDS} s\n`);
const HEADS = [
  'window', 'processor', 'first contentful paint, ms', 'first search, ms', 'tasks over 50 ms', 'longest, ms',
  'over 50 ms of processor', 'longest, ms of processor', 'shared by',
];
console.log(`| ${HEADS.join(' | ')} |\n|${' --- |'.repeat(HEADS.length)}`);
const spread = (values) => `${Math.round(median(values))} (${Math.round(Math.min(...values))} to `
  + `${Math.round(Math.max(...values))})`;
for (const viewport of VIEWPORTS) {
  for (const slowdown of SLOWDOWNS) {
    const all = [];
    for (let run = 0; run < runs; run += 1) all.push(await load(browser, server.url, viewport, slowdown));
    const cells = [
      `${viewport.width} x ${viewport.height}`,
      slowdown === 1 ? 'as it is' : `${slowdown} times slower`,
      spread(all.map(({ paint }) => paint)),
      spread(all.map(({ answered }) => answered)),
      spread(all.map(({ tasks }) => long(tasks))),
      spread(all.map(({ tasks }) => most(tasks))),
      spread(all.map(({ worked }) => long(worked))),
      spread(all.map(({ worked }) => most(worked))),
      median(all.map(({ shared }) => shared)).toFixed(1),
    ];
    console.log(`| ${cells.join(' | ')} |`);
  }
}
await browser.close();
server.close();
