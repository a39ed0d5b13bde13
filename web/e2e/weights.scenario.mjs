// Expensive ground is painted with the weight brush, read out, and gone round.

import { becomes, button, counter, history, openPage, pointAt, stroke, FIRST } from './hands.mjs';

export const name = 'weights are painted';

export async function run({ page, url, expect, shot }) {
  await openPage(page, url);
  await becomes(() => counter(page, 'Cost'), '52', 'the worked example costs 52');
  const tools = page.getByRole('toolbar', { name: 'Drawing tools' });
  await tools.getByLabel(/^Weight brush/).click();
  await button(tools, 'Weight 9').click();
  await stroke(page, FIRST, [4, 4], [4, 6]);
  await becomes(() => counter(page, 'Cost'), '66', 'the way above the wall is cheaper than through weight 9');
  await pointAt(page, FIRST, 4, 5);
  expect.match(await history(page), /weight 9/, 'what the cell is now');
  await page.keyboard.press('w');
  await stroke(page, FIRST, [4, 0]);
  await becomes(() => counter(page, 'Cost'), '138', 'with that shut, one cell of weight 9 is crossed');
  await page.keyboard.press('2');
  await stroke(page, FIRST, [4, 4], [4, 6]);
  await becomes(() => counter(page, 'Cost'), '66', 'weight 2 is cheaper to cross');
  await pointAt(page, FIRST, 4, 6);
  expect.match(await history(page), /weight 2/, 'the key of the weight took it in hand');
  await tools.getByRole('button', { name: /^Brush size/ }).click();
  await tools.getByRole('button', { name: /^Brush size/ }).click();
  await page.keyboard.press('5');
  await stroke(page, FIRST, [7, 5], [7, 5]);
  await pointAt(page, FIRST, 6, 4);
  expect.match(await history(page), /weight 5/, 'a brush of three reaches the cells beside');
  await shot('painted');
}
