// Panes that share one engine: the engine here answers when the test lets it.

import { effect, signal } from '@preact/signals';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { Cancelled } from '../engine/cancelled';
import type { Engine, Watched } from '../engine/engine';
import { type Answer, type Method, type Question } from '../model';
import { createAsk, LONG_MS } from './ask';
import { createLife } from './life';
import type { Pane } from './panes';
import { createUndo } from './undo';
import { createWorld } from './world';

vi.mock('../engine/client', () => ({ createEngine: () => ({ close: () => undefined }) }));
const { createPanes } = await import('./panes');

/** A question that the engine was asked and did not answer yet. */
interface Asked {
  readonly algorithm: Method['algorithm'];
  readonly question: Question;
  answer(): void;
}

const answerOf = (algorithm: Method['algorithm']): Answer => ({
  outcome: 'found', algorithm, reason: '', path: Uint32Array.of(0), cost: 10, lowerBound: 10, expansions: 1,
  bytes: 0, blocked: null,
});

/** Who was asked, in turn. */
let order: string[] = [];
let cancels = 0;
let at: Asked | null = null;
let giveUp: () => void = () => undefined;
let told: string[] = [];

const engine = {
  load: async () => undefined,
  edit: async () => undefined,
  ask(question: Question, { algorithm }: Method) {
    expect(at, 'one thing at a time').toBe(null);
    order.push(algorithm);
    return new Promise<Watched>((resolve, reject) => {
      const end = (deed: () => void) => () => {
        at = null;
        giveUp = () => undefined;
        deed();
      };
      at = { algorithm, question, answer: end(() => resolve({ answer: answerOf(algorithm), trace: null })) };
      giveUp = end(() => reject(new Cancelled()));
    });
  },
  time: () => new Promise<number>(() => undefined),
  cancel() {
    cancels += 1;
    giveUp();
  },
} as unknown as Engine;

const settled = () => vi.advanceTimersByTimeAsync(1);

function playground() {
  const life = createLife();
  const world = createWorld();
  const undo = createUndo({ world });
  const made = createPanes({ life, view: { fitAll: () => undefined } } as never);
  const panes = { ...made, engine };
  panes.setPanes(4);
  const ask = createAsk({
    life, world, undo, panes,
    words: { textOf: String },
    settings: { heat: signal('none'), isThorough: signal(false) },
    messages: { complain: (error: unknown) => told.push(String(error)) },
    clock: { awaitTime: () => undefined, followAnswer: () => undefined, momentNow: () => null },
  } as never);
  ask.keepAsking();
  const [astar, dijkstra, greedy, jps] = panes.panes.peek();
  return { life, world, undo, panes, ask, astar, dijkstra, greedy, jps };
}

const isAnswered = ({ isAsked, watched }: Pane) => !isAsked.peek() && watched.peek() !== null;

beforeEach(() => {
  vi.useFakeTimers();
  [order, cancels, at, told] = [[], 0, null, []];
});
afterEach(() => {
  expect(told).toEqual([]);
  vi.useRealTimers();
});

test('panes take turns, each with its own answer', async () => {
  const { panes } = playground();
  for (const each of panes.panes.peek()) {
    await settled();
    at!.answer();
    await settled();
    expect(each.watched.peek()!.answer.algorithm).toBe(each.method.peek().algorithm);
  }
  expect(order).toEqual(['astar', 'dijkstra', 'greedy', 'jps']);
  expect(panes.panes.peek().every(isAnswered)).toBe(true);
  expect(at).toBe(null);
});

