// The pieces that are found in a part are those that lie there, in their order.

import { expect, test } from 'vitest';
import type { Scenery } from '../model';
import { indexOf } from './within';

/** Pieces of random places, one in four of them mirrored, of a sprite of 48 by 20 pixels. */
function scattered(count: number, side: number): Scenery {
  let seed = 7;
  const next = () => (seed = (Math.imul(seed, 1_103_515_245) + 12_345) >>> 0) / 2 ** 32;
  const pieces = new Uint32Array(count * 4);
  const floats = new Float32Array(pieces.buffer);
  for (let piece = 0; piece < count; piece += 1) {
    pieces.set([0, piece % 4 === 0 ? 1 : 0], piece * 4);
    floats.set([next() * side, next() * side], piece * 4 + 2);
  }
  return {
    area: [0, 0, side, side], backdrop: null, frame: [0, 0, 1, 1], images: [], sheets: [], values: [],
    layers: [{ name: '', role: '', pieces: count, opacity: 1, tint: [255, 255, 255, 255] }],
    sprites: Uint32Array.of(0, 0, 0, 48, 20, 0, 0), poses: Float32Array.of(1, 0, 0, 1, -1, 0, 0, 1), pieces,
  };
}

test('no piece that shows in a part is missed, and none comes twice', () => {
  const { boxes, extent, within } = indexOf(scattered(500, 3000));
  expect(extent.left).toBeLessThanOrEqual(0);
  expect(extent.right).toBeGreaterThan(3000);
  for (const [left, top, side] of [[0, 0, 512], [700, 900, 512], [-60, 2500, 700], [0, 0, 4000]]) {
    const found = [...within({ left, top, right: left + side, bottom: top + side })];
    expect(found).toEqual([...new Set(found)].sort((a, b) => a - b));
    const showing = Array.from({ length: 500 }, (_, piece) => piece).filter((piece) => {
      const [x0, y0, x1, y1] = boxes.subarray(piece * 4, piece * 4 + 4);
      return x0 < left + side && y0 < top + side && x1 > left && y1 > top;
    });
    expect(showing.length).toBeGreaterThan(0);
    expect(showing.filter((piece) => !found.includes(piece))).toEqual([]);
  }
});

test('pieces that are lost far out do not make the map larger', () => {
  const scenery = scattered(20, 1000);
  new Float32Array(scenery.pieces.buffer).set([4e8, -3e8], 2);
  const { extent, within } = indexOf(scenery);
  expect(extent.right).toBeLessThan(2000);
  expect([...within({ left: -1e9, top: -1e9, right: 1e9, bottom: 1e9 })]).not.toContain(0);
});
