// What follows from the events of real searches agrees with itself: every algorithm, via points, turns.

import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { waitingAt } from './app/waiting';
import { openSession } from './engine/session';
import { start } from './engine/wasm';
import { openListAt } from './open-list';
import { changesAt, sumsOf, timeOfChange, tracedWithSums } from './tally';
import {
  ALGORITHMS, CLOSED, NONE, OPEN, WALL, type GameMap, type Method, type Mover, type Trace,
} from './model';
import { openedAt, stateAt, traceOf } from './trace';

const engineFile = new URL('./engine/wasm/xunlu.wasm', import.meta.url);
const module = new WebAssembly.Module(readFileSync(engineFile));
const wanted = { eventsMax: 100_000 };
const [width, height] = [12, 9];

const mover: Mover = {
  rule: 'eight', corners: 'one-free', straight: 10, diagonal: 14,
  footprint: { width: 1, height: 1 }, turnCost: 0,
};

/** A map by lot: a fifth walls, a fifth more expensive ground where that is asked for. */
function anyMap(seed: number, isUneven: boolean): GameMap {
  let state = seed * 7919 + 1;
  const below = (most: number) => (state = (state * 48271) % 2147483647) % most;
  const terrain = Uint8Array.from({ length: width * height }, () => {
    const lot = below(5);
    return lot === 0 ? WALL : lot === 1 && isUneven ? 1 + below(9) : OPEN;
  });
  for (const cell of [0, 40, terrain.length - 1]) terrain[cell] = OPEN;
  const shape = { shape: 'square', arrangement: 'odd-r', isometric: false } as const;
  return { ...shape, width, height, terrain, prices: new Map() };
}

async function searches(turnCost: number, via: readonly number[]) {
  const session = openSession(await start(module), () => Promise.resolve(), tracedWithSums);
  const all: { method: Method; trace: Trace; thorough: Trace; expansions: number; isFound: boolean }[] = [];
  for (let seed = 1; seed <= 12; seed += 1) {
    const map = anyMap(seed, seed % 2 === 0);
    session.load(map);
    const question = { from: 0, via, to: map.terrain.length - 1, mover: { ...mover, turnCost } };
    for (const algorithm of ALGORITHMS) {
      const method: Method = { algorithm, percent: 150, estimate: 'auto', ties: 'near-goal' };
      const { answer, trace } = await session.ask(question, method, wanted, () => true, () => undefined);
      const isFound = answer.outcome === 'found';
      const by = { ...method, algorithm: answer.algorithm };
      const more = { ...wanted, isThorough: true };
      const thorough = (await session.ask(question, method, more, () => true, () => undefined)).trace;
      const expansions = answer.expansions;
      if (trace && thorough) all.push({ method: by, trace, thorough, expansions, isFound });
    }
  }
  return all;
}

/** What was considered and no better changes nothing: at each moment all else is as without it. */
function isTheSame(told: string, trace: Trace, thorough: Trace): void {
  const sums = sumsOf(thorough);
  expect([told, changesAt(sums, thorough.length)]).toEqual([told, trace.length]);
  expect([told, thorough.reopened, thorough.extremes]).toEqual([told, trace.reopened, trace.extremes]);
  const nodes = (of: Trace, time: number) =>
    openListAt(of, time).map((event) => [of.cell[event], of.parent[event], of.g[event]]);
  for (let time = 0; time <= thorough.length; time += 37) {
    const changes = changesAt(sums, time);
    expect([told, time, nodes(thorough, time)]).toEqual([told, time, nodes(trace, changes)]);
    const since = timeOfChange(sums, changes);
    expect(since).toBeLessThanOrEqual(time);
    expect(changesAt(sums, since)).toBe(changes);
    for (let cell = 0; cell < width * height; cell += 5) {
      expect([told, stateAt(thorough, cell, time)]).toEqual([told, stateAt(trace, cell, changes)]);
    }
  }
}

const KINDS = [[0, []], [0, [40]], [7, []], [7, [40]]] as const;
test.each(KINDS)('turns for %i, by way of %j', async (turnCost, via) => {
  const all = await searches(turnCost, via);
  expect(all.filter(({ isFound }) => isFound).length).toBeGreaterThan(all.length / 2);
  let looked = 0;
  for (const { method, trace, thorough, expansions, isFound } of all) {
    const told = method.algorithm;
    const closings: number[] = [];
    trace.kind.forEach((kind, event) => kind === CLOSED && closings.push(event));
    for (const event of closings) {
      const open = openListAt(trace, event);
      const size = event === 0 ? 0 : trace.openSize[event - 1];
      expect([told, event, open.length]).toEqual([told, event, size]);
      // What is closed had waited, and was told as the next one.
      const [next] = waitingAt(trace, event, 1, method);
      const what = [told, trace.cell[event], trace.g[event]];
      expect([told, trace.cell[next], trace.g[next]]).toEqual(what);
      looked += 1;
    }
    // The same from checkpoints that stand close together, across legs, sides and headings.
    const { legs, isTwoWay, isCut } = trace;
    const course = { legs, isTwoWay, isCut, hasHeadings: turnCost > 0, stride: 5 };
    const often = traceOf(trace, width * height, course);
    expect(often.checkpoints.times.length).toBeGreaterThanOrEqual(Math.floor(trace.length / 200));
    for (let time = 0; time <= trace.length; time += 23) {
      expect([told, time, openListAt(often, time)]).toEqual([told, time, openListAt(trace, time)]);
    }
    isTheSame(told, trace, thorough);
    // From both ends some closings lead nowhere; elsewhere the end of a leg alone expands nothing.
    const ends = trace.legs.length - Number(!isFound);
    if (!trace.isTwoWay) expect([told, closings.length - ends]).toEqual([told, expansions]);
    const isConsistent = !['greedy', 'dfs', 'weighted-astar'].includes(told);
    if (isConsistent) expect([told, trace.reopened]).toEqual([told, 0]);
  }
  expect(looked).toBeGreaterThan(1000);
});

test('cells that no search saw take next to no memory, wherever those are that one did', () => {
  const cells = 1 << 20;
  const cell = Uint32Array.of(5, cells - 1, 70_000, 6);
  const kind = new Uint8Array(4);
  const zeros = new Uint32Array(4);
  const trace = traceOf({ kind, cell, parent: new Uint32Array(4).fill(NONE), g: zeros, h: zeros }, cells);
  const opened = [0, 5, 6, 7, 69_999, 70_000, cells - 2, cells - 1].map((at) => openedAt(trace, at));
  expect(opened).toEqual([NONE, 0, 3, NONE, NONE, 2, NONE, 1]);
  expect(trace.pages.byteLength + trace.stamps.byteLength).toBeLessThan(0.3 * cells);
});
