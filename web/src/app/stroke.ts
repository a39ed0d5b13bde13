// One stroke of a tool, from the finger's touch to its lifting: applied as it goes, one entry to take back.

import { signal } from '@preact/signals';
import type { CellPlane, Values } from '../engine/engine';
import { NONE, OPEN, rowsOf, USUAL } from '../model';
import { inSlices, STEP } from '../slices';
import type * as Edits from './edit-features';
import { fetched } from './fetched';
import { lineOf, rectangled, thick, type Marker } from './tools';
import { emptyPlane, type Patch } from './undo';
import type { Ends } from './world';
import type { With } from './playground';

/** A line or rectangle that is being pulled: nothing is changed before it is let go. */
export interface Pulled {
  readonly tool: 'line' | 'rectangle' | 'link' | 'region';
  readonly from: number;
  readonly to: number;
}

/** Drawing on the map. */
export function createStroke(parts: With<'words' | 'messages' | 'world' | 'undo' | 'made' | 'tools'>) {
  const {
    world: { ends, map },
    undo: { apply, changeMap, isDragging, keepPatch, onGiveUp },
    made: { passMade },
    tools: { brush, groundFrom, ink, isMarking, tool },
  } = parts;
  const pulled = signal<Pulled | null>(null);

  let before = new Map<number, number>();
  let [at, drawn] = [NONE, OPEN];
  let plane: CellPlane = 'terrain';

  /** What cells have now of what is drawn. */
  const valuesNow = (of = plane): Values => map.peek()[of] ?? emptyPlane(map.peek(), of);

  function paint(cells: Iterable<number>): void {
    const values = valuesNow();
    const kept = placesOf(ends.peek());
    const changed: number[] = [];
    for (const cell of cells) {
      const isKept = plane === 'terrain' && drawn > 9 && kept.includes(cell);
      if (values[cell] === drawn || isKept) continue;
      if (!before.has(cell)) before.set(cell, values[cell]);
      changed.push(cell);
    }
    if (changed.length > 0) apply(Uint32Array.from(changed), columnOf(changed.length).fill(drawn), plane);
  }

  /** Draws what may be much, as a fill, in steps on a copy: one entry. What is drawn meanwhile ends it. */
  async function paintWhole(
    paint: (next: Values, width: number) => Iterable<void>, of: CellPlane = plane,
  ): Promise<void> {
    const [now, was] = [map.peek(), valuesNow(of)];
    const next = was.slice();
    const found = new Uint32Array(CELLS_MAX);
    let count = 0;
    function* work(): Generator<void, boolean> {
      yield* paint(next, now.width);
      if (of === 'terrain') for (const end of placesOf(ends.peek())) if (next[end] > 9) next[end] = was[end];
      for (let at = 0; at < next.length && count <= CELLS_MAX; at += 1) {
        if (next[at] !== was[at]) found[count++] = at;
        if (at % STEP === 0) yield;
      }
      return count > 0;
    }
    if (!(await inSlices(work(), () => map.peek() === now))) return;
    if (count > CELLS_MAX) {
      if (next instanceof Uint8Array && of === 'terrain') passMade(now.terrain, next);
      return changeMap({ ...now, [of]: next }, ends.peek());
    }
    const cells = found.slice(0, count);
    const [before, after] = [was, next].map((values) => valuesOf(values, cells));
    const patch: Patch = { plane: of, cells, before, after };
    apply(cells, patch.after, of);
    keepPatch(patch);
  }

  async function fillFrom(cell: number): Promise<void> {
    const [now, of, value] = [map.peek(), plane, drawn];
    const { flood, flooded } = await fetched(() => import('./flood'));
    if (map.peek() !== now) return;
    const area = now.width * rowsOf(now);
    const first = cell - (cell % area);
    const end = first + area;
    await paintWhole((next, width) => (next instanceof Uint8Array && of === 'terrain'
      ? flood(next.subarray(first, end), width, cell - first, value)
      : flooded(next.subarray(first), now.terrain.slice(first, end), width, cell - first, value)), of);
  }

  function beginStroke(cell: number, isErasing = false): void {
    const begun = pulled.peek();
    if (begun?.tool === 'link' && tool.peek() === 'link' && !isErasing) {
      pulled.value = { ...begun, to: cell };
      at = cell;
      return;
    }
    dropStroke();
    const chosen = tool.peek();
    if (isMarking()) return mark(chosen as Marker, cell, isErasing);
    const inked = ink.peek();
    plane = inked?.plane ?? 'terrain';
    drawn = isErasing ? OPEN : groundFrom(cell);
    if (inked) {
      // Drawn over itself it is taken away, as walls are.
      const isThere = valuesNow()[cell] === inked.value && chosen === 'pencil';
      drawn = isErasing || isThere ? USUAL[inked.plane] : inked.value;
    }
    if (chosen === 'fill') {
      fillFrom(cell).catch(parts.messages.complain);
      return;
    }
    at = cell;
    isDragging.value = true;
    if (chosen === 'line' || chosen === 'rectangle') pulled.value = { tool: chosen, from: cell, to: cell };
    else extendStroke(cell);
  }

  /** What joins or names cells: a place at once, links and regions when they are let go. */
  function mark(marker: Marker, cell: number, isErasing: boolean): void {
    if (isErasing) deed((edits) => edits.clearAt(parts, cell));
    else if (marker === 'place') deed((edits) => edits.namePlace(parts, cell));
    else {
      at = cell;
      isDragging.value = true;
      pulled.value = { tool: marker, from: cell, to: cell };
    }
  }

  /** Does what is fetched with the first such edit. */
  function deed(does: (edits: typeof Edits) => void): void {
    fetched(() => import('./edit-features')).then(does, parts.messages.complain);
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
      const { from, to } = shape;
      // A press begins a link, the next one ends it; a drag does both.
      if (shape.tool === 'link' && from === to) {
        [at, isDragging.value] = [NONE, false];
        return;
      }
      pulled.value = null;
      if (shape.tool === 'link') deed((edits) => edits.joinCells(parts, from, to));
      else if (shape.tool === 'region') deed((edits) => edits.nameRegion(parts, from, to));
      else if (shape.tool === 'rectangle') {
        void paintWhole((next) => rectangled(next, width, from, to, drawn));
      } else paint(thick(width, rowsOf(map.peek()), lineOf(width, from, to), brush.peek()));
    }
    const cells = Uint32Array.from(before.keys());
    const was = columnOf(cells.length);
    was.set([...before.values()]);
    keepPatch({ plane, cells, before: was, after: columnOf(cells.length).fill(drawn) });
    before = new Map();
    at = NONE;
    isDragging.value = false;
  }

  /** Gives a stroke up, as when a second finger comes down to zoom. */
  function dropStroke(): void {
    const cells = Uint32Array.from(before.keys());
    const was = columnOf(cells.length);
    was.set([...before.values()]);
    if (cells.length > 0) apply(cells, was, plane);
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

/** Values that fit ground, tags and exits alike. */
const columnOf = (length: number): Uint16Array => new Uint16Array(length);

const valuesOf = (values: Values, cells: Uint32Array): Values =>
  columnOf(cells.length).map((_, at) => values[cells[at]]);
