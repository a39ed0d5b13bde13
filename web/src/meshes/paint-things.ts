// The picture of what is on the ground of a scene: regions, obstacles, and the corners of what is held.

import { faint } from '../draw/colour';
import type { Theme } from '../draw/themes';
import { HANDLES_MOST, middlesOf } from './corners';
import { boundsOf, costOf, type Outline } from './model';
import type { Scenery } from './paint';

export function traceOutline(ctx: CanvasPath, points: Outline): void {
  for (let at = 0; at + 1 < points.length; at += 2) {
    if (at === 0) ctx.moveTo(points[0], points[1]);
    else ctx.lineTo(points[at], points[at + 1]);
  }
}

export function paintObstacles(
  ctx: CanvasRenderingContext2D, { held, plan, theme }: Scenery, pixel: number,
): void {
  for (const { id, kind, outline } of plan.things) {
    if (kind !== 'obstacle') continue;
    ctx.beginPath();
    traceOutline(ctx, outline);
    ctx.closePath();
    ctx.fillStyle = theme.wall;
    ctx.fill();
    ctx.lineWidth = (id === held ? 3 : 1.5) * pixel;
    ctx.strokeStyle = id === held ? theme.cursor : theme.wallSide;
    ctx.stroke();
  }
}

/** What ground is filled with that costs so much, and how densely it is hatched: dearer ground more. */
export function lookOf(cost: number | null, theme: Theme): { colour: string; hatch: number } {
  if (cost === null) return { colour: theme.start, hatch: 7 };
  if (cost === 1) return { colour: theme.closed, hatch: 0 };
  return cost > 1 ? { colour: theme.weight, hatch: cost > 3 ? 5 : 10 } : { colour: theme.path, hatch: 0 };
}

/** Regions lie on the ground, tinted by what they are. */
export function paintRegions(
  ctx: CanvasRenderingContext2D, { held, plan, theme }: Scenery, pixel: number,
): void {
  for (const { id, kind, outline, tags } of plan.things) {
    if (kind !== 'region') continue;
    const { colour, hatch } = lookOf(costOf(plan.sorts, tags), theme);
    const around = new Path2D();
    traceOutline(around, outline);
    around.closePath();
    ctx.fillStyle = faint(colour, theme.isDark ? 0.3 : 0.22);
    ctx.fill(around);
    if (hatch > 0) hatched(ctx, around, outline, hatch * pixel, faint(colour, 0.55), pixel);
    ctx.lineWidth = (id === held ? 3 : 1.5) * pixel;
    ctx.strokeStyle = id === held ? theme.cursor : colour;
    ctx.stroke(around);
  }
}

/** Lines aslant within an outline. */
function hatched(
  ctx: CanvasRenderingContext2D, around: Path2D, outline: Outline, apart: number, colour: string,
  pixel: number,
): void {
  const { bottom, left, right, top } = boundsOf(outline);
  const high = bottom - top;
  ctx.save();
  ctx.clip(around);
  ctx.beginPath();
  // Zoomed far in, lines off the picture would be many.
  const step = Math.max(apart, (right - left + high) / LINES_MOST);
  for (let x = left - high; x < right; x += step) {
    ctx.moveTo(x, bottom);
    ctx.lineTo(x + high, top);
  }
  ctx.lineWidth = 1.2 * pixel;
  ctx.strokeStyle = colour;
  ctx.stroke();
  ctx.restore();
}

const LINES_MOST = 400;

/** The corners of what is held, and the middles of its sides, where corners can be put in. */
export function paintHandles(
  ctx: CanvasRenderingContext2D, { held, plan, theme }: Scenery, pixel: number,
): void {
  const thing = plan.things.find(({ id }) => id === held);
  if (!thing) return;
  const { outline } = thing;
  if (outline.length > 2 * HANDLES_MOST) return;
  const dot = (x: number, y: number, radius: number): void => {
    ctx.beginPath();
    ctx.arc(x, y, radius * pixel, 0, 2 * Math.PI);
    ctx.fillStyle = theme.paper;
    ctx.fill();
    ctx.lineWidth = 1.6 * pixel;
    ctx.strokeStyle = theme.cursor === theme.paper ? theme.wall : theme.cursor;
    ctx.stroke();
  };
  for (const { x, y } of middlesOf(thing)) dot(x, y, 2.6);
  for (let at = 0; at < outline.length; at += 2) dot(outline[at], outline[at + 1], 4.6);
}
