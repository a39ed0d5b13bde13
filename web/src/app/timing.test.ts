// A time is the least of many batches, and no search is called quicker than another where they overlap.

import { expect, test } from 'vitest';
import { quickest, timed } from './timing';

/** Searches that take so long a run, on a machine whose clock is ours, where other work comes between. */
function machine(micros: readonly number[], disturbed: (batch: number) => number) {
  const asked: number[] = [];
  let [now, batches] = [0, 0];
  const samplers = micros.map((each, at) => async (times: number) => {
    asked.push(at);
    const ms = (times * each) / 1000 * (1 + disturbed(batches));
    batches += 1;
    now += ms;
    return ms;
  });
  return { asked, samplers, now: () => now };
}

/** A generator of numbers from 0 to 1 by a seed. */
function chances(seed: number): () => number {
  let state = seed;
  return () => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return state / 2 ** 32;
  };
}

const always = () => true;

test('panes take turns to and fro, batch by batch', async () => {
  const { asked, samplers, now } = machine([900, 1100, 1200], () => 0);
  const times = (await timed(samplers, always, now))!;
  expect(asked.slice(-6)).toEqual([0, 1, 2, 2, 1, 0]);
  expect(times.map(({ least }) => Math.round(least))).toEqual([900, 1100, 1200]);
  expect(quickest(times)).toBe(0);
});

test('on a loaded machine the wrong one never wins', async () => {
  let wins = 0;
  for (let seed = 1; seed <= 200; seed += 1) {
    const chance = chances(seed);
    // One batch in three waits for others, up to three times as long.
    const { samplers, now } = machine([130, 100, 160, 300], () =>
      (chance() < 0.34 ? 3 * chance() : chance() * 0.04));
    const winner = quickest((await timed(samplers, always, now))!);
    expect([null, 1]).toContain(winner);
    wins += Number(winner === 1);
  }
  expect(wins).toBeGreaterThan(0);
});

test('a machine that holds up every second batch makes none of two equals the quicker', async () => {
  const { samplers, now } = machine([100, 100], (batch) => batch % 2);
  expect(quickest((await timed(samplers, always, now))!)).toBe(null);
});

test('nothing is claimed where times overlap, are too few or are missing', () => {
  const times = (least: number, median: number, batches = 20) => ({ least, median, batches });
  expect(quickest([times(10, 12), times(14, 15)])).toBe(0);
  expect(quickest([times(13, 14), times(10, 12)])).toBe(null);
  expect(quickest([times(10, 12), times(13, 14, 1)])).toBe(null);
  expect(quickest([times(10, 12), null])).toBe(null);
  expect(quickest([times(10, 12)])).toBe(null);
});

test('a long search is timed once, and nobody goes on when it is not wanted', async () => {
  const long = machine([3_000_000], () => 0);
  expect(await timed(long.samplers, always, long.now)).toEqual([
    { least: 3_000_000, median: 3_000_000, batches: 1 },
  ]);
  expect(long.asked.length).toBe(1);
  const { asked, samplers, now } = machine([1000, 1000], () => 0);
  expect(await timed(samplers, () => asked.length < 5, now)).toBe(null);
});
