// Which pieces lie in a part of the map: boxes of pixels, each with the numbers of the pieces that touch it.

import type { Scenery } from '../model';

/** Left, top, right and bottom in pixels. */
export interface Box {
  readonly left: number;
  readonly top: number;
  readonly right: number;
  readonly bottom: number;
}

export interface Index {
  /** All that is drawn. */
  readonly extent: Box;
  /** The boxes around the pieces: left, top, right and bottom by turns. */
  readonly boxes: Float32Array;
  /** The numbers of the pieces that may show in a part, in the order in which they are drawn. */
  readonly within: (part: Box) => Uint32Array;
}

/** The side of a box, and how many there may be. */
const SIDE = 512;
const CELLS_MAX = 1 << 16;
/** Pieces that stand out of the map by more than this are not drawn: somebody lost them there. */
const BEYOND = 4096;

/** What puts the box around a piece into a list: left, top, right and bottom. */
export function boxesOf(
  { pieces, poses, sprites }: Scenery,
): (piece: number, boxes: Float32Array, at: number) => void {
  const floats = new Float32Array(pieces.buffer, pieces.byteOffset, pieces.length);
  return (piece, boxes, at) => {
    const [sprite, pose] = [pieces[piece * 4] * 7, pieces[piece * 4 + 1] * 4];
    const [wide, high] = [sprites[sprite + 3], sprites[sprite + 4]];
    const [a, b] = [poses[pose] * wide, poses[pose + 1] * wide];
    const [c, d] = [poses[pose + 2] * high, poses[pose + 3] * high];
    const [px, py] = [floats[piece * 4 + 2], floats[piece * 4 + 3]];
    boxes[at] = px + Math.min(0, a, c, a + c);
    boxes[at + 1] = py + Math.min(0, b, d, b + d);
    boxes[at + 2] = px + Math.max(0, a, c, a + c);
    boxes[at + 3] = py + Math.max(0, b, d, b + d);
  };
}

export function indexOf(scenery: Scenery): Index {
  const { area, pieces } = scenery;
  const box = boxesOf(scenery);
  const count = pieces.length / 4;
  const boxes = new Float32Array(count * 4);
  const [x, y, width, height] = area;
  const most = { left: x - BEYOND, top: y - BEYOND, right: x + width + BEYOND, bottom: y + height + BEYOND };
  let [left, top, right, bottom] = [x, y, x + width, y + height];
  for (let piece = 0; piece < count; piece += 1) {
    const at = piece * 4;
    box(piece, boxes, at);
    const isNear = boxes[at] < most.right && boxes[at + 1] < most.bottom
      && boxes[at + 2] > most.left && boxes[at + 3] > most.top;
    // A box with its ends exchanged touches nothing.
    if (!isNear) boxes.set([1, 1, 0, 0], at);
    else {
      left = Math.min(left, Math.max(boxes[at], most.left));
      top = Math.min(top, Math.max(boxes[at + 1], most.top));
      right = Math.max(right, Math.min(boxes[at + 2], most.right));
      bottom = Math.max(bottom, Math.min(boxes[at + 3], most.bottom));
    }
  }
  const extent = { left, top, right, bottom };
  return { extent, boxes, within: bucketed(boxes, extent) };
}

function bucketed(boxes: Float32Array, extent: Box): Index['within'] {
  const [wide, high] = [extent.right - extent.left, extent.bottom - extent.top];
  let side = SIDE;
  while (Math.ceil(wide / side) * Math.ceil(high / side) > CELLS_MAX) side *= 2;
  const columns = Math.max(1, Math.ceil(wide / side));
  const rows = Math.max(1, Math.ceil(high / side));
  const within = (at: number, from: number, most: number) =>
    Math.min(most - 1, Math.max(0, Math.floor((at - from) / side)));
  const count = boxes.length / 4;
  const spanOf = (part: Box) => ({
    left: within(part.left, extent.left, columns), top: within(part.top, extent.top, rows),
    right: within(part.right, extent.left, columns), bottom: within(part.bottom, extent.top, rows),
  });
  function forBuckets(piece: number, act: (bucket: number) => void): void {
    const at = piece * 4;
    if (boxes[at] > boxes[at + 2]) return;
    const right = within(boxes[at + 2], extent.left, columns);
    const bottom = within(boxes[at + 3], extent.top, rows);
    for (let row = within(boxes[at + 1], extent.top, rows); row <= bottom; row += 1) {
      for (let column = within(boxes[at], extent.left, columns); column <= right; column += 1) {
        act(row * columns + column);
      }
    }
  }
  const ends = new Uint32Array(columns * rows + 1);
  for (let piece = 0; piece < count; piece += 1) forBuckets(piece, (bucket) => (ends[bucket + 1] += 1));
  for (let bucket = 0; bucket < columns * rows; bucket += 1) ends[bucket + 1] += ends[bucket];
  const starts = ends.slice();
  const list = new Uint32Array(ends[columns * rows]);
  for (let piece = 0; piece < count; piece += 1) {
    forBuckets(piece, (bucket) => {
      list[starts[bucket]] = piece;
      starts[bucket] += 1;
    });
  }
  return (part) => {
    const span = spanOf(part);
    const runs: Uint32Array[] = [];
    for (let row = span.top; row <= span.bottom; row += 1) {
      // The buckets of a row lie one after the other.
      const from = row * columns + span.left;
      runs.push(list.subarray(ends[from], ends[from + span.right - span.left + 1]));
    }
    const found = new Uint32Array(runs.reduce((sum, run) => sum + run.length, 0));
    let at = 0;
    for (const run of runs) {
      found.set(run, at);
      at += run.length;
    }
    found.sort();
    // A piece on the edge of two boxes is in both.
    let kept = 0;
    for (let from = 0; from < found.length; from += 1) {
      if (from > 0 && found[from] === found[from - 1]) continue;
      found[kept] = found[from];
      kept += 1;
    }
    return found.subarray(0, kept);
  };
}
