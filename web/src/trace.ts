// What follows from the events of a search: when each cell was opened and closed, and what it was at any
// time.
//
// A time is a number of events. Nothing is played again to go back: a cell's state at a time is found from
// its first opening and first closing, which is all that most cells need, or by following its events back.

import {
  CLOSED, CONSIDERED, IMPROVED, NONE, OPENED, type CellState, type Checkpoints, type Trace,
} from './model';

/** The columns as the engine hands them out. */
export interface Columns {
  kind: Uint8Array;
  cell: Uint32Array;
  parent: Uint32Array;
  g: Uint32Array;
  h: Uint32Array;
}

/** What else is known of a search than its events. */
export interface Course {
  readonly isCut?: boolean;
  readonly legs?: readonly number[];
  readonly isTwoWay?: boolean;
  /** Whether turning costs something, so that a cell has a node for each heading. */
  readonly hasHeadings?: boolean;
  /** Between two checkpoints of the open list are at least so many events. */
  readonly stride?: number;
}

/** Works out the stamps of a search over so many cells. */
export function traceOf(columns: Columns, cells: number, course: Course = {}): Trace {
  const { isCut = false, legs = [0], isTwoWay = false, hasHeadings = false } = course;
  const { kind, cell } = columns;
  const length = kind.length;
  const openedAt = new Uint32Array(cells).fill(NONE);
  const closedAt = new Uint32Array(cells).fill(NONE);
  const last = new Uint32Array(cells).fill(NONE);
  const previous = new Uint32Array(length);
  const openSize = new Uint32Array(length);
  const marks = isTwoWay ? sidesOf(columns, legs) : hasHeadings ? columns.parent : null;
  let [open, reopened, leg] = [0, 0, 0];
  const isOpen = (before: number) => before !== NONE && kind[before] !== CLOSED;
  const nodes = { kind, previous, marks, isTwoWay };
  const stride = course.stride ?? CHECKPOINT_STRIDE;
  const keeper = checkpointsOf(stride, (event) => isWaiting(nodes, event, last[cell[event]]));
  for (let event = 0; event < length; event += 1) {
    if (event === legs[leg + 1]) {
      leg += 1;
      open = 0;
      keeper.begin(event);
    } else keeper.pass(event);
    const at = cell[event];
    previous[event] = last[at];
    const was = beforeIn({ previous, marks }, event, legs[leg]);
    openSize[event] = open;
    // What was no better than what is known changes nothing of the cell.
    if (kind[event] === CONSIDERED) continue;
    if (kind[event] === CLOSED) {
      open -= Number(isOpen(was));
      // What one side closed the other looks at no more.
      if (isTwoWay) open -= Number(isOpen(beforeIn({ previous, marks }, event, legs[leg], true)));
      if (closedAt[at] === NONE) closedAt[at] = event;
    } else {
      if (!isOpen(was)) open += 1;
      if (was !== NONE && kind[was] === CLOSED) reopened += 1;
      if (openedAt[at] === NONE) openedAt[at] = event;
    }
    last[at] = event;
    openSize[event] = open;
  }
  const checkpoints = keeper.kept();
  const stamps = { previous, openSize, openedAt, closedAt, last, reopened, checkpoints };
  return { ...columns, ...stamps, length, legs, marks, isTwoWay, extremes: extremesOf(columns), isCut };
}

export const CHECKPOINT_STRIDE = 16_384;

/**
 * Writes down what waits from time to time, so that the open list of any time is found from the checkpoint
 * before it. After a long list as many events pass before the next: all together hold no more than two events
 * for each of the search.
 */
