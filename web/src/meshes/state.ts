// A scene on the page: its plan with a way back, and what the engine says of it, as quickly as it can.

import { batch, computed, signal } from '@preact/signals';
import { openEngine, type SceneEngine } from './client';
import { farEnds } from './ends';
import {
  boundsOf, EMPTY_PLAN, type Found, type Method, type Outline, type Plan, type Polygons, type Shown,
  type Source, type Trace,
} from './model';
import type { SceneParts } from './parts';

/** So many changes can be taken back. */
const KEPT_MAX = 500;

/** What is known of the scene that is open. */
export interface Opened {
  readonly name: string;
  readonly engine: SceneEngine;
  /** Whether obstacles and radii can be cut out: of triangles one storey may lie over another. */
  readonly isFlat: boolean;
  /** Whether the page has it itself; and the plan that it opens with. */
  readonly isSample: boolean;
  readonly base: Plan;
  /** The lines around its ground, as they were drawn; null where it has none but its polygons. */
  readonly outlines: readonly Outline[] | null;
}

/** All there is to one view of scenes. */
export function createSceneState(
  { messages: { complain, say }, words: { sentenceOf } }: Pick<SceneParts, 'messages' | 'words'>,
) {
  const opened = signal<Opened | null>(null);
  const isBusy = signal(false);
  const plan = signal<Plan>(EMPTY_PLAN);
  const polygons = signal<Polygons | null>(null);
  /** What was found for the plan, by either method; and the one that is looked at. */
  const shown = signal<Shown | null>(null);
  const method = signal<Method>('exact');
  const found = computed<Found | null>(() => shown.value?.[method.value] ?? null);
  /** The search by it, when the plan has rested. */
  const trace = signal<Trace | null>(null);
  const bounds = computed(() => boundsOf(opened.value?.engine.ground.corners ?? new Float64Array(4)));
  /** The larger side of the ground: steps and radii are parts of it. */
  const extent = computed(() =>
    Math.max(bounds.value.right - bounds.value.left, bounds.value.bottom - bounds.value.top));

  const done = signal<readonly Plan[]>([]);
  const undone = signal<readonly Plan[]>([]);
  const canUndo = computed(() => done.value.length > 0);
  const canRedo = computed(() => undone.value.length > 0);

  let isAsking = false;
  let asked: Plan | null = null;

  /** Asks for the plan of the moment until there is none newer. */
  async function ask(): Promise<void> {
    const engine = opened.peek()?.engine;
    if (isAsking || !engine) return;
    isAsking = true;
    try {
      while (asked !== plan.peek() && opened.peek()?.engine === engine) {
        asked = plan.peek();
        const next = await engine.show(asked);
        if (opened.peek()?.engine !== engine) break;
        batch(() => {
          if (next.polygons) polygons.value = next.polygons;
          shown.value = next;
        });
        if (asked === plan.peek()) await watch(engine, asked);
      }
    } catch (error) {
      complain(error);
    } finally {
      isAsking = false;
      if (opened.peek()?.engine !== engine) void ask();
    }
  }

  /** Has the search told event by event; another plan or method may be wanted by then. */
  async function watch(engine: SceneEngine, of: Plan): Promise<void> {
    const by = method.peek();
    const told = await engine.watch(of, by);
    if (opened.peek()?.engine !== engine) return;
    trace.value = told;
    if (method.peek() !== by) await watch(engine, plan.peek());
  }

  function choose(next: Method): void {
    method.value = next;
    const engine = opened.peek()?.engine;
    if (engine && !isAsking) watch(engine, plan.peek()).catch(complain);
  }

  /** Shows another plan, not yet to be kept: what is being dragged. */
  function put(next: Partial<Plan>): void {
    plan.value = { ...plan.peek(), ...next };
    void ask();
  }

  /** What is done in small steps, one after the other, is taken back at once. */
  let last: string | null = null;

  /** Keeps what was before a change, so that it can be taken back. */
  function keep(before: Plan, kind: string | null = null): void {
    if (before === plan.peek()) return;
    if (kind === null || kind !== last) done.value = [...done.peek().slice(1 - KEPT_MAX), before];
    undone.value = [];
    last = kind;
  }

  /** Changes the plan; of several changes of one kind in a row the first is kept. */
  function change(next: Partial<Plan>, kind?: string): void {
    const before = plan.peek();
    put(next);
    keep(before, kind);
  }

  function turn(from: typeof done, to: typeof done): void {
    const next = from.peek().at(-1);
    if (!next) return;
    last = null;
    from.value = from.peek().slice(0, -1);
    to.value = [...to.peek(), plan.peek()];
    put(next);
  }

  /** Opens another scene; the one there was stays where that cannot be. */
  async function open(source: Source): Promise<void> {
    isBusy.value = true;
    try {
      const engine = await openEngine(source);
      const { isFlat, planned } = engine;
      asked = null;
      const base = 'plan' in source ? source.plan
        : { ...EMPTY_PLAN, ...farEnds(engine.polygons), ...planned?.plan, ...source.ends };
      const adapted = adaptedBy(source, base, engine);
      opened.peek()?.engine.close();
      batch(() => {
        [done.value, undone.value] = [[], []];
        const outlines = 'ground' in source ? source.ground : planned?.outlines ?? null;
        const { isSample = false, name } = source;
        opened.value = { name, engine, isFlat, isSample, base, outlines };
        polygons.value = engine.polygons;
        [shown.value, trace.value] = [null, null];
        plan.value = adapted;
        method.value = source.method ?? method.peek();
      });
      for (const warning of planned?.warnings ?? []) say(sentenceOf(warning));
      void ask();
    } finally {
      isBusy.value = false;
    }
  }

  /** The plan to begin with; where a link does not fit what it is a link to, nothing is opened. */
  function adaptedBy({ adapt }: Source, base: Plan, engine: SceneEngine): Plan {
    try {
      return adapt?.(base) ?? base;
    } catch (error) {
      engine.close();
      throw error;
    }
  }

  return {
    opened, isBusy, plan, polygons, shown, method, choose, found, trace, bounds, extent, canUndo, canRedo,
    complain, put, keep, change, open,
    undo: () => turn(done, undone),
    redo: () => turn(undone, done),
    close: () => opened.peek()?.engine.close(),
  };
}
export type SceneState = ReturnType<typeof createSceneState>;
