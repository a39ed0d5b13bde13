// What a benchmark says of each search: how its figures spread, and how it compares with the first one.

import type { Benchmark, Result } from './bench';
import { middleOf, quantile, roundStep, sortedOf, type Middle } from './statistics';
import { isAsPublished } from '../scenario';

/** Figures of one search over all questions. */
export interface Spread {
  readonly sorted: Float64Array;
  readonly middle: Middle;
  readonly total: number;
}

/** Of one search. */
export interface Summary {
  readonly expansions: Spread;
  /** Microseconds; null until something was timed. */
  readonly times: Spread | null;
  /** Question by question, how many times fewer expansions than the first search, and how often faster. */
  readonly fewer: Middle;
  readonly faster: Middle | null;
  /** Cost divided by the least cost: on the average, and the most. */
  readonly over: { readonly mean: number; readonly most: number };
  /** How many paths are as long as published; null: nothing is published. */
  readonly published: { readonly same: number; readonly of: number } | null;
  /** How often another algorithm answered, since this one could not. */
  readonly substituted: number;
}

/** Questions of like length, and how each search compares with the first one there. */
export interface Bin {
  /** Length in straight steps, from and up to below. */
  readonly from: number;
  readonly to: number;
  readonly count: number;
  readonly fewer: readonly Middle[];
  readonly faster: readonly Middle[] | null;
}

/** So many bins at the most, and so many questions in each at the least. */
const BINS = 15;
const IN_A_BIN = 3;

/** Questions that have an answer. */
export const foundOf = ({ results }: Benchmark): readonly Result[] =>
  results.filter(({ optimum }) => optimum !== null);

function spreadOf(values: readonly number[]): Spread | null {
  const sorted = sortedOf(values);
  const middle = middleOf(sorted);
  return middle && { sorted, middle, total: values.reduce((sum, value) => sum + value, 0) };
}

const ratios = (above: readonly number[], below: readonly number[]): Middle | null =>
  middleOf(sortedOf(above.map((value, at) => (value === below[at] ? 1 : value / below[at]))));

const expansionsOf = (results: readonly Result[], method: number) =>
  results.map(({ figures }) => figures[method].expansions);
const timesOf = (results: readonly Result[], method: number) =>
  results.map(({ times }) => times![method].least);

/** One for each search, in their order; empty where nothing was found. */
export function summariesOf(benchmark: Benchmark): readonly Summary[] {
  const { cases, methods } = benchmark;
  const found = foundOf(benchmark);
  if (found.length === 0) return [];
  const timed = found.filter(({ times }) => times !== null);
  const hasLengths = cases.some(({ published }) => published !== null);
  return methods.map((method, at) => {
    const over = found.map(({ figures, optimum }) => (optimum === 0 ? 1 : figures[at].cost / optimum!));
    const same = found.filter(({ at: row, figures }) =>
      figures[at].outcome === 'found' && isAsPublished(figures[at].length, cases[row].published ?? NaN));
    return {
      expansions: spreadOf(expansionsOf(found, at))!,
      times: spreadOf(timesOf(timed, at)),
      fewer: ratios(expansionsOf(found, 0), expansionsOf(found, at))!,
      faster: ratios(timesOf(timed, 0), timesOf(timed, at)),
      over: {
        mean: over.reduce((sum, each) => sum + each, 0) / over.length,
        most: over.reduce((most, each) => Math.max(most, each)),
      },
      // A question without any answer differs from what is published, too.
      published: hasLengths ? { same: same.length, of: benchmark.results.length } : null,
      substituted: method.algorithm === 'auto' ? 0
        : found.filter(({ figures }) => figures[at].algorithm !== method.algorithm).length,
    };
  });
}

/** The questions by the length of their cheapest path, in straight steps. */
export function binsOf(benchmark: Benchmark): readonly Bin[] {
  const { methods, mover } = benchmark;
  const all = foundOf(benchmark);
  const timed = all.filter(({ times }) => times !== null);
  // As soon as some are timed these alone are told of, so that both ratios are of the same questions.
  const told = timed.length > 0 ? timed : all;
  if (told.length === 0) return [];
  const lengthOf = ({ optimum }: Result) => optimum! / mover.straight;
  const step = roundStep(quantile(sortedOf(told.map(lengthOf)), 1), BINS);
  const parts: Result[][] = [];
  for (const result of told) (parts[Math.floor(lengthOf(result) / step)] ??= []).push(result);
  return parts.flatMap((part, at) => {
    if (part.length < IN_A_BIN) return [];
    const over = (values: typeof timesOf) =>
      methods.map((_, method) => ratios(values(part, 0), values(part, method))!);
    return {
      from: at * step, to: (at + 1) * step, count: part.length,
      fewer: over(expansionsOf), faster: timed.length > 0 ? over(timesOf) : null,
    };
  });
}
