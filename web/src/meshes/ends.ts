// Ends for a scene that names none: far apart on the largest part that is connected.

import { NOTHING, type Polygons, type Spot } from './model';

/** How far from a corner of a polygon to its middle an end lies. */
const INWARDS = 0.2;

/** Within polygons near their corners, at the upper left and at the lower right. */
export function farEnds(polygons: Polygons): { from: Spot; to: Spot } {
  const all = largest(polygons).flatMap((polygon) => {
    const [begin, end] = rangeOf(polygons, polygon);
    const middle = middleOf(polygons, polygon);
    return Array.from({ length: end - begin }, (_, at) => {
      const [x, y] = polygons.corners.subarray(2 * (begin + at));
      return { x: x + (middle.x - x) * INWARDS, y: y + (middle.y - y) * INWARDS };
    });
  });
  const along = ({ x, y }: Spot) => x + y;
  const [first = { x: 0, y: 0 }] = all;
  return {
    from: all.reduce((best, each) => (along(each) < along(best) ? each : best), first),
    to: all.reduce((best, each) => (along(each) > along(best) ? each : best), first),
  };
}

const rangeOf = ({ ends }: Polygons, polygon: number): [number, number] =>
  [polygon > 0 ? ends[polygon - 1] : 0, ends[polygon]];

function middleOf(polygons: Polygons, polygon: number): Spot {
  const [begin, end] = rangeOf(polygons, polygon);
  let [x, y] = [0, 0];
  for (let at = begin; at < end; at += 1) {
    x += polygons.corners[2 * at] / (end - begin);
    y += polygons.corners[2 * at + 1] / (end - begin);
  }
  return { x, y };
}

/** The polygons of the part with the most of them. */
function largest(polygons: Polygons): number[] {
  const seen = new Uint8Array(polygons.ends.length);
  let best: number[] = [];
  for (let first = 0; first < seen.length; first += 1) {
    if (seen[first]) continue;
    const part = [first];
    seen[first] = 1;
    for (let at = 0; at < part.length; at += 1) {
      const [begin, end] = rangeOf(polygons, part[at]);
      for (let side = begin; side < end; side += 1) {
        const beyond = polygons.beyond[side];
        if (beyond === NOTHING || seen[beyond]) continue;
        seen[beyond] = 1;
        part.push(beyond);
      }
    }
    if (part.length > best.length) best = part;
  }
  return best;
}
