// Where a cell is, in words: its column and row, and its level where there are several.

import { levelOf, rowsOf, type GameMap } from '../model';
import type { Words } from '../words';

export const spotIn = (map: GameMap, cell: number): { x: number; y: number } =>
  ({ x: cell % map.width, y: Math.floor(cell / map.width) % rowsOf(map) });

export function spotText(t: Words['t'], map: GameMap, cell: number): string {
  const { x, y } = spotIn(map, cell);
  const level = (map.layers ?? 1) > 1 ? ` (${t('level.at', { n: levelOf(map, cell) + 1 })})` : '';
  return `${x}, ${y}${level}`;
}
