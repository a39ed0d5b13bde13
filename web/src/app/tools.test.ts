// The cells that each tool touches.

import { expect, test } from 'vitest';
import { lineOf, rectangled, rectangleOf, thick } from './tools';

const picture = (width: number, height: number, cells: Iterable<number>): string => {
  const marks = new Array<string>(width * height).fill('.');
  for (const cell of cells) marks[cell] = '#';
  const rows = Array.from({ length: height }, (_, y) => marks.slice(y * width, (y + 1) * width).join(''));
  return rows.join('\n');
};

test('a line touches each column once where it is flat', () => {
  expect(picture(5, 3, lineOf(5, 0, 14))).toBe('#....\n.##..\n...##');
});

test('a line of no length is one cell', () => {
  expect(new Set(lineOf(5, 7, 7))).toEqual(new Set([7]));
});

test('a thick brush stays on the map', () => {
  expect(picture(4, 3, thick(4, 3, [0, 11], 3))).toBe('##..\n####\n..##');
});

test('a thick brush stays on its layer', () => {
  expect(picture(3, 4, thick(3, 2, [4], 3))).toBe('###\n###\n...\n...');
});

test('a rectangle goes from any corner to any other', () => {
  expect(picture(4, 3, rectangleOf(4, 10, 1, 6))).toBe('.##.\n.##.\n.##.');
  expect(picture(4, 3, rectangleOf(4, 10, 1, 5))).toBe('.#..\n....\n..#.');
  const ground = new Uint8Array(8);
  expect([...rectangled(ground, 4, 6, 1, 9)].length).toBe(2);
  expect([...ground]).toEqual([0, 9, 9, 0, 0, 9, 9, 0]);
});
