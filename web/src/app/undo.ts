// What was edited, to be taken back: one stroke, one move of an end, one new map is one entry.

import { computed, signal } from '@preact/signals';
import type { CellPlane, Values } from '../engine/engine';
import { EXITS_ALL, type GameMap, type Link } from '../model';
import type { Ends } from './world';
import type { With } from './playground';

/** Cells with their ground before and after, or what else is said of each cell. */
export interface Patch {
  readonly plane: CellPlane;
  readonly cells: Uint32Array;
  readonly before: Values;
  readonly after: Values;
}

/** What is said of places of a map, in lists. */
export type Said = Pick<GameMap, 'links' | 'places' | 'regions' | 'tagNames'>;

interface World {
  readonly map: GameMap;
  readonly ends: Ends;
}

type Entry =
  | { readonly what: 'cells'; readonly patch: Patch }
  | { readonly what: 'said'; readonly before: Said; readonly after: Said }
  | { readonly what: 'ends'; readonly before: Ends; readonly after: Ends }
  | { readonly what: 'map'; readonly before: World; readonly after: World };

/** An entry, and how much memory it keeps. */
type Kept = Entry & { readonly bytes: number };

/** At most so many entries and so many bytes are kept; the oldest go first. */
const ENTRIES_MAX = 500;
const BYTES_MAX = 128 * 1024 * 1024;

/** The edits of one map, and their way back. */
export function createUndo({ world: { edits, ends, map, putMap } }: With<'world'>) {
  /** Whether something is half done, as a stroke or the drag of an end: answers are wanted quickly then. */
  const isDragging = signal(false);
  const drops = new Set<Drop>();

  /** Has something given up before another map comes or anything is taken back; gives what ends that. */
  function onGiveUp(drop: Drop): () => void {
    drops.add(drop);
    return () => void drops.delete(drop);
  }

  /** Whether there was something to give up. */
  function giveUp(): boolean {
    const was = isDragging.peek();
    for (const drop of drops) drop();
    return was;
  }

  const done = signal<readonly Kept[]>([]);
  const undone = signal<readonly Kept[]>([]);
  const canUndo = computed(() => done.value.length > 0);
  const canRedo = computed(() => undone.value.length > 0);
  const listeners = new Set<Listener>();
  const onEdit = (listener: Listener): void => void listeners.add(listener);

  const linkListeners = new Set<LinkListener>();
  const onLinks = (listener: LinkListener): void => void linkListeners.add(listener);

  /** Gives cells other ground, tags or exits and tells who listens; nothing is kept to take it back. */
  function apply(cells: Uint32Array, values: Values, plane: CellPlane = 'terrain'): void {
    const target = map.value[plane] ?? emptyPlane(map.value, plane);
    for (let at = 0; at < cells.length; at += 1) target[cells[at]] = values[at];
    for (const listener of listeners) listener(cells, values, plane);
    map.value = { ...map.value, [plane]: target };
    edits.value += 1;
  }

  /** Puts other links or names in place of those there are; undo brings them back. */
  function say(said: Said): void {
    giveUp();
    const { links = [], places = [], regions = [], tagNames = new Map() } = map.peek();
    const before = { links, places, regions, tagNames };
    keep({ what: 'said', before, after: { ...before, ...said } });
    put(said);
  }

  function put(said: Said): void {
    if (said.links) for (const listener of linkListeners) listener(said.links);
    map.value = { ...map.value, ...said };
    edits.value += 1;
  }

  function keep(entry: Entry): void {
    const kept = [...done.value, { ...entry, bytes: bytesOf(entry) }];
    let bytes = kept.reduce((sum, each) => sum + each.bytes, 0);
    while (kept.length > ENTRIES_MAX || (bytes > BYTES_MAX && kept.length > 1)) {
      bytes -= kept.shift()!.bytes;
    }
    done.value = kept;
    undone.value = [];
  }

  /** Keeps a stroke whose cells were applied already. */
  function keepPatch(patch: Patch): void {
    if (patch.cells.length > 0) keep({ what: 'cells', patch });
  }

  /** Moves the ends; `before` is where they stood when the drag began. */
  function keepEnds(before: Ends): void {
    const after = ends.value;
    if (before !== after) keep({ what: 'ends', before, after });
  }

  function moveEnds(next: Partial<Ends>): void {
    const before = ends.value;
    ends.value = { ...before, ...next };
    keepEnds(before);
  }

  /** Puts another map in place so that undo brings the old one back. */
  function changeMap(next: GameMap, given?: Partial<Ends>): void {
    giveUp();
    const before = { map: map.value, ends: ends.value };
    putMap(next, given);
    keep({ what: 'map', before, after: { map: next, ends: ends.value } });
  }

  /**
   * Moves the last entry from one list to the other, and puts down what was before it or after it.
   * What is half done was done last: it alone goes first.
   */
  function turn(from: typeof done, to: typeof done, side: 'before' | 'after'): void {
    const entry = from.value.at(-1);
    if (giveUp() || !entry) return;
    from.value = from.value.slice(0, -1);
    to.value = [...to.value, entry];
    if (entry.what === 'cells') apply(entry.patch.cells, entry.patch[side], entry.patch.plane);
    else if (entry.what === 'said') put(entry[side]);
    else if (entry.what === 'ends') ends.value = entry[side];
    else putMap(entry[side].map, entry[side].ends);
  }

  /** What was pressed last, each time anew. */
  const turned = signal<{ readonly by: 'undo' | 'redo' } | null>(null);
  const undo = (): void => {
    turn(done, undone, 'before');
    turned.value = { by: 'undo' };
  };
  const redo = (): void => {
    turn(undone, done, 'after');
    turned.value = { by: 'redo' };
  };

  return {
    isDragging, onGiveUp, canUndo, canRedo, onEdit, apply, keepPatch, keepEnds, moveEnds, changeMap, onLinks,
    say, put, undo, redo, turned,
  };
}
export type Undo = ReturnType<typeof createUndo>;

/** Gives up what somebody is at. */
type Drop = () => void;

/** Hears which cells got other ground, tags or exits. */
type Listener = (cells: Uint32Array, values: Values, plane: CellPlane) => void;

/** Hears which links the map has from now on. */
type LinkListener = (links: readonly Link[]) => void;

/** What all cells have of tags or exits before anything is said of them. */
export const emptyPlane = ({ terrain: { length } }: GameMap, plane: CellPlane): Values =>
  (plane === 'tags' ? new Uint16Array(length) : new Uint8Array(length).fill(EXITS_ALL));

/** What a link, a place or a region is taken for, with its name. */
const LISTED_BYTES = 128;

/** How much memory an entry or a part of it keeps, near enough for a limit: planes and lists count. */
export const bytesOf = (entry: object): number => Object.values(entry).reduce((sum: number, held) => {
  if (Array.isArray(held)) return sum + LISTED_BYTES * held.length;
  return sum + (held?.byteLength ?? (typeof held === 'object' && held ? bytesOf(held) : 0));
}, 0);
