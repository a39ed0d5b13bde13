// A pixel for each visible cell, or for each pixel of the screen where cells are small: the fast way to draw.
//
// Rows of pixels name their cells first, and then look colours up; nothing is made anew while this runs.

import { CLOSED, WALL, type GameMap, type Heat, type Trace } from '../model';
import { eventAt } from '../trace';
import { viewOf, visible, type Camera, type Viewport } from './camera';
import { HALF, LINE, SIDE, type Geometry } from './geometry';
import { heatAt, spanOf } from './heat';
import { RAMP, RAMP_OPEN, SEEN_CLOSED, SEEN_OPEN, SHADES } from './shades';

/** What cells are coloured by. */
export interface Look {
  readonly map: GameMap;
  readonly trace: Trace | null;
  readonly time: number;
  readonly heat: Heat;
  readonly truth: Uint32Array | null;
}

/** A picture of cells, `width` pixels wide, and where on the page it is drawn. */
export interface Frame {
  readonly width: number;
  readonly height: number;
  readonly x: number;
  readonly y: number;
  /** How many pixels of the page one of the picture's has. */
  readonly size: number;
  /** The world's point in the middle of the first pixel, and how far apart pixels are. */
  readonly worldX: number;
  readonly worldY: number;
  readonly step: number;
}

/** The picture needed for a view: a pixel a cell where squares are larger than the screen's pixels. */
export function frameOf(geometry: Geometry, camera: Camera, viewport: Viewport): Frame {
  if (geometry.form === 'square' && camera.scale * viewport.ratio >= 1) {
    const { left, top, right, bottom } = visible(camera, viewport, geometry);
    return {
      width: Math.max(0, right - left), height: Math.max(0, bottom - top),
      x: (left - camera.x) * camera.scale, y: (top - camera.y) * camera.scale, size: camera.scale,
      worldX: left + 0.5, worldY: top + 0.5, step: 1,
    };
  }
  const { bounds } = geometry;
  const view = viewOf(camera, viewport);
  const dots = camera.scale * viewport.ratio;
  const first = (least: number, from: number) => Math.max(0, Math.floor((least - from) * dots));
  const last = (most: number, from: number, side: number) =>
    Math.min(Math.ceil(side * viewport.ratio), Math.ceil((most - from) * dots));
  const x = first(bounds.left, view.left);
  const y = first(bounds.top, view.top);
  return {
    width: Math.max(0, last(bounds.right, view.left, viewport.width) - x),
    height: Math.max(0, last(bounds.bottom, view.top, viewport.height) - y),
    x: x / viewport.ratio, y: y / viewport.ratio, size: 1 / viewport.ratio,
    worldX: camera.x + (x + 0.5) / dots, worldY: camera.y + (y + 0.5) / dots, step: 1 / dots,
  };
}

let places = new Int32Array(4096);

/** Fills a picture: `out` gets a colour of the table for each of its pixels, 0 where no cell is. */
export function fillPixels(
  out: Uint32Array, frame: Frame, geometry: Geometry, look: Look, table: Uint32Array,
): void {
  if (places.length < frame.width) places = new Int32Array(frame.width * 2);
  const isSquare = geometry.form === 'square';
  if (isSquare) {
    for (let at = 0; at < frame.width; at += 1) {
      const column = Math.floor(frame.worldX + at * frame.step);
      places[at] = column >= 0 && column < geometry.columns ? column : -1;
    }
  }
  for (let line = 0; line < frame.height; line += 1) {
    const y = frame.worldY + line * frame.step;
    let base = 0;
    if (isSquare) {
      const row = Math.floor(y);
      if (row < 0 || row >= geometry.rows) {
        out.fill(0, line * frame.width, (line + 1) * frame.width);
        continue;
      }
      base = row * geometry.columns;
    } else {
      placeRow(geometry, frame, y);
    }
    shadeRow(out, line * frame.width, places, frame.width, base, look, table);
  }
}

/** Names the cells of one row of pixels; -1 where there is none. */
function placeRow(geometry: Geometry, frame: Frame, y: number): void {
  if (geometry.form === 'diamond') placeDiamonds(geometry, frame, y);
  else if (geometry.form === 'pointy') placePointy(geometry, frame, y);
  else placeFlat(geometry, frame, y);
}

