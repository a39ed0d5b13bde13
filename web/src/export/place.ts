// Cells as the engine's texts name them: squares by column and row, hexes by axial q and r.

import type { Arrangement, GameMap } from '../model';

export interface Point {
  readonly x: number;
  readonly y: number;
}

/** Column and row of a cell. */
export function pointOf(map: Pick<GameMap, 'width'>, cell: number): Point {
  return { x: cell % map.width, y: Math.floor(cell / map.width) };
}

/** What the engine calls a cell: column and row of a square, q and r of a hex. */
export function placeOf(map: GameMap, cell: number): Point {
  const { x, y } = pointOf(map, cell);
  return map.shape === 'hex' ? axialOf(map.arrangement, x, y) : { x, y };
}

/** The same as text: `3,4`. */
export function placeText(map: GameMap, cell: number): string {
  const { x, y } = placeOf(map, cell);
  return `${x},${y}`;
}

function axialOf(arrangement: Arrangement, x: number, y: number): Point {
  switch (arrangement) {
    case 'odd-r': return { x: x - (y - (y & 1)) / 2, y };
    case 'even-r': return { x: x - (y + (y & 1)) / 2, y };
    case 'odd-q': return { x, y: y - (x - (x & 1)) / 2 };
    case 'even-q': return { x, y: y - (x + (x & 1)) / 2 };
  }
}
