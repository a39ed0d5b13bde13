// Links of scenes: their two ends, the arc that they are drawn as, and how much of a path they count.

import { distance, type LinkRule, type Outline, type Spot, type Thing } from './model';

/** How far aside an arc bends, as a part of its length: two between the same points can be told apart. */
const ASIDE = 0.16;
/** An arc is met along so many straight parts. */
const PARTS = 12;

export const endsOf = (outline: Outline): readonly [from: Spot, to: Spot] =>
  [{ x: outline[0], y: outline[1] }, { x: outline[2], y: outline[3] }];

/** The point that the arc of a link is drawn towards, from either end. */
export function bendOf(outline: Outline): Spot {
  const [from, to] = endsOf(outline);
  const [dx, dy] = [to.x - from.x, to.y - from.y];
  return { x: (from.x + to.x) / 2 - dy * ASIDE, y: (from.y + to.y) / 2 + dx * ASIDE };
}

/** A point of the arc: at 0 its beginning, at 1 its end. */
export function onArc(outline: Outline, share: number): Spot {
  const [from, to] = endsOf(outline);
  const by = bendOf(outline);
  const [before, both, after] = [(1 - share) ** 2, 2 * share * (1 - share), share ** 2];
  return {
    x: before * from.x + both * by.x + after * to.x, y: before * from.y + both * by.y + after * to.y,
  };
}

/** The arc as a line of points. */
export const arcOf = (outline: Outline): Outline => Float64Array.from(
  { length: 2 * (PARTS + 1) },
  (_, at) => onArc(outline, (at >> 1) / PARTS)[at % 2 === 0 ? 'x' : 'y'],
);

const straight = (outline: Outline): number => distance(...endsOf(outline));

/** A link that was drawn: both ways, as long as the straight line. */
export const ruleOf = (outline: Outline): LinkRule =>
  ({ length: straight(outline), isTwoWay: true, isShut: false });

/** A thing with another outline. A link that counts its straight line goes on doing so. */
export function withLine(thing: Thing, outline: Outline): Thing {
  const { link, outline: before } = thing;
  const isStraight = link && Math.abs(link.length - straight(before)) <= 1e-9 * (1 + link.length);
  return { ...thing, outline, link: isStraight ? { ...link, length: straight(outline) } : link };
}
