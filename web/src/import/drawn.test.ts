// Drawings are read, and refused with line and column.

import { expect, test } from 'vitest';
import { NONE, VOID, WALL } from '../model';
import { characterOf, isProse, readDrawn, type Kind } from './drawn';

test('a drawing becomes a map and its ends', () => {
  const { map, start, goal } = readDrawn('S.#\n.3 \n..G\n');
  expect([map.width, map.height, start, goal]).toEqual([3, 3, 0, 8]);
  expect([...map.terrain]).toEqual([0, 0, WALL, 0, 3, VOID, 0, 0, 0]);
});

test('every ground has its character', () => {
  const squares = '..#9\n12 .\naz..\n';
  const { terrain } = readDrawn(squares).map;
  expect(Array.from(terrain, characterOf).join('')).toBe(squares.replaceAll('\n', ''));
  expect(() => characterOf(31)).toThrow('no-character 31');
});

test('hexes lie as they are drawn', () => {
  const kinds: [Kind['arrangement'], string][] = [
    ['odd-r', 'S . #\n . 2 .\n. . G\n'],
    ['even-r', ' S . #\n. 2 .\n . . G\n'],
    ['odd-q', 'S . #\n. 2 .\n. . G\n'],
  ];
  for (const [arrangement, text] of kinds) {
    const { map, start, goal } = readDrawn(text, { shape: 'hex', arrangement });
    expect([start, goal, ...map.terrain]).toEqual([0, 8, 0, 0, WALL, 0, 2, 0, 0, 0, 0]);
  }
});

test('ends that are not drawn are none', () => {
  expect(readDrawn('..').start).toBe(NONE);
});

test('what cannot be read is told with its place', () => {
  const wrong: [string, RegExp][] = [
    ['', /drawing-empty/],
    ['..\n...', /^2 drawing-row 3 2/],
    ['..\n.v', /^2 2 drawing-character v/],
    ['SS', /^1 2 drawing-end S/],
  ];
  for (const [text, message] of wrong) expect(() => readDrawn(text)).toThrow(message);
});

test('words are no drawing, and drawings are no words', () => {
  for (const words of ['hello world', 'Dear all,\nthe map is on page 3.\n', '你好，世界\n']) {
    expect([words, isProse(words)]).toEqual([words, true]);
  }
  const rows = ['S.#\n.3 \n..G\n', 'S.#G\n', 'aab\nbba\n'];
  for (const drawing of [...rows, '@legend A 31\nAAA\n', 'type octile\n', '', '\n']) {
    expect([drawing, isProse(drawing)]).toEqual([drawing, false]);
  }
});
