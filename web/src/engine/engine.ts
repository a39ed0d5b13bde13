// What the page asks of the engine: one in a worker of its own, which all panes share.

import type { Answer, Arrangement, GameMap, Link, Method, Plane, Question, Shape, Trace } from '../model';
import type { Methods } from './calls';

/** A maker of maps, and the numbers it can be made with. */
export interface Maker {
  readonly name: string;
  readonly hasHexes: boolean;
  readonly usual: { readonly width: number; readonly height: number };
  readonly knobs: readonly Knob[];
}

export interface Knob {
  readonly name: string;
  readonly value: number;
  readonly least: number;
  readonly most: number;
}

/** A map to be made. The same numbers make the same map everywhere. */
export interface Recipe {
  readonly maker: string;
  readonly shape: Shape;
  readonly arrangement: Arrangement;
  readonly width: number;
  readonly height: number;
  readonly seed: number;
  readonly knobs: Readonly<Record<string, number>>;
}

/** What is known of each cell: its ground, and what is said of it besides. */
export type CellPlane = 'terrain' | Plane;
/** A value for each of some cells. */
export type Values = Uint8Array | Uint16Array;

/** An answer, and the search that led to it if it was watched. */
export interface Watched {
  readonly answer: Answer;
  readonly trace: Trace | null;
}

/** How an answer is wanted. */
export interface Wanted {
  /** Keep at most so many events; 0: do not watch. */
  readonly eventsMax: number;
  /** Search although it is known already that there is no path. */
  readonly isExhaustive?: boolean;
  /** Keep steps that led to nothing new, too. */
  readonly isThorough?: boolean;
}

/** Hears how far long work is: how many nodes a search has expanded, how much of a map is made, of one. */
export type Progress = (done: number) => void;

/** What an engine's worker can be asked, in calls that are answered in their order. */
export interface EngineCalls {
  /** Comes first: the engine is made of a compiled module. */
  start(module: WebAssembly.Module): void;
  makers(): readonly Maker[];
  make(recipe: Recipe): GameMap;
  /** Takes in a map; questions are asked of it from now on. */
  load(map: GameMap): void;
  /** Gives cells another ground, other tags or exits: pairs of a cell and its value. */
  edit(cells: Uint32Array, values: Values, plane: CellPlane): void;
  /** These are the map's links from now on. */
  link(links: readonly Link[]): void;
  /** Answers a question; one that was not answered yet when the next is asked fails with `Cancelled`. */
  ask(question: Question, method: Method, wanted: Wanted): Watched;
  /** How many milliseconds it takes to answer so many times when nobody watches. */
  time(question: Question, method: Method, times: number): number;
  /** What the cheapest way from each cell to the goal costs, NONE where there is none. */
  costsTo(question: Question): Uint32Array;
  /**
   * The way by time, cell by cell or as a line pulled tight, its corners rounded: x, y and time of each point
   * by turns, in straight steps over open ground.
   */
  walk(question: Question, path: Uint32Array, isSmooth: boolean): Float32Array;
  /** Where on the path each turn ends, with so much to spend in each; if not at its end, a step is dearer. */
  turns(question: Question, path: Uint32Array, budget: number): Uint32Array;
}

type Promised<M extends Methods<M>> =
  { readonly [N in keyof M]: (...given: Parameters<M[N]>) => Promise<ReturnType<M[N]>> };

/** An engine as the page knows it. Every call rejects with a `Coded` error, which the page says in words. */
export interface Engine extends Omit<Promised<EngineCalls>, 'start' | 'make' | 'ask'> {
  make(recipe: Recipe, progress?: Progress): Promise<GameMap>;
  ask(question: Question, method: Method, wanted: Wanted, progress?: Progress): Promise<Watched>;
  /** Gives up the question at hand, if there is one. */
  cancel(): void;
  close(): void;
}
