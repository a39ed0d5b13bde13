// The guided tour: eight steps, each a drawn map, who moves on it, how it is searched and what to look at.
//
// Plain data. What each search has to cost and expand stands beside it; numbers.test.ts asks the engine.

import type { Heat, Method, Mover } from '../model';
import { GOLDEN_MAP, TUTORIAL_MOVER } from './golden';

export interface TourStep {
  readonly name: string;
  /** Keys of the dictionaries. */
  readonly title: string;
  readonly text: string;
  /** A drawing as import/drawn.ts reads it. */
  readonly map: string;
  readonly mover: Mover;
  /** One search, or two for two panes. */
  readonly methods: readonly Method[];
  /** How many events have happened, or all of them. */
  readonly time: number | 'end';
  /** Cells to ring, as columns and rows from 0. */
  readonly cells: readonly (readonly [number, number])[];
  /** The panel that belongs to it. */
  readonly panel: 'history' | 'openList' | 'pseudo' | 'counters' | 'method' | 'view' | null;
  readonly heat: Heat;
  /** What has to come out: what the way costs by each method, and how many nodes it expanded. */
  readonly costs: readonly number[];
  readonly expansions: readonly number[];
}

const WALL = `
.............
.......#.....
.......#.....
.S.....#...G.
.......#.....
.......#.....
.............
`;

const SMALL = `
.......
.S.#...
...#.G.
.......
`;

const POCKET = `
...............
...............
.....#####.....
.........#.....
.........#...G.
.S.......#.....
.........#.....
.........#.....
.........#.....
...............
`;

const FIELD = `
....................
....................
..S.................
....................
....................
....................
....................
................G...
....................
....................
`;

const ASTAR: Method = { algorithm: 'astar', percent: 150, estimate: 'auto', ties: 'near-goal' };

type Told = Pick<TourStep, 'map' | 'methods' | 'time' | 'costs' | 'expansions'> & Partial<TourStep>;

function step(name: string, told: Told): TourStep {
  const keys = { title: `tour.${name}.title`, text: `tour.${name}.text` };
  return { name, ...keys, mover: TUTORIAL_MOVER, cells: [], panel: null, heat: 'none', ...told };
}

export const TOUR: readonly TourStep[] = [
  step('why', {
    map: WALL, methods: [ASTAR], time: 'end', costs: [124], expansions: [33], panel: 'counters',
  }),
  step('ghf', {
    map: SMALL, methods: [ASTAR], time: 10, costs: [52], expansions: [6],
    cells: [[2, 2], [1, 2]],
  }),
  step('openClosed', {
    map: SMALL, methods: [ASTAR], time: 14, costs: [52], expansions: [6],
    cells: [[2, 2], [1, 3], [2, 3], [3, 3]], panel: 'pseudo',
  }),
  step('heap', {
    map: WALL, methods: [ASTAR], time: 60, costs: [124], expansions: [33], panel: 'openList',
  }),
  step('flood', {
    map: POCKET, time: 'end', panel: 'counters', costs: [148, 188], expansions: [127, 20],
    methods: [{ ...ASTAR, algorithm: 'dijkstra' }, { ...ASTAR, algorithm: 'greedy' }],
  }),
  step('estimate', {
    map: FIELD, time: 'end', heat: 'error', panel: 'method', costs: [160, 160], expansions: [90, 14],
    methods: [{ ...ASTAR, estimate: 'manhattan' }, { ...ASTAR, estimate: 'octile' }],
  }),
  step('golden', {
    map: GOLDEN_MAP, methods: [ASTAR], time: 17, costs: [52], expansions: [6],
    cells: [[2, 4], [3, 3], [2, 3]], panel: 'history',
  }),
  step('jumps', {
    map: POCKET, time: 'end', panel: 'view', costs: [148, 148], expansions: [54, 2],
    methods: [ASTAR, { ...ASTAR, algorithm: 'jps' }],
  }),
];
