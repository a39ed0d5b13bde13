// The panes: each a search of its own, of the one map that the engine they share has.

import { computed, signal, type ReadonlySignal, type Signal } from '@preact/signals';
import { createEngine } from '../engine/client';
import type { Watched } from '../engine/engine';
import type { Method, Times } from '../model';
import { sumsOf, type Sums } from '../tally';
import type { With } from './playground';

export interface Pane {
  readonly id: number;
  readonly method: Signal<Method>;
  readonly watched: Signal<Watched | null>;
  /** Whether another answer than this one is awaited. */
  readonly isAsked: Signal<boolean>;
  /** How long it takes, once all panes have been timed. */
  readonly times: Signal<Times | null>;
  /** Of a search that takes long: how many nodes it expanded so far. */
  readonly progress: Signal<number | null>;
  /** Empty: the search was given up. */
  readonly trouble: Signal<string | null>;
  /** What the rest costs from each cell, where the heat asks for it. */
  readonly truth: Signal<Uint32Array | null>;
  /** Where turns end on its path, with so many points in each. */
  readonly turns: Signal<Turns | null>;
  readonly sums: ReadonlySignal<Sums | null>;
  readonly course: Course;
}

/** What a pane waits for. */
export interface Course {
  /** Which search it was asked by last, as JSON. */
  method: string;
  isWanted: boolean;
  /** Its search took long and let others pass: it is begun again when none of them is left. */
  isLong: boolean;
  /** When it was served last, by counting. */
  turn: number;
  /** What is asked beside searches, one after another. */
  readonly jobs: Map<string, () => Promise<void>>;
}

export interface Turns {
  readonly path: Uint32Array;
  readonly points: number;
  readonly ends: Uint32Array;
}

export const PANES_MAX = 4;
export const USUAL: Method = { algorithm: 'astar', percent: 150, estimate: 'auto', ties: 'near-goal' };
const RIVALS: readonly Method[] = [
  USUAL,
  { ...USUAL, algorithm: 'dijkstra' },
  { ...USUAL, algorithm: 'greedy' },
  { ...USUAL, algorithm: 'jps' },
];

/** The panes, at first a single one. */
export function createPanes({ life: { onEnd }, view: { fitAll } }: With<'life' | 'view'>) {
  const engine = createEngine();
  onEnd(() => engine.close());
  let last = 0;

  function paneOf(method: Method): Pane {
    const watched = signal<Watched | null>(null);
    const sums = computed(() => (watched.value?.trace ? sumsOf(watched.value.trace) : null));
    const [progress, trouble] = [signal<number | null>(null), signal<string | null>(null)];
    const times = signal<Times | null>(null);
    const truth = signal<Uint32Array | null>(null);
    const turns = signal<Turns | null>(null);
    const course = { method: '', isWanted: false, isLong: false, turn: 0, jobs: new Map() };
    last += 1;
    const heard = { isAsked: signal(false), watched, sums, times, progress, trouble, truth, turns, course };
    return { id: last, method: signal(method), ...heard };
  }

  const panes = signal<readonly Pane[]>([paneOf(USUAL)]);
  /** The pane that panels speak of and keys go to. */
  const chosenPane = signal(0);
  const pane = computed<Pane>(() => panes.value[Math.min(chosenPane.value, panes.value.length - 1)]);
  const isRace = computed(() => panes.value.length > 1);

  /** Makes so many panes, each with another search than those before. */
  function setPanes(count: number): void {
    const next = panes.value.slice(0, count);
    while (next.length < count) {
      const taken = next.map((each) => each.method.peek().algorithm);
      next.push(paneOf(RIVALS.find((method) => !taken.includes(method.algorithm)) ?? USUAL));
    }
    put(next);
  }

  const removePane = (gone: Pane): void => put(panes.value.filter((each) => each !== gone));

  function put(next: readonly Pane[]): void {
    // Panes of another size show another part of the map: all of it is what one expects.
    if (next.length !== panes.value.length) fitAll();
    panes.value = next;
    chosenPane.value = Math.min(chosenPane.value, next.length - 1);
  }

  return { engine, panes, chosenPane, pane, isRace, setPanes, removePane };
}
export type Panes = ReturnType<typeof createPanes>;
