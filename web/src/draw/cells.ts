// Draws the cells of a map: as a picture of pixels, or as polygons where slanted edges can be seen.

import { NONE, WALL } from '../model';
import { visible, type Camera, type Viewport } from './camera';
import { faint } from './colour';
import type { Bounds, Geometry } from './geometry';
import { fillPixels, frameOf, isPlain, shade, type Look } from './pixels';
import { CODES, SHADES, shadesOf, type Shades } from './shades';
import type { Overview } from './overview';
import type { Theme } from './themes';

/** From so many pixels of the screen a cell, hexes and diamonds are polygons. */
export const POLYGONS_FROM = 12;
/** From so many pixels of the page a cell, lines part the cells. */
const GRID_FROM = 7;

export function paintCells(
  ctx: CanvasRenderingContext2D, geometry: Geometry, look: Look, theme: Theme, camera: Camera,
  viewport: Viewport, tiles: Tiles | null, overview: Overview | null = null,
): void {
  const opaque = shadesOf(theme, look.map.prices);
  const shades = tiles?.glass(opaque) ?? opaque;
  if (!isPlain(geometry) && camera.scale * viewport.ratio >= POLYGONS_FROM) {
    paintPolygons(ctx, geometry, look, theme, shades, camera, viewport);
    return;
  }
  paintPixels(ctx, geometry, look, shades, camera, viewport, overview);
  if (!isPlain(geometry) || camera.scale < GRID_FROM) return;
  const range = visible(camera, viewport, geometry);
  if (!tiles) paintWallFeet(ctx, geometry, look, theme, range, camera);
  paintGrid(ctx, theme, range, camera, viewport);
}

/** Whether a pixel of the screen has more than one cell. */
export const isOverview = ({ scale }: Camera, { ratio }: Viewport): boolean => scale * ratio < 1;

/** The game's tiles under the cells. */
export interface Tiles {
  paint(ctx: CanvasRenderingContext2D, geometry: Geometry, camera: Camera, viewport: Viewport): void;
  /** Colours through which they are seen. */
  glass(opaque: Shades): Shades;
}

interface Board {
  readonly canvas: OffscreenCanvas;
  readonly ctx: OffscreenCanvasRenderingContext2D;
  image: ImageData;
  pixels: Uint32Array;
}

const boards = new WeakMap<CanvasRenderingContext2D, Board>();

/** A picture to fill, kept for each canvas and made anew only when it has to grow. */
function boardOf(ctx: CanvasRenderingContext2D, width: number, height: number): Board {
  const kept = boards.get(ctx);
  if (kept && kept.image.width === width && kept.image.height === height) return kept;
  const canvas = kept?.canvas ?? new OffscreenCanvas(width, height);
  if (canvas.width < width || canvas.height < height) {
    canvas.width = Math.max(width, canvas.width);
    canvas.height = Math.max(height, canvas.height);
  }
  const image = new ImageData(width, height);
  const own = kept?.ctx ?? canvas.getContext('2d');
  if (!own) throw new Error('The browser gives no 2D canvas.');
  const board = { canvas, ctx: own, image, pixels: new Uint32Array(image.data.buffer) };
  boards.set(ctx, board);
  return board;
}

function paintPixels(
  ctx: CanvasRenderingContext2D, geometry: Geometry, look: Look, shades: Shades, camera: Camera,
  viewport: Viewport, overview: Overview | null,
): void {
  const frame = frameOf(geometry, camera, viewport);
  const { width, height, size } = frame;
  if (width === 0 || height === 0) return;
  const board = boardOf(ctx, width, height);
  if (overview && isOverview(camera, viewport)) {
    overview.fill(board.pixels, frame, geometry, look, shades.pixels);
  } else fillPixels(board.pixels, frame, geometry, look, shades.pixels);
  board.ctx.putImageData(board.image, 0, 0);
  ctx.imageSmoothingEnabled = false;
  ctx.drawImage(board.canvas, 0, 0, width, height, frame.x, frame.y, width * size, height * size);
}

/** A dark foot under each wall that has free ground below it, so that walls stand out. */
function paintWallFeet(
  ctx: CanvasRenderingContext2D, { first, rows }: Geometry, { map }: Look, theme: Theme, range: Bounds,
  camera: Camera,
): void {
  const foot = Math.min(5, camera.scale * 0.1);
  if (foot < 1.5) return;
  ctx.fillStyle = theme.wallSide;
  ctx.beginPath();
  for (let row = range.top; row < range.bottom; row += 1) {
    for (let column = range.left; column < range.right; column += 1) {
      const cell = first + row * map.width + column;
      if (map.terrain[cell] !== WALL) continue;
      if (row + 1 < rows && map.terrain[cell + map.width] === WALL) continue;
      const x = (column - camera.x) * camera.scale;
      ctx.rect(x, (row + 1 - camera.y) * camera.scale - foot, camera.scale, foot);
    }
  }
  ctx.fill();
}

