// A flood keeps to its ground, and ends are laid into the largest part.

import { expect, test } from 'vitest';
import { readDrawn } from '../import/drawn';
import { atOnce } from '../slices';
import { farEnds, flood, floored } from './flood';

function filled(drawing: string, from: number): string {
  const { terrain, width } = readDrawn(drawing).map;
  atOnce(flood(terrain, width, from, 9));
  const rows = [...terrain].map((ground) => (ground === 9 ? '*' : ground > 9 ? '#' : '.')).join('');
  return rows.match(new RegExp(`.{${width}}`, 'g'))!.join(' ');
}

test('a fill does not leak past walls or round the edge', () => {
  expect(filled('..#.\n..#.\n..#.', 0)).toBe('**#. **#. **#.');
  expect(filled('..#.\n..#.\n..#.', 3)).toBe('..#* ..#* ..#*');
  expect(filled('.#\n#.', 0)).toBe('*# #.');
  expect(filled('9.', 0)).toBe('*.');
});

test('a fill finds its way round corners, up and down', () => {
  expect(filled('...#.\n.#.#.\n.#...\n.####\n.....', 4)).toBe('***#* *#*#* *#*** *#### *****');
});

test('the ends of a large map are connected too', () => {
  // The first cell and the last are shut in.
  const width = 2000;
  const terrain = new Uint8Array(width * width);
  const last = terrain.length - 1;
  terrain[1] = terrain[width] = terrain[last - 1] = terrain[last - width] = 254;
  const { map } = readDrawn('.');
  expect(atOnce(farEnds({ ...map, terrain, width, height: width }))).toEqual([2, last - 2]);
  expect(atOnce(farEnds(readDrawn('..#.\n###.\n#...').map))).toEqual([3, 11]);
  expect(atOnce(farEnds(readDrawn('##\n##').map))).toEqual([0, 3]);
});

test('ends keep off ground that is closed', () => {
  const { map } = readDrawn('..#3\n###3\n..#3');
  expect(atOnce(farEnds(map))).toEqual([3, 11]);
  expect(atOnce(farEnds({ ...map, prices: new Map([[3, null]]) }))).toEqual([0, 1]);
});

test('where walls are drawn and no ground, one walks where nothing is', () => {
  const { map } = readDrawn('    \n ## \n #.#\n  # ');
  const open = atOnce(floored(map))!;
  expect([...open.terrain].map((ground) => (ground === 254 ? '#' : '.')).join('')).toBe('.....##..#.#..#.');
  expect(atOnce(farEnds(open))).toEqual([0, 14 - 1]);
  expect(atOnce(floored(readDrawn('#.. ').map))).toBe(null);
  expect(atOnce(floored(readDrawn('#.#').map))).toBe(null);
});
