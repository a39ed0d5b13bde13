// Everything by keyboard: the cursor is moved and read out, walls and ends are set, the search is played.

import {
  answered, becomes, button, counter, eventNow, messages, openPage, picture, spoken,
} from './hands.mjs';

export const name = 'the keyboard is enough';

export const variants = { 'english': { locale: 'en-US' }, 'chinese': { locale: 'zh-CN' } };

const SAID = {
  'english': [/^x 4, y 3, wall/, /^x 4, y 4, wall/, /^x 2, y 3, start/, /^x 6, y 3, goal/, /^x 7, y 3, goal/],
  'chinese': [/x 4.*y 3.*墙/, /x 4.*y 4.*墙/, /x 2.*y 3.*起点/, /x 6.*y 3.*终点/, /x 7.*y 3.*终点/],
};

export async function run({ page, url, variant, expect, shot }) {
  await openPage(page, url);
  const [wall, drawn, start, goal, moved] = SAID[variant];
  const isOnMap = () => picture(page).evaluate((canvas) => canvas === document.activeElement);
  const press = async (...keys) => {
    for (const key of keys) await page.keyboard.press(key);
  };
  // The first thing that Tab reaches leads to the map.
  await page.reload();
  await answered(page);
  await press('Tab', 'Enter');
  await becomes(isOnMap, true, 'the first link leads to the map');
  await press('ArrowRight');
  await becomes(() => spoken(page), /x 2.*y 2/, 'the cursor begins at the start');
  await press('ArrowRight', 'ArrowRight', 'ArrowDown');
  await becomes(() => spoken(page), wall, 'the wall is read out');
  await press('ArrowDown', 'w', 'Enter');
  await becomes(() => spoken(page), drawn, 'a wall is drawn at the cursor');
  await press('ArrowUp', 'ArrowLeft', 'ArrowLeft', 's');
  const isTold = async () => (await messages(page)).split('\n').some((line) => start.test(line.trim()));
  await becomes(isTold, true, 'the start is put at the cursor');
  await press('ArrowRight', 'ArrowLeft');
  await becomes(() => spoken(page), start, 'and read out');
  await press('ArrowRight', 'ArrowRight', 'ArrowRight', 'ArrowRight');
  await becomes(() => spoken(page), goal, 'the goal is read out');
  await press('ArrowRight', 'g', 'ArrowLeft', 'ArrowRight');
  await becomes(() => spoken(page), moved, 'the goal has moved');
  await shot('cursor');

  await press('Home');
  await becomes(async () => (await eventNow(page)).now, 0, 'at the start');
  await press('.', '.');
  await becomes(async () => (await eventNow(page)).now, 2, 'two steps');
  await press(' ');
  await becomes(async () => (await eventNow(page)).now > 4, true, 'the space bar plays');
  await press(' ');
  const { now, total } = await eventNow(page);
  expect.ok(now < total, `and pauses on the way: ${now} of ${total}`);
  await press('End');
  await becomes(async () => (await eventNow(page)).now, total, 'at the end');
  await press('a');
  await becomes(() => spoken(page), /g \d+.*h 0/, 'the numbers of the cell are read out');

  await press('?');
  await becomes(() => page.getByRole('dialog').isVisible(), true, 'the sheet of keys is open');
  await press('Escape');
  await becomes(() => page.getByRole('dialog').count(), 0, 'and closed');
  await becomes(isOnMap, true, 'the focus is on the map again');
  await press('Control+z');
  if (variant === 'english') {
    await becomes(() => counter(page, 'Cost'), /^\d+$/, 'there is still a way');
    expect.ok(await button(page, 'Redo').isEnabled(), 'the last move can be done again');
  }
}