/** Lines one pixel of the screen thick that come up softly as cells grow. */
function paintGrid(
  ctx: CanvasRenderingContext2D, theme: Theme, range: Bounds, camera: Camera, { ratio }: Viewport,
): void {
  const strength = Math.min(1, (camera.scale - GRID_FROM) / 14);
  ctx.fillStyle = faint(theme.grid, (theme.isDark ? 0.6 : 0.26) * strength);
  const line = 1 / ratio;
  const snapped = (at: number) => Math.round(at * ratio) / ratio;
  const x = (column: number) => snapped((column - camera.x) * camera.scale);
  const y = (row: number) => snapped((row - camera.y) * camera.scale);
  const [left, top, right, bottom] = [x(range.left), y(range.top), x(range.right), y(range.bottom)];
  ctx.beginPath();
  for (let column = range.left; column <= range.right; column += 1) {
    ctx.rect(x(column), top, line, bottom - top + line);
  }
  for (let row = range.top; row <= range.bottom; row += 1) ctx.rect(left, y(row), right - left, line);
  ctx.fill();
}

// Of every visible cell: its number and colour, and the next one of the same colour.
let cells = new Int32Array(0);
let codes = new Uint32Array(0);
let next = new Int32Array(0);
const heads = new Int32Array(SHADES);

/** Gathers the visible cells by colour: lists that begin at `heads`. */
function gather(geometry: Geometry, look: Look, range: Bounds): void {
  const width = Math.max(0, range.right - range.left);
  const most = width * Math.max(0, range.bottom - range.top);
  if (cells.length < most) {
    [cells, codes, next] = [new Int32Array(most), new Uint32Array(most), new Int32Array(most)];
  }
  let count = 0;
  for (let row = range.top; row < range.bottom; row += 1) {
    const base = geometry.first + row * geometry.columns + range.left;
    for (let at = 0; at < width; at += 1) codes[count + at] = cells[count + at] = base + at;
    count += width;
  }
  shade(codes, 0, count, 0, look, CODES);
  heads.fill(-1);
  for (let at = 0; at < count; at += 1) {
    next[at] = heads[codes[at]];
    heads[codes[at]] = at;
  }
}

function paintPolygons(
  ctx: CanvasRenderingContext2D, geometry: Geometry, look: Look, theme: Theme, shades: Shades,
  camera: Camera, viewport: Viewport,
): void {
  gather(geometry, look, visible(camera, viewport, geometry));
  ctx.lineWidth = 1 / viewport.ratio;
  const strength = Math.min(1, camera.scale / 28);
  const grid = faint(theme.grid, (theme.isDark ? 0.7 : 0.3) * strength);
  for (let code = 0; code < SHADES; code += 1) {
    if (heads[code] < 0 || shades.pixels[code] === 0) continue;
    ctx.fillStyle = shades.colours[code];
    ctx.strokeStyle = shades.colours[code];
    ctx.beginPath();
    traceList(ctx, geometry, camera, viewport, heads[code]);
    ctx.fill();
    // Neighbours' smooth edges would let the page shine through between them.
    if (shades.pixels[code] >>> 24 === 255) ctx.stroke();
    if (code === WALL) continue;
    ctx.strokeStyle = grid;
    ctx.stroke();
  }
}

function traceList(
  ctx: CanvasRenderingContext2D, geometry: Geometry, camera: Camera, viewport: Viewport, head: number,
): void {
  for (let at = head; at >= 0; at = next[at]) {
    const x = (geometry.xOf(cells[at]) - camera.x) * camera.scale;
    const y = (geometry.yOf(cells[at]) - camera.y) * camera.scale;
    if (isNear(x, y, camera, viewport)) tracePolygon(ctx, geometry.corners, x, y, camera.scale);
  }
}

/** Whether a cell with its centre at a pixel can be seen. */
export function isNear(x: number, y: number, { scale }: Camera, { width, height }: Viewport): boolean {
  return x > -scale && y > -scale && x < width + scale && y < height + scale;
}

/** Adds a cell's outline to the path at hand, its centre at a pixel, by so much larger or smaller. */
export function tracePolygon(
  ctx: CanvasRenderingContext2D, corners: Float64Array, x: number, y: number, scale: number,
): void {
  ctx.moveTo(x + corners[0] * scale, y + corners[1] * scale);
  for (let at = 2; at < corners.length; at += 2) {
    ctx.lineTo(x + corners[at] * scale, y + corners[at + 1] * scale);
  }
  ctx.closePath();
}

/** Adds a cell of the map to the path at hand, drawn in from its edge by a share of its size. */
export function traceCell(
  ctx: CanvasRenderingContext2D, geometry: Geometry, camera: Camera, cell: number, size = 1,
): void {
  if (cell === NONE) return;
  const x = (geometry.xOf(cell) - camera.x) * camera.scale;
  const y = (geometry.yOf(cell) - camera.y) * camera.scale;
  tracePolygon(ctx, geometry.corners, x, y, camera.scale * size);
}
