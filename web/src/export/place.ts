// Cells as the engine's texts name them: squares by column and row, hexes by axial q and r.

import { levelOf, rowsOf, type Arrangement, type GameMap } from '../model';

export interface Point {
  /** Of a map of several. */
  readonly layer?: number;
  readonly x: number;
  readonly y: number;
}

/** Layer, column and row of a cell. */
export function pointOf(map: GameMap, cell: number): Point {
  const point = { x: cell % map.width, y: Math.floor(cell / map.width) % rowsOf(map) };
  return rowsOf(map) < map.height ? { layer: levelOf(map, cell), ...point } : point;
}

/** What the engine calls a cell: column and row of a square, q and r of a hex. */
export function placeOf(map: GameMap, cell: number): Point {
  const { x, y, ...rest } = pointOf(map, cell);
  return map.shape === 'hex' ? axialOf(map.arrangement, x, y) : { x, y, ...rest };
}

/** The same as text: `3,4`, or `1:3,4` on a layer. */
export function placeText(map: GameMap, cell: number): string {
  const { layer, x, y } = placeOf(map, cell);
  return `${layer === undefined ? '' : `${layer}:`}${x},${y}`;
}

function axialOf(arrangement: Arrangement, x: number, y: number): Point {
  switch (arrangement) {
    case 'odd-r': return { x: x - (y - (y & 1)) / 2, y };
    case 'even-r': return { x: x - (y + (y & 1)) / 2, y };
    case 'odd-q': return { x, y: y - (x - (x & 1)) / 2 };
    case 'even-q': return { x, y: y - (x + (x & 1)) / 2 };
  }
}
