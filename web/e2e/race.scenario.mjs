// A* against Dijkstra in two panes, then four: counters, who won, and the table copied.

import { becomes, button, counter, openPage, panels, timeline } from './hands.mjs';

export const name = 'a race of two, and of four';

export const variants = { '': { permissions: ['clipboard-read', 'clipboard-write'] } };

export async function run({ page, url, expect, shot }) {
  await openPage(page, url);
  await button(page, 'Panes: 2').click();
  const table = panels(page).getByRole('region', { name: 'Results' });
  const cells = async (name) => {
    const row = table.getByRole('row').filter({ has: page.getByRole('rowheader', { name, exact: true }) });
    return row.getByRole('cell').allInnerTexts();
  };
  await becomes(async () => (await cells('Expanded')).length, 2, 'two searches are in the table');
  const heads = async () => (await table.getByRole('columnheader').allInnerTexts()).slice(1);
  expect.equal(await heads(), ['A*', 'Dijkstra'], 'who races');
  expect.equal(await cells('Cost'), ['52', '52'], 'both find the cheapest way');
  const [astar, dijkstra] = (await cells('Expanded')).map(Number);
  expect.ok(astar < dijkstra, `A* expands less than Dijkstra: ${astar} and ${dijkstra}`);
  expect.equal(await cells('Above optimal'), ['0%', '0%'], 'nobody is over the optimum');
  const areTimed = async () => !(await cells('Time (least to median)')).includes('–');
  await becomes(areTimed, true, 'both are timed');
  for (const time of await cells('Time (least to median)')) {
    expect.match(time, /^[\d.,]+ (µs|ms) to [\d.,]+ (µs|ms)$/, 'a time was measured');
  }

  // One clock for both: with A* at its end, Dijkstra goes on.
  const said = (at) => page.getByRole('region', { name: `Pane ${at}` }).locator('header').innerText();
  await button(page, 'To the start').click();
  const haveBoth = async (pattern) => pattern.test(await said(1)) && pattern.test(await said(2));
  await becomes(() => haveBoth(/(^|\s)0 expanded/), true, 'both begin with nothing');
  await page.getByRole('application').first().focus();
  for (let i = 0; i < 5; i += 1) await page.keyboard.press('.');
  await becomes(() => haveBoth(/(^|\s)5 expanded/), true, 'both have expanded five after five steps');
  const valueOf = (part) => timeline(page).getAttribute(`aria-value${part}`);
  const slider = await Promise.all(['now', 'max', 'text'].map(valueOf));
  const moment = (await page.locator('.transport .time').innerText()).split(' / ');
  const beside = `Event ${moment[0]} of ${moment[1]}`;
  expect.equal(slider, [...moment, beside], 'the slider says what stands beside it');
  await button(page, 'To the end').click();
  await becomes(() => said(2), new RegExp(`${dijkstra} expanded`), 'the counters end as in the table');
  await shot('two');

  await button(panels(page), 'Copy as Markdown').click();
  const isCopied = () => page.getByText('Copied', { exact: true }).isVisible();
  const clipboard = () => page.evaluate(() => navigator.clipboard.readText());
  await expect.soon(isCopied, 'the page says that it copied');
  const rows = `^\\| search \\|[^]*\\| A\\* \\|[^]*${astar}[^]*\\| Dijkstra \\|[^]*${dijkstra}`;
  expect.match(await clipboard(), new RegExp(rows), 'the table in Markdown');
  await button(panels(page), 'Copy as CSV').click();
  await becomes(clipboard, /^search,outcome,cost[^]*\nDijkstra,found,52/, 'the table as CSV');

  await button(page, 'Panes: 4').click();
  await becomes(async () => (await cells('Expanded')).length, 4, 'four searches are in the table');
  expect.equal((await table.getByRole('columnheader').allInnerTexts()).slice(1),
    ['A*', 'Dijkstra', 'Greedy best-first search', 'Jump point search (JPS)'], 'who races');
  expect.equal(await page.getByRole('application').count(), 4, 'there are four pictures');
  await shot('four');
  await page.getByLabel('Clock').selectOption({ label: 'Microseconds' });
  await page.getByRole('slider', { name: 'Speed' }).fill('4');
  await button(page, 'To the start').click();
  await button(page, 'Play').click();
  await becomes(() => button(page, 'Play').isVisible(), true, 'a race by microseconds ends', 9);
  await button(page, 'Remove pane 4').click();
  await button(page, 'Panes: 1').click();
  await becomes(() => page.getByRole('application').count(), 1, 'one picture is left');
  await becomes(() => counter(page, 'Cost'), '52', 'with its counters');
}
