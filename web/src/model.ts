// The nouns of the playground: plain data that the page, the workers and the tests share.
//
// A place on a map is one number, `y * width + x`; the rows of one layer follow those of the layer before.
// Costs are the engine's whole numbers.

/** No cell, no event. */
export const NONE = 0xffff_ffff;

/** Ground of a cell as the engine has it: 0 open, 1 to 9 so many times the cost, 254 a wall, 255 nothing. */
export const OPEN = 0;
export const WALL = 254;
export const VOID = 255;

export type Shape = 'square' | 'hex';
/** How hexes lie: pointy ones with odd or even rows shoved right, flat ones with columns shoved down. */
export const ARRANGEMENTS = ['odd-r', 'even-r', 'odd-q', 'even-q'] as const;
export type Arrangement = (typeof ARRANGEMENTS)[number];

/** What the world is: the ground of each cell, row by row. */
export interface GameMap {
  readonly shape: Shape;
  /** Of hexes alone. */
  readonly arrangement: Arrangement;
  readonly width: number;
  readonly height: number;
  readonly terrain: Uint8Array;
  /** What some terrains cost in hundredths of a step, where their number does not say it; null: closed. */
  readonly prices: ReadonlyMap<number, number | null>;
  /** Whether it is drawn from the side, as Tiled's isometric maps are. */
  readonly isometric: boolean;
  /** How many times as high as usual its game draws cells of their width; 1 if nothing is said. */
  readonly stretch?: number;
  /** How many layers it has, such as floors, each with its share of the rows; 1 if nothing is said. */
  readonly layers?: number;
  /** For each cell the sides to which it may be left, a bit each as the engine numbers them; none: all. */
  readonly exits?: Uint8Array;
  /** For each cell the tags that are asked of who enters, a bit each; none: no cell asks for any. */
  readonly tags?: Uint16Array;
  /** What is said of places: connections that are no steps, and names. */
  readonly links?: readonly Link[];
  readonly places?: readonly NamedPlace[];
  readonly regions?: readonly NamedRegion[];
  readonly tagNames?: ReadonlyMap<number, string>;
}

/** The exits of a cell that may be left to all sides. */
export const EXITS_ALL = 255;
/** What can be said of each cell besides its ground. */
export type Plane = 'exits' | 'tags';
/** What cells have of it as long as nothing is said. */
export const USUAL: Readonly<Record<Plane, number>> = { exits: EXITS_ALL, tags: 0 };
/** How many tags there are. */
export const TAGS = 16;

/** The numbers of a set of tags. */
export const tagNumbers = (tags: number): number[] =>
  Array.from({ length: TAGS }, (_, tag) => tag).filter((tag) => (tags >> tag) & 1);

/** A connection between two cells that is no step: stairs, a portal, a door. */
export interface Link {
  readonly from: number;
  readonly to: number;
  /** What it costs, in hundredths of a straight step. */
  readonly percent: number;
  readonly isTwoWay: boolean;
  /** The tags that are asked of who takes it, a bit each. */
  readonly tags: number;
  /** Whether its door is shut. */
  readonly isShut: boolean;
}

export interface NamedPlace {
  readonly name: string;
  readonly cell: number;
}

/** An area with a name: rectangles, each told by its first cell and its sides. */
export interface NamedRegion {
  readonly name: string;
  readonly parts: readonly { readonly cell: number; readonly width: number; readonly height: number }[];
}

/** How many rows each layer of a map has. */
export const rowsOf = ({ height, layers = 1 }: GameMap): number => height / layers;

/** The layer of a cell. */
export const levelOf = (map: GameMap, cell: number): number =>
  Math.floor(cell / (map.width * rowsOf(map)));

/** A colour and how opaque it is: red, green, blue, alpha. */
export type Rgba = readonly [number, number, number, number];

export type { Scenery, SceneryLayer, TileSheet, TileUse, ValueSheet } from './looks';

// These lists are in the order in which the engine and links number them.
export const RULES = ['four', 'eight', 'knight', 'hex'] as const;
export type Rule = (typeof RULES)[number];
export const CORNERS = ['always', 'one-free', 'no-cutting', 'never'] as const;
export type Corners = (typeof CORNERS)[number];

/** How somebody moves. */
export interface Mover {
  readonly rule: Rule;
  readonly corners: Corners;
  readonly straight: number;
  readonly diagonal: number;
  readonly footprint: { readonly width: number; readonly height: number };
  readonly turnCost: number;
  /** The tags that it is allowed, a bit each; none if nothing is said. */
  readonly keys?: number;
}

export const ALGORITHMS = [
  'auto', 'bfs', 'dfs', 'greedy', 'dijkstra', 'astar', 'weighted-astar',
  'two-way-dijkstra', 'two-way-astar', 'jps', 'jps-index', 'jps-weighted',
] as const;
export type Algorithm = (typeof ALGORITHMS)[number];

