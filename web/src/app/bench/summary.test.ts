// What is told of a benchmark: totals, ratios question by question, costs, and lengths as published.

import { expect, test } from 'vitest';
import { csvLines, jsonLines, markdownOf } from './saved';
import { BENCHMARK_MOVER } from '../scenario';
import type { Benchmark, Result } from './bench';
import { binsOf, summariesOf } from './summary';

const METHODS = (['dijkstra', 'astar', 'greedy'] as const).map((algorithm) =>
  ({ algorithm, percent: 150, estimate: 'auto', ties: 'near-goal' }) as const);
const STEP = BENCHMARK_MOVER.straight;

/** A question over so many steps: A* expands half of what Dijkstra does, greedy search is over by a tenth. */
function resultOf(at: number, steps: number): Result {
  const figures = [8 * steps, 4 * steps, 2 * steps].map((expansions, which) => ({
    outcome: 'found' as const, algorithm: METHODS[which].algorithm, expansions,
    cost: STEP * steps * (which === 2 ? 1.1 : 1), length: steps * (which === 2 ? 1.1 : 1),
  }));
  const times = [9 * steps, 3 * steps, steps].map((least) => ({ least, median: least + 1, batches: 5 }));
  return { at, from: 0, to: steps, optimum: STEP * steps, figures, times };
}

function benchmarkOf(lengths: readonly number[], change: Partial<Benchmark> = {}): Benchmark {
  return {
    source: 'rows', name: 'line.map.scen', width: 100, height: 1, mover: BENCHMARK_MOVER, methods: METHODS,
    cases: lengths.map((published, at) => ({ from: 0, to: lengths[at], recipe: null, published })),
    results: lengths.map((steps, at) => resultOf(at, steps)),
    pace: { clockMs: 0.1, batchMs: 2 },
    ...change,
  };
}

const LENGTHS = Array.from({ length: 40 }, (_, at) => 5 + at);

test('each search is summed up and held against the first', () => {
  const [dijkstra, astar, greedy] = summariesOf(benchmarkOf(LENGTHS));
  expect(dijkstra.expansions.total).toBe(8 * LENGTHS.reduce((sum, steps) => sum + steps));
  expect(astar.expansions.middle.median).toBe(4 * 24.5);
  expect([dijkstra, astar, greedy].map(({ fewer }) => fewer.median)).toEqual([1, 2, 4]);
  expect([dijkstra, astar, greedy].map(({ faster }) => faster!.median)).toEqual([1, 3, 9]);
  expect(astar.over).toEqual({ mean: 1, most: 1 });
  expect(greedy.over.most).toBeCloseTo(1.1);
  expect(astar.published).toEqual({ same: 40, of: 40 });
  expect(greedy.published).toEqual({ same: 0, of: 40 });
});

test('one path that is shorter or longer than published is seen', () => {
  const whole = benchmarkOf(LENGTHS);
  const cases = whole.cases.map((each, at) => (at === 7 ? { ...each, published: 12.5 } : each));
  expect(summariesOf({ ...whole, cases })[1].published).toEqual({ same: 39, of: 40 });
  const lost = whole.results.map((each, at) => (at === 7 ? { ...each, optimum: null } : each));
  expect(summariesOf({ ...whole, results: lost })[1].published).toEqual({ same: 39, of: 40 });
});

test('what was not timed and what has no path is left out', () => {
  const untimed = benchmarkOf(LENGTHS).results.map((each) => ({ ...each, times: null }));
  const [first] = summariesOf(benchmarkOf(LENGTHS, { results: untimed }));
  expect([first.times, first.faster]).toEqual([null, null]);
  const none = untimed.map((each) => ({ ...each, optimum: null, figures: [] }));
  expect(summariesOf(benchmarkOf(LENGTHS, { results: none }))).toEqual([]);
  expect(binsOf(benchmarkOf(LENGTHS, { results: none }))).toEqual([]);
});

test('bins hold all questions of their length', () => {
  const bins = binsOf(benchmarkOf(LENGTHS));
  expect(bins.map(({ from, to }) => [from, to])[0]).toEqual([5, 10]);
  expect(bins.reduce((sum, { count }) => sum + count, 0)).toBe(40);
  expect(bins.every(({ fewer, faster }) => fewer[1].median === 2 && faster![1].median === 3)).toBe(true);
  expect(binsOf(benchmarkOf([3, 50, 51, 52])).map(({ count }) => count)).toEqual([3]);
});

test('files hold a line for each question and search', () => {
  const benchmark = benchmarkOf([3, 4]);
  const lines = [...csvLines(benchmark)].join('').trim().split('\r\n');
  expect(lines.length).toBe(1 + 2 * 3);
  expect(lines[2]).toBe(`1,,0,0,3,0,3,${3 * STEP},astar,,auto,near-goal,astar,found,${3 * STEP},3,12,9,10,5`);
  const summaries = summariesOf(benchmark);
  const told = JSON.parse([...jsonLines(benchmark, summaries, 'browser 1')].join(''));
  expect(told.lines.length).toBe(6);
  expect(told.time).toMatchObject({ clockMs: 0.1, batchMs: 2, browser: 'browser 1' });
  expect(told.summaries[1].speedup).toEqual({ median: 3, interval: null });
  expect(told.columns.length).toBe(told.lines[0].length);
  const table = markdownOf(benchmark, summaries, ({ algorithm }) => algorithm);
  expect(table).toContain('| astar | 14 | 28 | 10.5 | 3 | 1.000 (1.000) | 2 of 2 |');
  expect(table).toContain('line.map.scen, 100 x 1: 2 questions, eight directions (corners: no-cutting)');
});
