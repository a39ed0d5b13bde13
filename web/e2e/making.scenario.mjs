// The making of a large map is told by the second and can be given up; the map before it stays.

import { becomes, button, counter, makeMap, mapIs, mapPanel, openPage } from './hands.mjs';

export const name = 'making a map is given up';
export const seconds = 60;

export async function run({ page, url, expect, shot }) {
  await openPage(page, url);
  const form = mapPanel(page);
  await form.getByLabel('Generator').selectOption({ label: 'Caves' });
  for (const side of ['Width', 'Height']) await form.getByLabel(side).fill('4096');
  await button(form, 'Generate').click();
  const isTold = () => page.getByText(/Generating the map… \d+ s/).isVisible();
  await expect.soon(isTold, 'it says how long it takes');
  await shot('making');
  await button(page, 'Cancel').click();
  await becomes(() => page.getByText(/Generating the map/).count(), 0, 'it is given up at once', 1);
  await mapIs(page, 9, 7);
  expect.equal(await counter(page, 'Cost'), '52', 'the answer before it stays');
  expect.equal(await page.getByRole('log').count(), 0, 'nothing is complained of');

  await makeMap(page, { maker: 'Caves', width: 40, height: 30 });
  await makeMap(page, { maker: 'Caves', width: 600, height: 600 });
  await becomes(() => counter(page, 'Cost'), /^[\d.,]+$/, 'another one is made and searched', 20);
}
