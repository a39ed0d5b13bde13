// What follows from the events of a search: when each cell was opened and closed, and what it was at any
// time.
//
// A time is a number of events. Nothing is played again to go back: a cell's state at a time is found from
// its first opening and first closing, which is all that most cells need, or by following its events back.

import { CLOSED, CONSIDERED, NONE, type CellState, type Trace } from './model';
import { CHECKPOINT_STRIDE, checkpointsOf, isWaiting } from './checkpoints';

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
  const { pages, stamps } = pagesOf(cell, cells);
  const previous = new Uint32Array(length);
  const openSize = new Uint32Array(length);
  const marks = isTwoWay ? sidesOf(columns, legs) : hasHeadings ? columns.parent : null;
  let [open, reopened, leg] = [0, 0, 0];
  const isOpen = (before: number) => before !== NONE && kind[before] !== CLOSED;
  const nodes = { kind, previous, marks, isTwoWay };
  const stride = course.stride ?? CHECKPOINT_STRIDE;
  const lastOf = (event: number) => stamps[placeOf(pages, cell[event]) + LAST];
  const keeper = checkpointsOf(stride, (event) => isWaiting(nodes, event, lastOf(event)));
  for (let event = 0; event < length; event += 1) {
    if (event === legs[leg + 1]) {
      leg += 1;
      open = 0;
      keeper.begin(event);
    } else keeper.pass(event);
    const at = placeOf(pages, cell[event]);
    previous[event] = stamps[at + LAST];
    const was = beforeIn({ previous, marks }, event, legs[leg]);
    openSize[event] = open;
    // What was no better than what is known changes nothing of the cell.
    if (kind[event] === CONSIDERED) continue;
    if (kind[event] === CLOSED) {
      open -= Number(isOpen(was));
      // What one side closed the other looks at no more.
      if (isTwoWay) open -= Number(isOpen(beforeIn({ previous, marks }, event, legs[leg], true)));
      if (stamps[at + CLOSING] === NONE) stamps[at + CLOSING] = event;
    } else {
      if (!isOpen(was)) open += 1;
      if (was !== NONE && kind[was] === CLOSED) reopened += 1;
      if (stamps[at] === NONE) stamps[at] = event;
    }
    stamps[at + LAST] = event;
    openSize[event] = open;
  }
  const checkpoints = keeper.kept();
  const known = { previous, openSize, pages, stamps, reopened, checkpoints };
  return { ...columns, ...known, length, legs, marks, isTwoWay, extremes: extremesOf(columns), isCut };
}

/** Cells of a page: so few, since some searches look at cells that are far from each other. */
export const PAGE = 16;
/** How far after its first event a cell's first closing and its last event stand. */
export const CLOSING = PAGE;
const LAST = 2 * PAGE;

/** Where the first event of a cell stands among the stamps. */
export const placeOf = (pages: Uint32Array, cell: number): number => pages[cell >>> 4] + (cell & (PAGE - 1));

/** A page for each that has a cell of these; the first one is that of all others. */
function pagesOf(seen: Uint32Array, cells: number): Pick<Trace, 'pages' | 'stamps'> {
  const pages = new Uint32Array(Math.ceil(cells / PAGE));
  let end = LAST + PAGE;
  for (const cell of seen) {
    if (pages[cell >>> 4] > 0) continue;
    pages[cell >>> 4] = end;
    end += LAST + PAGE;
  }
  return { pages, stamps: new Uint32Array(end).fill(NONE) };
}

/** The first event of a cell, NONE where there was none. */
export const openedAt = ({ pages, stamps }: Trace, cell: number): number => stamps[placeOf(pages, cell)];

type Chains = Pick<Trace, 'previous' | 'marks'>;

/** The event before one, in its leg, of the same node; or of another node of the same cell. */
export function beforeIn({ previous, marks }: Chains, event: number, begin: number, isOther = false): number {
  let before = previous[event];
  while (marks && before !== NONE && (marks[before] === marks[event]) === isOther) before = previous[before];
  return before !== NONE && before >= begin ? before : NONE;
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
  let event = trace.stamps[placeOf(trace.pages, cell) + LAST];
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