export const ESTIMATES = [
  'auto', 'zero', 'manhattan', 'octile', 'chebyshev', 'euclidean', 'full-manhattan',
] as const;
export type Estimate = (typeof ESTIMATES)[number];

export const TIES = ['near-goal', 'near-start'] as const;
/** Which of equally promising cells A* closes first. */
export type Ties = (typeof TIES)[number];

/** Which search, of how it is to be done; a pane of a race has one of its own. */
export interface Method {
  readonly algorithm: Algorithm;
  /** Hundredths, of weighted A* alone. */
  readonly percent: number;
  readonly estimate: Estimate;
  readonly ties: Ties;
}

/** A question: from where, by which places, to where, and who walks. */
export interface Question {
  readonly from: number;
  readonly via: readonly number[];
  readonly to: number;
  readonly mover: Mover;
}

export type Outcome = 'found' | 'unreachable' | 'blocked' | 'gave-up';

export interface Blocked {
  readonly end: 'start' | 'via' | 'goal';
  readonly cell: number;
  readonly nearest: number;
}

/** What came of a question. */
export interface Answer {
  readonly outcome: Outcome;
  /** Which algorithm answered, and why that one; English, as the engine says it. */
  readonly algorithm: Algorithm;
  readonly reason: string;
  /** Every cell of the way, first to last; empty where there is none. */
  readonly path: Uint32Array;
  readonly cost: number;
  /** No way costs less than this. */
  readonly lowerBound: number;
  readonly expansions: number;
  /** What the engine's memory holds, in bytes. */
  readonly bytes: number;
  /** Of a blocked question: which place stands in a wall, and the nearest free cell (NONE: none). */
  readonly blocked: Blocked | null;
}

/** How long a search takes that nobody watches, in microseconds a run; other work only makes it longer. */
export interface Times {
  /** Of the quickest batch of runs. */
  readonly least: number;
  /** Of the median batch: half of them took from the least to this. */
  readonly median: number;
  readonly batches: number;
}

export const OPENED = 0;
export const IMPROVED = 1;
export const CLOSED = 2;
/** A step led to a cell by a path that is no better than the one known: nothing changes. */
export const CONSIDERED = 3;

/** How often each thing had happened by some time. */
export interface Tally {
  readonly opened: number;
  readonly improved: number;
  readonly closed: number;
  /** Steps that led to nothing new, where they are told. */
  readonly considered: number;
  /** The longest that the open list had been. */
  readonly openMost: number;
}

/** The open list from time to time: the last events of what waited, the earliest first. */
export interface Checkpoints {
  readonly times: Uint32Array;
  /** Where each list begins among the events, and where the last one ends. */
  readonly begins: Uint32Array;
  readonly events: Uint32Array;
}

/** Every event of a search in its order, as columns; and what follows from them. */
export interface Trace {
  /** How many events there are. */
  readonly length: number;
  readonly kind: Uint8Array;
  readonly cell: Uint32Array;
  /** From where the cell was reached; NONE for a start. */
  readonly parent: Uint32Array;
  readonly g: Uint32Array;
  readonly h: Uint32Array;
  /**
   * For each event: the event before it that changed the same cell, and how long the open list was after it.
   */
  readonly previous: Uint32Array;
  readonly openSize: Uint32Array;
  /**
   * For each cell its first event, its first closing, the last that changed it, NONE for never: at its place
   * among the stamps, and one and two pages after it (`placeOf`). Pages that nobody saw share one.
   */
  readonly pages: Uint32Array;
  readonly stamps: Uint32Array;
  readonly checkpoints: Checkpoints;
  /** The event that each stretch of the way begins with, from one place to the next. */
  readonly legs: readonly number[];
  /** What tells the nodes of one cell apart: a side, or from where one came. Null: each cell is one node. */
  readonly marks: Uint8Array | Uint32Array | null;
  /** Whether the search went on from both ends. */
  readonly isTwoWay: boolean;
  /** Nodes that were opened again after they had been closed. */
  readonly reopened: number;
  /** The most g, the most h, the least f and the most f of all events. */
  readonly extremes: readonly [number, number, number, number];
  /** Whether the search had more events than were kept. */
  readonly isCut: boolean;
  /** What takes long to count: tallies at every 4,096th event. */
  readonly sums?: readonly Tally[];
}

export const HEATS = ['none', 'order', 'g', 'h', 'f', 'error', 'reopenings'] as const;
/** What cells are coloured by. */
export type Heat = (typeof HEATS)[number];

/** The most straight steps that a turn is asked to give. */
export const POINTS_MAX = 1000;

/** What a cell was when some number of events had happened. */
export interface CellState {
  readonly state: 'unseen' | 'open' | 'closed';
  readonly g: number;
  readonly h: number;
  readonly parent: number;
}
