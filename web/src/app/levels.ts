// Where a path changes its level.

import { levelOf, type GameMap } from '../model';

/** A step of a path from one level to another. */
export interface LevelChange {
  readonly from: number;
  readonly to: number;
}

export function levelChanges(map: GameMap, path: Uint32Array): LevelChange[] {
  if ((map.layers ?? 1) === 1) return [];
  const changes: LevelChange[] = [];
  for (let at = 1; at < path.length; at += 1) {
    const [from, to] = [path[at - 1], path[at]];
    if (levelOf(map, from) !== levelOf(map, to)) changes.push({ from, to });
  }
  return changes;
}
