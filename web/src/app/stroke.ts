// One stroke of a tool, from the finger's touch to its lifting: applied as it goes, one entry to take back.

import { signal } from '@preact/signals';
import { NONE, OPEN } from '../model';
import { brush, filled, groundFrom, lineOf, rectangleOf, thick, tool } from './tools';
import { apply, isDragging, keepPatch, onGiveUp } from './undo';
import { ends, map } from './world';

/** A line or rectangle that is being pulled: nothing is changed before it is let go. */
export interface Pulled {
  readonly tool: 'line' | 'rectangle';
  readonly from: number;
  readonly to: number;
}
export const pulled = signal<Pulled | null>(null);

let before = new Map<number, number>();
let [at, drawn] = [NONE, OPEN];

/** The ends of a search stay free: who wants a wall there moves them first. */
function paint(cells: Iterable<number>): void {
  const { terrain } = map.peek();
  const { from, to } = ends.peek();
  const changed: number[] = [];
  for (const cell of cells) {
    if (terrain[cell] === drawn || (drawn > 9 && (cell === from || cell === to))) continue;
    if (!before.has(cell)) before.set(cell, terrain[cell]);
    changed.push(cell);
  }
  if (changed.length > 0) apply(Uint32Array.from(changed), new Uint8Array(changed.length).fill(drawn));
}

/** Many cells at once, as of a fill: one entry of their own. */
function paintWhole(cells: Uint32Array): void {
  const { terrain } = map.peek();
  const { from, to } = ends.peek();
  const changed = cells.filter((c) => terrain[c] !== drawn && !(drawn > 9 && (c === from || c === to)));
  if (changed.length === 0) return;
  const was = new Uint8Array(changed.length).map((_, i) => terrain[changed[i]]);
  const after = new Uint8Array(changed.length).fill(drawn);
  apply(changed, after);
  keepPatch({ cells: changed, before: was, after });
}

export function beginStroke(cell: number, isErasing = false): void {
  const { terrain, width } = map.peek();
  dropStroke();
  at = cell;
  drawn = isErasing ? OPEN : groundFrom(cell);
  const chosen = tool.peek();
  isDragging.value = true;
  if (chosen === 'fill') {
    paintWhole(filled(terrain, width, cell));
    endStroke();
  } else if (chosen === 'line' || chosen === 'rectangle') {
    pulled.value = { tool: chosen, from: cell, to: cell };
  } else extendStroke(cell);
}

export function extendStroke(cell: number): void {
  if (at === NONE || cell === NONE) return;
  if (pulled.peek()) {
    pulled.value = { ...pulled.peek()!, to: cell };
    return;
  }
  const { width, height } = map.peek();
  paint(thick(width, height, lineOf(width, at, cell), brush.peek()));
  at = cell;
}

export function endStroke(): void {
  const shape = pulled.peek();
  if (shape) {
    const { width, height } = map.peek();
    pulled.value = null;
    if (shape.tool === 'rectangle') paintWhole(rectangleOf(width, shape.from, shape.to));
    else paint(thick(width, height, lineOf(width, shape.from, shape.to), brush.peek()));
  }
  const cells = Uint32Array.from(before.keys());
  const was = Uint8Array.from(before.values());
  keepPatch({ cells, before: was, after: new Uint8Array(cells.length).fill(drawn) });
  before = new Map();
  at = NONE;
  isDragging.value = false;
}

/** Gives a stroke up, as when a second finger comes down to zoom. */
export function dropStroke(): void {
  const cells = Uint32Array.from(before.keys());
  if (cells.length > 0) apply(cells, Uint8Array.from(before.values()));
  before = new Map();
  at = NONE;
  pulled.value = null;
  isDragging.value = false;
}
onGiveUp(dropStroke);
