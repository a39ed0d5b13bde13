// A turn cost changes the path and breaks nothing: each cell has a node for each heading then.

import { answered, becomes, button, counter, mapPanel, openPage, panels } from './hands.mjs';

export const name = 'a turn cost';

export async function run({ page, url, expect }) {
  await openPage(page, url);
  await becomes(() => counter(page, 'Cost'), '52', 'turns cost nothing at first');
  const field = mapPanel(page).getByLabel('Turn cost');
  await field.fill('7');
  await field.press('Tab');
  // Three steps aside of the straight line and back: two turns.
  await becomes(() => counter(page, 'Cost'), '66', 'each turn is paid for');
  for (const algorithm of await panels(page).getByLabel('Algorithm').locator('option').all()) {
    await panels(page).getByLabel('Algorithm').selectOption(await algorithm.getAttribute('value'));
    await answered(page);
  }
  await button(page, 'Panes: 2').click();
  await answered(page);
  expect.equal(await page.getByText('ArrayBuffer').count(), 0, 'no column goes over twice');
  expect.equal(await page.locator('.message.error').count(), 0, 'nothing is complained of');
}
