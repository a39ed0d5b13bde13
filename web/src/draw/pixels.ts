// A pixel for each visible cell, or for each pixel of the screen where cells are small: the fast way to draw.
//
// Rows of pixels name their cells first, and then look colours up; nothing is made anew while this runs.

import { CLOSED, VOID, WALL, type GameMap, type Heat, type Trace } from '../model';
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
    const { trace, time } = look;
    if (isSquare && frame.step === 1 && trace && time > 0 && look.heat === 'none' && trace.reopened === 0) {
      shadeRun(out, line * frame.width, frame.width, base + places[0], look, trace, table);
    } else {
      shadeRow(out, line * frame.width, places, frame.width, base, look, table);
    }
  }
}

/** Names the cells of one row of pixels; -1 where there is none. */
function placeRow(geometry: Geometry, frame: Frame, y: number): void {
  if (geometry.form === 'diamond') placeDiamonds(geometry, frame, y);
  else if (geometry.form === 'pointy') placePointy(geometry, frame, y);
  else placeFlat(geometry, frame, y);
}

// Truncation by `| 0` is faster than `Math.floor`, and the same for what is not negative: what could be is
// tested before, or moved by one that is taken off again.

function placeDiamonds({ columns, rows }: Geometry, frame: Frame, y: number): void {
  const ahead = frame.step / HALF / 2;
  let u = y / HALF + (frame.worldX / HALF - rows) / 2;
  let v = y / HALF - (frame.worldX / HALF - rows) / 2;
  for (let at = 0; at < frame.width; at += 1) {
    const isInside = u >= 0 && v >= 0 && u < columns && v < rows;
    places[at] = isInside ? (v | 0) * columns + (u | 0) : -1;
    u += ahead;
    v -= ahead;
  }
}

function placePointy({ columns, rows, shoved }: Geometry, frame: Frame, y: number): void {
  const line = Math.floor(y / LINE);
  const depth = (y - line * LINE) / SIDE;
  const shove = (line & 1) === shoved ? 0.5 : 0;
  const here = line >= 0 && line < rows ? line * columns : -1;
  const above = line > 0 && line <= rows ? (line - 1) * columns : -1;
  for (let at = 0; at < frame.width; at += 1) {
    // One to the right, so that it is never negative; places come one too large.
    const u = frame.worldX + at * frame.step - shove + 1;
    const place = u | 0;
    let base = here;
    let column = place - 1;
    if (depth < 0.5 && Math.abs(u - place - 0.5) >= depth) {
      base = above;
      column = ((u + shove + shove - 0.5) | 0) - 1;
    }
    places[at] = base < 0 || column < 0 || column >= columns ? -1 : base + column;
  }
}

function placeFlat({ columns, rows, shoved }: Geometry, frame: Frame, y: number): void {
  for (let at = 0; at < frame.width; at += 1) {
    const x = (frame.worldX + at * frame.step) / LINE;
    let column = x | 0;
    const depth = (x - column) * (LINE / SIDE);
    const shove = (column & 1) === shoved ? 0.5 : 0;
    const v = y - shove + 1;
    let place = v | 0;
    if (depth < 0.5 && Math.abs(v - place - 0.5) >= depth) {
      column -= 1;
      place = (v + shove + shove - 0.5) | 0;
    }
    const row = place - 1;
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
  if (trace.reopened > 0) shadeReopened(out, from, row, count, base, look, trace, table);
  else shadeSeen(out, from, row, count, base, look, trace, table);
}

/** The loop that most frames are made of. */
function shadeSeen(
  out: Uint32Array, from: number, row: Int32Array, count: number, base: number, { map, time }: Look,
  { openedAt, closedAt }: Trace, table: Uint32Array,
): void {
  const { terrain } = map;
  // PERF: stamps are compared as unsigned whole numbers, not as floating ones, once the engine knows this.
  const now = time >>> 0;
  for (let at = 0; at < count; at += 1) {
    const place = row[at];
    if (place < 0) {
      out[from + at] = 0;
      continue;
    }
    const cell = base + place;
    let code = terrain[cell];
    if (openedAt[cell] < now) code += closedAt[cell] < now ? SEEN_CLOSED : SEEN_OPEN;
    out[from + at] = table[code];
  }
}

/**
 * The same for cells that lie side by side.
 * PERF: 5.2 ms where `shadeSeen` takes 7.3 for 1.6 million cells (least of 100, `npm run bench:frame`).
 */
function shadeRun(
  out: Uint32Array, from: number, count: number, first: number, { map: { terrain }, time }: Look,
  { openedAt, closedAt }: Trace, table: Uint32Array,
): void {
  const now = time >>> 0;
  for (let at = 0; at < count; at += 1) {
    const cell = first + at;
    let code = terrain[cell];
    if (openedAt[cell] < now) code += closedAt[cell] < now ? SEEN_CLOSED : SEEN_OPEN;
    out[from + at] = table[code];
  }
}

/** Where cells were opened again after their closing, their last event says what they are. */
function shadeReopened(
  out: Uint32Array, from: number, row: Int32Array, count: number, base: number, { map, time }: Look,
  trace: Trace, table: Uint32Array,
): void {
  const { openedAt, closedAt, kind } = trace;
  const now = time >>> 0;
  for (let at = 0; at < count; at += 1) {
    const cell = base + row[at];
    let code = row[at] < 0 ? VOID : map.terrain[cell];
    if (code < WALL && openedAt[cell] < now) {
      const isClosed = closedAt[cell] < now && kind[eventAt(trace, cell, now)] === CLOSED;
      code += isClosed ? SEEN_CLOSED : SEEN_OPEN;
    }
    out[from + at] = table[code];
  }
}

function shadeHeat(
  out: Uint32Array, from: number, row: Int32Array, count: number, base: number, look: Look, trace: Trace,
  table: Uint32Array,
): void {
  const { map: { terrain }, heat, truth } = look;
  const time = look.time >>> 0;
  const { openedAt, closedAt } = trace;
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
    if (code < WALL && openedAt[cell] < time) {
      const level = Math.min(255, Math.max(0, (heatAt(source, cell, time) - least) * factor)) | 0;
      code = (closedAt[cell] < time ? RAMP : RAMP_OPEN) + level;
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
