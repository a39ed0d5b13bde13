// The nouns of scenes: ground without cells, obstacles on it, and what was found there.

export interface Spot {
  readonly x: number;
  readonly y: number;
}

/** A closed line: x and y of its corners by turns. */
export type Outline = Float64Array;

/**
 * What something on the ground is: in the way of all, a region that this agent keeps out of, or one that
 * costs more or less than its length.
 */
export const KINDS = ['obstacle', 'closed', 'swamp', 'mud', 'road'] as const;
export type Kind = (typeof KINDS)[number];

/** What a region costs, as many times its length; of the others none is walked on. */
export const COSTS: Readonly<Partial<Record<Kind, number>>> = { swamp: 5, mud: 2, road: 0.5 };

/** The tag of a region of a kind. */
export const tagOf = (kind: Kind): number => 1 << KINDS.indexOf(kind);

/** Something on the ground. Another one in its place is another object. */
export interface Thing {
  readonly id: number;
  readonly kind: Kind;
  readonly outline: Outline;
}

/** What can be changed of a scene, and taken back: plain data that is never written to. */
export interface Plan {
  readonly things: readonly Thing[];
  readonly from: Spot;
  readonly to: Spot;
  readonly radius: number;
}

/** A scene to begin with. Without ends they are laid far apart. */
export interface Sample {
  /** Its title in the dictionaries is `scene.sample.NAME`. */
  readonly name: string;
  readonly ground: readonly Outline[];
  readonly plan: Plan;
}

/** Where a scene comes from. */
export type Source = Sample | File;

/** Convex polygons as they are drawn. */
export interface Polygons {
  /** x and y of all corners, polygon after polygon. */
  readonly corners: Float64Array;
  /** How many corners there are up to the last of each polygon. */
  readonly ends: Uint32Array;
  /** The polygon beyond the side that begins at each corner, or NOTHING. */
  readonly beyond: Uint32Array;
}

export const NOTHING = 0xffffffff;

/** As `xunlu_scene_found` numbers them. */
export const OUTCOMES = ['found', 'partial', 'unreachable', 'blocked'] as const;

export interface Found {
  readonly outcome: (typeof OUTCOMES)[number];
  readonly length: number;
  /** What it costs, and any path costs at least: the length, unless regions cost something. */
  readonly cost: number;
  readonly leastCost: number;
  /** How many intervals were looked through. */
  readonly expansions: number;
  /** The path's points, x and y by turns. */
  readonly path: Float64Array;
  /** How long the search took. */
  readonly micros: number;
}

/** How paths are searched for, in the order in which the engine numbers it. */
export const METHODS = ['exact', 'funnel'] as const;
export type Method = (typeof METHODS)[number];

/** What is to be seen of a plan: its polygons, if they are others than before, and a path by each method. */
export interface Shown extends Readonly<Record<Method, Found>> {
  readonly polygons: Polygons | null;
}

/** The events of a search, as `xunlu_scene_events` tells them; of a long one the first. */
export interface Trace {
  readonly events: Float64Array;
}

/** What lies at a place. */
export interface Probe {
  readonly from: Spot;
  readonly at: Spot;
  /** The nearest point of the mesh, if that is not the place itself. */
  readonly nearest: Spot | null;
  /** Where a ray to it meets a wall, what points away from that, and the wall. */
  readonly hit: { readonly at: Spot; readonly normal: Spot; readonly wall: readonly [Spot, Spot] } | null;
}

/** How far apart two places are. */
export const distance = (a: Spot, b: Spot): number => Math.hypot(a.x - b.x, a.y - b.y);

export interface Bounds {
  readonly left: number;
  readonly top: number;
  readonly right: number;
  readonly bottom: number;
}

export function boundsOf(corners: Float64Array): Bounds {
  let [left, top, right, bottom] = [Infinity, Infinity, -Infinity, -Infinity];
  for (let at = 0; at < corners.length; at += 2) {
    left = Math.min(left, corners[at]);
    right = Math.max(right, corners[at]);
    top = Math.min(top, corners[at + 1]);
    bottom = Math.max(bottom, corners[at + 1]);
  }
  return { left, top, right, bottom };
}
