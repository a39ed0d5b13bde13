// Ground as runs of equal cells: whole small maps, and what was drawn on a map that a recipe makes.

import { coded } from '../coded';
import { STEP } from '../slices';
import type { Reader, Writer } from './bytes';

/** So many cells in a row, from the first on, have this ground. */
export interface Run {
  readonly first: number;
  length: number;
  readonly terrain: number;
}

/** More runs than any link holds: nobody needs to know all of them. */
const RUNS_MAX = 2048;

/** Where a map differs from what it was, in order; looked for in steps. */
export function* runsOf(before: Uint8Array, after: Uint8Array): Generator<void, Run[]> {
  const runs: Run[] = [];
  for (let at = 0; at < after.length && runs.length < RUNS_MAX; at += 1) {
    if (at % STEP === 0) yield;
    if (before[at] === after[at]) continue;
    const last = runs[runs.length - 1];
    if (last?.terrain === after[at] && last.first + last.length === at) last.length += 1;
    else runs.push({ first: at, length: 1, terrain: after[at] });
  }
  return runs;
}

/** Draws runs on a map's ground. */
export function applyRuns(terrain: Uint8Array, runs: readonly Run[]): void {
  for (const run of runs) terrain.fill(run.terrain, run.first, run.first + run.length);
}

/** Runs in order, none over another; throws where they are not. */
export function writeRuns(to: Writer, runs: readonly Run[]): void {
  to.count(runs.length);
  let end = 0;
  for (const { first, length, terrain } of runs) {
    if (first < end || length < 1) throw coded('link-value');
    to.count(first - end);
    to.count(length - 1);
    to.count(terrain);
    end = first + length;
  }
}

export function readRuns(from: Reader, cells: number): Run[] {
  const runs: Run[] = [];
  let end = 0;
  for (let left = from.count(cells); left > 0; left -= 1) {
    const first = end + from.count(cells - 1 - end);
    const length = from.count(cells - 1 - first) + 1;
    runs.push({ first, length, terrain: from.count(255) });
    end = first + length;
  }
  return runs;
}

/** All ground: which terrains there are, then runs, each one number that holds length and terrain. */
export function writeTerrain(to: Writer, terrain: Uint8Array): void {
  const kinds = [...new Set(terrain)].sort((a, b) => a - b);
  to.count(kinds.length);
  for (const kind of kinds) to.count(kind);
  for (let at = 0; at < terrain.length; ) {
    const first = at;
    while (at < terrain.length && terrain[at] === terrain[first]) at += 1;
    to.count((at - first - 1) * kinds.length + kinds.indexOf(terrain[first]));
  }
}

export function readTerrain(from: Reader, cells: number): Uint8Array {
  const kinds: number[] = [];
  for (let left = from.count(256, 1); left > 0; left -= 1) {
    kinds.push(from.count(255));
  }
  const terrain = new Uint8Array(cells);
  for (let at = 0; at < cells; ) {
    const told = from.count((cells - at) * kinds.length - 1);
    const end = at + Math.floor(told / kinds.length) + 1;
    terrain.fill(kinds[told % kinds.length], at, end);
    at = end;
  }
  return terrain;
}
