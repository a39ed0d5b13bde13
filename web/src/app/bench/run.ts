// Runs a benchmark in workers of its own: all questions are answered by as many as the machine has room for,
// then one alone takes the times.

import { callerOf, type Caller } from '../../engine/calls';
import { compiled } from '../../engine/client';
import { coded } from '../../coded';
import type { GameMap, Times } from '../../model';
import type { Answered, Case, Contest, Pace } from './bench';
import type { BenchCalls } from './calls';

/** What is to be run. */
export interface Order extends Contest {
  readonly cases: readonly Case[];
  /** The map of all questions; null where each has its own. */
  readonly map: GameMap | null;
  readonly cells: number;
  readonly isTimed: boolean;
}

/** Hears what becomes of it. */
export interface Hearer {
  started(pace: Pace): void;
  answered(at: number, answered: Answered): void;
  timed(at: number, times: readonly Times[]): void;
}

interface Worked {
  readonly caller: Caller<BenchCalls>;
  readonly worker: Worker;
}

/** Engines need some hundred bytes a cell: so many cells at once are room enough for anybody. */
const CELLS_MAX = 1 << 23;
const WORKERS_MAX = 16;
/** A worker has its next question before it has answered the one before. */
const AHEAD = 2;

/** All of the machine but one core, which is the page's. */
function workersFor({ cases, cells }: Order): number {
  const room = Math.floor(CELLS_MAX / cells);
  const cores = (navigator.hardwareConcurrency || 2) - 1;
  return Math.max(1, Math.min(cores, room, WORKERS_MAX, cases.length));
}

/** Runs it; what is handed back ends it at once. */
export function runBenchmark(order: Order, hearer: Hearer): { done: Promise<void>; end(): void } {
  const all: Worked[] = [];
  let isOver = false;
  const endFrom = (first: number) => {
    for (const { caller, worker } of all.splice(first)) {
      worker.terminate();
      caller.end(coded('worker-stopped', ''));
    }
  };
  const contest: Contest = { mover: order.mover, methods: order.methods };

  async function begin(): Promise<Worked> {
    const worker = new Worker(new URL('./bench-worker.ts', import.meta.url), { type: 'module' });
    const caller = callerOf<BenchCalls>(worker);
    worker.onerror = ({ message }) => caller.end(coded('worker-stopped', message ?? ''));
    all.push({ caller, worker });
    const pace = await caller.call('start', [await compiled()]);
    if (all.length > 0 && all[0].caller === caller) hearer.started(pace);
    if (order.map) await caller.call('load', [order.map]);
    return { caller, worker };
  }

  /** Has every question worked at by whoever is free; each worker has some ahead. */
  async function share(
    workers: readonly Promise<Worked>[], places: readonly number[],
    work: (caller: Caller<BenchCalls>, at: number) => Promise<void>,
  ): Promise<void> {
    let next = 0;
    const goOn = async (worked: Promise<Worked>) => {
      const { caller } = await worked;
      while (next < places.length && !isOver) {
        next += 1;
        await work(caller, places[next - 1]);
      }
    };
    await Promise.all(workers.flatMap((worked) => Array.from({ length: AHEAD }, () => goOn(worked))));
  }

  async function run(): Promise<void> {
    const { cases, isTimed } = order;
    const answers: Answered[] = [];
    const workers = Array.from({ length: workersFor(order) }, begin);
    await share(workers, [...cases.keys()], async (caller, at) => {
      const answered = await caller.call('answer', [cases[at], contest]);
      answers[at] = answered;
      hearer.answered(at, answered);
    });
    // Whoever works beside it makes a search slower: the others end.
    endFrom(1);
    if (!isTimed) return;
    const found = [...cases.keys()].filter((at) => answers[at].optimum !== null);
    await share(workers.slice(0, 1), found, async (caller, at) => {
      hearer.timed(at, await caller.call('time', [cases[at], contest, answers[at]]));
    });
  }

  const end = () => {
    isOver = true;
    endFrom(0);
  };
  return { done: run().catch((error) => {
    if (!isOver) throw error;
  }).finally(end), end };
}
