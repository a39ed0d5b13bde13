// A search over a scene as it stands at a moment: wedges, intervals that wait, roots and how they are joined.

import { faint } from '../draw/colour';
import type { Theme } from '../draw/themes';
import type { Moment, Root, Wedge } from './moment';
import type { Spot } from './model';

/** From a root to both ends of an interval. */
function traceWedge(ctx: CanvasRenderingContext2D, roots: readonly Root[], { ends, root }: Wedge): void {
  const from = roots[root];
  if (!from) return;
  ctx.moveTo(from.x, from.y);
  for (const { x, y } of ends) ctx.lineTo(x, y);
  ctx.closePath();
}

function stroke(ctx: CanvasRenderingContext2D, colour: string, width: number): void {
  ctx.lineWidth = width;
  ctx.strokeStyle = colour;
  ctx.stroke();
}

export function paintSearch(
  ctx: CanvasRenderingContext2D, moment: Moment, theme: Theme, pixel: number,
): void {
  const { closed, now, passed, roots, waiting } = moment;
  // Each by itself, so that what was seen often is darker.
  ctx.fillStyle = faint(theme.closed, 0.16);
  for (const wedge of closed) {
    ctx.beginPath();
    traceWedge(ctx, roots, wedge);
    ctx.fill();
  }
  ctx.beginPath();
  for (const { ends: [from, to] } of closed) line(ctx, from, to);
  stroke(ctx, faint(theme.closed, 0.8), 1.5 * pixel);
  ctx.beginPath();
  for (const root of roots) if (root.before >= 0) line(ctx, roots[root.before], root);
  stroke(ctx, faint(theme.jump, 0.75), 1.5 * pixel);
  // What is looked at now.
  const lit = [...(now?.kind === 'interval' ? [now] : []), ...passed];
  ctx.beginPath();
  for (const wedge of lit) traceWedge(ctx, roots, wedge);
  ctx.fillStyle = faint(theme.figure, 0.22);
  ctx.fill();
  ctx.beginPath();
  for (const { ends: [from, to] } of lit) line(ctx, from, to);
  stroke(ctx, theme.figure, 4.5 * pixel);
  if (now && now.kind !== 'interval' && roots[now.root]) {
    ctx.beginPath();
    line(ctx, roots[now.root], now.ends[0]);
    stroke(ctx, theme.figure, 2.5 * pixel);
  }
  paintWaiting(ctx, waiting.values(), theme, pixel);
  for (const root of roots) dot(ctx, root, 3.6 * pixel, theme.jump, theme.paper, pixel);
  const lively = now && (now.kind === 'interval' ? roots[now.root] : now.ends[0]);
  if (lively) dot(ctx, lively, 6 * pixel, theme.figure, theme.paper, pixel);
}

function paintWaiting(
  ctx: CanvasRenderingContext2D, waiting: Iterable<Wedge & { readonly kind: string }>, theme: Theme,
  pixel: number,
): void {
  const corners: Spot[] = [];
  ctx.beginPath();
  for (const { ends: [from, to], kind } of waiting) {
    if (kind === 'interval') line(ctx, from, to);
    else corners.push(from);
  }
  ctx.lineCap = 'butt';
  stroke(ctx, theme.open, 4.5 * pixel);
  ctx.lineCap = 'round';
  for (const corner of corners) dot(ctx, corner, 4 * pixel, theme.open, theme.paper, pixel);
}

function line(ctx: CanvasRenderingContext2D, from: Spot, to: Spot): void {
  ctx.moveTo(from.x, from.y);
  ctx.lineTo(to.x, to.y);
}

function dot(
  ctx: CanvasRenderingContext2D, { x, y }: Spot, radius: number, fill: string, edge: string, pixel: number,
): void {
  ctx.beginPath();
  ctx.arc(x, y, radius, 0, 2 * Math.PI);
  ctx.fillStyle = fill;
  ctx.fill();
  stroke(ctx, edge, 1.2 * pixel);
}
