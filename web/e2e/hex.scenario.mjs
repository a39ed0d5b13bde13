// Hexes: a map of them is made, searched, drawn on and shared in its arrangement.

import {
  answered, becomes, button, counter, keptAddress, makeMap, mapIs, mapPanel, openPage, picture, spoken,
} from './hands.mjs';

export const name = 'hexes';

export async function run({ page, url, expect, shot }) {
  await openPage(page, url);
  await makeMap(page, { maker: 'Open field', cells: 'Hexes', width: 9, height: 7 });
  await answered(page);
  await becomes(() => counter(page, 'Cost'), '110', 'corner to corner: six rows down are three hexes across');
  await picture(page).focus();
  await page.keyboard.press('ArrowRight');
  for (const key of ['ArrowDown', 'ArrowDown', 'ArrowDown']) await page.keyboard.press(key);
  await becomes(() => spoken(page), /^x 0, y 3, open ground/, 'the cursor moves by rows and columns');
  await page.keyboard.press('w');
  await page.keyboard.press('l');
  await page.keyboard.press('Enter');
  for (let i = 0; i < 7; i += 1) await page.keyboard.press('ArrowRight');
  await page.keyboard.press('Enter');
  await becomes(() => spoken(page), /^x 7, y 3, wall/, 'a line of walls is drawn');
  await becomes(async () => Number(await counter(page, 'Cost')) > 110, true, 'the way goes round it');
  await shot('pointy');
  await mapPanel(page).getByLabel('Layout').selectOption({ label: 'Flat, even columns down' });
  await button(mapPanel(page), 'Generate').click();
  await becomes(() => counter(page, 'Cost'), '100', 'eight columns to the right are four hexes down');
  const [cost, steps] = ['Cost', 'Steps'].map((name) => async () => Number(await counter(page, name)));
  await expect.soon(async () => (await cost()) === 10 * (await steps()), 'each step costs ten');
  await shot('flat');

  // A link shows hexes in the form, too, and leaves the rules for squares as they are.
  const link = await keptAddress(page, 'the address holds it');
  const form = mapPanel(page);
  const cells = form.getByRole('combobox', { name: 'Cells', exact: true });
  await cells.selectOption({ label: 'Squares' });
  await makeMap(page, { maker: 'City', width: 12, height: 12 });
  expect.equal(await cells.inputValue(), 'square', 'a city has squares');
  await becomes(async () => page.url() !== link, true, 'squares have another link');
  await page.goto(link);
  await mapIs(page, 9, 7);
  await becomes(() => cells.inputValue(), 'hex', 'the form says hexes');
  await button(page, 'Undo').click();
  await mapIs(page, 12, 12);
  await becomes(() => cells.inputValue(), 'square', 'and squares when undo brings them');
  await form.getByLabel('Generator').selectOption({ label: 'City' });
  await button(page, 'Redo').click();
  await mapIs(page, 9, 7);
  await becomes(() => cells.inputValue(), 'hex', 'hexes again');
  expect.equal(await form.getByLabel('Generator').inputValue(), 'field', 'with a generator that makes them');
  await page.goto('about:blank');
  await page.goto(link);
  // The first map is as large as that of the link: its cells say which of them is there.
  await becomes(() => cells.inputValue(), 'hex', 'the link is read');
  await makeMap(page, { cells: 'Squares', width: 11, height: 7 });
  const rule = page.getByRole('combobox', { name: 'Steps', exact: true });
  await becomes(() => rule.inputValue(), 'eight', 'squares are walked eight ways');
  expect.ok(await page.getByLabel('Corners').isVisible(), 'and corners have their rule');
}
