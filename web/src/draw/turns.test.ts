// Flags stand where turns end, and the last warns of a step that no turn allows.

import { expect, test } from 'vitest';
import { readDrawn } from '../import/drawn';
import { geometryOf } from './geometry';
import { themeOf } from './themes';
import { flagText, isStuckOn, paintTurns } from './turns';

const PATH = Uint32Array.from({ length: 21 }, (_, at) => at);
const { map } = readDrawn('.'.repeat(21));

/** What the flags say and where they stand, drawn with so many pixels a cell. */
function painted(ends: number[], scale: number, hasNumbers = false): [string, number][] {
  const flags: [string, number][] = [];
  const ignore = () => undefined;
  const known = {
    measureText: (text: string) => ({ width: text.length * 8 }),
    moveTo: ignore, lineTo: ignore, beginPath: ignore, stroke: ignore, fill: ignore,
    fillText: (text: string, x: number) => flags.push([text, Math.floor(x / scale)]),
  };
  const viewport = { width: 2000, height: 600, ratio: 1 };
  paintTurns(
    known as unknown as CanvasRenderingContext2D, PATH, Uint32Array.from(ends), geometryOf(map),
    themeOf('clear', false), { x: 0, y: 0, scale }, viewport, () => hasNumbers,
  );
  return flags;
}

test('each turn has its flag, on the cell where it ends', () => {
  expect(painted([5, 11, 20], 64)).toEqual([['1', 5], ['2', 11], ['3', 20]]);
  expect(painted([5, 11, 20], 64, true)).toEqual([['1', 5], ['2', 11], ['3', 20]]);
});

test('a step that no turn allows is warned of', () => {
  expect([isStuckOn(PATH, Uint32Array.of(20)), isStuckOn(PATH, Uint32Array.of(11))]).toEqual([false, true]);
  expect(isStuckOn(PATH.subarray(0, 1), new Uint32Array())).toBe(false);
  expect(painted([5, 11], 64)).toEqual([['1', 5], ['2!', 11]]);
  expect(painted([], 64)).toEqual([['!', 0]]);
  expect(flagText(PATH, Uint32Array.of(5, 20), 2)).toBe('2');
});

test('where cells are small, flags keep apart and the last is there', () => {
  const each = Array.from({ length: 20 }, (_, at) => at + 1);
  const texts = painted(each, 4).map(([text]) => text);
  expect(texts).toEqual(['1', '8', '15', '20']);
});
