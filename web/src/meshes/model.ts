// The nouns of scenes: ground without cells, obstacles on it, and what was found there.

import type { Told } from '../coded';

export interface Spot {
  readonly x: number;
  readonly y: number;
}

/** A closed line: x and y of its corners by turns. */
export type Outline = Float64Array;

/**
 * What lies on the ground: in the way of all, ground that is something particular, a patrol's line, or what
 * leads from one point to another without a walk.
 */
export const KINDS = ['obstacle', 'region', 'route', 'link'] as const;
export type Kind = (typeof KINDS)[number];

/** Ground with a tag: what it is called, and how many times its length it costs; null: it is closed. */
export interface Sort {
  readonly tag: number;
  readonly name: string;
  readonly cost: number | null;
}

/** What there is to draw with on a scene that says nothing itself. */
export const SORTS: readonly Sort[] = [
  { tag: 1, name: 'closed', cost: null }, { tag: 2, name: 'swamp', cost: 5 },
  { tag: 3, name: 'mud', cost: 2 }, { tag: 4, name: 'road', cost: 0.5 },
];

/** Something on the ground. Another one in its place is another object. */
export interface Thing {
  readonly id: number;
  readonly kind: Kind;
  readonly name: string;
  /** Of a region or a link, a bit each. */
  readonly tags: number;
  /** Of a route: whether it leads from its last point to the first, or back the way it came. */
  readonly isLoop: boolean;
  /** Of a link. */
  readonly link: LinkRule | null;
  /** Of a link, its two ends. */
  readonly outline: Outline;
}

/** How a link is taken. */
export interface LinkRule {
  /** How much of a path's length it counts. */
  readonly length: number;
  readonly isTwoWay: boolean;
  readonly isShut: boolean;
}

export const OBSTACLE = { kind: 'obstacle', name: '', tags: 0, isLoop: false, link: null } as const;
export const region = (...tags: readonly number[]) => ({
  ...OBSTACLE, kind: 'region', tags: tags.reduce((bits, tag) => bits | (1 << tag), 0),
} as const);

/** A point with a name. */
export interface Place {
  readonly name: string;
  readonly at: Spot;
}

/** What can be changed of a scene, and taken back: plain data that is never written to. */
export interface Plan {
  readonly things: readonly Thing[];
  readonly sorts: readonly Sort[];
  readonly places: readonly Place[];
  readonly from: Spot;
  readonly to: Spot;
  readonly radius: number;
}

export const EMPTY_PLAN: Plan = {
  things: [], sorts: SORTS, places: [], from: { x: 0, y: 0 }, to: { x: 0, y: 0 }, radius: 0,
};

/** What ground with these tags costs: of several sorts the most counts, and one that is closed before all. */
export function costOf(sorts: readonly Sort[], tags: number): number | null {
  const own = sorts.filter(({ tag }) => tags & (1 << tag)).map(({ cost }) => cost);
  return own.includes(null) ? null : own.length > 0 ? Math.max(...(own as number[])) : 1;
}

/** Whether ground costs anything but its length, so that the cheapest path need not be the shortest. */
export const isPriced = ({ sorts, things }: Plan): boolean =>
  things.some(({ kind, tags }) => kind === 'region' && sorts.some(({ cost, tag }) =>
    tags & (1 << tag) && cost !== null && cost !== 1));

/** A scene to begin with. Without ends they are laid far apart. */
export interface Sample {
  /** Its title in the dictionaries is `scene.sample.NAME`. */
  readonly name: string;
  readonly ground: readonly Outline[];
  readonly plan: Plan;
}

/** A scene in files: one of them, and those that it names. */
export interface Brought {
  readonly name: string;
  readonly files: readonly File[];
  /** Where its path is to begin and to end, if not as it says itself. */
  readonly ends?: Pick<Plan, 'from' | 'to'>;
}

/** Where a scene comes from; a link may have changed its plan. */
export type Source = (Sample | Brought) & {
  /** Whether it is one of those that the page has, by its name. */
  readonly isSample?: boolean;
  readonly adapt?: (plan: Plan) => Plan;
  readonly method?: Method;
};

/** A scene as it was opened. */
export interface Ground {
  /** The polygons of its ground alone, and those that are left of it between its obstacles. */
  readonly ground: Polygons;
  readonly polygons: Polygons;
  /** What its plan says, where it has one; without ends they are to be laid far apart. */
  readonly planned: Planned | null;
}

export interface Planned {
  readonly outlines: readonly Outline[];
  readonly plan: Omit<Plan, 'from' | 'to' | 'radius'> & Partial<Pick<Plan, 'from' | 'to'>>;
  readonly warnings: readonly Told[];
}

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
  /** Which of its legs are links, in their order. */
  readonly taken: readonly Taken[];
  /** How long the search took. */
  readonly micros: number;
}

/** A leg of a path that is a link: from the point of that number to the next. */
export interface Taken {
  readonly leg: number;
  /** The thing that it is. */
  readonly id: number;
  readonly isBack: boolean;
  readonly length: number;
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
