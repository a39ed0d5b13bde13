// Large maps: the page answers while it searches, and a long search can be cancelled.

import {
  becomes, button, counter, eventNow, makeMap, openPage, panels, sharedBy, FROZEN_MS,
} from './hands.mjs';

export const name = 'large maps';
export const seconds = 120;
export const alone = 'no task of the page may take long';

export const variants = { '2048': {}, '4096': {} };
export const further = ['2048'];

export async function run({ page, url, variant, expect, shot }) {
  await page.addInitScript(() => {
    globalThis.frozen = [];
    new PerformanceObserver((list) => {
      for (const { startTime, duration } of list.getEntries()) {
        globalThis.frozen.push([startTime, duration].map(Math.round));
      }
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
  const isSeen = () => page.evaluate((long) => globalThis.frozen.some(([, ms]) => ms > long), FROZEN_MS);
  await expect.soon(isSeen, 'a long task is seen');
  const isQuiet = async () => !(await button(page, 'Cancel').isVisible());
  const isIdle = async () => (await isQuiet()) && (await eventNow(page)).total > 100;
  // Up to three times: other work on the machine makes some task long, but not each time.
  const seen = [];
  for (let time = 0; time < 3 && seen.length === time; time += 1) {
    const most = FROZEN_MS * await sharedBy(page);
    const begun = await page.evaluate(() => performance.now());
    await makeMap(page, { maker: 'Caves', width: side, height: side, seed: 3 + time });
    await becomes(isIdle, true, 'the map is searched', 30);
    await becomes(() => counter(page, 'Cost'), /^[\d.,]+$/, 'there is a way');
    if (time === 0) await shot('found');
    // Dijkstra looks at nearly all of it.
    await panels(page).getByLabel('Algorithm').selectOption({ label: 'Dijkstra' });
    await button(page, 'Cancel').click();
    await becomes(() => button(page, 'Cancel').isVisible(), false, 'the search is cancelled');
    await expect.soon(() => page.getByText('The search was cancelled.').isVisible(), 'and the page says so');
    await becomes(() => counter(page, 'Cost'), '–', 'the answer before it is gone');
    const since = (from) => globalThis.frozen.filter(([start]) => start >= from);
    const frozen = await page.evaluate(since, begun);
    if (frozen.some(([, ms]) => ms > most)) {
      const tasks = frozen.map(([start, ms]) => `${ms} ms after ${Math.round(start - begun)}`);
      seen.push(`${tasks.join(' ')} of ${Math.round(most)}`);
    }
    await panels(page).getByLabel('Algorithm').selectOption({ label: 'A*' });
    await becomes(isIdle, true, 'it is searched again', 30);
  }
  const told = seen.join(', then ');
  expect.ok(seen.length < 3, `the page froze for no longer than it may, tasks were ${told}`);

  await panels(page).getByLabel('Algorithm').selectOption({ label: 'Jump point search (JPS)' });
  await becomes(isIdle, true, 'another search is made after it', 30);
}
