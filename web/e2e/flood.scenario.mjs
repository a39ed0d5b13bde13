// Where there is no path that is known at once, and who wants to see the search all the same sees it.

import { becomes, button, counter, eventNow, openPage, stroke, FIRST } from './hands.mjs';

export const name = 'a search for what cannot be reached';

export async function run({ page, url, expect, shot }) {
  await openPage(page, url);
  await stroke(page, FIRST, [4, 0]);
  await stroke(page, FIRST, [4, 4], [4, 6]);
  const search = button(page, 'Search anyway');
  await becomes(() => search.isVisible(), true, 'it is offered');
  expect.equal((await eventNow(page)).total, 0, 'nothing was searched');
  expect.equal(await counter(page, 'Expanded'), '0', 'nor expanded');
  await search.click();
  // Four columns of seven cells lie on the start's side.
  await becomes(() => counter(page, 'Expanded'), '28', 'all that can be reached is expanded');
  const { now, total } = await eventNow(page);
  expect.ok(total >= 56 && now === total, `each is opened and closed: ${total} events`);
  expect.ok(!(await search.isVisible()), 'it is offered once');
  await shot('flooded');
  await button(page, 'Undo').click();
  await becomes(() => counter(page, 'Cost'), /^\d/, 'a path is found again');
}
