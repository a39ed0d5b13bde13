// The strip's curve: nothing of the search is lost between columns.

import { expect, it } from 'vitest';
import { CLOSED, NONE, OPENED } from '../model';
import { traceOf } from '../trace';
import { curveOf, timeAt } from './timeline';

/** Opens so many cells, then closes them all. */
function upAndDown(cells: number) {
  const length = cells * 2;
  return traceOf({
    kind: Uint8Array.from({ length }, (_, at) => (at < cells ? OPENED : CLOSED)),
    cell: Uint32Array.from({ length }, (_, at) => at % cells),
    parent: new Uint32Array(length).fill(NONE),
    g: new Uint32Array(length),
    h: new Uint32Array(length),
  }, cells);
}

it('holds the shortest and longest list of each column', () => {
  const curve = curveOf(upAndDown(100), 4);
  expect([...curve.least]).toEqual([1, 51, 50, 0]);
  expect([...curve.most]).toEqual([50, 100, 99, 49]);
  expect([...curve.closings]).toEqual([0, 0, 1, 1]);
  expect(curve.peak).toBe(100);
});

it('stretches a short search over many columns', () => {
  expect([...curveOf(upAndDown(2), 8).most]).toEqual([1, 1, 2, 2, 1, 1, 0, 0]);
});

it('is made once for a width', () => {
  const trace = upAndDown(10);
  expect(curveOf(trace, 5)).toBe(curveOf(trace, 5));
});

it('finds the time under a pixel, and stops at both ends', () => {
  const trace = upAndDown(50);
  const strip = { width: 214, height: 40, ratio: 2 };
  expect(timeAt(trace, 107, strip)).toBe(50);
  expect(timeAt(trace, -5, strip)).toBe(0);
  expect(timeAt(trace, 999, strip)).toBe(100);
});
