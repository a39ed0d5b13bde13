// Outlines: boxes and discs, where they are moved to, what they hold.

import type { Outline, Spot } from './model';

/** A disc has so many corners. */
const CORNERS = 24;

export const box = (from: Spot, to: Spot): Outline =>
  Float64Array.of(from.x, from.y, to.x, from.y, to.x, to.y, from.x, to.y);

export const disc = ({ x, y }: Spot, radius: number): Outline =>
  Float64Array.from({ length: 2 * CORNERS }, (_, at) => {
    const angle = (Math.floor(at / 2) / CORNERS) * 2 * Math.PI;
    return at % 2 === 0 ? x + radius * Math.cos(angle) : y + radius * Math.sin(angle);
  });

export const moved = (outline: Outline, dx: number, dy: number): Outline =>
  outline.map((number, at) => number + (at % 2 === 0 ? dx : dy));

/** Whether an outline goes round a point, by the sides that a ray to the right crosses. */
export function holds(outline: Outline, { x, y }: Spot): boolean {
  let isIn = false;
  const count = outline.length / 2;
  for (let at = 0; at < count; at += 1) {
    const before = (at + count - 1) % count;
    const [x1, y1] = outline.subarray(2 * at);
    const [x2, y2] = outline.subarray(2 * before);
    if (y1 > y !== y2 > y && x < x1 + ((y - y1) / (y2 - y1)) * (x2 - x1)) isIn = !isIn;
  }
  return isIn;
}
