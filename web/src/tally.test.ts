// Tallies from sums agree with counting every event.

import { expect, test } from 'vitest';
import { CLOSED, IMPROVED, OPENED } from './model';
import { traceOf } from './trace';
import { boundaryBeside, sumsOf, tallyAt, timeOfClosing } from './tally';

const EVENTS = 10_000;
const kind = new Uint8Array(EVENTS).map((_, i) => (i % 5 === 4 ? CLOSED : i % 7 === 3 ? IMPROVED : OPENED));
const cell = new Uint32Array(EVENTS).map((_, i) => i % 97);
const column = new Uint32Array(EVENTS);
const trace = traceOf({ kind, cell, parent: column, g: column, h: column }, 97);
const sums = sumsOf(trace);

test('a tally at any time is what counting gives', () => {
  for (const time of [0, 1, 5, 4095, 4096, 4097, 9999, EVENTS, EVENTS + 5]) {
    const past = [...kind.subarray(0, time)];
    const tally = tallyAt(sums, time);
    expect(tally.closed).toBe(past.filter((each) => each === CLOSED).length);
    expect(tally.improved).toBe(past.filter((each) => each === IMPROVED).length);
    expect(tally.opened).toBe(past.filter((each) => each === OPENED).length);
    expect(tally.openMost).toBe(Math.max(0, ...trace.openSize.subarray(0, time)));
  }
});

test('the time of the nth closing is just after it', () => {
  for (const nth of [1, 2, 819, 820, 1999, 2000]) {
    const time = timeOfClosing(sums, nth);
    expect(kind[time - 1]).toBe(CLOSED);
    expect(tallyAt(sums, time).closed).toBe(nth);
  }
  expect(timeOfClosing(sums, 0)).toBe(0);
  expect(timeOfClosing(sums, 2001)).toBe(EVENTS);
});

test('expansions end before the next closing, on the way on as on the way back', () => {
  const ends = [...kind.keys()].filter((event) => kind[event] === CLOSED);
  // The last closing is the last event: its expansion ends with the search.
  const expected = [...ends, EVENTS];
  const on: number[] = [];
  for (let time = 0; time < EVENTS;) on.push((time = boundaryBeside(sums, time, 1)));
  expect(on).toEqual(expected);
  const back: number[] = [];
  for (let time = EVENTS; time > 0;) back.push((time = boundaryBeside(sums, time, -1)));
  expect(back).toEqual([...ends.reverse(), 0]);
  expect([boundaryBeside(sums, 6, 1), boundaryBeside(sums, 6, -1)]).toEqual([9, 4]);
});
