// Links, doors, keys, one-way cells and names are edited by hand and by key, taken back, and shared.

import {
  answered, becomes, button, counter, FIRST, keptAddress, mapPanel, messages, openPage, picture, spoken,
  stroke,
} from './hands.mjs';

export const name = 'features are edited';

async function choose(page, tool) {
  await page.getByLabel('Links, one-way cells, tags and names').click();
  await page.getByRole('toolbar').getByRole('button', { name: tool, exact: true }).click();
}

export async function run({ page, url, expect, shot }) {
  await openPage(page, url);
  await answered(page);
  const before = await counter(page, 'Cost');
  await choose(page, 'Link two cells');
  await stroke(page, FIRST, [3, 1], [5, 3]);
  await expect.soon(async () => (await messages(page)).includes('Linked: 3, 1'), 'the link is told');
  await becomes(() => counter(page, 'Cost'), '34', 'the path takes the link');
  await expect.soon(() => mapPanel(page).getByText('Door shut').isVisible(), 'the link is listed');
  await mapPanel(page).getByLabel('Door shut').check();
  await becomes(() => counter(page, 'Cost'), before, 'a door that is shut is no path');
  await mapPanel(page).getByLabel('Door shut').uncheck();
  await mapPanel(page).getByLabel('Needs').selectOption({ label: 'tag 1' });
  await becomes(() => counter(page, 'Cost'), before, 'who lacks the key goes round');
  await mapPanel(page).getByLabel('Holds tag 1').check();
  await becomes(() => counter(page, 'Cost'), '34', 'who holds it goes through');
  await choose(page, 'Name a region');
  await stroke(page, FIRST, [6, 4], [8, 6]);
  await expect.soon(() => mapPanel(page).getByLabel('Name of the region at 6, 4').isVisible(), 'it is named');
  await mapPanel(page).getByLabel('Name of the region at 6, 4').fill('Yard');
  await mapPanel(page).getByLabel('Name of the region at 6, 4').press('Tab');
  await picture(page).focus();
  for (const key of ['ArrowUp', 'ArrowUp', 'y', 'y', 'Enter']) await page.keyboard.press(key);
  await becomes(() => spoken(page), /one-way: left to the south only/, 'a key draws a one-way cell, spoken');
  await page.keyboard.press('z');
  for (const key of ['ArrowUp', 'Enter']) await page.keyboard.press(key);
  await expect.soon(async () => (await messages(page)).includes('Place 1 at'), 'a key names a place');
  await shot('edited');
  const link = await keptAddress(page, 'the address holds it');
  await page.goto('about:blank');
  await openPage(page, link);
  await becomes(() => counter(page, 'Cost'), '34', 'the link of the page holds link and key');
  await expect.soon(() => mapPanel(page).getByLabel('Name of the region at 6, 4').isVisible(), 'and names');
  const region = mapPanel(page).getByLabel('Name of the region at 6, 4');
  expect.equal(await region.inputValue(), 'Yard', 'its name');
  await button(mapPanel(page), 'Remove').click();
  await becomes(() => counter(page, 'Cost'), before, 'a link is removed');
  await button(page, 'Undo').click();
  await becomes(() => counter(page, 'Cost'), '34', 'and taken back');
}
