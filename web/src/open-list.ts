// The open list at any moment of a search, found from checkpoints that are written while its trace is made.

import { CLOSED, CONSIDERED, type Checkpoints, type Trace } from './model';

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

type Nodes = Pick<Trace, 'kind' | 'previous' | 'marks' | 'isTwoWay'>;

/** Whether a node still waits by one of its events, when its cell's newest event is this one. */
export function isWaiting(
  { kind, previous, marks, isTwoWay }: Nodes, event: number, newest: number,
): boolean {
  if (kind[event] >= CLOSED) return false;
  for (let later = newest; later !== event; later = previous[later]) {
    const isSame = marks === null || marks[later] === marks[event];
    // What one side closed the other looks at no more.
    if (isSame || (isTwoWay && kind[later] === CLOSED)) return false;
  }
  return true;
}

/** Between two checkpoints are at least so many events. */
export const CHECKPOINT_STRIDE = 16_384;

/**
 * Writes down what waits from time to time, so that the open list of any time is found from the checkpoint
 * before it. After a long list as many events pass before the next: all together hold no more than two events
 * for each of the search.
 */
export function checkpointsOf(stride: number, isWaiting: (event: number) => boolean) {
  const times: number[] = [];
  const lists: Uint32Array[] = [];
  let [from, due] = [0, stride];
  let before: Uint32Array = NO_EVENTS;

  /** Before a leg begins nothing of it waits. */
  function begin(event: number): void {
    [from, due, before] = [event, event + stride, NO_EVENTS];
  }

  /** Hears of each event just before it happens. */
  function pass(event: number): void {
    if (event < due) return;
    const open: number[] = [];
    for (const each of before) if (isWaiting(each)) open.push(each);
    for (let each = from; each < event; each += 1) if (isWaiting(each)) open.push(each);
    before = Uint32Array.from(open);
    [from, due] = [event, event + Math.max(stride, open.length)];
    times.push(event);
    lists.push(before);
  }

  function kept(): Checkpoints {
    const begins = new Uint32Array(lists.length + 1);
    lists.forEach((list, at) => (begins[at + 1] = begins[at] + list.length));
    const events = new Uint32Array(begins[lists.length]);
    lists.forEach((list, at) => events.set(list, begins[at]));
    return { times: Uint32Array.from(times), begins, events };
  }

  return { begin, pass, kept };
}
