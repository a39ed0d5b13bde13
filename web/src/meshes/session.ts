// A scene in the engine: opened, brought to a plan, and asked.

import type { Abi, UseBuffer } from '../engine/wasm';
import {
  distance, isPriced, METHODS, OUTCOMES, type Found, type Ground, type LinkRule, type Method,
  type Outline, type Plan, type Planned, type Polygons, type Probe, type Shown, type Spot, type Taken,
  type Thing, type Trace,
} from './model';
import { planIn } from './plan';

/** The engines of scenes by what they read, and which of their readers are taken. */
export const READERS = {
  scene: ['scenes'], storeys: ['scenes', 'triangles'], plans: ['plans'], shapes: ['plans', 'tmx', 'tmj'],
} as const;
export type Family = keyof typeof READERS;

/** What a scene is opened from: closed lines around its ground, or a file. */
export type Opening =
  | { readonly ground: readonly Outline[] }
  | {
    readonly name: string;
    readonly family: Family;
    readonly files: readonly { readonly name: string; readonly bytes: Uint8Array }[];
  };

/** What the scenes' worker can be asked, in calls that are answered in their order. */
export interface SceneCalls {
  /** Comes first: opens a scene in an engine made of a compiled module. */
  open(module: WebAssembly.Module, opening: Opening): Ground;
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
  readonly kind: Thing['kind'];
  readonly tags: number;
  readonly link: LinkRule | null;
  readonly outline: Outline;
}

