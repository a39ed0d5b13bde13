// Long work leaves room for other work, and ends when nobody wants it any more.

import { expect, test } from 'vitest';
import { inSlices } from './slices';

function* busy(ms: number): Generator<void, string> {
  for (const until = performance.now() + ms; performance.now() < until;) yield;
  return 'done';
}

test('others are heard between slices', async () => {
  let heard = 0;
  const timer = setInterval(() => (heard += 1));
  expect(await inSlices(busy(60))).toBe('done');
  clearInterval(timer);
  expect(heard).toBeGreaterThan(1);
});

test('what is no longer wanted ends, and what is short ends at once', async () => {
  let asked = 0;
  expect(await inSlices(busy(1000), () => (asked += 1) < 2)).toBe(null);
  const steps = busy(0);
  void inSlices(steps);
  expect(steps.next()).toEqual({ done: true, value: undefined });
});
