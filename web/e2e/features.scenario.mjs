// What a map has besides its ground is drawn, spoken and searched: links, doors, tags, one-way cells, names.

import { readFileSync } from 'node:fs';
import {
  answered, becomes, button, counter, drop, fileOf, mapIs, openPage, picture, spoken,
} from './hands.mjs';

export const name = 'features of maps';

export const variants = { 'drawn': {}, 'dark hexes': { colorScheme: 'dark' } };

/** Two halves that only a link joins; an alley one way, a vault that asks for a key. */
const TOWN = JSON.stringify({
  xunlu: 1, kind: 'grid',
  terrain: [
    '.......#........', '.......#........', '.......#...####.', '.......#...#..#.',
    '.......#...#..#.', '.......#...##.#.', '.......#........', '#####.##........', '.......#........',
  ],
  links: [
    { from: { x: 4, y: 2 }, to: { x: 10, y: 1 }, weight: 250 },
    { from: { x: 2, y: 5 }, to: { x: 9, y: 7 }, one_way: true, shut: true },
    { from: { x: 1, y: 1 }, to: { x: 5, y: 5 }, tags: [1] },
  ],
  tags: [{ x: 13, y: 5, tags: [0] }],
  exits: [
    { x: 5, y: 7, exits: ['S'] }, { x: 3, y: 8, width: 2, exits: ['E', 'W'] }, { x: 9, y: 4, exits: ['N'] },
  ],
  places: [
    { name: 'start', x: 1, y: 3 }, { name: 'goal', x: 14, y: 7 }, { name: 'well', x: 3, y: 4 },
  ],
  regions: [
    { name: 'Market', parts: [{ x: 8, y: 0, width: 3, height: 3 }, { x: 8, y: 3, width: 2, height: 1 }] },
  ],
  named_tags: [{ tag: 0, name: 'vault key' }],
});

const HEXES = JSON.stringify({
  xunlu: 1, kind: 'hex', arrangement: 'odd-r',
  terrain: Array.from({ length: 5 }, (_, y) => `${y % 2 ? ' ' : ''}. . . # . . .`),
  links: [{ from: { x: 1, y: 3 }, to: { x: 5, y: 3 }, weight: 100 }],
  exits: [{ x: 1, y: 1, exits: ['E'] }, { x: 5, y: 1, exits: ['SE', 'SW'] }],
  tags: [{ x: 4, y: 0, width: 2, tags: [2] }],
  places: [
    { name: 'start', x: 0, y: 4 }, { name: 'goal', x: 6, y: 4 }, { name: 'port', x: 5, y: 4 },
  ],
  regions: [{ name: 'Isle', parts: [{ x: 4, y: 3, width: 3, height: 2 }] }],
});

async function saved(page, what) {
  await button(page, 'Share and export').click();
  const choice = button(page.getByRole('dialog'), what);
  const [download] = await Promise.all([page.waitForEvent('download'), choice.click()]);
  const text = readFileSync(await download.path(), 'utf8');
  await page.keyboard.press('Escape');
  return text;
}

export async function run({ page, url, variant, expect, shot }) {
  await openPage(page, url);
  if (variant !== 'drawn') {
    await drop(page, [fileOf('isles.json', HEXES)]);
    await mapIs(page, 7, 5);
    await becomes(() => counter(page, 'Cost'), '40', 'the link is the only path across');
    await shot('hexes');
    return;
  }
  await drop(page, [fileOf('town.json', TOWN)]);
  await mapIs(page, 16, 9);
  await answered(page);
  await becomes(() => counter(page, 'Cost'), '147', 'the path jumps along the link');
  await shot('town');
  await picture(page).focus();
  await page.keyboard.press('ArrowRight');
  for (const key of ['ArrowRight', 'ArrowRight', 'ArrowRight', 'ArrowUp']) await page.keyboard.press(key);
  await becomes(() => spoken(page), /x 4, y 2, .*linked with 10, 1/, 'a link is read out');
  const svg = await saved(page, 'SVG image');
  for (const part of ['id="links"', 'id="ground"', '>Market</text>', '>well</text>']) {
    expect.ok(svg.includes(part), `the SVG has ${part}`);
  }
  const json = JSON.parse(await saved(page, 'Map as JSON'));
  const counts = ['links', 'tags', 'exits', 'regions'].map((list) => json[list].length);
  expect.equal(counts, [3, 1, 3, 1], 'what the JSON has of each');
}
