// The search loops as pseudo-code, and which line runs at an event of a trace.
//
// The lines are words. Two spaces begin a line for each level it lies in; what a loop goes by is a hole.

import { CLOSED, CONSIDERED, IMPROVED, NONE, type Algorithm, type Trace } from '../model';
import { isReopening } from '../history';
import type { Words } from '../words';

/** The three loops that there are. */
export type Form = 'bestFirst' | 'twoWay' | 'jump';

/** Which lines ran since the event before, the one that the event is of last. */
const LINES: Readonly<Record<Form, Readonly<Record<Moment, readonly number[]>>>> = {
  bestFirst: {
    begin: [0], close: [1, 2, 3], barren: [1, 2, 5, 6, 7, 9, 3], arrive: [1, 2, 3, 4], open: [5, 6, 7, 8],
    improve: [5, 6, 7, 9, 10], reopen: [5, 6, 7, 9, 10, 11], consider: [5, 6, 7, 9], fail: [1, 12],
  },
  twoWay: {
    begin: [0], close: [1, 2, 3, 4], barren: [1, 2, 3, 5, 6, 7, 4], arrive: [1, 11], open: [6, 7, 10, 8],
    improve: [6, 7, 10, 9], reopen: [6, 7, 10, 9], consider: [6, 7, 9], fail: [1, 11],
  },
  jump: {
    begin: [0], close: [1, 2, 3], barren: [1, 2, 5, 6, 7, 3], arrive: [1, 2, 3, 4], open: [5, 6, 8, 9, 10],
    improve: [5, 6, 8, 9, 11], reopen: [5, 6, 8, 9, 11], consider: [5, 6, 8, 9, 11], fail: [1, 12],
  },
};
/** Barren is a closing after which nothing was opened or improved: all was looked at, and nothing better. */
type Moment = 'begin' | 'close' | 'barren' | 'arrive' | 'open' | 'improve' | 'reopen' | 'consider' | 'fail';

/** Which of the three loops an algorithm runs. */
export function formOf(algorithm: Algorithm): Form {
  if (algorithm.startsWith('two-way')) return 'twoWay';
  return algorithm.startsWith('jps') ? 'jump' : 'bestFirst';
}

/** The lines of the loop that an algorithm runs; for `auto` ask for the one that answered. */
export const pseudoOf = (t: Words['t'], algorithm: Algorithm): readonly string[] =>
  t(`pseudo.${formOf(algorithm)}`, { order: t(`order.${algorithm}`) }).split('\n');

/**
 * The lines that ran by the last of the first `time` events of a trace, its own line last.
 * `goals` are the cells at whose closing a search ends: the goal, and via points before it.
 */
export function linesOf(
  algorithm: Algorithm, trace: Trace, time: number, goals: readonly number[],
): readonly number[] {
  return LINES[formOf(algorithm)][momentOf(algorithm, trace, Math.min(time, trace.length), goals)];
}

const isWholeAt = (trace: Trace, time: number): boolean => time === trace.length && !trace.isCut;

function momentOf(algorithm: Algorithm, trace: Trace, time: number, goals: readonly number[]): Moment {
  const event = time - 1;
  if (event < 0) return 'begin';
  if (trace.kind[event] === CONSIDERED && !isWholeAt(trace, time)) return 'consider';
  const isStart = trace.parent[event] === NONE;
  const isWhole = isWholeAt(trace, time);
  if (formOf(algorithm) === 'twoWay') {
    if (isWhole) return 'arrive';
  } else if (trace.kind[event] === CLOSED && goals.includes(trace.cell[event])) {
    return 'arrive';
  } else if (isWhole) {
    return 'fail';
  }
  if (trace.kind[event] === CLOSED) return trace.kind[time] === CLOSED ? 'barren' : 'close';
  if (isStart) return 'begin';
  if (isReopening(trace, event)) return 'reopen';
  return trace.kind[event] === IMPROVED ? 'improve' : 'open';
}
