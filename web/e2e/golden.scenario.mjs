// The tutorials' worked example shows the tutorials' numbers: 14/30/44, 10/34/44, and 72 made 64.

import {
  becomes, button, counter, eventNow, FIRST, history, openPage, panels, pointAt, spoken,
} from './hands.mjs';

export const name = 'the worked example shows its numbers';

const NUMBERS = [
  [3, 3, 'opened from 2, 2', 'g 14 + h 30 = f 44'],
  [3, 2, 'opened from 2, 2', 'g 10 + h 34 = f 44'],
  [2, 4, 'opened from 3, 3', 'g 28 + h 44 = f 72'],
  [2, 4, 'improved from 2, 3', 'g 20 + h 44 = f 64'],
];

export async function run({ page, url, expect, shot }) {
  await openPage(page, url);
  await becomes(() => counter(page, 'Cost'), '52', 'the way costs 52');
  for (const [x, y, what, numbers] of NUMBERS) {
    await pointAt(page, FIRST, x, y);
    const told = (await history(page)).replace(/\s+/g, ' ');
    const wanted = `${what} ${numbers}`;
    expect.ok(told.includes(wanted), `cell ${x}, ${y} says ${wanted}; it says: ${told}`);
  }
  await shot('improved');

  // As of before the improvement the cell has its first numbers alone.
  const line = panels(page).getByRole('button', { name: /improved from 2, 3/ });
  await page.getByRole('button', { name: 'Inspect' }).click();
  await pointAt(page, FIRST, 2, 4);
  await page.mouse.down();
  await page.mouse.up();
  await line.click();
  const { now, total } = await eventNow(page);
  expect.ok(now > 0 && now < total, `the improvement happened at event ${now} of ${total}`);
  await button(page, 'Step back').click();
  await becomes(() => line.count(), 0, 'one event before it was not improved');
  await becomes(() => history(page), /f 72/, 'and f was 72');
  await button(page, 'Step').click();
  await becomes(() => line.count(), 1, 'with the event it is improved');
  await becomes(() => counter(page, 'Improved'), '1', 'it is the first improvement');

  await page.getByRole('application').focus();
  await page.keyboard.press('a');
  await becomes(() => spoken(page), /^x 2, y 4, open ground, in open list, g 20, h 44/, 'it is read out');
}
