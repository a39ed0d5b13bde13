// The lines of jump searches: from where a cell was reached to the cell, where that is farther than one step,
// as the jump bends.

import { CLOSED, CONSIDERED, NONE, type GameMap, type Mover, type Trace } from '../model';
import { viewOf, type Camera, type Viewport } from './camera';
import { bendOf, type Bend } from './bend';
import { faint } from './colour';
import type { Geometry } from './geometry';
import type { Theme } from './themes';

/** So many lines are drawn in a frame, and so many events looked at, the newest first. */
const LINES_MAX = 6000;
const EVENTS_MAX = 300_000;
/** Canvases slow down on paths with very many lines. */
const BATCH = 400;
/** Neighbours lie nearer than this in every form, diagonal ones too. */
const STEP = 1.9;

/** Jumps on the map of one mover: where they bend, and what draws them. */
export interface Jumps {
  readonly bend: Bend;
  paint(
    ctx: CanvasRenderingContext2D, trace: Trace, time: number, geometry: Geometry, theme: Theme,
    camera: Camera, viewport: Viewport,
  ): void;
}

export function jumpsOf(map: GameMap, mover: Mover): Jumps {
  const bend = bendOf(map, mover);
  return { bend, paint: (ctx, trace, time, ...rest) => paintJumps(ctx, trace, time, bend, ...rest) };
}

function paintJumps(
  ctx: CanvasRenderingContext2D, trace: Trace, time: number, bend: Bend, geometry: Geometry, theme: Theme,
  camera: Camera, viewport: Viewport,
): void {
  const width = Math.min(2, Math.max(0.8, camera.scale * 0.05));
  ctx.lineCap = 'round';
  ctx.lineWidth = width;
  for (const isClosed of [false, true]) {
    ctx.strokeStyle = faint(theme.jump, isClosed ? 0.6 : 0.28);
    strokeJumps(ctx, trace, time, bend, geometry, camera, viewport, isClosed);
  }
}

function strokeJumps(
  ctx: CanvasRenderingContext2D, trace: Trace, time: number, bend: Bend, geometry: Geometry, camera: Camera,
  viewport: Viewport, isClosed: boolean,
): void {
  const view = viewOf(camera, viewport);
  const { scale } = camera;
  const until = Math.max(0, time - EVENTS_MAX);
  let lines = 0;
  ctx.beginPath();
  for (let event = Math.min(time, trace.length) - 1; event >= until && lines < LINES_MAX; event -= 1) {
    const parent = trace.parent[event];
    const kind = trace.kind[event];
    if (parent === NONE || kind === CONSIDERED || (kind === CLOSED) !== isClosed) continue;
    const cell = trace.cell[event];
    const [x, y] = [geometry.xOf(cell), geometry.yOf(cell)];
    const [fromX, fromY] = [geometry.xOf(parent), geometry.yOf(parent)];
    if (Math.abs(x - fromX) < STEP && Math.abs(y - fromY) < STEP) continue;
    const isSeen = Math.max(x, fromX) > view.left && Math.min(x, fromX) < view.right
      && Math.max(y, fromY) > view.top && Math.min(y, fromY) < view.bottom;
    if (!isSeen) continue;
    ctx.moveTo((fromX - camera.x) * scale, (fromY - camera.y) * scale);
    const corner = bend(parent, cell);
    if (corner !== parent && corner !== cell) {
      ctx.lineTo((geometry.xOf(corner) - camera.x) * scale, (geometry.yOf(corner) - camera.y) * scale);
    }
    ctx.lineTo((x - camera.x) * scale, (y - camera.y) * scale);
    lines += 1;
    if (lines % BATCH === 0) {
      ctx.stroke();
      ctx.beginPath();
    }
  }
  ctx.stroke();
}
