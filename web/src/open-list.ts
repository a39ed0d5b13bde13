// The open list at any moment of a search, found from checkpoints that are written while its trace is made.

import { CLOSED, CONSIDERED, type Trace } from './model';

/** What waits in the open list when `time` events had happened: the last event of each, the latest first. */
export function openListAt(trace: Trace, time: number): number[] {
  const end = Math.min(time, trace.length);
  const begin = trace.legs.findLast((leg) => leg < end) ?? 0;
  const { times, begins, events } = trace.checkpoints;
  const after = partition(times, end);
  const isUsed = after > 0 && times[after - 1] > begin;
  const known = isUsed ? events.subarray(begins[after - 1], begins[after]) : NO_EVENTS;
  const open: number[] = [];
  const seen = new Set<number>();
  const look = (event: number) => {
    if (trace.kind[event] === CONSIDERED) return;
    const isClosed = trace.kind[event] === CLOSED;
    const mark = trace.marks?.[event] ?? 0;
    // Both numbers have 24 bits, or the mark is NONE.
    const node = (of: number) => trace.cell[event] * 2 ** 25 + (of % 2 ** 25);
    if (!seen.has(node(mark)) && !isClosed) open.push(event);
    seen.add(node(mark));
    if (isClosed && trace.isTwoWay) seen.add(node(1 - mark));
  };
  for (let event = end - 1; event >= (isUsed ? times[after - 1] : begin); event -= 1) look(event);
  for (let at = known.length - 1; at >= 0; at -= 1) look(known[at]);
  return open;
}

const NO_EVENTS = new Uint32Array();

/** How many of ascending numbers are not above one. */
function partition(numbers: Uint32Array, most: number): number {
  let [low, high] = [0, numbers.length];
  while (low < high) {
    const middle = (low + high) >> 1;
    if (numbers[middle] <= most) low = middle + 1;
    else high = middle;
  }
  return low;
}