function checkpointsOf(stride: number, isWaiting: (event: number) => boolean) {
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

type Chains = Pick<Trace, 'previous' | 'marks'>;

/** The event before one, in its leg, of the same node; or of another node of the same cell. */
function beforeIn({ previous, marks }: Chains, event: number, begin: number, isOther = false): number {
  let before = previous[event];
  while (marks && before !== NONE && (marks[before] === marks[event]) === isOther) before = previous[before];
  return before !== NONE && before >= begin ? before : NONE;
}

/** Whether an event opens a node anew that was closed before. */
export function isReopening(trace: Trace, event: number): boolean {
  if (trace.kind[event] >= CLOSED) return false;
  const before = beforeIn(trace, event, trace.legs.findLast((leg) => leg <= event) ?? 0);
  return before !== NONE && trace.kind[before] === CLOSED;
}

/** Of a search from both ends, which side each event is of: whoever closed the parent opened the cell. */
function sidesOf({ kind, cell, parent }: Columns, legs: readonly number[]): Uint8Array {
  const closedBy = new Map<number, number>();
  let start = NONE;
  return Uint8Array.from(kind, (what, event) => {
    if (legs.includes(event)) start = cell[event];
    const side = closedBy.get(parent[event]) ?? Number(cell[event] !== start);
    if (what === CLOSED) closedBy.set(cell[event], side);
    return side;
  });
}

/** The most g, the most h, the least f and the most f of all; an h that is too large to say counts as 0. */
function extremesOf({ kind, g, h }: Columns): Trace['extremes'] {
  let [gMost, hMost, fLeast, fMost] = [0, 0, NONE, 0];
  for (let event = 0; event < kind.length; event += 1) {
    if (kind[event] === CONSIDERED) continue;
    const rest = h[event] === NONE ? 0 : h[event];
    gMost = Math.max(gMost, g[event]);
    hMost = Math.max(hMost, rest);
    fLeast = Math.min(fLeast, g[event] + rest);
    fMost = Math.max(fMost, g[event] + rest);
  }
  return [gMost, hMost, fLeast, fMost];
}

/** The last event of a cell among the first `time` events; NONE where there was none. */
export function eventAt(trace: Trace, cell: number, time: number): number {
  let event = trace.last[cell];
  while (event !== NONE && event >= time) event = trace.previous[event];
  return event;
}

/** What a cell was when `time` events had happened. */
export function stateAt(trace: Trace, cell: number, time: number): CellState {
  const event = eventAt(trace, cell, time);
  if (event === NONE) return { state: 'unseen', g: 0, h: 0, parent: NONE };
  const state = trace.kind[event] === CLOSED ? 'closed' : 'open';
  return { state, g: trace.g[event], h: trace.h[event], parent: trace.parent[event] };
}

/** One line of a cell's history. */
export interface Happening {
  event: number;
  kind: 'opened' | 'improved' | 'closed';
  g: number;
  h: number;
  parent: number;
}

const KINDS = { [OPENED]: 'opened', [IMPROVED]: 'improved', [CLOSED]: 'closed' } as const;

/** What happened to a cell, first to last, among the first `time` events. */
export function historyOf(trace: Trace, cell: number, time: number): Happening[] {
  const happened: Happening[] = [];
  for (let event = eventAt(trace, cell, time); event !== NONE; event = trace.previous[event]) {
    const kind = KINDS[trace.kind[event] as 0 | 1 | 2];
    happened.push({ event, kind, g: trace.g[event], h: trace.h[event], parent: trace.parent[event] });
  }
  return happened.reverse();
}

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

type Nodes = Chains & Pick<Trace, 'kind' | 'isTwoWay'>;

/** Whether a node still waits by one of its events, when its cell's newest event is this one. */
function isWaiting({ kind, previous, marks, isTwoWay }: Nodes, event: number, newest: number): boolean {
  if (kind[event] >= CLOSED) return false;
  for (let later = newest; later !== event; later = previous[later]) {
    const isSame = marks === null || marks[later] === marks[event];
    // What one side closed the other looks at no more.
    if (isSame || (isTwoWay && kind[later] === CLOSED)) return false;
  }
  return true;
}
