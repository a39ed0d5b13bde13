// The gallery's pictures: each a map, who moves on it and how it is searched. Plain data; the maps are drawn
// or made when they are wanted.

import type { Recipe } from '../engine/engine';
import type { Method, Mover } from '../model';
import FLOORS from '../../../examples/maps/floors.txt?raw';
import { GOLDEN_MAP, TUTORIAL_MOVER } from './golden';

/** Layer, column and row. */
type Spot = readonly [number, number, number];

export interface Picture {
  /** Its title and its sentence in the dictionaries: `gallery.NAME` and `gallery.NAME.why`. */
  readonly name: string;
  /** A drawing as import/drawn.ts reads it, what the engine makes, or layers with their links. */
  readonly map: string | Recipe | { readonly floors: string; readonly from: Spot; readonly to: Spot };
  readonly mover: Mover;
  /** One search, or one for each pane of a race. */
  readonly methods: readonly Method[];
}

const POCKET = `
....................
....................
......########......
.............#......
.............#......
.S...........#...G..
.............#......
.............#......
......########......
....................
....................
`;

const WAREHOUSE = `
........................
.S......................
........................
..###.###..####.####..#.
..###.###..####.####..#.
..###.###..####.####..#.
........................
..###.###..####.####..#.
..###.###..####.####..#.
..###.###..####.####..#.
........................
......................G.
........................
`;

const ASTAR: Method = { algorithm: 'astar', percent: 150, estimate: 'auto', ties: 'near-goal' };

const made = (maker: string, width: number, height: number, seed: number, told: Partial<Recipe> = {}) =>
  ({ maker, shape: 'square', arrangement: 'odd-r', width, height, seed, knobs: {}, ...told }) as const;

const picture = (name: string, map: Picture['map'], told: Partial<Picture> = {}): Picture =>
  ({ name, map, mover: TUTORIAL_MOVER, methods: [ASTAR], ...told });

export const PICTURES: readonly Picture[] = [
  picture('example', GOLDEN_MAP),
  picture('pocket', POCKET, { methods: [{ ...ASTAR, algorithm: 'greedy' }] }),
  picture('maze', made('maze', 49, 33, 3)),
  picture('islands', made('islands', 64, 44, 7)),
  picture('city', made('city', 72, 48, 2)),
  picture('caves', made('caves', 72, 48, 5)),
  picture('plateaus', made('caves', 128, 96, 11, { knobs: { walls_percent: 47, rounds: 9 } })),
  picture('quarters', made('city', 144, 96, 8, { knobs: { block: 22, parks_percent: 14 } })),
  picture('hexes', made('islands', 32, 24, 4, { shape: 'hex' })),
  picture('warehouse', WAREHOUSE, { mover: { ...TUTORIAL_MOVER, footprint: { width: 2, height: 2 } } }),
  picture('floors', { floors: FLOORS, from: [0, 1, 9], to: [2, 2, 9] }),
  picture('race', made('rooms', 48, 32, 6), { methods: [ASTAR, { ...ASTAR, algorithm: 'dijkstra' }] }),
  picture('jumps', made('noise', 64, 44, 9), { methods: [{ ...ASTAR, algorithm: 'jps' }] }),
];
