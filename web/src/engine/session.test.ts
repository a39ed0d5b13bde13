// The engine as WebAssembly, held to what the same engine says natively, and asked as the page asks it.

import { readFileSync } from 'node:fs';
import { expect, test, vi } from 'vitest';
import {
  ALGORITHMS, CLOSED, ESTIMATES, NONE, OPEN, WALL,
  type GameMap, type Method, type Mover, type Question,
} from '../model';
import { CLOSING, placeOf, stateAt } from '../trace';
import { openSession } from './session';
import { start, type Abi } from './wasm';
import { tracedWithSums } from '../tally';

const module = new WebAssembly.Module(readFileSync(new URL('./wasm/xunlu.wasm', import.meta.url)));
const pause = () => new Promise<void>((resolve) => setTimeout(resolve));
const ignore = () => undefined;
const always = () => true;

/** FNV-1a, a word at a time, as `crates/xunlu-abi/src/tests.rs` has it. */
function eat(digest: number, words: ArrayLike<number>): number {
  let eaten = digest;
  for (let at = 0; at < words.length; at += 1) eaten = Math.imul(eaten ^ words[at], 0x0100_0193);
  return eaten >>> 0;
}

interface Flat {
  shape: number;
  size: [number, number];
  terrain: [number, number][];
  prices: [number, number][];
  mover: number[];
  ends: [number, number];
}

/** Everything that is told of a question by every algorithm. */
function digest(abi: Abi, flat: Flat, before: number): number {
  const terrain = new Uint8Array(flat.size[0] * flat.size[1]);
  flat.terrain.reduce((at, [ground, count]) => (terrain.fill(ground, at, at + count), at + count), 0);
  const opened = abi.give(terrain, (at, count) => abi.call('map', flat.shape, ...flat.size, at, count));
  const session = abi.session(opened);
  for (const [ground, percent] of flat.prices) abi.status(abi.call('price', session, ground, percent));
  abi.status(abi.give(Uint32Array.from(flat.mover), (at, count) => abi.call('mover', session, at, count)));
  let eaten = before;
  for (let turn = 0; turn <= ALGORITHMS.length; turn += 1) {
    if (turn === 10) eaten = eat(eaten, [abi.call('build_index', session)]);
    // At last A* once more, by the other rule for ties.
    const isLast = turn === ALGORITHMS.length;
    abi.status(abi.call('ties', session, isLast ? 1 : 0));
    const algorithm = isLast ? ALGORITHMS.indexOf('astar') : turn;
    abi.status(abi.call('begin', session, ...flat.ends, algorithm, 150, 0, NONE));
    while (abi.status(abi.call('advance', session, 7)));
    eaten = eat(eaten, [0, 1, 2, 3, 4, 5, 6, 7, 8].map((part) => abi.call('answer', session, part)));
    eaten = eat(eaten, abi.numbers((at, room) => abi.call('path', session, at, room)));
    for (let column = 0; column < 5; column += 1) {
      eaten = eat(eaten, abi.numbers((at, room) => abi.call('events', session, column, at, room)));
    }
  }
  eaten = eat(eaten, abi.numbers((at, room) => abi.call('costs_to', session, flat.ends[1], at, room)));
  abi.status(abi.call('close', session));
  return eaten;
}

test('the corpus has the same digest as natively', async () => {
  const abi = await start(module);
  const file = readFileSync(new URL('../../../crates/xunlu-abi/corpus.json', import.meta.url), 'utf8');
  const corpus = JSON.parse(file) as { questions: Flat[]; digest: number };
  expect(corpus.questions.length).toBeGreaterThan(150);
  expect(corpus.questions.reduce((eaten, flat) => digest(abi, flat, eaten), 0x811c_9dc5)).toBe(corpus.digest);
});

test('layers and links are known', async () => {
  const abi = await start(module);
  const terrain = Uint8Array.of(OPEN, OPEN, WALL, OPEN, OPEN, OPEN, OPEN, OPEN);
  const session = abi.session(abi.give(terrain, (at, count) => abi.call('layers', 4, 1, at, count)));
  const mover = Uint32Array.of(1, 1, 10, 14, 1, 1, 0);
  abi.status(abi.give(mover, (at, count) => abi.call('mover', session, at, count)));
  abi.session(abi.call('link', session, 1, 5, 300, 0, 0, 0));
  expect([0, 1, 2, 3].map((side) => abi.call('map_size', session, side))).toEqual([4, 1, 2, 8]);
  abi.status(abi.call('begin', session, 0, 7, 0, 150, 0, NONE));
  while (abi.status(abi.call('advance', session, 7)));
  expect(Array.from(abi.numbers((at, room) => abi.call('path', session, at, room)))).toEqual([0, 1, 5, 6, 7]);
  expect(abi.call('answer', session, 1)).toBe(60);
  expect(() => abi.status(abi.call('make_begin', 99, 0, 4, 1, 1, 0, 0))).toThrow(/^there is no maker 99/);
});

