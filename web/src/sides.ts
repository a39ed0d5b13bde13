// The sides by which cells are left, by their names.

import type { GameMap } from './model';

const SQUARE_WAYS = ['e', 's', 'w', 'n', 'se', 'sw', 'nw', 'ne'] as const;
const POINTY_WAYS = ['e', 'se', 'sw', 'w', 'nw', 'ne'] as const;
const FLAT_WAYS = ['se', 's', 'sw', 'nw', 'n', 'ne'] as const;

/** Those of a map, in the engine's order. */
export const wayNames = ({ shape, arrangement }: GameMap) =>
  (shape === 'square' ? SQUARE_WAYS : arrangement.endsWith('q') ? FLAT_WAYS : POINTY_WAYS);
