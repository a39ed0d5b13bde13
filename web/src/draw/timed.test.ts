// A way by time is laid where cells are seen, stops exactly at its end, and is slower on expensive ground.

import { expect, test } from 'vitest';
import type { Arrangement, GameMap } from '../model';
import { geometryOf } from './geometry';
import { durationOf, figureAt, laidOut, middlesOf, takenUpAt, type Points } from './timed';

const map = (over: Partial<GameMap> = {}): GameMap => ({
  shape: 'square', arrangement: 'odd-r', width: 9, height: 8, terrain: new Uint8Array(72),
  prices: new Map(), isometric: false, ...over,
});
const points = (...numbers: number[]): Points => Float64Array.from(numbers);
/** From 0 to 3, the third cell three times as expensive. */
const MUD = Float32Array.of(0, 0, 0, 1, 0, 1, 1.5, 0, 1.5, 2, 0, 3, 2.5, 0, 4.5, 3, 0, 5);

/** The middle of a hex as the engine has it: by its two axes, neighbours one step apart. */
function engineHex(cell: number, arrangement: Arrangement): [number, number] {
  const [column, row] = [cell % 9, Math.floor(cell / 9)];
  const isFlat = arrangement.endsWith('q');
  const [along, line] = isFlat ? [row, column] : [column, row];
  const isEven = arrangement.startsWith('even');
  const axis = along - (line + (isEven ? 1 : -1) * (line & 1)) / 2;
  const [u, v] = [axis + line / 2, line * Math.sqrt(3) / 2];
  return isFlat ? [v, u] : [u, v];
}

test('every cell of a way lies where the picture has it, in every form', () => {
  const cells = [40, 41, 50, 58, 57, 0, 71];
  const squares = (cell: number) => [cell % 9, Math.floor(cell / 9)] as const;
  const forms: [GameMap, (cell: number) => readonly [number, number]][] = [
    [map(), squares],
    [map({ isometric: true }), squares],
    ...(['odd-r', 'even-r', 'odd-q', 'even-q'] as const).map((arrangement) =>
      [map({ shape: 'hex', arrangement }), (cell: number) => engineHex(cell, arrangement)] as
        [GameMap, (cell: number) => readonly [number, number]]),
  ];
  for (const [form, middleOf] of forms) {
    const geometry = geometryOf(form);
    const walk = Float32Array.from(cells.flatMap((cell, at) => [...middleOf(cell), at]));
    const laid = laidOut(walk, cells[0], geometry);
    for (const [at, cell] of cells.entries()) {
      const [x, y, time] = laid.subarray(at * 3);
      const [middleX, middleY] = geometry.centreOf(cell);
      expect([form.arrangement, x, y, time]).toEqual(
        [form.arrangement, expect.closeTo(middleX, 4), expect.closeTo(middleY, 4), at]);
    }
  }
});

test('mud takes its time, and the end is the end', () => {
  const way = laidOut(MUD, 0, geometryOf(map()));
  const xAt = (time: number) => figureAt(way, time, 0).x;
  expect([0, 1, 1.5, 3, 4.5, 4.75].map(xAt)).toEqual([0.5, 1.5, 2, 2.5, 3, 3.25]);
  for (const late of [5, 5.001, 1e9]) expect(figureAt(way, late, 2)).toEqual({ x: 3.5, y: 0.5, angle: 0 });
  expect(durationOf(way)).toBe(5);
});

test('the figure looks where it goes, and goes on looking there where it stands', () => {
  const way = points(0, 0, 0, 1, 0, 1, 1, 1, 2, 1, 1, 3, 0, 0, 5);
  const angles = [0.5, 1, 1.5, 2.5, 4].map((time) => figureAt(way, time, 7).angle);
  expect(angles).toEqual([0, Math.PI / 2, Math.PI / 2, 7, Math.atan2(-1, -1)]);
  expect(figureAt(way, 9, 7).angle).toBe(Math.atan2(-1, -1));
  expect(figureAt(points(4, 4, 0), 1, 7)).toEqual({ x: 4, y: 4, angle: 7 });
});

test('one that rests stands on cells alone', () => {
  const geometry = geometryOf(map());
  const rests = middlesOf(laidOut(MUD, 0, geometry), geometry);
  expect(Array.from(rests)).toEqual([0.5, 0.5, 0, 1.5, 0.5, 1, 2.5, 0.5, 3, 3.5, 0.5, 5]);
  const standsAt = [0, 0.9, 1, 2.9, 3, 4.9, 5].map((time) => figureAt(rests, time, 0, true).x);
  expect(standsAt).toEqual([0.5, 0.5, 1.5, 1.5, 2.5, 2.5, 3.5]);
  expect(figureAt(rests, 0.9, 0, true).stride).toBeUndefined();
});

test('who takes up a way in the middle of a step goes on at the same pace', () => {
  const way = points(0, 0, 0, 1, 0, 3, 2, 0, 4);
  expect(Array.from(takenUpAt(way, 0.5, 0))).toEqual([0.5, 0, 0, 1, 0, 1.5, 2, 0, 2.5]);
  expect(Array.from(takenUpAt(way, 0, 0))).toEqual(Array.from(way));
  // Beside the only place that is left of it: there it still has to go.
  expect(Array.from(takenUpAt(points(1, 1, 0), 1, 0.5))).toEqual([1, 0.5, 0, 1, 1, 0.5]);
});

test('a way of a million points is taken up', () => {
  const way = new Float64Array(3_000_000).map((_, at) => (at % 3 === 1 ? 0 : Math.floor(at / 3)));
  const taken = takenUpAt(way, 0.5, 0);
  expect([taken.length, durationOf(taken)]).toEqual([3_000_000, 999_998.5]);
  expect(figureAt(taken, 500_000.25, 0).x).toBe(500_000.75);
});
