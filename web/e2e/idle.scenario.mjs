// What would do nothing is not there: a heuristic for searches that none guides, costs that only scale.

import { answered, makeMap, mapPanel, openPage, panels } from './hands.mjs';

export const name = 'controls that would do nothing';

export async function run({ page, url, expect }) {
  await openPage(page, url);
  const method = panels(page).getByRole('group').filter({ has: page.locator('select') }).first();
  const [algorithm] = await method.getByRole('combobox').all();
  const count = () => method.getByRole('combobox').count();
  const choose = async (value) => {
    await algorithm.selectOption(value);
    await answered(page);
  };
  await choose('weighted-astar');
  const guided = await count();
  for (const blind of ['bfs', 'dfs', 'dijkstra', 'two-way-dijkstra']) {
    await choose(blind);
    await expect.soon(async () => (await count()) === guided - 1, `${blind} has no heuristic to choose`);
  }
  await choose('two-way-astar');
  await expect.soon(async () => (await count()) === guided, 'A* from both ends has one');
  const costs = mapPanel(page).locator('[data-panel=mover]').locator('select').filter({ hasText: '14' });
  expect.equal(await costs.count(), 1, 'squares have steps of 10 and 14');
  await makeMap(page, { cells: 'Hexes', width: 9, height: 9 });
  expect.equal(await costs.count(), 0, 'hexes have steps of one kind');
}
