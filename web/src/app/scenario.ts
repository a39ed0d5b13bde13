// Rows of a MovingAI scenario: run as the benchmark walks, and held against the length that it publishes.

import type { Answer, Mover, Question } from '../model';
import type { Row } from '../import/scenario';

/** Eight neighbours, no cutting of corners, and the root of two to seven digits. */
export const BENCHMARK_MOVER: Mover = {
  rule: 'eight', corners: 'no-cutting', straight: 2378, diagonal: 3363, turnCost: 0,
  footprint: { width: 1, height: 1 },
};

/** Published lengths are rounded, some of them to single precision. */
const SLACK_SHARE = 1e-4;

/** Whether a question is a row as the benchmark asks it. */
export function isAsked({ from, via, to, mover }: Question, row: Row): boolean {
  const isSameMover = JSON.stringify(mover) === JSON.stringify(BENCHMARK_MOVER);
  return from === row.from && to === row.to && via.length === 0 && isSameMover;
}

/** How long a path is, in straight steps with the root of two for a diagonal one. */
export function lengthOf({ path }: Pick<Answer, 'path'>, width: number): number {
  let [straight, diagonal] = [0, 0];
  for (let at = 1; at < path.length; at += 1) {
    const isAcross = path[at] % width !== path[at - 1] % width;
    const isDown = Math.floor(path[at] / width) !== Math.floor(path[at - 1] / width);
    if (isAcross && isDown) diagonal += 1;
    else straight += 1;
  }
  return straight + diagonal * Math.SQRT2;
}

export const isAsPublished = (length: number, best: number): boolean =>
  Math.abs(length - best) <= Math.max(1e-6, best * SLACK_SHARE);