function placeDiamonds({ columns, rows }: Geometry, frame: Frame, y: number): void {
  const down = (2 * y) / HALF;
  for (let at = 0; at < frame.width; at += 1) {
    const aside = (frame.worldX + at * frame.step) / HALF - rows;
    const column = Math.floor((down + aside) / 2);
    const row = Math.floor((down - aside) / 2);
    const isInside = column >= 0 && row >= 0 && column < columns && row < rows;
    places[at] = isInside ? row * columns + column : -1;
  }
}

function placePointy({ columns, rows, shoved }: Geometry, frame: Frame, y: number): void {
  const line = Math.floor(y / LINE);
  const depth = (y - line * LINE) / SIDE;
  const shove = (line & 1) === shoved ? 0.5 : 0;
  for (let at = 0; at < frame.width; at += 1) {
    const x = frame.worldX + at * frame.step;
    let row = line;
    let column = Math.floor(x - shove);
    if (depth < 0.5 && Math.abs(x - shove - column - 0.5) >= depth) {
      row = line - 1;
      column = Math.floor(x - 0.5 + shove);
    }
    const isInside = column >= 0 && row >= 0 && column < columns && row < rows;
    places[at] = isInside ? row * columns + column : -1;
  }
}

function placeFlat({ columns, rows, shoved }: Geometry, frame: Frame, y: number): void {
  for (let at = 0; at < frame.width; at += 1) {
    const x = frame.worldX + at * frame.step;
    let column = Math.floor(x / LINE);
    const depth = (x - column * LINE) / SIDE;
    const shove = (column & 1) === shoved ? 0.5 : 0;
    let row = Math.floor(y - shove);
    if (depth < 0.5 && Math.abs(y - shove - row - 0.5) >= depth) {
      column -= 1;
      row = Math.floor(y - 0.5 + shove);
    }
    const isInside = column >= 0 && row >= 0 && column < columns && row < rows;
    places[at] = isInside ? row * columns + column : -1;
  }
}

/** Colours so many cells: `base` is added to each place; places below 0 are nothing. */
export function shadeRow(
  out: Uint32Array, from: number, row: Int32Array, count: number, base: number, look: Look,
  table: Uint32Array,
): void {
  const { map: { terrain }, trace, time } = look;
  if (trace && look.heat !== 'none') {
    shadeHeat(out, from, row, count, base, look, trace, table);
    return;
  }
  if (!trace || time === 0) {
    for (let at = 0; at < count; at += 1) {
      out[from + at] = row[at] < 0 ? 0 : table[terrain[base + row[at]]];
    }
    return;
  }
  const { openedAt, closedAt, reopened } = trace;
  for (let at = 0; at < count; at += 1) {
    if (row[at] < 0) {
      out[from + at] = 0;
      continue;
    }
    const cell = base + row[at];
    let code = terrain[cell];
    if (code < WALL && openedAt[cell] < time) {
      const isClosed = closedAt[cell] < time
        && (reopened === 0 || trace.kind[eventAt(trace, cell, time)] === CLOSED);
      code += isClosed ? SEEN_CLOSED : SEEN_OPEN;
    }
    out[from + at] = table[code];
  }
}

function shadeHeat(
  out: Uint32Array, from: number, row: Int32Array, count: number, base: number, look: Look, trace: Trace,
  table: Uint32Array,
): void {
  const { map: { terrain }, time, heat, truth } = look;
  const source = { trace, heat, truth };
  const { least, most } = spanOf(source);
  const factor = 255 / (most - least);
  for (let at = 0; at < count; at += 1) {
    if (row[at] < 0) {
      out[from + at] = 0;
      continue;
    }
    const cell = base + row[at];
    let code = terrain[cell];
    if (code < WALL && trace.openedAt[cell] < time) {
      const level = Math.min(255, Math.max(0, (heatAt(source, cell, time) - least) * factor)) | 0;
      code = (trace.closedAt[cell] < time ? RAMP : RAMP_OPEN) + level;
    }
    out[from + at] = table[code];
  }
}

const one = new Int32Array(1);
const code = new Uint32Array(1);
const itself = Uint32Array.from({ length: SHADES }, (_, at) => at);

/** The number of a cell's colour in the table. */
export function codeOf(look: Look, cell: number): number {
  shadeRow(code, 0, one, 1, cell, look, itself);
  return code[0];
}
