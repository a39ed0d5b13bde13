// Four panes share one engine with one map, on a large map too: what four searches take beside one is their
// events. A search that takes long lets the others pass; each can be told by its own figures.

import { becomes, button, eventNow, makeMap, openPage, panels } from './hands.mjs';
import { isTold, memoryOf } from './memory.mjs';

export const name = 'four panes share one map';
export const seconds = 180;

/** Of 2048 x 2048 cells one pane took 456 MB and four 651; with an engine for each they took 580 and 1196. */
const MOST = 1.7;

export async function run({ page, url, context, expect, shot }) {
  await openPage(page, url);
  const isQuiet = async () => !(await button(page, 'Cancel').first().isVisible());
  const table = panels(page).getByRole('region', { name: 'Results' });
  const cells = (name) => table.getByRole('row')
    .filter({ has: page.getByRole('rowheader', { name, exact: true }) }).getByRole('cell').allInnerTexts();
  const held = async () => {
    await page.waitForTimeout(2000);
    await page.requestGC();
    await page.waitForTimeout(2000);
    return (await memoryOf(context.browser())).now;
  };
  await makeMap(page, { maker: 'Caves', width: 2048, height: 2048, seed: 3 });
  const isSearched = async () => (await isQuiet()) && (await eventNow(page)).total > 100_000;
  await becomes(isSearched, true, 'the map is searched', 60);
  const one = isTold ? await held() : 1;
  await button(page, 'Panes: 4').click();
  const said = (at) => page.getByRole('region', { name: `Pane ${at}` }).locator('header').innerText();
  // It stands before the two that go over the whole map.
  await becomes(() => said(3), /\d expanded/, 'greedy best-first search is not kept waiting', 60);
  const isAnswered = async () =>
    (await cells('Expanded')).length === 4 && (await cells('Expanded')).every((cell) => /\d/.test(cell));
  await becomes(isAnswered, true, 'all four are answered', 120);
  expect.equal(page.workers().length, 1, 'one worker has the map');
  const costs = await cells('Cost');
  expect.ok(costs[0] === costs[1] && costs[1] === costs[3], `three find the cheapest way: ${costs}`);
  // Jump point search needs no record of each cell.
  const bytes = (await cells('Memory')).map((text) => parseFloat(text));
  expect.ok(bytes.slice(0, 3).every((each) => bytes[3] < 0.6 * each), `each has its own memory: ${bytes}`);
  await shot('four');
  const four = isTold ? await held() : 1;
  const told = [one, four].map((size) => Math.round(size / 1e6));
  expect.ok(four < MOST * one, `one pane takes ${told[0]} MB, four take ${told[1]}`);

  // What was drawn is told once, and heeded by all.
  await becomes(isQuiet, true, 'nobody searches', 60);
  await button(page, 'Undo').click();
  await becomes(isAnswered, true, 'all four are answered on the map before', 30);
  expect.equal(await cells('Cost'), ['52', '52', '52', '52'], 'which is the worked example');
}
