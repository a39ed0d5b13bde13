// One stroke of a tool, from the finger's touch to its lifting: applied as it goes, one entry to take back.

import { signal } from '@preact/signals';
import { NONE, OPEN, rowsOf } from '../model';
import { inSlices, STEP } from '../slices';
import { fetched } from './fetched';
import { lineOf, rectangled, thick } from './tools';
import type { Patch } from './undo';
import type { Ends } from './world';
import type { With } from './playground';

/** A line or rectangle that is being pulled: nothing is changed before it is let go. */
export interface Pulled {
  readonly tool: 'line' | 'rectangle';
  readonly from: number;
  readonly to: number;
}

/** Drawing on the map. */
export function createStroke({
  messages: { complain },
  world: { ends, map },
  undo: { apply, changeMap, isDragging, keepPatch, onGiveUp },
  made: { passMade },
  tools: { brush, groundFrom, tool },
}: With<'messages' | 'world' | 'undo' | 'made' | 'tools'>) {
  const pulled = signal<Pulled | null>(null);

  let before = new Map<number, number>();
  let [at, drawn] = [NONE, OPEN];

  function paint(cells: Iterable<number>): void {
    const { terrain } = map.peek();
    const kept = placesOf(ends.peek());
    const changed: number[] = [];
    for (const cell of cells) {
      if (terrain[cell] === drawn || (drawn > 9 && kept.includes(cell))) continue;
      if (!before.has(cell)) before.set(cell, terrain[cell]);
      changed.push(cell);
    }
    if (changed.length > 0) apply(Uint32Array.from(changed), new Uint8Array(changed.length).fill(drawn));
  }

  /** Draws what may be much, as a fill, in steps on a copy: one entry. What is drawn meanwhile ends it. */
  async function paintWhole(paint: (next: Uint8Array, width: number) => Iterable<void>): Promise<void> {
    const now = map.peek();
    const next = now.terrain.slice();
    const found = new Uint32Array(CELLS_MAX);
    let count = 0;
    function* work(): Generator<void, boolean> {
      yield* paint(next, now.width);
      for (const end of placesOf(ends.peek())) if (next[end] > 9) next[end] = now.terrain[end];
      for (let at = 0; at < next.length && count <= CELLS_MAX; at += 1) {
        if (next[at] !== now.terrain[at]) found[count++] = at;
        if (at % STEP === 0) yield;
      }
      return count > 0;
    }
    if (!(await inSlices(work(), () => map.peek() === now))) return;
    if (count > CELLS_MAX) {
      passMade(now.terrain, next);
      return changeMap({ ...now, terrain: next }, ends.peek());
    }
    const cells = found.slice(0, count);
    const [before, after] = [now.terrain, next].map((terrain) => groundOf(terrain, cells));
    const patch: Patch = { plane: 'terrain', cells, before, after };
    apply(cells, patch.after);
    keepPatch(patch);
  }

  async function fillFrom(cell: number): Promise<void> {
    const [now, ground] = [map.peek(), drawn];
    const { flood } = await fetched(() => import('./flood'));
    if (map.peek() !== now) return;
    await paintWhole((next, width) => {
      const area = width * rowsOf(now);
      const first = cell - (cell % area);
      return flood(next.subarray(first, first + area), width, cell - first, ground);
    });
  }

  function beginStroke(cell: number, isErasing = false): void {
    dropStroke();
    drawn = isErasing ? OPEN : groundFrom(cell);
    const chosen = tool.peek();
    if (chosen === 'fill') {
      fillFrom(cell).catch(complain);
      return;
    }
    at = cell;
    isDragging.value = true;
    if (chosen === 'line' || chosen === 'rectangle') pulled.value = { tool: chosen, from: cell, to: cell };
    else extendStroke(cell);
  }

  function extendStroke(cell: number): void {
    if (at === NONE || cell === NONE) return;
    if (pulled.peek()) {
      pulled.value = { ...pulled.peek()!, to: cell };
      return;
    }
    const { width } = map.peek();
    paint(thick(width, rowsOf(map.peek()), lineOf(width, at, cell), brush.peek()));
    at = cell;
  }

  function endStroke(): void {
    const shape = pulled.peek();
    if (shape) {
      const { width } = map.peek();
      pulled.value = null;
      const { from, to } = shape;
      if (shape.tool === 'rectangle') void paintWhole((next) => rectangled(next, width, from, to, drawn));
      else paint(thick(width, rowsOf(map.peek()), lineOf(width, from, to), brush.peek()));
    }
    const cells = Uint32Array.from(before.keys());
    const was = Uint8Array.from(before.values());
    keepPatch({ plane: 'terrain', cells, before: was, after: new Uint8Array(cells.length).fill(drawn) });
    before = new Map();
    at = NONE;
    isDragging.value = false;
  }

  /** Gives a stroke up, as when a second finger comes down to zoom. */
  function dropStroke(): void {
    const cells = Uint32Array.from(before.keys());
    if (cells.length > 0) apply(cells, Uint8Array.from(before.values()));
    before = new Map();
    at = NONE;
    pulled.value = null;
    isDragging.value = false;
  }
  onGiveUp(dropStroke);

  return { pulled, beginStroke, extendStroke, endStroke, dropStroke };
}
export type Stroke = ReturnType<typeof createStroke>;

/** Places of the question stay free: who wants a wall there moves them first. */
const placesOf = ({ from, via, to }: Ends): number[] => [from, ...via, to];

/** Up to so many cells of a fill are told one by one; more come as another map. */
const CELLS_MAX = 1 << 18;

const groundOf = (terrain: Uint8Array, cells: Uint32Array) =>
  new Uint8Array(cells.length).map((_, at) => terrain[cells[at]]);
