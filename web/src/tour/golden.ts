// The tutorials' worked example, which the page opens with: its map, and who moves on it.

import { OPEN, WALL, type GameMap, type Mover } from '../model';

/** The tutorials' mover: eight directions at 10 and 14, past one wall but not between two. */
export const TUTORIAL_MOVER: Mover = {
  rule: 'eight',
  corners: 'one-free',
  straight: 10,
  diagonal: 14,
  footprint: { width: 1, height: 1 },
  turnCost: 0,
};

/** The map of the worked example, which the tutorials number from (-2, -2) to (6, 4). */
export const GOLDEN_MAP = `
.........
....#....
..S.#....
....#.G..
.........
.........
.........
`;

/** The worked example, made anew: edits change a map's ground in place. */
export function goldenMap(): { map: GameMap; start: number; goal: number } {
  const rows = GOLDEN_MAP.trim().split('\n');
  const cells = [...rows.join('')];
  const terrain = Uint8Array.from(cells, (character) => (character === '#' ? WALL : OPEN));
  const kind = { shape: 'square', arrangement: 'odd-r', prices: new Map(), isometric: false } as const;
  const map = { ...kind, width: rows[0].length, height: rows.length, terrain };
  return { map, start: cells.indexOf('S'), goal: cells.indexOf('G') };
}
