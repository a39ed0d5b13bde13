// The cell that was chosen, and the grid cursor that the arrow keys move: one and the same cell.

import { signal } from '@preact/signals';
import { NONE, OPEN, rowsOf, VOID, WALL } from '../model';
import { stateAt } from '../trace';
import type { Besides } from './besides';
import { onceFetched } from './fetched';
import { spotIn, spotText } from './spot';
import type { With } from './playground';

/** The cursor, and what it stands on in words. */
export function createCursor({
  life: { effect },
  words: { language, t },
  messages: { complain, spoken },
  world: { ends, loads, map, mover, sayCost },
  view: { geometry, showCell },
  panes: { pane },
  clock: { timeOf },
  turns: { turnsOf },
}: With<'life' | 'words' | 'messages' | 'world' | 'view' | 'panes' | 'clock' | 'turns'>) {
  const cursor = signal<number>(NONE);
  /** What is said of a cell besides its ground, in words: fetched when a map has anything of it. */
  const besides = signal<Besides | null>(null);
  const besidesOnce = onceFetched(() => import('./besides'), ({ besidesIn }) =>
    (besides.value = besidesIn(t)));
  /** Whether the cursor is drawn as the keyboard's: a frame that is always seen. */
  const isKeyboards = signal(false);

  const spotOf = (cell: number) => spotIn(map.value, cell);
  const atOf = (cell: number): string => spotText(t, map.value, cell);

  function moveCursor(dx: number, dy: number): void {
    const { width } = map.peek();
    if (cursor.peek() === NONE) cursor.value = ends.peek().from;
    else {
      const { x, y } = spotOf(cursor.peek());
      const within = (at: number, side: number) => Math.min(side - 1, Math.max(0, at));
      const first = geometry.peek().first;
      cursor.value = first + within(y + dy, rowsOf(map.peek())) * width + within(x + dx, width);
    }
    isKeyboards.value = true;
    showCell(cursor.peek());
    spoken.value = describe(cursor.peek());
  }

  function groundText(cell: number): string {
    const ground = map.value.terrain[cell];
    if (ground === WALL) return t('cell.wall');
    if (ground === VOID) return t('cell.void');
    if (ground === OPEN) return t('cell.open');
    return ground <= 9 ? t('cell.weight', { n: ground }) : t('cell.terrain', { n: ground });
  }

  /** What a cell is, to be read out: "x 4, y 7, open ground, closed, g 50, h 62". */
  function describe(cell: number): string {
    const { from, to, via } = ends.value;
    const parts = [groundText(cell), ...(besides.value?.(map.value, cell, mover.value.keys ?? 0) ?? [])];
    if (cell === from) parts.unshift(t('cell.start'));
    if (cell === to) parts.unshift(t('cell.goal'));
    if (via.includes(cell)) parts.unshift(t('cell.via', { n: via.indexOf(cell) + 1 }));
    // What was searched on another map than this is not said of it.
    const watched = pane.value.isAsked.value ? null : pane.value.watched.value;
    const path = watched?.answer.path;
    if (path?.includes(cell)) parts.push(t('cell.onPath'));
    const turn = turnsOf(pane.value)?.findIndex((place) => path?.[place] === cell) ?? -1;
    if (turn >= 0) parts.push(t('cell.turn', { n: turn + 1 }));
    const spot = spotOf(cell);
    const state = watched?.trace ? stateAt(watched.trace, cell, timeOf(pane.value)) : null;
    const isSeen = state && state.state !== 'unseen';
    if (isSeen) parts.push(t(state.state === 'open' ? 'cell.inOpen' : 'cell.closed'));
    const what = parts.join(language.value === 'zh' ? '，' : ', ');
    const say = sayCost.value;
    if (!isSeen) return t('say.cell', { ...spot, what });
    return t('say.searched', { ...spot, what, g: say(state.g), h: say(state.h) });
  }

  /** Lets go of the chosen cell when another map comes. */
  function keepCursor(): void {
    effect(() => {
      void loads.value;
      if (cursor.peek() >= map.peek().terrain.length) cursor.value = NONE;
    });
    effect(() => {
      const { exits, layers, links, places, regions, tags } = map.value;
      if (exits ?? layers ?? links ?? places ?? regions ?? tags) besidesOnce().catch(complain);
    });
  }

  return { cursor, isKeyboards, besides, spotOf, atOf, moveCursor, groundText, describe, keepCursor };
}
export type Cursor = ReturnType<typeof createCursor>;
