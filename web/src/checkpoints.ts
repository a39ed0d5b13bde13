// Checkpoints of the open list, written while a trace is made (`open-list.ts` reads them).

import { CLOSED, type Checkpoints, type Trace } from './model';

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
  let before: Uint32Array = new Uint32Array();

  /** Before a leg begins nothing of it waits. */
  function begin(event: number): void {
    [from, due, before] = [event, event + stride, new Uint32Array()];
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
