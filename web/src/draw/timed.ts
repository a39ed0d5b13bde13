// A way by time: where the figure is, and where it looks, after a while.
//
// Points of the world with the time at which each is passed, x, y and time by turns; in between it goes
// evenly. Time is counted in straight steps over open ground.

import { pointOn, type Stride } from './arcs';
import type { Figure } from './figure';
import { AWAY, HALF, type Geometry } from './geometry';

export type Points = Float64Array<ArrayBuffer>;

/** What the engine says of a way, laid where the picture has it. */
export function laidOut(walk: Float32Array, from: number, geometry: Geometry): Points {
  const [left, top] = geometry.centreOf(from);
  const points = Float64Array.from(walk);
  for (let at = 0; at < points.length; at += 3) {
    const [x, y] = [walk[at] - walk[0], walk[at + 1] - walk[1]];
    const isAside = geometry.form === 'diamond';
    points[at] = left + (isAside ? (x - y) * HALF : x);
    points[at + 1] = top + (isAside ? (x + y) * HALF / 2 : y) * geometry.stretch;
  }
  return points;
}

/** Who takes a link waits at its entrance until the moment of the exit: the way without that waiting. */
export const withoutWaits = (walk: Float32Array): Float32Array => walk.filter((_, at) => {
  const time = at - (at % 3) + 2;
  return walk[time] !== walk[time + 3];
});

/** Points on an arc that a link takes the figure along. */
const ARC_POINTS = 8;

/**
 * A way cell by cell over links, as the engine times it: along the arcs, and on other levels so far away as
 * their cells lie from the first level's.
 */
export function laidAlong(
  walk: Float32Array, path: Uint32Array, geometry: Geometry, stride: Stride,
): Points {
  const { columns, first, rows, xOf, yOf } = geometry;
  const level = first / (columns * rows);
  const points: number[] = [];
  path.forEach((cell, at) => {
    const time = walk[at * 3 + 2];
    const along = at > 0 ? stride(path[at - 1], cell) : 'straight';
    if (typeof along !== 'string') {
      const since = walk[at * 3 - 1];
      for (let part = 1; part < ARC_POINTS; part += 1) {
        const [x, y] = pointOn(along, part / ARC_POINTS);
        points.push(x, y + level * AWAY, since + ((time - since) * part) / ARC_POINTS);
      }
    }
    points.push(xOf(cell), yOf(cell) + level * AWAY, time);
  });
  return Float64Array.from(points);
}

/** The same, taken up by somebody who stands beside its first point: they go to the second at once. */
export function takenUpAt(points: Points, x: number, y: number): Points {
  const [x0, y0, , x1 = x0, y1 = y0, until = 0] = points;
  const pace = until / Math.hypot(x1 - x0, y1 - y0) || 1;
  const late = pace * Math.hypot(x1 - x, y1 - y) - until;
  const rest = points.length > 3 ? points.subarray(3) : points;
  const whole = new Float64Array(3 + rest.length);
  whole.set([x, y]);
  whole.set(rest.map((n, at) => (at % 3 === 2 ? n + late : n)), 3);
  return whole;
}

/** Those of the points that are the middle of a cell, and the first. */
export function middlesOf(points: Points, { cellAt, centreOf }: Geometry): Points {
  return points.filter((_, at) => {
    const first = at - (at % 3);
    const [x, y] = points.subarray(first);
    const [midX, midY] = centreOf(cellAt(x, y));
    return first === 0 || Math.hypot(midX - x, midY - y) < 0.01;
  });
}

/** When its end is reached. */
export const durationOf = (points: Points): number => points[points.length - 1];

/**
 * The figure at a time, at the end for ever after; where it does not move it goes on looking to `angle`.
 * One that `rests` does not slide from point to point but stands on the one that it has passed.
 */
export function figureAt(points: Points, time: number, angle: number, rests = false): Figure {
  let [leg, end] = [0, points.length / 3 - 1];
  // The last point that is passed by then.
  while (leg < end) {
    const middle = (leg + end + 1) >> 1;
    if (points[middle * 3 + 2] <= time) leg = middle;
    else end = middle - 1;
  }
  const isOver = leg === points.length / 3 - 1;
  const [x0, y0, since, x1, y1, until] = points.subarray((isOver ? Math.max(0, leg - 1) : leg) * 3);
  const looks = x1 === undefined || (x0 === x1 && y0 === y1) ? angle : Math.atan2(y1 - y0, x1 - x0);
  if (isOver) return { x: points[leg * 3], y: points[leg * 3 + 1], angle: looks };
  if (rests) return { x: x0, y: y0, angle: looks };
  const share = (time - since) / (until - since);
  // One foot after the other, however far they come: on expensive ground its steps are small.
  return { x: x0 + (x1 - x0) * share, y: y0 + (y1 - y0) * share, angle: looks, stride: time % 1 };
}
