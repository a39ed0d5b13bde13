// Each search takes another cell from the same open list.

import { expect, test } from 'vitest';
import { NONE, OPENED, type Algorithm, type Method } from '../model';
import { traceOf } from '../trace';
import { waitingAt } from './waiting';

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
