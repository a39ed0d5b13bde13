// The pseudo-code is as long in both languages, and the lit line does what the event says.

import { expect, test } from 'vitest';
import { ALGORITHMS, CLOSED, CONSIDERED, IMPROVED, NONE, OPENED, type Algorithm } from '../model';
import { traceOf } from '../trace';
import { createWords, LANGUAGES, takeWords, type Language } from '../words';
import { en } from '../words/en';
import { zh } from '../words/zh';
import { formOf, linesOf, pseudoOf } from './pseudo';

takeWords('en', en);
takeWords('zh', zh);
const SEARCHES = ALGORITHMS.filter((algorithm) => algorithm !== 'auto');

function inWords(of: Language, algorithm: Algorithm): readonly string[] {
  return pseudoOf(createWords(of).t, algorithm);
}

type Told = readonly [kind: number, cell: number, parent: number];

function trace(...events: Told[]) {
  const column = (at: 0 | 1 | 2) => events.map((event) => event[at]);
  const zeros = new Uint32Array(events.length);
  const kind = new Uint8Array(column(0));
  const [cell, parent] = [new Uint32Array(column(1)), new Uint32Array(column(2))];
  return traceOf({ kind, cell, parent, g: zeros, h: zeros }, 9);
}

test('every search has 10 to 14 lines, the same in both languages', () => {
  for (const algorithm of SEARCHES) {
    const [english, chinese] = LANGUAGES.map((of) => inWords(of, algorithm));
    expect(english.length).toBeGreaterThanOrEqual(10);
    expect(english.length).toBeLessThanOrEqual(14);
    const depth = (line: string) => line.search(/\S/);
    expect(chinese.map(depth)).toEqual(english.map(depth));
    expect([...english, ...chinese].join('')).not.toMatch(/\{order\}|order\./);
  }
});

test('searches go by what they go by', () => {
  expect(inWords('en', 'greedy').join()).toContain('least h');
  expect(inWords('zh', 'dijkstra').join()).toContain('g 最小');
  expect(ALGORITHMS.map(formOf).filter((form) => form === 'jump').length).toBe(3);
});

const lit = (algorithm: Algorithm, told: ReturnType<typeof trace>, time: number) =>
  inWords('en', algorithm)[linesOf(algorithm, told, time, [2]).at(-1)!];

test('the lit line is that of the last event', () => {
  const told = trace(
    [OPENED, 0, NONE], [CLOSED, 0, NONE], [OPENED, 1, 0], [OPENED, 3, 0], [CLOSED, 3, 0],
    [IMPROVED, 1, 3], [CLOSED, 1, 3], [OPENED, 2, 1], [IMPROVED, 3, 1], [CLOSED, 2, 1],
  );
  const expected: [number, RegExp][] = [
    [0, /^open ← \{ start/], [1, /^open ← \{ start/], [2, /move n/], [3, /open m:/], [5, /move n/],
    [6, /improve m/], [9, /open it again/], [10, /goal: return/], [99, /goal: return/],
  ];
  for (const [time, line] of expected) expect(lit('astar', told, time)).toMatch(line);
  expect(lit('jps', told, 3)).toMatch(/m is new: open/);
  expect(lit('two-way-astar', told, 3)).toMatch(/new to this side: open/);
  expect(lit('two-way-astar', told, 10)).toMatch(/return the path/);
});

test('what was considered and no better lights the question that it failed', () => {
  const told = trace(
    [OPENED, 0, NONE], [CLOSED, 0, NONE], [OPENED, 1, 0], [CONSIDERED, 0, 1], [CLOSED, 1, 0],
  );
  expect(lit('astar', told, 4)).toMatch(/else if c < g\(m\)/);
  expect(lit('two-way-astar', told, 4)).toMatch(/else if c < g\(m\)/);
  expect(lit('jps', told, 4)).toMatch(/else if c < g\(m\)/);
  const last = trace([OPENED, 0, NONE], [CLOSED, 0, NONE], [CONSIDERED, 0, 0]);
  expect(lit('astar', last, 3)).toMatch(/no path/);
});

test('a search that ends elsewhere has failed, unless its trace was cut', () => {
  const told = trace([OPENED, 0, NONE], [CLOSED, 0, NONE]);
  expect(lit('astar', told, 2)).toMatch(/no path/);
  expect(lit('astar', { ...told, isCut: true }, 2)).toMatch(/move n/);
});

test('every line can be lit', () => {
  const all = trace(
    [OPENED, 0, NONE], [CLOSED, 0, NONE], [OPENED, 1, 0], [OPENED, 3, 0], [CLOSED, 3, 0], [CLOSED, 1, 0],
    [IMPROVED, 3, 1], [CLOSED, 3, 1], [OPENED, 2, 1], [CLOSED, 2, 1],
  );
  for (const algorithm of ['astar', 'two-way-astar', 'jps'] as const) {
    const ran = new Set([all, trace([OPENED, 0, NONE], [CLOSED, 0, NONE])].flatMap((told) =>
      Array.from({ length: told.length + 1 }, (_, time) => linesOf(algorithm, told, time, [2])).flat()));
    const lines = inWords('en', algorithm);
    expect([algorithm, lines.filter((_, at) => !ran.has(at))]).toEqual([algorithm, []]);
  }
});
