// What lies above the cells: the path, outlines of cursor, pointer and mover, what a brush would change.

import { CLOSED, NONE } from '../model';
import type { Arc, Stride } from './arcs';
import type { Camera, Viewport } from './camera';
import { isNear, traceCell } from './cells';
import { faint } from './colour';
import type { Geometry } from './geometry';
import type { Scene } from './paint';
import { pathTint, type Theme } from './themes';

/** Path cells are tinted from so many pixels a cell. */
const TINT_FROM = 12;

/** A path as a line with rounded joints. */
export function paintPath(
  ctx: CanvasRenderingContext2D, path: Uint32Array, geometry: Geometry, theme: Theme, camera: Camera,
  stride?: Stride,
): void {
  if (path.length === 0) return;
  const { scale } = camera;
  const width = scale >= TINT_FROM ? scale * 0.14 : Math.max(2.5, scale * 0.4);
  ctx.lineJoin = 'round';
  ctx.lineCap = 'round';
  tracePath(ctx, path, geometry, camera, stride);
  ctx.lineWidth = width + Math.min(4, Math.max(2, width * 0.3));
  ctx.strokeStyle = faint(theme.pathEdge, 0.75);
  ctx.stroke();
  ctx.lineWidth = width;
  ctx.strokeStyle = theme.path;
  ctx.stroke();
}

/** Tints the cells of a path where cells are large. */
export function paintPathCells(
  ctx: CanvasRenderingContext2D, path: Uint32Array, geometry: Geometry, theme: Theme, camera: Camera,
  viewport: Viewport,
): void {
  if (camera.scale < TINT_FROM) return;
  ctx.fillStyle = pathTint(theme);
  ctx.beginPath();
  for (const cell of path) {
    const x = (geometry.xOf(cell) - camera.x) * camera.scale;
    const y = (geometry.yOf(cell) - camera.y) * camera.scale;
    if (isNear(x, y, camera, viewport)) traceCell(ctx, geometry, camera, cell, 0.98);
  }
  ctx.fill();
}

/** Cells that were closed a moment ago fade from the colour of open ones. */
export function paintEasing(
  ctx: CanvasRenderingContext2D, { geometry, heat, theme, time, trace }: Scene,
  { now, span }: NonNullable<Scene['easing']>, camera: Camera,
): void {
  if (!trace || heat !== 'none' || camera.scale < TINT_FROM) return;
  ctx.fillStyle = theme.open;
  for (let event = Math.max(0, Math.ceil(now - span - 1)); event < time; event += 1) {
    if (trace.kind[event] !== CLOSED) continue;
    ctx.globalAlpha = Math.max(0, 1 - (now - event - 1) / span);
    ctx.beginPath();
    traceCell(ctx, geometry, camera, trace.cell[event], 1);
    ctx.fill();
  }
  ctx.globalAlpha = 1;
}

/** Corners alone are kept of a path that has many more cells than pixels. */
function tracePath(
  ctx: CanvasRenderingContext2D, path: Uint32Array, geometry: Geometry, camera: Camera, stride?: Stride,
): void {
  ctx.beginPath();
  let [lastX, lastY] = [Infinity, Infinity];
  for (let at = 0; at < path.length; at += 1) {
    const x = (geometry.xOf(path[at]) - camera.x) * camera.scale;
    const y = (geometry.yOf(path[at]) - camera.y) * camera.scale;
    const isLast = at === path.length - 1;
    const along = at > 0 ? (stride?.(path[at - 1], path[at]) ?? 'straight') : 'straight';
    if (along === 'away') {
      // Rings around the cells by which it leaves one level and comes to another.
      for (const cell of [path[at - 1], path[at]]) ringAround(ctx, cell, geometry, camera);
      ctx.moveTo(x, y);
      [lastX, lastY] = [x, y];
      continue;
    }
    if (along !== 'straight') {
      arcTo(ctx, along, x, y, camera);
      [lastX, lastY] = [x, y];
      continue;
    }
    if (!isLast && Math.abs(x - lastX) < 1 && Math.abs(y - lastY) < 1) continue;
    if (at === 0) ctx.moveTo(x, y);
    ctx.lineTo(x, y);
    [lastX, lastY] = [x, y];
  }
}

function ringAround(
  ctx: CanvasRenderingContext2D, cell: number, { xOf, yOf }: Geometry, { x, y, scale }: Camera,
): void {
  const [middleX, middleY, radius] = [(xOf(cell) - x) * scale, (yOf(cell) - y) * scale, scale * 0.38];
  ctx.moveTo(middleX + radius, middleY);
  ctx.arc(middleX, middleY, radius, 0, 2 * Math.PI);
}

