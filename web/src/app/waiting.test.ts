// Each search takes another cell from the same open list.

import { expect, test } from 'vitest';
import { CLOSED, IMPROVED, NONE, OPENED, type Algorithm, type Method } from '../model';
import { CHECKPOINT_STRIDE } from '../checkpoints';
import { openListAt } from '../open-list';
import { traceOf } from '../trace';
import { heapAt, waitingAt } from './waiting';

const trace = traceOf({
  kind: Uint8Array.of(OPENED, OPENED, OPENED),
  cell: Uint32Array.of(0, 1, 2),
  parent: new Uint32Array(3).fill(NONE),
  g: Uint32Array.of(30, 10, 24),
  h: Uint32Array.of(10, 34, 14),
}, 3);
const method: Method = { algorithm: 'greedy', percent: 100, estimate: 'auto', ties: 'near-goal' };
const next = (algorithm: Algorithm, percent = 100) =>
  waitingAt(trace, 3, 3, { ...method, algorithm, percent });

test('the next one is what the search goes by', () => {
  expect(next('astar')).toEqual([2, 0, 1]);
  expect(next('greedy')).toEqual([0, 2, 1]);
  expect(next('dijkstra')).toEqual([1, 2, 0]);
  expect(next('bfs')).toEqual([0, 1, 2]);
  expect(next('dfs')).toEqual([2, 1, 0]);
  expect(next('weighted-astar', 500)).toEqual([0, 2, 1]);
});

test('of equals the rule for ties decides', () => {
  const equal = { ...trace, g: Uint32Array.of(30, 10, 24), h: Uint32Array.of(10, 30, 14) };
  expect(waitingAt(equal, 3, 3, { ...method, algorithm: 'astar' })).toEqual([2, 0, 1]);
  expect(waitingAt(equal, 3, 3, { ...method, algorithm: 'astar', ties: 'near-start' })).toEqual([2, 1, 0]);
});

test('what has not happened yet does not wait', () => {
  expect(waitingAt(trace, 1, 3, method)).toEqual([0]);
});

test('the heap holds what is open, and no parent is worse than its children', () => {
  // Thirty cells are opened, each third is improved, and every fourth event closes the cell opened longest.
  const kind: number[] = [];
  const cell: number[] = [];
  const tell = (what: number, at: number) => void [kind.push(what), cell.push(at)];
  for (let at = 0; at < 30; at += 1) {
    tell(OPENED, at);
    if (at % 3 === 2) tell(IMPROVED, at - 1);
    if (at % 4 === 3) tell(CLOSED, at >> 2);
  }
  const g = Uint32Array.from(kind, (what, event) => (what === IMPROVED ? 1 : (event * 37) % 101));
  const h = Uint32Array.from(cell, (at) => (at * 53) % 89);
  const parent = new Uint32Array(kind.length).fill(NONE);
  const told = traceOf({ kind: Uint8Array.from(kind), cell: Uint32Array.from(cell), parent, g, h }, 30);
  const f = (event: number) => g[event] + h[event];
  for (let time = 0; time <= told.length; time += 1) {
    const heap = heapAt(told, time, { ...method, algorithm: 'astar' });
    expect([...heap].sort((a, b) => a - b)).toEqual(openListAt(told, time).sort((a, b) => a - b));
    heap.forEach((event, at) => at > 0 && expect(f(heap[(at - 1) >> 1])).toBeLessThanOrEqual(f(event)));
  }
});

test('what waits in a long search is found from the checkpoint before, not from the beginning', () => {
  const long = longTrace(600_000, 8000);
  const anew = (time: number) => {
    const gone = new Set<number>();
    const open: number[] = [];
    for (let event = time - 1; event >= 0; event -= 1) {
      if (!gone.has(long.cell[event]) && long.kind[event] !== CLOSED) open.push(event);
      gone.add(long.cell[event]);
    }
    return open;
  };
  // What is looked at is counted: times would tell of other work on the machine.
  let looked = 0;
  const kind = new Proxy(long.kind, {
    get(column, name) {
      looked += Number(typeof name === 'string');
      return Reflect.get(column, name);
    },
  });
  for (let time = long.length; time > 0; time -= 37_777) {
    looked = 0;
    expect(openListAt({ ...long, kind }, time).length).toBe(long.openSize[time - 1]);
    expect(looked).toBeLessThanOrEqual(2 * (long.openSize[time - 1] + CHECKPOINT_STRIDE));
  }

  expect(openListAt(long, long.length)).toEqual(anew(long.length));
  for (const time of [CHECKPOINT_STRIDE - 1, CHECKPOINT_STRIDE, CHECKPOINT_STRIDE + 1, 333_333]) {
    expect(openListAt(long, time)).toEqual(anew(time));
  }
  const { times: written, events } = long.checkpoints;
  expect(written.length).toBeGreaterThan(20);
  expect(events.length).toBeLessThanOrEqual(2 * long.length);
});

test('after a long list the next checkpoint is as far away as that list is long', () => {
  const wide = longTrace(200_000, 100_000);
  const { times, begins, events } = wide.checkpoints;
  for (let at = 1; at < times.length; at += 1) {
    const before = begins[at] - begins[at - 1];
    expect(times[at] - times[at - 1]).toBe(Math.max(CHECKPOINT_STRIDE, before));
  }
  expect(events.length).toBeLessThanOrEqual(2 * wide.length);
});

/** A search that opens cells one after another, improves some, and closes the oldest when so many wait. */
function longTrace(length: number, waiting: number) {
  const [kind, cell] = [new Uint8Array(length), new Uint32Array(length)];
  let [opened, closed] = [0, 0];
  for (let event = 0; event < length; event += 1) {
    const isFull = opened - closed >= waiting;
    kind[event] = isFull && event % 3 > 0 ? CLOSED : isFull ? IMPROVED : OPENED;
    cell[event] = kind[event] === OPENED ? opened : kind[event] === CLOSED ? closed : opened - 1;
    if (kind[event] === OPENED) opened += 1;
    if (kind[event] === CLOSED) closed += 1;
  }
  const g = Uint32Array.from(cell, (at) => (at * 37) % 10_007);
  return traceOf({ kind, cell, parent: new Uint32Array(length).fill(NONE), g, h: g }, opened);
}
