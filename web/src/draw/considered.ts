// A step that led to nothing new, as it was looked at last.

import { CONSIDERED } from '../model';
import type { Camera } from './camera';
import type { Scene } from './paint';

/** Smaller cells show none. */
const SHOWN_FROM = 12;

/** Draws it as a broken line with a bar where it ends. */
export function paintConsidered(
  ctx: CanvasRenderingContext2D, { geometry, jumps, theme, time, trace }: Scene, { x, y, scale }: Camera,
): void {
  const event = time - 1;
  if (trace?.kind[event] !== CONSIDERED || scale < SHOWN_FROM) return;
  const [from, to] = [trace.parent[event], trace.cell[event]];
  const corner = jumps?.bend(from, to) ?? from;
  const points = [from, corner, to]
    .map((cell) => [(geometry.xOf(cell) - x) * scale, (geometry.yOf(cell) - y) * scale]);
  const [[fromX, fromY], [toX, toY]] = [points[corner === to ? 0 : 1], points[2]];
  const long = Math.hypot(toX - fromX, toY - fromY) || 1;
  const [barX, barY] = [((fromY - toY) / long) * scale * 0.2, ((toX - fromX) / long) * scale * 0.2];
  ctx.lineWidth = Math.max(1.5, scale * 0.06);
  ctx.strokeStyle = theme.jump;
  ctx.beginPath();
  ctx.moveTo(toX - barX, toY - barY);
  ctx.lineTo(toX + barX, toY + barY);
  ctx.stroke();
  ctx.setLineDash([scale * 0.12, scale * 0.1]);
  ctx.beginPath();
  for (const [pointX, pointY] of points) ctx.lineTo(pointX, pointY);
  ctx.stroke();
  ctx.setLineDash([]);
}
