// Strokes become the fewest changes of rows: one for each run of equal ground.

import { expect, test } from 'vitest';
import { changesOf } from './live';
import type { GameMap } from '../model';

const map = { width: 4, height: 4, layers: 2, terrain: new Uint8Array(16) } as unknown as GameMap;

test('runs end with the row, the ground and the layer', () => {
  const cells = new Map([[9, 254], [2, 254], [3, 254], [4, 254], [5, 3], [8, 254]]);
  const rect = (x: number, y: number, width: number) => ({ x, y, width, height: 1 });
  expect(changesOf(map, cells)).toEqual([
    { terrain: { layer: 0, rect: rect(2, 0, 2), terrain: 254 } },
    { terrain: { layer: 0, rect: rect(0, 1, 1), terrain: 254 } },
    { terrain: { layer: 0, rect: rect(1, 1, 1), terrain: 3 } },
    { terrain: { layer: 1, rect: rect(0, 0, 2), terrain: 254 } },
  ]);
});