test('names and numbers are those of the model', async () => {
  const abi = await start(module);
  const names = (list: number) => {
    const all: string[] = [];
    const name = (at: number) => abi.text((to, room) => abi.call('name', list, at, to, room));
    for (let at = 0; all[at - 1] !== ''; at += 1) all.push(name(at));
    return all.slice(0, -1);
  };
  expect(names(0)).toEqual(ALGORITHMS);
  expect(names(1)).toEqual(ESTIMATES);
});

const tutorial: Mover = {
  rule: 'eight', corners: 'one-free', straight: 10, diagonal: 14, footprint: { width: 1, height: 1 },
  turnCost: 0,
};

function workedExample(): { map: GameMap; question: Question } {
  const terrain = new Uint8Array(63).fill(OPEN);
  for (const cell of [13, 22, 31]) terrain[cell] = WALL;
  const shape = { shape: 'square', arrangement: 'odd-r', isometric: false } as const;
  const map = { ...shape, width: 9, height: 7, terrain, prices: new Map() };
  return { map, question: { from: 20, via: [], to: 33, mover: tutorial } };
}

const astar = { algorithm: 'astar', percent: 150, estimate: 'auto', ties: 'near-goal' } as const;

test('a maker that there is not is named', async () => {
  const session = openSession(await start(module), pause, tracedWithSums);
  const recipe = { shape: 'square', arrangement: 'odd-r', width: 5, height: 5, seed: 1, knobs: {} } as const;
  expect(() => session.make({ ...recipe, maker: 'clouds' })).toThrow('no-such-maker clouds');
});

test('the worked example shows the tutorial’s numbers', async () => {
  const session = openSession(await start(module), pause, tracedWithSums);
  const { map, question } = workedExample();
  session.load(map);
  const wanted = { eventsMax: 1000 };
  const { answer, trace } = await session.ask(question, astar, wanted, always, ignore);
  expect([answer.outcome, answer.cost, answer.lowerBound]).toEqual(['found', 52, 52]);
  expect(await session.time(question, astar, 100, always)).toBeGreaterThan(0);
  expect([answer.path[0], answer.path.at(-1)]).toEqual([20, 33]);
  if (trace === null) throw new Error('it was watched');
  // After the start was closed its eight neighbours are open.
  expect(stateAt(trace, 30, 10)).toEqual({ state: 'open', g: 14, h: 30, parent: 20 });
  expect(trace.openSize[9]).toBe(8);
  expect(trace.kind[trace.stamps[placeOf(trace.pages, 20) + CLOSING]]).toBe(CLOSED);
  expect(Array.from(session.costsTo(question).slice(20, 23))).toEqual([52, 48, NONE]);
});

test('a way takes its time over expensive ground, and turns end on it', async () => {
  const session = openSession(await start(module), pause, tracedWithSums);
  const terrain = Uint8Array.of(0, 0, 3, 0);
  session.load({ ...workedExample().map, width: 4, height: 1, terrain });
  const question = { from: 0, via: [], to: 3, mover: tutorial };
  const path = Uint32Array.of(0, 1, 2, 3);
  const walk = (isSmooth: boolean) => Array.from(session.walk(question, path, isSmooth));
  expect(walk(true)).toEqual([0, 0, 0, 1.5, 0, 1.5, 2.5, 0, 4.5, 3, 0, 5]);
  expect(walk(false)).toEqual([0, 0, 0, 1, 0, 1, 1.5, 0, 1.5, 2, 0, 3, 2.5, 0, 4.5, 3, 0, 5]);
  const turns = (budget: number) => Array.from(session.turns(question, path, budget));
  expect([turns(30), turns(40), turns(50), turns(20), turns(9)]).toEqual([[1, 2, 3], [2, 3], [3], [1], []]);
});

test('the rule for ties changes what is looked at, not what a way costs', async () => {
  const session = openSession(await start(module), pause, tracedWithSums);
  const terrain = new Uint8Array(144).fill(OPEN);
  const map: GameMap = { ...workedExample().map, width: 12, height: 12, terrain };
  session.load(map);
  const question = { from: 0, via: [], to: 71, mover: tutorial };
  const wanted = { eventsMax: 0 };
  const ask = async (change: Partial<Method>) =>
    (await session.ask(question, { ...astar, ...change }, wanted, always, ignore)).answer;
  const near = await ask({});
  const far = await ask({ ties: 'near-start' });
  expect(far.cost).toBe(near.cost);
  expect(far.expansions).toBeGreaterThan(2 * near.expansions);
  const { algorithm, expansions } = await ask({ algorithm: 'auto', ties: 'near-start' });
  expect([algorithm, expansions]).toEqual(['astar', far.expansions]);
});

