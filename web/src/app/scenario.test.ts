// Rows of a scenario are walked as the benchmark walks, and held against what it publishes.

import { expect, test } from 'vitest';
import { TUTORIAL_MOVER } from '../tour/golden';
import { BENCHMARK_MOVER, isAsked, isAsPublished, lengthOf } from './scenario';

test('a path is as long as its steps', () => {
  const path = Uint32Array.of(0, 1, 7, 12, 11);
  expect(lengthOf({ path }, 5)).toBeCloseTo(3 + Math.SQRT2, 12);
  expect(lengthOf({ path: new Uint32Array() }, 5)).toBe(0);
});

test('lengths are compared as they are rounded', () => {
  expect(isAsPublished(2 + 3 * Math.SQRT2, 6.242641)).toBe(true);
  expect(isAsPublished(2 + 3 * Math.SQRT2, 6.3)).toBe(false);
  expect(isAsPublished(0, 0)).toBe(true);
});

test('only the same question by the same rules is a row', () => {
  const row = { from: 3, to: 9, best: 1 };
  const question = { from: 3, to: 9, via: [], mover: BENCHMARK_MOVER };
  expect(isAsked(question, row)).toBe(true);
  expect(isAsked({ ...question, mover: TUTORIAL_MOVER }, row)).toBe(false);
  expect(isAsked({ ...question, to: 8 }, row)).toBe(false);
  expect(isAsked({ ...question, via: [1] }, row)).toBe(false);
});
