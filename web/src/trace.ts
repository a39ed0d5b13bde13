// What follows from the events of a search: when each cell was opened and closed, and what it was at any
// time.
//
// A time is a number of events. Nothing is played again to go back: a cell's state at a time is found from
// its first opening and first closing, which is all that most cells need, or by following its events back.

import { CLOSED, IMPROVED, NONE, OPENED, type CellState, type Trace } from './model';

/** The columns as the engine hands them out. */
export interface Columns {
  kind: Uint8Array;
  cell: Uint32Array;
  parent: Uint32Array;
  g: Uint32Array;
  h: Uint32Array;
}

/** Works out the stamps of a search over so many cells. */
export function traceOf(columns: Columns, cells: number, isCut = false): Trace {
  const { kind, cell } = columns;
  const length = kind.length;
  const openedAt = new Uint32Array(cells).fill(NONE);
  const closedAt = new Uint32Array(cells).fill(NONE);
  const last = new Uint32Array(cells).fill(NONE);
  const previous = new Uint32Array(length);
  const openSize = new Uint32Array(length);
  let open = 0;
  let reopened = 0;
  for (let event = 0; event < length; event += 1) {
    const at = cell[event];
    const before = last[at];
    const wasOpen = before !== NONE && kind[before] !== CLOSED;
    if (kind[event] === CLOSED) {
      if (wasOpen) open -= 1;
      if (closedAt[at] === NONE) closedAt[at] = event;
    } else {
      if (!wasOpen) open += 1;
      if (before !== NONE && kind[before] === CLOSED) reopened += 1;
      if (openedAt[at] === NONE) openedAt[at] = event;
    }
    previous[event] = before;
    last[at] = event;
    openSize[event] = open;
  }
  const extremes = extremesOf(columns);
  return { ...columns, length, previous, openSize, openedAt, closedAt, last, reopened, extremes, isCut };
}

/** The most g, the most h, the least f and the most f of all; an h that is too large to say counts as 0. */
function extremesOf({ kind, g, h }: Columns): Trace['extremes'] {
  let [gMost, hMost, fLeast, fMost] = [0, 0, NONE, 0];
  for (let event = 0; event < kind.length; event += 1) {
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

/** The cells that wait in the open list when `time` events had happened, the next one first: by f, then h. */
export function openListAt(trace: Trace, time: number, most: number): number[] {
  const open: number[] = [];
  const seen = new Set<number>();
  for (let event = Math.min(time, trace.length) - 1; event >= 0; event -= 1) {
    const cell = trace.cell[event];
    if (seen.has(cell)) continue;
    seen.add(cell);
    if (trace.kind[event] !== CLOSED) open.push(event);
  }
  const f = (event: number) => trace.g[event] + trace.h[event];
  open.sort((a, b) => f(a) - f(b) || trace.h[a] - trace.h[b] || trace.cell[a] - trace.cell[b]);
  return open.slice(0, most).map((event) => trace.cell[event]);
}
