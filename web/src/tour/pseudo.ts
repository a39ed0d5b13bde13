// The search loops as pseudo-code, and which line runs at an event of a trace.
//
// The lines are words. Two spaces begin a line for each level it lies in; what a loop goes by is a hole.

import { CLOSED, IMPROVED, NONE, type Algorithm, type Trace } from '../model';
import { isReopening } from '../trace';
import type { Words } from '../words';

/** The three loops that there are. */
export type Form = 'bestFirst' | 'twoWay' | 'jump';

/** Which line runs at which moment. */
const LINES: Readonly<Record<Form, Readonly<Record<Moment, number>>>> = {
  bestFirst: { begin: 0, close: 3, arrive: 4, open: 8, improve: 10, reopen: 11, fail: 12 },
  twoWay: { begin: 0, close: 4, arrive: 11, open: 8, improve: 9, reopen: 9, fail: 11 },
  jump: { begin: 0, close: 3, arrive: 4, open: 10, improve: 11, reopen: 11, fail: 12 },
};
type Moment = 'begin' | 'close' | 'arrive' | 'open' | 'improve' | 'reopen' | 'fail';

/** Which of the three loops an algorithm runs. */
export function formOf(algorithm: Algorithm): Form {
  if (algorithm.startsWith('two-way')) return 'twoWay';
  return algorithm.startsWith('jps') ? 'jump' : 'bestFirst';
}

/** The lines of the loop that an algorithm runs; for `auto` ask for the one that answered. */
export const pseudoOf = (t: Words['t'], algorithm: Algorithm): readonly string[] =>
  t(`pseudo.${formOf(algorithm)}`, { order: t(`order.${algorithm}`) }).split('\n');

/**
 * The line that runs when `time` events of a trace have happened: that of the last of them.
 * `goals` are the cells at whose closing a search ends: the goal, and via points before it.
 */
export function lineOf(algorithm: Algorithm, trace: Trace, time: number, goals: readonly number[]): number {
  return LINES[formOf(algorithm)][momentOf(algorithm, trace, Math.min(time, trace.length), goals)];
}

function momentOf(algorithm: Algorithm, trace: Trace, time: number, goals: readonly number[]): Moment {
  const event = time - 1;
  if (event < 0) return 'begin';
  const isStart = trace.parent[event] === NONE;
  const isWhole = time === trace.length && !trace.isCut;
  if (formOf(algorithm) === 'twoWay') {
    if (isWhole) return 'arrive';
  } else if (trace.kind[event] === CLOSED && goals.includes(trace.cell[event])) {
    return 'arrive';
  } else if (isWhole) {
    return 'fail';
  }
  if (trace.kind[event] === CLOSED) return 'close';
  if (isStart) return 'begin';
  if (isReopening(trace, event)) return 'reopen';
  return trace.kind[event] === IMPROVED ? 'improve' : 'open';
}
