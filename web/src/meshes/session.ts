// A scene in the engine: opened, brought to a plan, and asked.

import type { Abi, UseBuffer } from '../engine/wasm';
import {
  COSTS, distance, KINDS, METHODS, OUTCOMES, tagOf, type Found, type Kind, type Method, type Outline,
  type Plan, type Polygons, type Probe, type Shown, type Spot, type Trace,
} from './model';

/** What a scene is opened from: closed lines around its ground, or a file. */
export type Opening =
  | { readonly ground: readonly Outline[] }
  | { readonly name: string; readonly bytes: Uint8Array };

/** What the scenes' worker can be asked, in calls that are answered in their order. */
export interface SceneCalls {
  /** Comes first: opens a scene in an engine made of a compiled module. Gives the ground's polygons. */
  open(module: WebAssembly.Module, opening: Opening): Polygons;
  /** Brings the scene to a plan. */
  show(plan: Plan): Shown;
  /** The events of the search that finds the path by a method. */
  watch(plan: Plan, method: Method): Trace;
  /** What lies at a place, as it is seen from another. */
  probe(from: Spot, at: Spot): Probe;
}

/** What the scene has of something on the ground. */
interface Put {
  readonly number: number;
  readonly kind: Kind;
  readonly outline: Outline;
}

/** Opens a scene. */
export function openScene({ bytes, call, give, numbers, session, status }: Abi, opening: Opening) {
  const doubles = (fill: UseBuffer) =>
    new Float64Array(bytes((at, room) => fill(at, room / 8) * 8).buffer as ArrayBuffer);
  const scene = session(opened());
  let radius = 0;
  const put = new Map<number, Put>();
  const kindsOfRegions = KINDS.filter((kind) => kind in COSTS);
  /** Whether what regions cost is said: paths are the shortest as long as there are none. */
  let hasCosts = false;
  status(call('scene_avoid', scene, tagOf('closed')));

  function opened(): number {
    if ('ground' in opening) {
      const { ground } = opening;
      const points = Float64Array.from(ground.flatMap((outline) => [...outline]));
      let end = 0;
      const ends = Uint32Array.from(ground, (outline) => (end += outline.length));
      return give(points, (at, count) =>
        give(ends, (endsAt, outlines) => call('scene', at, count, endsAt, outlines)));
    }
    const name = new TextEncoder().encode(opening.name);
    call('reads_scenes');
    if (isOfTriangles(opening.name)) call('reads_triangles');
    return give(name, (at, length) => {
      status(give(opening.bytes, (bytesAt, bytes) => call('file', at, length, bytesAt, bytes)));
      const read = call('scene_read', at, length);
      call('files_forget');
      return read;
    });
  }

  function polygons(): Polygons {
    const corners = doubles((at, room) => call('scene_corners', scene, at, room));
    const told = numbers((at, room) => call('scene_polygons', scene, at, room));
    const count = told.length - corners.length / 2;
    return { corners, ends: told.slice(0, count), beyond: told.slice(count) };
  }

  /** Makes what is on the ground what it is in a plan; whether that changed anything. */
  function follow(plan: Plan): boolean {
    let isChanged = plan.radius !== radius;
    if (isChanged) {
      status(call('scene_radius', scene, plan.radius));
      radius = plan.radius;
    }
    const kinds = new Map(plan.things.map(({ id, kind }) => [id, kind]));
    for (const [id, { kind, number }] of put) {
      if (kinds.get(id) === kind) continue;
      status(call('scene_take', scene, number));
      put.delete(id);
      isChanged = true;
    }
    for (const { id, kind, outline } of plan.things) {
      const before = put.get(id);
      if (before && isSame(before.outline, outline)) continue;
      if (before) {
        status(give(outline, (at, count) => call('scene_move', scene, before.number, at, count)));
        put.set(id, { ...before, outline });
      } else {
        const number = session(give(outline, (at, count) => (kind === 'obstacle'
          ? call('scene_put', scene, at, count)
          : call('scene_put_region', scene, at, count, tagOf(kind)))));
        put.set(id, { number: number - 1, kind, outline });
      }
      isChanged = true;
    }
    weigh(plan);
    return isChanged;
  }

  /** Says what regions cost as soon as there is one that does. */
  function weigh({ things }: Plan): void {
    const isNeeded = things.some(({ kind }) => kind in COSTS);
    if (isNeeded === hasCosts) return;
    hasCosts = isNeeded;
    for (const kind of kindsOfRegions) {
      status(call('scene_cost', scene, tagOf(kind), isNeeded ? COSTS[kind]! : 1));
    }
  }

  function find({ from, to }: Plan, method: Method, most = 0): Found {
    const ends = Float64Array.of(from.x, from.y, to.x, to.y);
    const begun = performance.now();
    status(give(ends, (at, count) => call('scene_find', scene, at, count, METHODS.indexOf(method), most)));
    const micros = (performance.now() - begun) * 1000;
    const told = doubles((at, room) => call('scene_found', scene, at, room));
    const [outcome, length, cost, leastCost, expansions] = told;
    return {
      outcome: OUTCOMES[outcome], length, cost, leastCost, expansions, path: told.slice(5), micros,
    };
  }

  function probe(from: Spot, at: Spot): Probe {
    const ends = Float64Array.of(from.x, from.y, at.x, at.y);
    let ray = new Float64Array();
    give(ends, (endsAt, count) => {
      ray = doubles((out, room) => call('scene_ray', scene, endsAt, count, out, room));
      return 0;
    });
    const near = spotsIn(doubles((out, room) => call('scene_nearest', scene, at.x, at.y, out, room)));
    const [hit, normal, ...wall] = spotsIn(ray);
    const isBeside = near.length > 0 && distance(near[0], at) > STEP;
    return {
      from, at, nearest: isBeside ? near[0] : null,
      hit: wall.length === 2 ? { at: hit, normal, wall: [wall[0], wall[1]] } : null,
    };
  }

  return {
    polygons,
    probe,
    show(plan: Plan): Shown {
      const isChanged = follow(plan);
      return {
        polygons: isChanged ? polygons() : null, exact: find(plan, 'exact'), funnel: find(plan, 'funnel'),
      };
    },
    watch(plan: Plan, method: Method): Trace {
      follow(plan);
      find(plan, method, EVENTS_MAX);
      return { events: doubles((at, room) => call('scene_events', scene, at, room)) };
    },
  };
}
export type Session = ReturnType<typeof openScene>;

/** Whether a file is of triangles in space, of which ground is made: one storey may lie over another. */
export const isOfTriangles = (name: string): boolean => /\.obj$/i.test(name);

/** So many events of a search are kept. */
const EVENTS_MAX = 60_000;

/** Points are moved onto the grid of the mesh: that much is no distance. */
const STEP = 1 / 512;

const spotsIn = (numbers: Float64Array): Spot[] =>
  Array.from({ length: numbers.length / 2 }, (_, at) => ({ x: numbers[2 * at], y: numbers[2 * at + 1] }));

const isSame = (one: Outline, other: Outline): boolean =>
  one.length === other.length && one.every((number, at) => number === other[at]);
