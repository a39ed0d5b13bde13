// Medians and their intervals, bins, and that nobody is called least where intervals come near.

import { expect, test } from 'vitest';
import { clearlyLeast, histogram, middleOf, outsideOf, quantile, roundStep, sortedOf } from './statistics';

/** Numbers from 0 to 1 by a seed. */
function chances(seed: number): () => number {
  let state = seed;
  return () => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return state / 2 ** 32;
  };
}

test('quantiles lie between neighbours in proportion', () => {
  const sorted = sortedOf([40, 10, 30, 20]);
  expect([0, 0.5, 1].map((share) => quantile(sorted, share))).toEqual([10, 25, 40]);
  expect(quantile([7], 0.5)).toBe(7);
});

test('the interval of a median leaves out as many as tables say', () => {
  // The second to the ninth of ten, the 40th to the 61st of a hundred.
  expect([5, 6, 10, 20, 50, 100].map(outsideOf)).toEqual([-1, 0, 1, 5, 17, 39]);
  // 1.96 standard deviations of so many coins, for any number of them.
  for (const n of [1000, 2519, 100_000]) {
    expect(Math.abs(outsideOf(n) - (n / 2 - 1.96 * Math.sqrt(n) / 2))).toBeLessThan(1.5);
  }
  expect(middleOf([])).toBe(null);
  expect(middleOf([1, 2, 3])).toEqual({ median: 2, low: NaN, high: NaN });
  expect(middleOf([1, 2, 3, 4, 5, 6])).toEqual({ median: 3.5, low: 1, high: 6 });
});

test('the interval holds the true median about 95 times of 100, whatever the shape', () => {
  const chance = chances(5);
  let held = 0;
  for (let time = 0; time < 2000; time += 1) {
    // Skewed: the median is the square of a half.
    const { low, high } = middleOf(sortedOf(Array.from({ length: 41 }, () => chance() ** 2)))!;
    held += Number(low <= 0.25 && 0.25 <= high);
  }
  expect(held / 2000).toBeGreaterThan(0.94);
  expect(held / 2000).toBeLessThan(0.985);
});

test('the least median counts only where its interval keeps apart', () => {
  const near = (median: number, by = 0.02) => ({ median, low: median * (1 - by), high: median * (1 + by) });
  expect(clearlyLeast([near(10), near(5), near(20)])).toBe(1);
  expect(clearlyLeast([near(10), near(10.3), near(20)])).toBe(null);
  expect(clearlyLeast([near(10), near(10)])).toBe(null);
  expect(clearlyLeast([near(10), { median: 90, low: NaN, high: NaN }])).toBe(null);
  expect(clearlyLeast([near(10), null])).toBe(null);
  expect(clearlyLeast([near(10)])).toBe(null);
});

test('every value lies in one bin', () => {
  expect(histogram([1, 1, 9, 10, 99, 100], 1, 100, 2)).toEqual([3, 3]);
  expect(histogram([0, 5, 5], 5, 5, 3)).toEqual([3, 0, 0]);
  const sorted = sortedOf(Array.from({ length: 500 }, chances(3)).map((share) => 10 ** (6 * share)));
  const counts = histogram(sorted, sorted[0], sorted[499], 40);
  expect(counts.reduce((sum, count) => sum + count, 0)).toBe(500);
  expect(Math.min(counts[0], counts[39])).toBeGreaterThan(0);
});

test('bins are as wide as people count', () => {
  expect([371.8, 90, 10, 7, 0.4].map((far) => roundStep(far, 10))).toEqual([50, 10, 1, 1, 0.05]);
});