/** Goes on along a link. */
function arcTo(ctx: CanvasRenderingContext2D, along: Arc, x: number, y: number, camera: Camera): void {
  const [fromX, fromY, byX, byY] = [...along.from, ...along.by].map((place, axis) =>
    (place - (axis % 2 ? camera.y : camera.x)) * camera.scale);
  ctx.lineTo(fromX, fromY);
  ctx.quadraticCurveTo(byX, byY, x, y);
}

/** A line drawn through points of the world, x and y by turns: the smoothed route. */
export function paintRoute(
  ctx: CanvasRenderingContext2D, points: Float32Array, theme: Theme, camera: Camera,
): void {
  ctx.beginPath();
  for (let at = 0; at + 1 < points.length; at += 2) {
    ctx.lineTo((points[at] - camera.x) * camera.scale, (points[at + 1] - camera.y) * camera.scale);
  }
  ctx.lineJoin = 'round';
  ctx.lineCap = 'round';
  ctx.setLineDash([0, Math.max(5, camera.scale * 0.16)]);
  ctx.lineWidth = Math.max(2.5, camera.scale * 0.07);
  ctx.strokeStyle = theme.figure;
  ctx.stroke();
  ctx.setLineDash([]);
}

/** The cell under the pointer. */
export function paintHover(
  ctx: CanvasRenderingContext2D, cell: number, geometry: Geometry, theme: Theme, camera: Camera,
): void {
  if (cell === NONE) return;
  ctx.beginPath();
  traceCell(ctx, geometry, camera, cell, outlineSize(camera));
  ctx.fillStyle = faint(theme.cursor, 0.1);
  ctx.fill();
  ctx.lineWidth = 1.5;
  ctx.strokeStyle = faint(theme.cursor, 0.65);
  ctx.stroke();
}

/** The cell of the keyboard's cursor: a line that is seen on dark and on light alike. */
export function paintCursor(
  ctx: CanvasRenderingContext2D, cell: number, geometry: Geometry, theme: Theme, camera: Camera,
): void {
  if (cell === NONE) return;
  ctx.beginPath();
  traceCell(ctx, geometry, camera, cell, outlineSize(camera));
  ctx.lineJoin = 'round';
  ctx.lineWidth = 5;
  ctx.strokeStyle = theme.isDark ? '#000000' : '#ffffff';
  ctx.stroke();
  ctx.lineWidth = 2.5;
  ctx.strokeStyle = theme.cursor;
  ctx.stroke();
}

/** Small cells get an outline around them that can still be seen. */
function outlineSize(camera: Camera): number {
  return Math.max(1, 11 / camera.scale);
}

/** What somebody larger than a cell covers, standing with the upper left of it on a cell. */
export function paintFootprint(
  ctx: CanvasRenderingContext2D, cell: number, size: { readonly width: number; readonly height: number },
  geometry: Geometry, theme: Theme, camera: Camera,
): void {
  if (cell === NONE || size.width * size.height <= 1) return;
  ctx.beginPath();
  const inLayer = cell % (geometry.columns * geometry.rows);
  const [column, row] = [inLayer % geometry.columns, Math.floor(inLayer / geometry.columns)];
  const [right, bottom] = [
    Math.min(geometry.columns, column + size.width) - 1, Math.min(geometry.rows, row + size.height) - 1,
  ];
  const rectangle = [[column, row], [right, row], [right, bottom], [column, bottom]];
  const corner = geometry.corners;
  if (corner.length === 8) {
    // Squares and diamonds have their four corners in the same order as the rectangle has its own.
    for (const [at, [x, y]] of rectangle.entries()) {
      const end = cell - inLayer + y * geometry.columns + x;
      ctx.lineTo(
        (geometry.xOf(end) + corner[at * 2] - camera.x) * camera.scale,
        (geometry.yOf(end) + corner[at * 2 + 1] - camera.y) * camera.scale,
      );
    }
    ctx.closePath();
  } else {
    for (let y = row; y <= bottom; y += 1) {
      const from = cell - inLayer + y * geometry.columns;
      for (let x = column; x <= right; x += 1) traceCell(ctx, geometry, camera, from + x);
    }
  }
  ctx.fillStyle = faint(theme.figure, 0.16);
  ctx.fill();
  ctx.setLineDash([6, 4]);
  ctx.lineWidth = 2;
  ctx.strokeStyle = theme.figure;
  ctx.stroke();
  ctx.setLineDash([]);
}

/** The cells that a brush would change, in the colour it would give them. */
export function paintBrush(
  ctx: CanvasRenderingContext2D, cells: ArrayLike<number>, colour: string, geometry: Geometry, theme: Theme,
  camera: Camera,
): void {
  if (cells.length === 0) return;
  ctx.beginPath();
  for (let at = 0; at < cells.length; at += 1) traceCell(ctx, geometry, camera, cells[at]);
  ctx.fillStyle = faint(colour, 0.55);
  ctx.fill();
  ctx.lineWidth = 1;
  ctx.strokeStyle = faint(theme.cursor, 0.5);
  ctx.stroke();
}
