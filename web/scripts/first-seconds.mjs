// Measures what the first ten seconds on the built page are like: `npm run bench:first [-- --runs N]`, after
// `cargo xtask web`. First contentful paint, when the first search stands there, and tasks over 50 ms, by the
// browser's own records, as fast as this machine is and with its processor slowed down four times.

import { existsSync } from 'node:fs';
import { chromium } from 'playwright-core';
import { findChromium, FLAGS } from '../e2e/chromium.mjs';
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
  const session = await context.newCDPSession(page);
  await session.send('Emulation.setCPUThrottlingRate', { rate: slowdown });
  await page.goto(url);
  await page.waitForTimeout(SECONDS * 1000);
  const seen = await page.evaluate(() => ({
    paint: performance.getEntriesByName('first-contentful-paint')[0].startTime,
    answered: globalThis.answeredAt ?? Infinity,
    tasks: globalThis.tasks.map(([, duration]) => duration),
  }));
  await context.close();
  return seen;
}

const median = (values) => values.toSorted((a, b) => a - b)[values.length >> 1];

const server = await serve(dist);
const browser = await chromium.launch({ executablePath: findChromium(), args: FLAGS });
console.log(`${browser.version()}, ${runs} loads each, the first ${SECONDS} s\n`);
const HEADS = [
  'window', 'processor', 'first contentful paint, ms', 'first search, ms', 'tasks over 50 ms', 'longest, ms',
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
      spread(all.map(({ tasks }) => tasks.length)),
      spread(all.map(({ tasks }) => Math.max(0, ...tasks))),
    ];
    console.log(`| ${cells.join(' | ')} |`);
  }
}
await browser.close();
server.close();
