// The corners of an outline under a hand: found, moved, put in between, taken away, and drawn to others.

import { distance, type Outline, type Spot, type Thing } from './model';

const cornerOf = (outline: Outline, at: number): Spot => ({ x: outline[2 * at], y: outline[2 * at + 1] });

const cornersOf = (outline: Outline): Spot[] =>
  Array.from({ length: outline.length / 2 }, (_, at) => cornerOf(outline, at));

/** What has sides: a line that is open has none from its last corner to its first. */
type Line = Pick<Thing, 'isLoop' | 'kind' | 'outline'>;

export const isOpenLine = ({ isLoop, kind }: Line): boolean =>
  kind === 'link' || (kind === 'route' && !isLoop);

/** The sides, each from the corner of the same number. */
export function sidesOf(line: Line): (readonly [Spot, Spot])[] {
  const corners = cornersOf(line.outline);
  const sides = corners.map((from, at) => [from, corners[(at + 1) % corners.length]] as const);
  return isOpenLine(line) ? sides.slice(0, -1) : sides;
}

/** The middle of each side: where a corner can be put in after the one of the same number. */
export const middlesOf = (line: Line): Spot[] =>
  (line.kind === 'link' ? [] : sidesOf(line))
    .map(([from, to]) => ({ x: (from.x + to.x) / 2, y: (from.y + to.y) / 2 }));

/** The point of a side that is nearest to a spot. */
function onSide([from, to]: readonly [Spot, Spot], { x, y }: Spot): Spot {
  const [dx, dy] = [to.x - from.x, to.y - from.y];
  const along = ((x - from.x) * dx + (y - from.y) * dy) / (dx * dx + dy * dy || 1);
  const share = Math.min(1, Math.max(0, along));
  return { x: from.x + dx * share, y: from.y + dy * share };
}

/** Whether a line passes within reach of a spot. */
export const passes = (line: Line, spot: Spot, reach: number): boolean =>
  sidesOf(line).some((side) => distance(onSide(side, spot), spot) <= reach);

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

/** The side whose middle is within reach of a spot, or that passes within half of it, or null. */
export function sideAt(line: Line, spot: Spot, reach: number): number | null {
  if (line.kind === 'link') return null;
  return nearest(middlesOf(line), spot, reach)
    ?? nearest(sidesOf(line).map((side) => onSide(side, spot)), spot, reach / 2);
}

export function withCorner(outline: Outline, at: number, { x, y }: Spot): Outline {
  const next = outline.slice();
  next.set([x, y], 2 * at);
  return next;
}

/** With a corner put in after another one. */
export const withMore = (outline: Outline, after: number, { x, y }: Spot): Outline =>
  Float64Array.of(...outline.subarray(0, 2 * after + 2), x, y, ...outline.subarray(2 * after + 2));

/** Without a corner, as long as so many are left; null where that is not so. */
export const withoutCorner = (outline: Outline, at: number, least = 3): Outline | null =>
  outline.length > 2 * least ? outline.filter((_, number) => number >> 1 !== at) : null;

/** A spot; or the corner of another thing that is within reach of it, or the nearest point of a side. */
export function snapped(things: readonly Thing[], but: number, spot: Spot, reach: number): Spot {
  const others = things.filter(({ id }) => id !== but);
  const corners = others.flatMap(({ outline }) => cornersOf(outline));
  const near = nearest(corners, spot, reach);
  if (near !== null) return corners[near];
  const sides = others.flatMap(sidesOf).map((side) => onSide(side, spot));
  return sides[nearest(sides, spot, reach) ?? -1] ?? spot;
}

/** Handles are for outlines that a hand can edit: a disc has more corners. */
export const HANDLES_MOST = 16;