test('what takes long lets others pass, and is begun again when none is left', async () => {
  const { astar, dijkstra, greedy, jps } = playground();
  await vi.advanceTimersByTimeAsync(LONG_MS + 1);
  expect([astar, dijkstra].map(({ progress }) => progress.peek())).toEqual([0, 0]);
  await vi.advanceTimersByTimeAsync(LONG_MS + 1);
  // Both are long; greedy is at hand.
  at!.answer();
  await settled();
  at!.answer();
  await settled();
  expect([greedy, jps].map(isAnswered)).toEqual([true, true]);
  expect([astar, dijkstra].map(({ isAsked }) => isAsked.peek())).toEqual([true, true]);
  // Nobody else waits: it may take as long as it does.
  await vi.advanceTimersByTimeAsync(100 * LONG_MS);
  at!.answer();
  await settled();
  at!.answer();
  await settled();
  expect([astar, dijkstra].map(isAnswered)).toEqual([true, true]);
  expect(order).toEqual(['astar', 'dijkstra', 'greedy', 'jps', 'astar', 'dijkstra']);
  expect([astar, dijkstra, greedy, jps].map(({ progress }) => progress.peek())).toEqual(Array(4).fill(null));
});

test('another question of one pane waits for no long search of another', async () => {
  const { ask, astar, jps } = playground();
  for (let rest = 0; rest < 3; rest += 1) await vi.advanceTimersByTimeAsync(LONG_MS + 1);
  at!.answer();
  await vi.advanceTimersByTimeAsync(10 * LONG_MS);
  expect(order.slice(3)).toEqual(['jps', 'astar']);
  jps.method.value = { ...jps.method.peek(), algorithm: 'bfs' };
  await settled();
  expect(order.slice(3)).toEqual(['jps', 'astar', 'bfs']);
  at!.answer();
  await settled();
  expect([isAnswered(jps), isAnswered(astar)]).toEqual([true, false]);
  ask.whenFree(jps, 'aside', async () => void order.push('aside'));
  expect(order.at(-1), 'what was begun goes on at first').toBe('dijkstra');
  await vi.advanceTimersByTimeAsync(2 * LONG_MS);
  ask.whenFree(jps, 'aside', async () => void order.push('aside'));
  await settled();
  expect(order.slice(-2)).toEqual(['aside', 'greedy']);
});

test('a drag is answered in all panes, quick as it is', async () => {
  const { panes, world, undo } = playground();
  undo.isDragging.value = true;
  const heard = panes.panes.peek().map(() => 0);
  panes.panes.peek().forEach((each, place) => {
    effect(() => void (each.watched.value && (heard[place] += 1)));
  });
  // A question every 16 ms, an answer every 30.
  for (let ms = 1; ms <= 2400; ms += 1) {
    if (ms % 16 === 0) world.ends.value = { ...world.ends.peek(), from: ms % 60 };
    if (ms % 30 === 0) at?.answer();
    await vi.advanceTimersByTimeAsync(1);
  }
  expect(Math.min(...heard)).toBeGreaterThan(Math.max(...heard) - 3);
  expect(Math.min(...heard)).toBeGreaterThan(15);
  expect(panes.panes.peek().map(({ progress }) => progress.peek())).toEqual(Array(4).fill(null));
});

test('cancelling ends what is at hand and all that waits', async () => {
  const { ask, panes } = playground();
  await vi.advanceTimersByTimeAsync(LONG_MS + 1);
  ask.cancelAll();
  await settled();
  for (const { isAsked, progress, trouble, watched } of panes.panes.peek()) {
    expect([isAsked, progress, trouble, watched].map((each) => each.peek())).toEqual([false, null, '', null]);
  }
  expect(at).toBe(null);
  ask.askPane(panes.panes.peek()[2]);
  await settled();
  at!.answer();
  await settled();
  expect(panes.panes.peek().map(isAnswered)).toEqual([false, false, true, false]);
});

test('a search whose answer came all the same is not made twice', async () => {
  const { astar } = playground();
  const { answer } = at!;
  giveUp = () => undefined;
  await vi.advanceTimersByTimeAsync(LONG_MS + 1);
  expect(cancels).toBeGreaterThan(1);
  answer();
  await settled();
  expect(isAnswered(astar)).toBe(true);
  expect(order).toEqual(['astar', 'dijkstra']);
});

test('a pane that is taken away takes its search with it', async () => {
  const { panes, dijkstra } = playground();
  await settled();
  panes.removePane(panes.panes.peek()[0]);
  await settled();
  expect(at!.algorithm).toBe('dijkstra');
  panes.setPanes(1);
  at!.answer();
  await settled();
  expect([isAnswered(dijkstra), at]).toEqual([true, null]);
});
