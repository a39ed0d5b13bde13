// Where a way begins, what it passes by and where it ends: by colour, and by sign too, for all to see.

import { NONE } from '../model';
import type { Camera } from './camera';
import { traceCell } from './cells';
import type { Geometry } from './geometry';
import type { Theme } from './themes';

type Sign = 'start' | 'goal' | number;

export interface Ends {
  readonly start: number;
  readonly goal: number;
  readonly via: readonly number[];
}

/** Below so many pixels a cell, pins of their own size stand for cells. */
const PINS_BELOW = 12;

/** The cells themselves in their colours: these lie under path and numbers. */
export function paintEndCells(
  ctx: CanvasRenderingContext2D, ends: Ends, geometry: Geometry, theme: Theme, camera: Camera,
): void {
  if (camera.scale < PINS_BELOW) return;
  for (const [cell, sign] of signsOf(ends)) {
    ctx.beginPath();
    traceCell(ctx, geometry, camera, cell, 0.98);
    ctx.fillStyle = signColour(theme, sign);
    ctx.fill();
  }
}

/** The signs: in the middle, or in a corner where the cell has numbers; pins where cells are small. */
export function paintEndSigns(
  ctx: CanvasRenderingContext2D, ends: Ends, geometry: Geometry, theme: Theme, camera: Camera,
  hasNumbers: (cell: number) => boolean,
): void {
  for (const [cell, sign] of signsOf(ends)) {
    const x = (geometry.xOf(cell) - camera.x) * camera.scale;
    const y = (geometry.yOf(cell) - camera.y) * camera.scale;
    if (camera.scale < PINS_BELOW) {
      paintPin(ctx, x, y, sign, theme);
      continue;
    }
    const isAside = hasNumbers(cell);
    const aside = geometry.form === 'square' ? 0.31 : geometry.form === 'diamond' ? 0.36 : 0.34;
    const size = camera.scale * (isAside ? 0.11 : geometry.form === 'diamond' ? 0.2 : 0.26);
    const [dx, dy] = isAside ? [aside, geometry.form === 'square' ? -0.31 : -0.13] : [0, 0];
    paintSign(ctx, x + dx * camera.scale, y + dy * camera.scale, size, sign, '#ffffff');
  }
}

export function* signsOf({ start, goal, via }: Ends): Generator<[number, Sign]> {
  for (const [at, cell] of via.entries()) yield [cell, at + 1];
  if (goal !== NONE) yield [goal, 'goal'];
  if (start !== NONE) yield [start, 'start'];
}

/** The colour of a sign. */
export function signColour(theme: Theme, sign: Sign): string {
  return sign === 'start' ? theme.start : sign === 'goal' ? theme.goal : theme.via;
}

export function paintPin(
  ctx: CanvasRenderingContext2D, x: number, y: number, sign: Sign, theme: Theme,
): void {
  ctx.beginPath();
  ctx.arc(x, y, 7.5, 0, 2 * Math.PI);
  ctx.fillStyle = signColour(theme, sign);
  ctx.fill();
  ctx.lineWidth = 2;
  ctx.strokeStyle = '#ffffff';
  ctx.stroke();
  ctx.lineWidth = 1;
  ctx.strokeStyle = '#00000080';
  ctx.beginPath();
  ctx.arc(x, y, 9, 0, 2 * Math.PI);
  ctx.stroke();
  paintSign(ctx, x, y, 3.6, sign, '#ffffff');
}

/** A start is a wedge, a goal a flag, a place passed by its number. */
function paintSign(
  ctx: CanvasRenderingContext2D, x: number, y: number, size: number, sign: Sign, colour: string,
): void {
  ctx.fillStyle = colour;
  if (typeof sign === 'number') {
    ctx.font = `700 ${size * 1.9}px ui-sans-serif, system-ui, sans-serif`;
    ctx.textAlign = 'center';
    ctx.textBaseline = 'alphabetic';
    ctx.fillText(String(sign), x, y + size * 0.68);
    return;
  }
  ctx.beginPath();
  if (sign === 'start') {
    ctx.moveTo(x - size * 0.65, y - size);
    ctx.lineTo(x + size, y);
    ctx.lineTo(x - size * 0.65, y + size);
  } else {
    ctx.rect(x - size * 0.8, y - size, size * 0.32, size * 2.1);
    ctx.moveTo(x - size * 0.48, y - size);
    ctx.lineTo(x + size, y - size * 0.4);
    ctx.lineTo(x - size * 0.48, y + size * 0.25);
  }
  ctx.fill();
}