test('ways by other places are joined, edits are heeded, walls are told', async () => {
  const session = openSession(await start(module), pause, tracedWithSums);
  const { map, question } = workedExample();
  session.load(map);
  const wanted = { eventsMax: 500 };
  const ask = (asked: Question) => session.ask(asked, astar, wanted, always, ignore);
  const direct = await ask(question);
  const round = await ask({ ...question, via: [0, 62] });
  expect(Array.from(round.answer.path)).toContain(62);
  expect(round.answer.cost).toBeGreaterThan(direct.answer.cost);
  session.edit(Uint32Array.of(4, 40, 49, 58), new Uint8Array(4).fill(WALL), 'terrain');
  expect((await ask(question)).answer.outcome).toBe('unreachable');
  const blocked = (await ask({ ...question, to: 22 })).answer;
  expect([blocked.outcome, blocked.blocked?.end]).toEqual(['blocked', 'goal']);
  const onTheWay = (await ask({ ...question, via: [22] })).answer.blocked;
  expect([onTheWay?.end, onTheWay?.cell]).toEqual(['via', 22]);
  await expect(ask({ ...question, to: 63 })).rejects.toThrow('expected one of 9 x 7');
});

test('a long search tells how far it is and can be given up', async () => {
  const session = openSession(await start(module), pause, tracedWithSums);
  const recipe = { maker: 'field', shape: 'square', arrangement: 'odd-r', seed: 1, knobs: {} } as const;
  const map = session.make({ ...recipe, width: 1500, height: 1500 });
  session.load(map);
  const question = { from: 0, via: [], to: map.terrain.length - 1, mover: tutorial };
  const told: number[] = [];
  const dijkstra = { ...astar, algorithm: 'dijkstra' } as const;
  const [wanted, isWanted] = [{ eventsMax: 0 }, () => told.length < 2];
  const asked = session.ask(question, dijkstra, wanted, isWanted, (n) => told.push(n));
  await expect(asked).rejects.toThrow('cancelled');
  expect(told[1]).toBeGreaterThan(told[0]);
  let looks = 0;
  const timed = session.time(question, dijkstra, 100, () => (looks += 1) < 3);
  await expect(timed).rejects.toThrow('cancelled');
});

test('makers make the same map from the same seed', async () => {
  const session = openSession(await start(module), pause, tracedWithSums);
  const rooms = session.makers().find(({ name }) => name === 'rooms');
  expect(rooms?.knobs.map(({ name }) => name)).toEqual(['side', 'doors_percent']);
  const recipe = {
    maker: 'rooms', shape: 'square', arrangement: 'odd-r', width: 40, height: 30, seed: 7, knobs: { side: 5 },
  } as const;
  expect(session.make(recipe)).toEqual(session.make(recipe));
  expect(() => session.make({ ...recipe, maker: 'houses' })).toThrow('no-such-maker houses');
});

test('by a heuristic that overestimates the path is above optimal, and none is proved', async () => {
  const session = openSession(await start(module), pause, tracedWithSums);
  const { map, question } = workedExample();
  const terrain = new Uint8Array(54).fill(OPEN);
  for (const cell of [11, 12, 20, 21, 29, 30, 38, 39, 53]) terrain[cell] = WALL;
  session.load({ ...map, height: 6, terrain });
  const ask = async (estimate: Method['estimate']) => {
    const wanted = { eventsMax: 0, timedRuns: 0 };
    const ends = { ...question, from: 10, to: 43 };
    const { answer } = await session.ask(ends, { ...astar, estimate }, wanted, always, ignore);
    return [answer.outcome, answer.cost, answer.lowerBound];
  };
  expect(await ask('full-manhattan')).toEqual(['found', 98, 0]);
  expect(await ask('manhattan')).toEqual(['found', 80, 80]);
});

test('searches of one session take turns with its memory, and each is told of its own', async () => {
  const instantiate = vi.spyOn(WebAssembly, 'instantiate');
  const session = openSession(await start(module), pause, tracedWithSums);
  const { exports } = await (instantiate.mock.results[0].value as unknown as Promise<WebAssembly.Instance>);
  instantiate.mockRestore();
  const { maker, ...recipe } = { maker: 'caves', shape: 'square', arrangement: 'odd-r', knobs: {} } as const;
  const map = session.make({ ...recipe, maker, width: 1024, height: 1024, seed: 3 });
  await session.load(map);
  const [from, to] = [map.terrain.indexOf(OPEN), map.terrain.lastIndexOf(OPEN)];
  const ask = async (algorithm: Method['algorithm']) => {
    const question = { from, via: [], to, mover: tutorial };
    const { answer, trace } = await session.ask(
      question, { ...astar, algorithm }, { eventsMax: 4_000_000 }, always, ignore,
    );
    const { buffer } = exports.memory as WebAssembly.Memory;
    return { events: trace!.length, told: answer.bytes, held: buffer.byteLength };
  };
  const first = await ask('astar');
  expect(first.events).toBeGreaterThan(100_000);
  const others: Awaited<ReturnType<typeof ask>>[] = [];
  for (const algorithm of ['dijkstra', 'greedy', 'jps', 'jps-index', 'astar'] as const) {
    others.push(await ask(algorithm));
  }
  // The index stays; events went over while the searches were made.
  expect(Math.max(...others.slice(0, 3).map(({ held }) => held))).toBeLessThan(1.15 * first.held);
  expect(first.held).toBeLessThan(1.6 * first.told);
  const [, , jps, index, last] = others.map(({ told }) => told);
  expect(jps).toBeLessThan(first.told);
  expect(index).toBeGreaterThan(jps);
  expect(last).toBe(first.told);
});
