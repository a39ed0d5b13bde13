// What drawing does: which tool, with which ground, how thick; and the cells each tool touches.

import { signal } from '@preact/signals';
import type { Values } from '../engine/engine';
import { OPEN, WALL, type Plane } from '../model';
import type { With } from './playground';

export type Tool =
  'pencil' | 'line' | 'rectangle' | 'fill' | 'start' | 'goal' | 'via' | 'inspect' | 'pan' | Marker;
/** What joins or names cells. */
export type Marker = 'link' | 'place' | 'region';

/** Tags or exits, which are drawn like ground. */
export interface Ink {
  readonly plane: Plane;
  readonly value: number;
}

/** The tools in hand. */
export function createTools({ world: { map } }: With<'world'>) {
  const tool = signal<Tool>('pencil');
  /** What is drawn with: a wall, open ground (the eraser), or a weight from 1 to 9. */
  const ground = signal<number>(WALL);
  /** What is drawn instead of ground. */
  const ink = signal<Ink | null>(null);
  const brush = signal(1);
  const isDrawing = (): boolean => DRAWING.includes(tool.value);
  const isMarking = (): boolean => MARKING.includes(tool.value);

  /** Takes some ground in hand, and a tool to draw it with if there was none. */
  function takeGround(chosen: number): void {
    ground.value = chosen;
    ink.value = null;
    if (!isDrawing()) tool.value = 'pencil';
  }

  function takeInk(chosen: Ink): void {
    ink.value = chosen;
    if (!isDrawing()) tool.value = 'pencil';
  }

  /** The pencil drawn over a wall with walls takes them away, as tutorials have it. */
  const groundFrom = (first: number): number => {
    const isOnWall = tool.peek() === 'pencil' && ground.peek() === WALL && map.peek().terrain[first] === WALL;
    return isOnWall ? OPEN : ground.peek();
  };

  return { tool, ground, ink, brush, isDrawing, isMarking, takeGround, takeInk, groundFrom };
}
export type Tools = ReturnType<typeof createTools>;

/** How many cells wide it can draw. */
export const BRUSHES = [1, 2, 3, 5, 9, 16];

const DRAWING: readonly Tool[] = ['pencil', 'line', 'rectangle', 'fill'];
const MARKING: readonly Tool[] = ['link', 'place', 'region'];

/** The cells on a straight line from one cell to another. */
export function lineOf(width: number, from: number, to: number): number[] {
  const [x0, y0] = [from % width, Math.floor(from / width)];
  const [dx, dy] = [(to % width) - x0, Math.floor(to / width) - y0];
  const steps = Math.max(Math.abs(dx), Math.abs(dy), 1);
  const cells: number[] = [];
  for (let i = 0; i <= steps; i += 1) {
    cells.push(Math.round(y0 + (dy * i) / steps) * width + Math.round(x0 + (dx * i) / steps));
  }
  return cells;
}

/** Cells within the brush around each of some cells, on their own layer of so many rows. */
export function thick(width: number, rows: number, cells: readonly number[], size: number): number[] {
  if (size <= 1) return [...cells];
  const around = new Set<number>();
  const before = Math.floor((size - 1) / 2);
  for (const cell of cells) {
    const [left, top] = [(cell % width) - before, Math.floor(cell / width) - before];
    const first = Math.floor(cell / (width * rows)) * rows;
    for (let y = Math.max(first, top); y < Math.min(first + rows, top + size); y += 1) {
      for (let x = Math.max(0, left); x < Math.min(width, left + size); x += 1) around.add(y * width + x);
    }
  }
  return [...around];
}

/** The sides of the rectangle between two corners: left, right, top, bottom. */
function sidesOf(width: number, a: number, b: number): [number, number, number, number] {
  const [ya, yb] = [Math.floor(a / width), Math.floor(b / width)];
  return [Math.min(a % width, b % width), Math.max(a % width, b % width), Math.min(ya, yb), Math.max(ya, yb)];
}

/** Every cell between two corners; of more than so many the corners alone. */
export function rectangleOf(width: number, a: number, b: number, most: number): number[] {
  const [left, right, top, bottom] = sidesOf(width, a, b);
  if ((right - left + 1) * (bottom - top + 1) > most) return [a, b];
  const cells: number[] = [];
  for (let y = top; y <= bottom; y += 1) for (let x = left; x <= right; x += 1) cells.push(y * width + x);
  return cells;
}

/** Draws over all cells between two corners, row by row. */
export function* rectangled(
  next: Values, width: number, a: number, b: number, drawn: number,
): Generator<void, void> {
  const [left, right, top, bottom] = sidesOf(width, a, b);
  for (let y = top; y <= bottom; y += 1) {
    next.fill(drawn, y * width + left, y * width + right + 1);
    yield;
  }
}
