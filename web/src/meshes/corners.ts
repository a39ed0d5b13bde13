// The corners of an outline under a hand: found, moved, put in between, taken away, and drawn to others.

import { distance, type Outline, type Spot, type Thing } from './model';

const cornerOf = (outline: Outline, at: number): Spot => ({ x: outline[2 * at], y: outline[2 * at + 1] });

const cornersOf = (outline: Outline): Spot[] =>
  Array.from({ length: outline.length / 2 }, (_, at) => cornerOf(outline, at));

/** The middle of each side: where a corner can be put in after the one of the same number. */
export const middlesOf = (outline: Outline): Spot[] =>
  cornersOf(outline).map(({ x, y }, at, all) => {
    const next = all[(at + 1) % all.length];
    return { x: (x + next.x) / 2, y: (y + next.y) / 2 };
  });

function nearest(spots: readonly Spot[], to: Spot, reach: number): number | null {
  let best: number | null = null;
  let least = reach;
  for (const [at, spot] of spots.entries()) {
    const far = distance(spot, to);
    if (far > least) continue;
    [best, least] = [at, far];
  }
  return best;
}

/** The corner within reach of a spot, or null. */
export const cornerAt = (outline: Outline, spot: Spot, reach: number): number | null =>
  nearest(cornersOf(outline), spot, reach);

/** The side whose middle is within reach of a spot, or null. */
export const sideAt = (outline: Outline, spot: Spot, reach: number): number | null =>
  nearest(middlesOf(outline), spot, reach);

export function withCorner(outline: Outline, at: number, { x, y }: Spot): Outline {
  const next = outline.slice();
  next.set([x, y], 2 * at);
  return next;
}

/** With a corner put in after another one. */
export const withMore = (outline: Outline, after: number, { x, y }: Spot): Outline =>
  Float64Array.of(...outline.subarray(0, 2 * after + 2), x, y, ...outline.subarray(2 * after + 2));

/** Without a corner, as long as three are left; null where that is not so. */
export const withoutCorner = (outline: Outline, at: number): Outline | null =>
  outline.length > 6 ? outline.filter((_, number) => number >> 1 !== at) : null;

/** A spot, or the corner of another thing that is within reach of it. */
export function snapped(things: readonly Thing[], but: number, spot: Spot, reach: number): Spot {
  const others = things.filter(({ id }) => id !== but).flatMap(({ outline }) => cornersOf(outline));
  const near = nearest(others, spot, reach);
  return near === null ? spot : others[near];
}

/** Handles are for outlines that a hand can edit: a disc has more corners. */
export const HANDLES_MOST = 16;
