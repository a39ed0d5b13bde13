// Large maps: the page answers while it searches, and a long search can be given up.

import { becomes, button, counter, eventNow, makeMap, openPage, panels } from './hands.mjs';

export const name = 'large maps';
export const seconds = 60;

export const variants = { '2048': {}, '4096': {} };

const FROZEN_MS = 50;

export async function run({ page, url, variant, expect, shot }) {
  await page.addInitScript(() => {
    globalThis.frozen = [];
    new PerformanceObserver((list) => {
      for (const { startTime, duration } of list.getEntries()) globalThis.frozen.push([startTime, duration].map(Math.round));
    }).observe({ type: 'longtask', buffered: true });
  });
  await openPage(page, url);
  const side = Number(variant);
  await becomes(() => counter(page, 'Cost'), '52', 'the page is loaded');
  // The watch itself works: it sees this.
  await page.evaluate((long) => setTimeout(() => {
    const until = performance.now() + 2 * long;
    while (performance.now() < until);
  }), FROZEN_MS);
  await expect.soon(() => page.evaluate((long) => globalThis.frozen.some(([, ms]) => ms > long), FROZEN_MS), 'a long task is seen');
  const loaded = await page.evaluate(() => performance.now());
  await makeMap(page, { maker: 'Caves', width: side, height: side, seed: 3 });
  const isIdle = async () => !(await button(page, 'Give up').isVisible()) && (await eventNow(page)).total > 100;
  await becomes(isIdle, true, 'the map is searched', 30);
  await becomes(() => counter(page, 'Cost'), /^[\d.,]+$/, 'there is a way');
  await shot('found');

  // Dijkstra looks at nearly all of it.
  await panels(page).getByLabel('Algorithm').selectOption({ label: 'Dijkstra' });
  await button(page, 'Give up').click();
  await becomes(() => button(page, 'Give up').isVisible(), false, 'the search is given up');
  const frozen = await page.evaluate((since) => globalThis.frozen.filter(([start]) => start >= since), loaded);
  expect.ok(frozen.every(([, duration]) => duration <= FROZEN_MS),
    `the page froze for no longer than ${FROZEN_MS} ms, tasks were ${JSON.stringify(frozen.map(([start, ms]) => `${ms} ms after ${Math.round(start - loaded)}`))}`);

  await panels(page).getByLabel('Algorithm').selectOption({ label: 'Jump points' });
  await becomes(isIdle, true, 'another search is made after it', 30);
}
