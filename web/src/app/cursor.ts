// The cell that was chosen, and the grid cursor that the arrow keys move: one and the same cell.

import { effect, signal } from '@preact/signals';
import { NONE, OPEN, VOID, WALL } from '../model';
import { stateAt } from '../trace';
import { t } from '../words';
import { timeOf } from './clock';
import { spoken } from './messages';
import { pane } from './panes';
import { loads, ends, map } from './world';
import { showCell } from './view';

export const cursor = signal<number>(NONE);
/** Whether the cursor is drawn as the keyboard's: a frame that is always seen. */
export const isKeyboards = signal(false);

export const spotOf = (cell: number): { x: number; y: number } => ({
  x: cell % map.value.width,
  y: Math.floor(cell / map.value.width),
});

export const atOf = (cell: number): string => {
  const { x, y } = spotOf(cell);
  return `${x}, ${y}`;
};

export function moveCursor(dx: number, dy: number): void {
  const { width, height } = map.peek();
  const from = cursor.peek() === NONE ? ends.peek().from : cursor.peek();
  const isFirst = cursor.peek() === NONE;
  const x = Math.min(width - 1, Math.max(0, (from % width) + (isFirst ? 0 : dx)));
  const y = Math.min(height - 1, Math.max(0, Math.floor(from / width) + (isFirst ? 0 : dy)));
  cursor.value = y * width + x;
  isKeyboards.value = true;
  showCell(cursor.peek());
  spoken.value = describe(cursor.peek());
}

export function groundText(cell: number): string {
  const ground = map.value.terrain[cell];
  if (ground === WALL) return t('cell.wall');
  if (ground === VOID) return t('cell.void');
  if (ground === OPEN) return t('cell.open');
  return ground <= 9 ? t('cell.weight', { n: ground }) : t('cell.terrain', { n: ground });
}

/** What a cell is, to be read out: "x 4, y 7, closed, g 5, h 6". */
export function describe(cell: number): string {
  const { from, to, via } = ends.value;
  const parts = [groundText(cell)];
  if (cell === from) parts.unshift(t('cell.start'));
  if (cell === to) parts.unshift(t('cell.goal'));
  if (via.includes(cell)) parts.unshift(t('cell.via', { n: via.indexOf(cell) + 1 }));
  const watched = pane.value.watched.value;
  if (watched?.answer.path.includes(cell)) parts.push(t('cell.onPath'));
  const spot = spotOf(cell);
  const state = watched?.trace ? stateAt(watched.trace, cell, timeOf(pane.value)) : null;
  if (!state || state.state === 'unseen') return t('say.cell', { ...spot, what: parts.join(', ') });
  parts.push(t(state.state === 'open' ? 'cell.inOpen' : 'cell.closed'));
  return t('say.searched', { ...spot, what: parts.join(', '), g: state.g, h: state.h });
}

/** Lets go of the chosen cell when another map comes. */
export function keepCursor(): void {
  effect(() => {
    void loads.value;
    if (cursor.peek() >= map.peek().terrain.length) cursor.value = NONE;
  });
}
