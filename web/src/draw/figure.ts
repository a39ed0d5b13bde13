// The small round figure that walks the path: it looks where it goes.

import type { Theme } from './themes';

/** Where the figure stands in the world, and where it looks: an angle in radians, 0 to the right. */
export interface Figure {
  readonly x: number;
  readonly y: number;
  readonly angle: number;
  /** How far along a step it is, 0 to 1; it bobs a little. 0 stands still. */
  readonly stride?: number;
}

/** Draws the figure around a pixel; a cell has `scale` pixels. */
export function paintFigure(
  ctx: CanvasRenderingContext2D, figure: Figure, x: number, y: number, scale: number, theme: Theme,
): void {
  const size = Math.max(7, scale * 0.33);
  const stride = figure.stride ?? 0;
  const [ux, uy] = [Math.cos(figure.angle), Math.sin(figure.angle)];
  ctx.save();
  ctx.translate(x, y);
  disc(ctx, 0, size * 0.72, size * 0.82, size * 0.3, '#00000040');
  paintFeet(ctx, size, ux, uy, stride, theme);
  ctx.translate(0, -Math.abs(Math.sin(stride * Math.PI)) * size * 0.14);
  ctx.lineWidth = Math.max(1, size * 0.09);
  ctx.strokeStyle = theme.wallSide;
  disc(ctx, 0, 0, size, size * 0.96, theme.figure);
  ctx.stroke();
  disc(ctx, -size * 0.3, -size * 0.42, size * 0.34, size * 0.2, '#ffffff55');
  if (uy > -0.8) paintFace(ctx, size, ux, uy);
  ctx.restore();
}

function paintFeet(
  ctx: CanvasRenderingContext2D, size: number, ux: number, uy: number, stride: number, theme: Theme,
): void {
  const swing = Math.sin(stride * 2 * Math.PI) * size * 0.3;
  for (const side of [-1, 1]) {
    const x = side * size * 0.42 * (1 - Math.abs(ux) * 0.4) + ux * swing * side;
    disc(ctx, x, size * 0.86 + uy * swing * side * 0.4, size * 0.3, size * 0.2, theme.wallSide);
  }
}

/** Eyes and cheeks, shoved to where the figure looks; from behind there is nothing to see of them. */
function paintFace(ctx: CanvasRenderingContext2D, size: number, ux: number, uy: number): void {
  const y = uy * size * 0.3 - size * 0.08;
  const apart = size * 0.36 * (1 - Math.abs(ux) * 0.25);
  for (const side of [-1, 1]) {
    const x = ux * size * 0.4 + side * apart;
    const isHidden = Math.abs(x) > size * 0.8;
    if (isHidden) continue;
    disc(ctx, x, y, size * 0.25, size * 0.29, '#ffffff');
    disc(ctx, x + ux * size * 0.09, y + uy * size * 0.1, size * 0.13, size * 0.16, '#1d1a18');
    disc(ctx, x + side * size * 0.1, y + size * 0.4, size * 0.13, size * 0.08, '#ffffff50');
  }
}

function disc(
  ctx: CanvasRenderingContext2D, x: number, y: number, wide: number, high: number, colour: string,
): void {
  ctx.beginPath();
  ctx.ellipse(x, y, wide, high, 0, 0, 2 * Math.PI);
  ctx.fillStyle = colour;
  ctx.fill();
}
