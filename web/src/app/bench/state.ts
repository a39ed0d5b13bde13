// The benchmark of one playground: what the form says, what is run, and what came of it.

import { batch, computed, signal } from '@preact/signals';
import { ALGORITHMS, NONE, type Method, type Times } from '../../model';
import { USUAL } from '../panes';
import { BENCHMARK_MOVER } from '../scenario';
import { fittingMover } from '../world';
import type { With } from '../playground';
import type { Benchmark, Case, Result, Source } from './bench';
import { runBenchmark, type Order } from './run';

/** What is to be run, as the form has it. */
export interface Plan {
  readonly source: Source;
  readonly maker: string;
  readonly width: number;
  readonly height: number;
  readonly count: number;
  readonly seed: number;
  readonly isTimed: boolean;
}

/** A search that can take part. */
export interface Entrant {
  readonly method: Method;
  readonly isChosen: boolean;
}

export interface Progress {
  readonly stage: 'answering' | 'timing';
  readonly done: number;
  readonly total: number;
}

/** What is shown of a benchmark that is being timed is made anew so often. */
const SHOWN_EACH_MS = 1000;
/** One search alone would be compared with nothing: these stand beside it. */
const RIVALS = ['dijkstra', 'jps'] as const;

/** Fetched when it is first opened. */
export function createBench({
  life: { onEnd },
  words: { textOf },
  world: { edits, map, mover },
  panes: { panes },
  maker: { form, makers },
  files: { bringing },
}: With<'life' | 'words' | 'world' | 'panes' | 'maker' | 'files'>) {
  const plan = signal<Plan>({
    source: 'rows', maker: 'arena', width: 64, height: 64, count: 500, seed: 1, isTimed: true,
  });
  const setPlan = (change: Partial<Plan>): void => void (plan.value = { ...plan.value, ...change });

  const entrants = signal<readonly Entrant[]>([]);
  const benchmark = signal<Benchmark | null>(null);
  const progress = signal<Progress | null>(null);
  /** Whether what is shown was ended before its time. */
  const isCut = signal(false);
  const trouble = signal<string | null>(null);
  let end: (() => void) | null = null;
  onEnd(() => end?.());

  const scenario = computed(() => {
    const now = bringing.value;
    const rows = now?.brought.scenarios ?? [];
    const name = now?.files.find((file) => /\.scen$/i.test(file.name))?.name ?? '';
    return now && rows.length > 0 ? { rows, name, isEdited: now.edits !== edits.value } : null;
  });
  const source = computed<Source>(() => (scenario.value ? plan.value.source : 'seeds'));
  const makerNow = computed(() => makers.value.find(({ name }) => name === plan.value.maker) ?? null);

  let offered = '';
  /** The searches of the panes take part, the others may; a choice lasts until the panes change. */
  function enter(): void {
    const methods = panes.peek().map(({ method }) => method.peek());
    const distinct = [...new Map(methods.map((method) => [JSON.stringify(method), method])).values()];
    if (offered === (offered = JSON.stringify(distinct))) return;
    const taken = distinct.map(({ algorithm }) => algorithm);
    const others = ALGORITHMS.filter((algorithm) => !taken.includes(algorithm));
    const isRival = (algorithm: string) => distinct.length === 1 && RIVALS.some((each) => each === algorithm);
    entrants.value = [
      ...distinct.map((method) => ({ method, isChosen: true })),
      ...others.map((algorithm) => ({ method: { ...USUAL, algorithm }, isChosen: isRival(algorithm) })),
    ];
  }
  const toggle = (which: Entrant): void => {
    entrants.value = entrants.value.map((each) =>
      (each === which ? { ...each, isChosen: !each.isChosen } : each));
  };

  /** Takes a generator with the size it is usually made in. */
  const chooseMaker = (name: string): void => {
    const usual = makers.peek().find((each) => each.name === name)?.usual;
    if (usual) setPlan({ maker: name, ...usual });
  };

  function ordered(): { order: Order; what: Omit<Benchmark, 'results' | 'pace'> } {
    const { isTimed, maker, count, seed, width, height } = plan.peek();
    const methods = entrants.peek().filter(({ isChosen }) => isChosen).map(({ method }) => method);
    const rows = source.peek() === 'rows' ? scenario.peek() : null;
    if (rows) {
      const now = map.peek();
      // Workers get it one after the other: what is drawn meanwhile is not of this map.
      const kept = { ...now, terrain: now.terrain.slice() };
      const cases = rows.rows.map(({ from, to, best }): Case =>
        ({ from, to, recipe: null, published: rows.isEdited ? null : best }));
      const contest = { mover: BENCHMARK_MOVER, methods };
      return {
        order: { ...contest, cases, map: kept, cells: now.terrain.length, isTimed },
        what: { ...contest, source: 'rows', name: rows.name, width: now.width, height: now.height, cases },
      };
    }
    // A generator that knows no hexes makes squares; knobs are those of the form where it is the same one.
    const { arrangement, knobs, maker: ofForm, shape: shapeOfForm } = form.peek();
    const shape = makerNow.peek()?.hasHexes ? shapeOfForm : 'square';
    const usual = Object.fromEntries(makerNow.peek()?.knobs.map(({ name, value }) => [name, value]) ?? []);
    const chosen = ofForm === maker ? knobs : {};
    const made = { maker, shape, arrangement, width, height, knobs: { ...usual, ...chosen } };
    const cases = Array.from({ length: count }, (_, at): Case =>
      ({ from: NONE, to: NONE, recipe: { ...made, seed: (seed + at) >>> 0 }, published: null }));
    const contest = { mover: fittingMover(mover.peek(), shape), methods };
    return {
      order: { ...contest, cases, map: null, cells: width * height, isTimed },
      what: { ...contest, source: 'seeds', name: maker, width, height, cases },
    };
  }

  async function run(): Promise<void> {
    cancel();
    const { order, what } = ordered();
    const { cases } = what;
    const results: Result[] = [];
    let [shown, found] = [performance.now(), 0];
    const show = () => {
      shown = performance.now();
      benchmark.value = { ...what, pace: benchmark.peek()?.pace ?? null, results: results.filter(Boolean) };
    };
    const tell = (stage: Progress['stage'], total: number) => {
      const now = progress.peek();
      progress.value = { stage, done: now?.stage === stage ? now.done + 1 : 1, total };
    };
    batch(() => {
      benchmark.value = null;
      isCut.value = false;
      trouble.value = null;
      progress.value = { stage: 'answering', done: 0, total: cases.length };
    });
    const running = runBenchmark(order, {
      started: (pace) => void (benchmark.value = { ...what, pace, results: [] }),
      answered(at, answered) {
        results[at] = { ...answered, at, times: null };
        found += Number(answered.optimum !== null);
        tell('answering', cases.length);
        if (progress.peek()?.done === cases.length) show();
      },
      timed(at, times: readonly Times[]) {
        results[at] = { ...results[at], times };
        tell('timing', found);
        if (performance.now() - shown > SHOWN_EACH_MS) show();
      },
    });
    const mine = () => {
      running.end();
      show();
    };
    end = mine;
    try {
      await running.done;
    } catch (error) {
      trouble.value = textOf(error);
    }
    if (end !== mine) return;
    end = null;
    batch(() => {
      isCut.value = trouble.peek() !== null;
      progress.value = null;
      show();
    });
  }

  /** Ends what is being run; what is known stays. */
  function cancel(): void {
    if (!end) return;
    batch(() => {
      end!();
      end = null;
      progress.value = null;
      isCut.value = true;
    });
  }

  return {
    plan, setPlan, source, scenario, makers, makerNow, chooseMaker, entrants, enter, toggle, benchmark,
    progress, isCut, trouble, run, cancel,
  };
}
export type Bench = ReturnType<typeof createBench>;
