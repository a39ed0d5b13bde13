// What a benchmark is: questions, the searches that answer them, and what each came to.

import type { Recipe } from '../../engine/engine';
import type { Algorithm, Method, Mover, Outcome, Times } from '../../model';

/** Rows of a scenario, or so many generated maps with a question each. */
export type Source = 'rows' | 'seeds';

/** One question: on the map that all share, or on one that is made for it. */
export interface Case {
  /** NONE where the seed of the map says from where to where. */
  readonly from: number;
  readonly to: number;
  readonly recipe: Recipe | null;
  /** How long the shortest path is, by who published the question. */
  readonly published: number | null;
}

/** Who walks, and by which searches the path is looked for. */
export interface Contest {
  readonly mover: Mover;
  readonly methods: readonly Method[];
}

/** What one search came to. */
export interface Figures {
  readonly outcome: Outcome;
  /** Which algorithm answered, where the one that was asked for could not. */
  readonly algorithm: Algorithm;
  readonly cost: number;
  /** In straight steps, the root of two for a diagonal one. */
  readonly length: number;
  readonly expansions: number;
}

/** What a question came to: `figures` by the order of the methods, none where no question was found. */
export interface Answered {
  readonly from: number;
  readonly to: number;
  /** The least that any path costs; null: there is none. */
  readonly optimum: number | null;
  readonly figures: readonly Figures[];
}

/** A question with all that is known of it. */
export interface Result extends Answered {
  /** Which question it is, from 0. */
  readonly at: number;
  /** By the order of the methods; null: not timed, or not yet. */
  readonly times: readonly Times[] | null;
}

/** How times are taken, in milliseconds. */
export interface Pace {
  /** The least difference that the clock told. */
  readonly clockMs: number;
  /** So long is a batch of searches at the least. */
  readonly batchMs: number;
}

/** A benchmark that was run, to its end or not. */
export interface Benchmark extends Contest {
  readonly source: Source;
  /** The scenario's file or the generator. */
  readonly name: string;
  readonly width: number;
  readonly height: number;
  readonly cases: readonly Case[];
  /** In the order of the questions. */
  readonly results: readonly Result[];
  readonly pace: Pace | null;
}
