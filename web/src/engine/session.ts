// One map, who walks on it and the question at hand, asked of the engine: what a worker does for the panes.

import {
  ALGORITHMS, ESTIMATES, NONE, rowsOf, TIES,
  type Answer, type GameMap, type Link, type Method, type Mover, type Outcome, type Question, type Trace,
} from '../model';
import type { Columns, Course } from '../trace';
import { Cancelled } from './cancelled';
import type {
  CellPlane, EngineCalls, Progress, Recipe, Values, Wanted, Watched,
} from './engine';
import { makeIn, makersOf } from './makers';
import { moverNumbers, shapeNumber } from './numbers';
import type { Abi } from './wasm';

const OUTCOMES: readonly Outcome[] = ['found', 'unreachable', 'blocked'];

/** The parts of an answer, by the ABI's numbers. */
const [OUTCOME, COST, LOWER_BOUND, EXPANSIONS, EXPANSIONS_HIGH, ALGORITHM, BLOCKED_END, NEAREST, IS_CUT] =
  [0, 1, 2, 3, 4, 5, 6, 7, 8];

/** A slice of a search: so many expansions at once, and so long until others are heard. */
const SLICE = 20_000;
const SLICE_MS = 12;
/** Lets whatever waits for its turn have it. */
export type Pause = () => Promise<void>;
/** Whether a question is still the one that was asked last. */
type IsWanted = () => boolean;

/** What is done as soon as it is asked. */
type AtOnce = Omit<EngineCalls, 'start' | 'make' | 'load' | 'link' | 'edit' | 'ask' | 'time'>;

/** The session of a worker: what it is asked, a question with what is heard while it is answered. */
export interface Session extends AtOnce {
  /** Tells meanwhile how much is done, of one. */
  make(recipe: Recipe, progress?: Progress): GameMap;
  load(map: GameMap): Promise<void>;
  link(links: readonly Link[]): Promise<void>;
  edit(cells: Uint32Array, values: Values, plane: CellPlane): Promise<void>;
  ask(
    question: Question, method: Method, wanted: Wanted, isWanted: IsWanted, progress: Progress,
  ): Promise<Watched>;
  time(question: Question, method: Method, times: number, isWanted: IsWanted): Promise<number>;
}

/** One stretch of a way, from one place to the next. */
interface Leg {
  from: number;
  to: number;
}

const legsOf = ({ from, via, to }: Question): Leg[] =>
  [...via, to].map((end, at) => ({ from: at === 0 ? from : via[at - 1], to: end }));

function joined<T extends Uint8Array | Uint32Array>(parts: T[], kind: new (length: number) => T): T {
  if (parts.length === 1) return parts[0];
  const whole = new kind(parts.reduce((sum, part) => sum + part.length, 0));
  parts.reduce((at, part) => (whole.set(part, at), at + part.length), 0);
  return whole;
}

/** What makes a trace of events; who never watches a search does without. */
export type Tracing = (columns: Columns, cells: number, course: Course) => Trace | null;

/** What maps have besides their ground is fetched with the first that has some of it. */
const features = () => import('./features');

