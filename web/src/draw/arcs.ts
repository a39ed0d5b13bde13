// Links as arcs: where they run, for who draws them and for a path that takes one.

import { levelOf, type GameMap, type Link } from '../model';
import type { Geometry } from './geometry';

type Point = readonly [number, number];

/** A line that bends: from a point, by a point that pulls at it, to a point. */
export interface Arc {
  readonly from: Point;
  readonly by: Point;
  readonly to: Point;
}

/** How far aside an arc is pulled: a share of its length, and at least and at most so many steps. */
const PULL = 0.4;
const PULL_LEAST = 0.7;
const PULL_MOST = 6;

/** The arc of a link between cells of one layer: a little to the right, so that no row of cells hides it. */
export function arcOf({ xOf, yOf }: Geometry, { from, to }: Pick<Link, 'from' | 'to'>): Arc {
  const [x, y, toX, toY] = [xOf(from), yOf(from), xOf(to), yOf(to)];
  const [dx, dy] = [toX - x, toY - y];
  const length = Math.hypot(dx, dy) || 1;
  const pull = Math.min(PULL_MOST, Math.max(PULL_LEAST, PULL * length));
  const by = [x + dx / 2 - (dy / length) * pull, y + dy / 2 + (dx / length) * pull] as const;
  return { from: [x, y], by, to: [toX, toY] };
}

/** The same arc from its other end. */
export const turnedArc = ({ from, by, to }: Arc): Arc => ({ from: to, by, to: from });

/** A point of an arc, 0 at its beginning and 1 at its end. */
export function pointOn({ from, by, to }: Arc, share: number): [number, number] {
  const rest = 1 - share;
  const at = (axis: 0 | 1) =>
    rest * rest * from[axis] + 2 * rest * share * by[axis] + share * share * to[axis];
  return [at(0), at(1)];
}

/** The link that a step of a path takes, and whether against its own direction; null: an ordinary step. */
export type LinkOf = (from: number, to: number) => { readonly link: Link; readonly isBack: boolean } | null;

const known = new WeakMap<readonly Link[], Map<number, readonly Link[]>>();

/** The links of a map by both of their ends; of several between the same cells the first that is cheapest. */
export function linkOf({ links = [] }: GameMap): LinkOf {
  let byCell = known.get(links);
  if (!byCell) {
    byCell = new Map();
    for (const link of links) byCell.set(link.from, [...(byCell.get(link.from) ?? []), link]);
    known.set(links, byCell);
  }
  const all = byCell;
  const best = (from: number, to: number, isBack: boolean) =>
    (all.get(from) ?? []).filter((link) => link.to === to && !link.isShut && (link.isTwoWay || !isBack))
      .reduce<Link | null>((least, link) => (least && least.percent <= link.percent ? least : link), null);
  return (from, to) => {
    if (all.size === 0) return null;
    const [there, back] = [best(from, to, false), best(to, from, true)];
    if (there && (!back || there.percent <= back.percent)) return { link: there, isBack: false };
    return back && { link: back, isBack: true };
  };
}

/** How a step of a path runs: along the arc of a link, away to another layer, or straight. */
export type Stride = (from: number, to: number) => Arc | 'away' | 'straight';

export function strideOf(map: GameMap, geometry: Geometry): Stride {
  const taken = linkOf(map);
  return (from, to) => {
    const found = taken(from, to);
    if (!found) return 'straight';
    if (isBetweenLevels(map, found.link)) return 'away';
    const arc = arcOf(geometry, found.link);
    return found.isBack ? turnedArc(arc) : arc;
  };
}

/** Whether a link leads to another layer. */
export const isBetweenLevels = (map: GameMap, { from, to }: Pick<Link, 'from' | 'to'>): boolean =>
  levelOf(map, from) !== levelOf(map, to);
