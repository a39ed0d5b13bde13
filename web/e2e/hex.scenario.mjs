// Hexes: a map of them is made, searched, drawn on and shared in its arrangement.

import {
  answered, becomes, button, counter, makeMap, mapPanel, openPage, picture, spoken,
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
  await mapPanel(page).getByLabel('Arrangement').selectOption({ label: 'Flat, even columns shifted down' });
  await button(mapPanel(page), 'Generate').click();
  await becomes(() => counter(page, 'Steps'), /^\d+$/, 'the flat ones are searched');
  const [cost, steps] = ['Cost', 'Steps'].map((name) => async () => Number(await counter(page, name)));
  await expect.soon(async () => (await cost()) === 10 * (await steps()), 'each step costs ten');
  await shot('flat');
}
