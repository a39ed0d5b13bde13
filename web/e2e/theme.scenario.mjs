// Light and dark, and the colours that the colour-blind tell apart; chosen, seen and remembered.

import { answered, becomes, button, mapPanel, openPage, picture } from './hands.mjs';

export const name = 'themes';

export const variants = { 'light': { colorScheme: 'light' }, 'dark': { colorScheme: 'dark' } };

export async function run({ page, url, variant, expect, shot }) {
  await openPage(page, url);
  const lightness = () => page.evaluate(() => {
    const { backgroundColor } = getComputedStyle(document.querySelector('.xunlu'));
    const [r, g, b] = backgroundColor.match(/[\d.]+/g).map(Number);
    return (r + g + b) / 3 > 127 ? 'light' : 'dark';
  });
  await becomes(lightness, variant, 'the page follows the system');
  await shot('tutorial');
  const look = async () => (await picture(page).screenshot()).toString('base64');
  const before = await look();
  await mapPanel(page).getByLabel('Colours').selectOption({ label: 'Colour-blind safe' });
  await expect.soon(async () => (await look()) !== before, 'the map has other colours');
  await shot('clear');
  const other = variant === 'light' ? 'dark' : 'light';
  await button(page, 'Settings').click();
  const label = other === 'dark' ? 'Dark' : 'Light';
  await page.getByRole('dialog').getByLabel('Theme').selectOption({ label });
  await becomes(lightness, other, 'the page is as was chosen');
  await button(page.getByRole('dialog'), 'Close').click();
  await page.reload();
  await answered(page);
  await becomes(lightness, other, 'it is remembered');
  expect.equal(await mapPanel(page).getByLabel('Colours').inputValue(), 'clear', 'and so are the colours');
}
