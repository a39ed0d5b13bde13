// How often each thing had happened by some time, found from sums kept at every 4,096th event.

import { CLOSED, CONSIDERED, IMPROVED, type Tally, type Trace } from './model';
import { traceOf, type Columns, type Course } from './trace';

const STRIDE = 4096;

/** Sums at every 4,096th event of one trace. */
export interface Sums {
  readonly trace: Trace;
  readonly at: readonly Tally[];
}

const NOTHING: Tally = { opened: 0, improved: 0, closed: 0, considered: 0, openMost: 0 };

function counted(trace: Trace, from: number, to: number, since: Tally): Tally {
  let { opened, improved, closed, considered, openMost } = since;
  for (let event = from; event < to; event += 1) {
    const kind = trace.kind[event];
    if (kind === CLOSED) closed += 1;
    else if (kind === IMPROVED) improved += 1;
    else if (kind === CONSIDERED) considered += 1;
    else opened += 1;
    if (trace.openSize[event] > openMost) openMost = trace.openSize[event];
  }
  return { opened, improved, closed, considered, openMost };
}

/** The sums that came with a trace, or those made of it. */
export function sumsOf(trace: Trace): Sums {
  if (trace.sums) return { trace, at: trace.sums };
  const at = [NOTHING];
  for (let from = 0; from < trace.length; from += STRIDE) {
    at.push(counted(trace, from, Math.min(from + STRIDE, trace.length), at[at.length - 1]));
  }
  return { trace, at };
}

/** A trace that takes its sums with it. */
export function tracedWithSums(columns: Columns, cells: number, course: Course): Trace {
  const trace = traceOf(columns, cells, course);
  return { ...trace, sums: sumsOf(trace).at };
}

/** What had happened among the first `time` events. */
export function tallyAt({ trace, at }: Sums, time: number): Tally {
  const end = Math.min(Math.max(0, time), trace.length);
  const block = Math.floor(end / STRIDE);
  return counted(trace, block * STRIDE, end, at[block]);
}

/** The least time at which so many closings had happened; the trace's length where there were fewer. */
export const timeOfClosing = (sums: Sums, closings: number): number =>
  timeOf(sums, closings, ({ closed }) => closed, (kind) => kind === CLOSED);

/** How many events had changed something among the first `time`. */
export const changesAt = (sums: Sums, time: number): number => changesOf(tallyAt(sums, time));
const changesOf = ({ opened, improved, closed }: Tally): number => opened + improved + closed;

/** The least time at which so many events had changed something. */
export const timeOfChange = (sums: Sums, changes: number): number =>
  timeOf(sums, changes, changesOf, (kind) => kind !== CONSIDERED);

function timeOf(
  { trace, at }: Sums, wanted: number, count: (tally: Tally) => number, isOne: (kind: number) => boolean,
): number {
  if (wanted <= 0) return 0;
  let [low, high] = [0, at.length - 1];
  while (low < high) {
    const middle = (low + high + 1) >> 1;
    if (count(at[middle]) < wanted) low = middle;
    else high = middle - 1;
  }
  let found = count(at[low]);
  for (let event = low * STRIDE; event < trace.length; event += 1) {
    if (isOne(trace.kind[event]) && (found += 1) === wanted) return event + 1;
  }
  return trace.length;
}

/** The nearest time after or before one at which an expansion ends: that before the next closing. */
export function boundaryBeside(sums: Sums, time: number, by: 1 | -1): number {
  const { length } = sums.trace;
  const all = tallyAt(sums, length).closed;
  const endOf = (closings: number) =>
    (closings < all ? timeOfClosing(sums, closings + 1) - 1 : length);
  const closed = tallyAt(sums, time).closed;
  if (by > 0) return endOf(closed) > time ? endOf(closed) : endOf(closed + 1);
  return closed === 0 ? 0 : endOf(closed - 1);
}
