// Walls drawn with the mouse change the way, and every stroke can be taken back and done again.

import { becomes, button, counter, history, openPage, pointAt, stroke, FIRST } from './hands.mjs';

export const name = 'walls are drawn, the path goes round, undo and redo';

export async function run({ page, url, expect, shot }) {
  await openPage(page, url);
  const cost = () => counter(page, 'Cost');
  await becomes(cost, '52', 'the worked example costs 52');
  expect.ok(await button(page, 'Undo').isDisabled(), 'nothing can be taken back at first');

  await stroke(page, FIRST, [4, 4], [4, 6]);
  await becomes(cost, '66', 'the path above the wall is more expensive');
  await pointAt(page, FIRST, 4, 5);
  expect.match(await history(page), /wall/, 'what the cell is now');
  await shot('round');

  await stroke(page, FIRST, [4, 0], [4, 0]);
  const noWay = page.locator('.note').getByText('No path exists', { exact: true });
  await expect.soon(() => noWay.isVisible(), 'the page says that there is no way');
  await shot('no-way');

  await button(page, 'Undo').click();
  await becomes(cost, '66', 'one stroke is taken back');
  await page.keyboard.press('Control+z');
  await becomes(cost, '52', 'and the other by its keys');
  await button(page, 'Redo').click();
  await becomes(cost, '66', 'and done again');
  await page.keyboard.press('Control+Shift+z');
  await expect.soon(() => noWay.isVisible(), 'both');
  await button(page, 'Undo').click();
  await becomes(cost, '66', 'the upper gap is open again');

  await stroke(page, FIRST, [4, 4], [4, 6]);
  await becomes(cost, '52', 'drawing over walls takes them away');
  await button(page, 'Rectangle').click();
  await stroke(page, FIRST, [0, 5], [3, 6]);
  await pointAt(page, FIRST, 2, 6);
  expect.match(await history(page), /wall/, 'the rectangle is full');
  await button(page, 'Eraser').click();
  await button(page, 'Fill').click();
  await stroke(page, FIRST, [0, 5]);
  await pointAt(page, FIRST, 2, 6);
  await becomes(() => history(page), /open ground/, 'the eraser fills with open ground');
}