/** Opens a scene. */
export function openScene({ bytes, call, give, numbers, session, status, text }: Abi, opening: Opening) {
  const doubles = (fill: UseBuffer) =>
    new Float64Array(bytes((at, room) => fill(at, room / 8) * 8).buffer as ArrayBuffer);
  let planned: Planned | null = null;
  const scene = session(opened());
  let radius = 0;
  const put = new Map<number, Put>();
  // Links have numbers of their own.
  const count = { links: 0, others: 0 };
  for (const thing of planned ? (planned as Planned).plan.things : []) {
    const which = thing.kind === 'link' ? 'links' : 'others';
    if (thing.kind !== 'route') put.set(thing.id, { ...thing, number: count[which]++ });
  }
  /** What was last said of the sorts of ground: paths are the shortest as long as all of them cost it. */
  const said = new Map<number, number>();
  let closed = -1;

  function onOutlines(ground: readonly Outline[]): number {
    const points = Float64Array.from(ground.flatMap((outline) => [...outline]));
    let end = 0;
    const ends = Uint32Array.from(ground, (outline) => (end += outline.length));
    return give(points, (at, count) =>
      give(ends, (endsAt, outlines) => call('scene', at, count, endsAt, outlines)));
  }

  function opened(): number {
    if ('ground' in opening) return onOutlines(opening.ground);
    const { family, files } = opening;
    const written = (words: string) => new TextEncoder().encode(words);
    for (const reader of READERS[family]) call(`reads_${reader}`);
    for (const file of files) {
      status(give(written(file.name), (at, length) =>
        give(file.bytes, (bytesAt, count) => call('file', at, length, bytesAt, count))));
    }
    const read = give(written(opening.name), (at, length) => call('scene_read', at, length));
    if (read !== 0 && (family === 'plans' || family === 'shapes')) {
      planned = planIn(
        doubles((at, room) => call('scene_plan', read, at, room)),
        text((at, room) => call('scene_plan_names', read, at, room)),
        text((at, room) => call('read_facts', at, room)),
      );
    }
    call('files_forget');
    return read;
  }

  function polygonsOf(scene: number): Polygons {
    const corners = doubles((at, room) => call('scene_corners', scene, at, room));
    const told = numbers((at, room) => call('scene_polygons', scene, at, room));
    const count = told.length - corners.length / 2;
    return { corners, ends: told.slice(0, count), beyond: told.slice(count) };
  }

  function ground(): Ground {
    const polygons = polygonsOf(scene);
    if (!planned) return { ground: polygons, polygons, planned };
    // What lies below obstacles is to be seen when they are taken away.
    const bare = session(onOutlines(planned.outlines));
    const told = { ground: polygonsOf(bare), polygons, planned };
    status(call('scene_close', bare));
    return told;
  }

  /** Makes what is on the ground what it is in a plan; whether that changed anything. */
  function follow(plan: Plan): boolean {
    let isChanged = plan.radius !== radius;
    if (isChanged) {
      status(call('scene_radius', scene, plan.radius));
      radius = plan.radius;
    }
    const solid = plan.things.filter(({ kind }) => kind !== 'route');
    const wanted = new Map(solid.map((thing) => [thing.id, thing]));
    for (const [id, own] of put) {
      if (isStill(own, wanted.get(id))) continue;
      const isLink = own.kind === 'link';
      status(call(isLink ? 'scene_take_link' : 'scene_take', scene, own.number));
      put.delete(id);
      isChanged ||= !isLink;
    }
    for (const thing of solid) {
      const { id, outline } = thing;
      const before = put.get(id);
      if (before && isSame(before.outline, outline)) continue;
      if (before) {
        status(give(outline, (at, count) => call('scene_move', scene, before.number, at, count)));
        put.set(id, { ...before, outline });
      } else put.set(id, { ...thing, number: laid(thing) });
      isChanged ||= thing.kind !== 'link';
    }
    weigh(plan);
    return isChanged;
  }

  /** Puts in what is not there yet: its number. */
  function laid({ kind, link, outline, tags }: Thing): number {
    const next = session(give(outline, (at, count) => {
      if (link) {
        const bits = Number(link.isTwoWay) + 2 * Number(link.isShut);
        return call('scene_put_link', scene, at, count, link.length, bits, tags);
      }
      return kind === 'obstacle' ? call('scene_put', scene, at, count)
        : call('scene_put_region', scene, at, count, tags);
    }));
    return next - 1;
  }

  /** Says what ground is closed and what it costs, as soon as there is some that costs more or less. */
  function weigh(plan: Plan): void {
    const avoided = plan.sorts.reduce((bits, { cost, tag }) => (cost === null ? bits | (1 << tag) : bits), 0);
    if (avoided !== closed) status(call('scene_avoid', scene, avoided));
    closed = avoided;
    const isNeeded = isPriced(plan);
    const costs = new Map(plan.sorts.map(({ cost, tag }) => [tag, isNeeded && cost !== null ? cost : 1]));
    // What the file said of its tags is taken back where the plan says nothing.
    for (let tag = 0; tag < TAGS; tag += 1) {
      const times = costs.get(tag) ?? 1;
      if ((said.get(tag) ?? (planned ? NaN : 1)) === times) continue;
      status(call('scene_cost', scene, 1 << tag, times));
      said.set(tag, times);
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
      outcome: OUTCOMES[outcome], length, cost, leastCost, expansions, path: told.slice(5), taken: taken(),
      micros,
    };
  }

  /** The legs of the path that are links. */
  function taken(): Taken[] {
    const told = doubles((at, room) => call('scene_found_links', scene, at, room));
    const links = [...put].filter(([, { kind }]) => kind === 'link');
    return Array.from({ length: told.length / 4 }, (_, at) => {
      const [leg, number, isBack, length] = told.subarray(4 * at);
      const id = links.find(([, own]) => own.number === number)?.[0] ?? -1;
      return { leg, id, isBack: isBack === 1, length };
    });
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
    ground,
    probe,
    show(plan: Plan): Shown {
      const isChanged = follow(plan);
      return {
        polygons: isChanged ? polygonsOf(scene) : null,
        exact: find(plan, 'exact'), funnel: find(plan, 'funnel'),
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

/** There are so many tags. */
const TAGS = 16;

/** So many events of a search are kept. */
const EVENTS_MAX = 60_000;

/** Points are moved onto the grid of the mesh: that much is no distance. */
const STEP = 1 / 512;

const spotsIn = (numbers: Float64Array): Spot[] =>
  Array.from({ length: numbers.length / 2 }, (_, at) => ({ x: numbers[2 * at], y: numbers[2 * at + 1] }));

const isSame = (one: Outline, other: Outline): boolean =>
  one.length === other.length && one.every((number, at) => number === other[at]);

/** Whether what was put in is still wanted. What is not a link can be moved; a link is put in anew. */
function isStill({ kind, link, outline, tags }: Put, wanted?: Thing): boolean {
  if (wanted?.kind !== kind || wanted.tags !== tags) return false;
  const { link: next } = wanted;
  if (!link || !next) return true;
  return link.length === next.length && link.isTwoWay === next.isTwoWay && link.isShut === next.isShut
    && isSame(outline, wanted.outline);
}