/** Opens what a worker asks; `pause` is called between slices of a long search. */
export function openSession(abi: Abi, pause: Pause, traced: Tracing): Session {
  let open = 0;
  let cells = 0;
  let walker = '';
  let keepLinks: ((links: readonly Link[]) => void) | null = null;
  /** What the long runs of the question at hand have expanded. */
  let done = 0;
  /** Whose alone the memory of searches is, and how much of what is known beforehand is of an index. */
  let searcher = '';
  let indexBytes = 0;

  const answerPart = (part: number) => abi.call('answer', open, part);
  const expansions = () => answerPart(EXPANSIONS) + answerPart(EXPANSIONS_HIGH) * 2 ** 32;
  const column = (number: number) => abi.numbers((at, room) => abi.call('events', open, number, at, room));

  function take(session: number): void {
    if (open !== 0) abi.call('close', open);
    open = abi.session(session);
    cells = abi.call('map_size', open, 3);
    walker = '';
    indexBytes = 0;
  }

  const memory = () => abi.call('memory', open);

  function walkAs(mover: Mover): void {
    const told = moverNumbers(mover);
    if (walker === told.join()) return;
    abi.status(abi.give(told, (at, count) => abi.call('mover', open, at, count)));
    walker = told.join();
    indexBytes = 0;
  }

  /** What another search wrote is none of the memory of one that is watched: panes share the session. */
  function searchBy({ algorithm }: Method, isWatched: boolean): void {
    if (searcher === algorithm) return;
    if (isWatched) abi.call('trim', open);
    searcher = isWatched ? algorithm : '';
  }

  function begin(
    { from, to }: Leg, { algorithm, percent, estimate, ties }: Method,
    { eventsMax, isExhaustive, isThorough }: Wanted,
  ): void {
    if (algorithm === 'jps-index') {
      const before = memory();
      abi.call('build_index', open);
      indexBytes += memory() - before;
    }
    const by = ALGORITHMS.indexOf(algorithm);
    const h = ESTIMATES.indexOf(estimate);
    abi.status(abi.call('ties', open, TIES.indexOf(ties)));
    abi.status(abi.call('exhaustive', open, Number(isExhaustive ?? false)));
    abi.status(abi.call('thorough', open, Number(isThorough ?? false)));
    abi.status(abi.call('begin', open, from, to, by, percent, h, eventsMax));
  }

  /** Takes over the events of a slice: all of a search at once would be in memory twice. */
  function takeEvents(parts: Columns[]): void {
    const kind = Uint8Array.from(column(0));
    parts.push({ kind, cell: column(1), parent: column(2), g: column(3), h: column(4) });
    abi.call('forget_events', open);
  }

  /** Runs the question that was begun; its events go to `parts` meanwhile. */
  async function run(isWanted: IsWanted, progress: Progress, parts?: Columns[]): Promise<void> {
    let since = performance.now();
    let isLong = false;
    for (;;) {
      const isWorking = abi.status(abi.call('advance', open, SLICE));
      if (parts) takeEvents(parts);
      if (!isWorking) break;
      if (performance.now() - since < SLICE_MS) continue;
      isLong = true;
      progress(done + expansions());
      await pause();
      if (!isWanted()) {
        abi.call('cancel', open);
        throw new Cancelled();
      }
      since = performance.now();
    }
    // Asking what a short run expanded would be part of what is timed.
    if (isLong) done += expansions();
  }

  function told({ from, to }: Question, leg: Leg): Answer {
    const outcome = OUTCOMES[answerPart(OUTCOME)] ?? 'gave-up';
    const cell = answerPart(BLOCKED_END) === 1 ? leg.to : leg.from;
    const end = cell === from ? 'start' : cell === to ? 'goal' : 'via';
    const by = ALGORITHMS[answerPart(ALGORITHM)];
    return {
      outcome,
      algorithm: by,
      reason: abi.text((at, room) => abi.call('reason', open, at, room)),
      path: abi.numbers((at, room) => abi.call('path', open, at, room)),
      cost: answerPart(COST),
      lowerBound: answerPart(LOWER_BOUND),
      expansions: expansions(),
      bytes: memory() - (by === 'jps-index' ? 0 : indexBytes),
      blocked: outcome === 'blocked' ? { end, cell, nearest: answerPart(NEAREST) } : null,
    };
  }

  /** An answer with what came before it on the way. */
  const after = (before: Answer | null, leg: Answer): Answer => before === null ? leg : {
    ...leg,
    path: leg.outcome === 'found' ? joined([before.path, leg.path.subarray(1)], Uint32Array)
      : new Uint32Array(),
    cost: before.cost + leg.cost,
    lowerBound: before.lowerBound + leg.lowerBound,
    expansions: before.expansions + leg.expansions,
  };

  async function link(links: readonly Link[]): Promise<void> {
    const { linksIn } = await features();
    keepLinks ??= linksIn(abi, open);
    keepLinks(links);
  }

  return {
    makers: () => makersOf(abi),
    make: (recipe, progress) => makeIn(abi, recipe, progress),
    async load(map) {
      const shape = shapeNumber(map.shape, map.arrangement);
      const rows = rowsOf(map);
      take(abi.give(map.terrain, (at, count) => (rows < map.height
        ? abi.call('layers', map.width, rows, at, count)
        : abi.call('map', shape, map.width, rows, at, count))));
      for (const [terrain, price] of map.prices) abi.status(abi.call('price', open, terrain, price ?? NONE));
      keepLinks = null;
      if (map.exits ?? map.tags) (await features()).putPlanes(abi, open, map);
      if (map.links?.length) await link(map.links);
    },
    link,
    async edit(changed, values, plane) {
      if (plane !== 'terrain') {
        (await features()).editPlane(abi, open, plane, changed, Uint32Array.from(values));
        return;
      }
      const terrain = Uint8Array.from(values);
      const put = (at: number, count: number) =>
        abi.give(terrain, (ground) => abi.call('edit', open, at, ground, count));
      abi.status(abi.give(changed, put));
    },
    async ask(question, method, wanted, isWanted, progress) {
      walkAs(question.mover);
      searchBy(method, wanted.eventsMax > 0);
      done = 0;
      const legs = legsOf(question);
      const parts: Columns[] = [];
      const begins: number[] = [];
      let [answer, isCut]: [Answer | null, boolean] = [null, false];
      for (const leg of legs) {
        const kept = parts.reduce((sum, { kind }) => sum + kind.length, 0);
        begin(leg, method, { ...wanted, eventsMax: Math.max(0, wanted.eventsMax - kept) });
        await run(isWanted, progress, wanted.eventsMax > 0 ? parts : undefined);
        answer = after(answer, told(question, leg));
        begins.push(kept);
        isCut ||= answerPart(IS_CUT) === 1;
        if (answer.outcome !== 'found') break;
      }
      if (answer === null) throw new Error('a question has at least one leg');
      const whole = (name: 'cell' | 'parent' | 'g' | 'h') =>
        joined(parts.map((part) => part[name]), Uint32Array);
      const columns = {
        kind: joined(parts.map(({ kind }) => kind), Uint8Array),
        cell: whole('cell'), parent: whole('parent'), g: whole('g'), h: whole('h'),
      };
      const isTwoWay = answer.algorithm.startsWith('two-way');
      const course = { isCut, legs: begins, isTwoWay, hasHeadings: question.mover.turnCost > 0 };
      return { answer, trace: wanted.eventsMax > 0 ? traced(columns, cells, course) : null };
    },
    async time(question, method, times, isWanted) {
      walkAs(question.mover);
      searchBy(method, false);
      const legs = legsOf(question);
      const from = performance.now();
      for (let time = 0; time < times; time += 1) {
        for (const leg of legs) {
          begin(leg, method, { eventsMax: 0 });
          await run(isWanted, () => undefined);
        }
      }
      return performance.now() - from;
    },
    costsTo({ mover, to }) {
      walkAs(mover);
      return abi.numbers((at, room) => abi.call('costs_to', open, to, at, room));
    },
    walk({ mover }, path, isSmooth) {
      walkAs(mover);
      const [drawn, linkPercent] = [isSmooth ? 3 : 0, 100];
      return abi.floats((to, room) => abi.give(path, (at, length) =>
        abi.call('walk', open, drawn, linkPercent, at, length, to, room)));
    },
    turns({ mover }, path, budget) {
      walkAs(mover);
      return abi.numbers((to, room) => abi.give(path, (at, length) =>
        abi.call('turns', open, budget, at, length, to, room)));
    },
  };
}
