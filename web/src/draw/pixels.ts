// A pixel for each visible cell, or for each pixel of the screen where cells are small: the fast way to draw.
//
// Lines of pixels name their cells first, and then look colours up.

import { CLOSED, WALL, type GameMap, type Heat, type Trace } from '../model';
import { CLOSING, eventAt, placeOf } from '../trace';
import { viewOf, visible, type Camera, type Viewport } from './camera';
import { HALF, LINE, SIDE, type Geometry } from './geometry';
import type * as HeatMaps from './heat';
import { CODES, RAMP, RAMP_OPEN, SEEN_CLOSED, SEEN_OPEN } from './shades';

/** What cells are coloured by. */
export interface Look {
  readonly map: GameMap;
  readonly trace: Trace | null;
  readonly time: number;
  readonly heat: Heat;
  readonly truth: Uint32Array | null;
  /** What measures heat maps; without it there are none. */
  readonly heats: typeof HeatMaps | null;
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

/** Whether cells are squares as they are seen, too. */
export const isPlain = ({ form, stretch }: Geometry): boolean => form === 'square' && stretch === 1;

/** The picture needed for a view: a pixel a cell where squares are larger than the screen's pixels. */
export function frameOf(geometry: Geometry, camera: Camera, viewport: Viewport): Frame {
  if (isPlain(geometry) && camera.scale * viewport.ratio >= 1) {
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

/**
 * A line of diamonds crosses as many rows of the map, and the line below crosses them again: pictures of
 * them are filled in strips so wide, while the rows are still near.
 */
const STRIP = 128;

/** Fills a picture: `out` gets a colour of the table for each of its pixels, 0 where no cell is. */
export function fillPixels(
  out: Uint32Array, { width, height, worldX, worldY, step }: Frame, geometry: Geometry, look: Look,
  table: Uint32Array,
): void {
  const wide = geometry.form === 'diamond' ? STRIP : width;
  for (let left = 0; left < width; left += wide) {
    const count = Math.min(wide, width - left);
    const place = PLACERS[geometry.form](geometry, worldX + left * step, step, count);
    for (let line = 0; line < height; line += 1) {
      const from = line * width + left;
      const base = place(out, from, (worldY + line * step) / geometry.stretch);
      shade(out, from, from + count, base + geometry.first, look, table);
    }
  }
}

/**
 * Puts the cells of a line of pixels at a height of the world into `out`, and returns what is to be added to
 * them; what is below 0 then is none.
 */
type Place = (out: Uint32Array, from: number, y: number) => number;
type Placer = (geometry: Geometry, x: number, step: number, count: number) => Place;

const PLACERS: Record<Geometry['form'], Placer> = {
  square({ columns, rows }, x, step, count) {
    const { unit } = scan(x, step, count, columns);
    return (out, from, y) => {
      out.set(unit, from);
      return baseOf(Math.floor(y), rows, columns);
    };
  },
  pointy({ columns, rows, shoved }, x, step, count) {
    const scans = [scan(x, step, count, columns), scan(x - 0.5, step, count, columns)];
    return (out, from, y) => {
      const line = Math.floor(y / LINE);
      const depth = (y - line * LINE) / SIDE;
      const isShoved = (line & 1) === shoved ? 1 : 0;
      const { unit, rest } = scans[isShoved];
      const here = baseOf(line, rows, columns);
      if (depth >= 0.5) {
        out.set(unit, from);
        return here;
      }
      // Upper corners of hexes lie between the lower ones of the line above.
      const other = scans[1 - isShoved].unit;
      const above = baseOf(line - 1, rows, columns);
      for (let at = 0; at < count; at += 1) {
        out[from + at] = Math.abs(rest[at] - 0.5) < depth ? here + unit[at] : above + other[at];
      }
      return 0;
    };
  },
  flat({ columns, rows, shoved }, x, step, count) {
    const { unit, odds, rest } = scan(x / LINE, step / LINE, count, columns);
    const before = scan(x / LINE - 1, step / LINE, count, columns).unit;
    return (out, from, y) => {
      const lines = [1 - shoved, shoved].map((isShoved) => scan(y - isShoved / 2, 0, 1, rows));
      const [even, odd] = lines.map(({ unit }) => baseOf(unit[0], rows, columns));
      const [evenEdge, oddEdge] = lines.map(({ rest }) => Math.abs(rest[0] - 0.5) * (SIDE / LINE));
      for (let at = 0; at < count; at += 1) {
        const isOdd = odds[at];
        const isHere = rest[at] > (isOdd ? oddEdge : evenEdge);
        out[from + at] = (isHere ? unit[at] : before[at]) + ((isOdd !== 0) === isHere ? odd : even);
      }
      return 0;
    };
  },
  diamond({ columns, rows }, x, step, count) {
    const ahead = step / HALF / 2;
    const across = (x / HALF - rows) / 2;
    return (out, from, y) => {
      let u = y / HALF + across;
      let v = y / HALF - across;
      const first = Math.max(0, Math.ceil(Math.max(-u, v - rows) / ahead));
      const last = Math.min(count, Math.ceil(Math.min(columns - u, v) / ahead));
      out.fill(OUTSIDE, from, from + count);
      u += first * ahead;
      v -= first * ahead;
      // Truncation by `| 0` is faster than `Math.floor`, and the same for what is not negative.
      for (let at = first; at < last; at += 1) {
        out[from + at] = Math.imul(v | 0, columns) + (u | 0);
        u += ahead;
        v -= ahead;
      }
      return 0;
    };
  },
};

/** Added to any number of a cell, this leaves less than nothing. */
const OUTSIDE = -(2 ** 30);

/** The first cell of a line of the map. */
const baseOf = (line: number, lines: number, long: number): number =>
  (line >= 0 && line < lines ? Math.imul(line, long) : OUTSIDE);

/**
 * Points in a line, a step apart: which unit each lies in, whether that is odd, and where.
 */
function scan(from: number, step: number, count: number, units: number) {
  const unit = new Int32Array(count);
  const odds = new Uint8Array(count);
  const rest = new Float64Array(count);
  for (let at = 0; at < count; at += 1) {
    const point = from + at * step;
    const floor = Math.floor(point);
    unit[at] = floor >= 0 && floor < units ? floor : OUTSIDE;
    odds[at] = floor & 1;
    rest[at] = point - floor;
  }
  return { unit, odds, rest };
}

/**
 * Puts colours in place of cells that lack a base, and 0 where there is none.
 * PERF: cells and colours share an array: with one more the browser's engine runs out of registers, which
 * costs half as much again. By `| 0` and `>>> 0` it knows that numbers are whole.
 */
export function shade(
  out: Uint32Array, from: number, to: number, base: number, look: Look, table: Uint32Array,
): void {
  const { map: { terrain }, trace, time, heat } = look;
  if (!trace || time === 0) {
    for (let at = from | 0; at < to; at += 1) {
      const cell = (base + (out[at] | 0)) | 0;
      out[at] = cell < 0 ? 0 : table[terrain[cell]];
    }
  } else if (heat === 'none' && trace.reopened === 0) {
    shadeSeen(out, from, to, base, terrain, trace, time, table);
  } else shadeByEvent(out, from, to, base, look, trace, time, table);
}

/** The loop that most frames are made of. */
function shadeSeen(
  out: Uint32Array, from: number, to: number, base: number, terrain: Uint8Array, trace: Trace, time: number,
  table: Uint32Array,
): void {
  const { pages, stamps } = trace;
  const now = time >>> 0;
  for (let at = from | 0; at < to; at += 1) {
    const cell = (base + (out[at] | 0)) | 0;
    if (cell < 0) {
      out[at] = 0;
      continue;
    }
    let code = terrain[cell];
    // As `placeOf` has it.
    const place = (pages[cell >>> 4] + (cell & 15)) | 0;
    if (stamps[place] < now) code += stamps[place + CLOSING] < now ? SEEN_CLOSED : SEEN_OPEN;
    out[at] = table[code];
  }
}

/** Where an event says more than a stamp: in heat maps, and where cells were opened again once closed. */
function shadeByEvent(
  out: Uint32Array, from: number, to: number, base: number, look: Look, trace: Trace, time: number,
  table: Uint32Array,
): void {
  const { map: { terrain }, heat, heats, truth } = look;
  const { pages, stamps, kind, reopened } = trace;
  const now = time >>> 0;
  const levels = heat === 'none' || !heats ? null : heats.levelsOf({ trace, heat, truth });
  const isOrder = heat === 'order';
  const isSimple = isOrder || reopened === 0;
  for (let at = from | 0; at < to; at += 1) {
    const cell = (base + (out[at] | 0)) | 0;
    if (cell < 0) {
      out[at] = 0;
      continue;
    }
    let code = terrain[cell];
    const place = placeOf(pages, cell);
    const opened = stamps[place];
    if (opened < now && code < WALL) {
      const closed = stamps[place + CLOSING];
      const isClosed = closed < now;
      const event = isClosed && isSimple ? closed : isOrder ? opened : eventAt(trace, cell, now);
      if (levels) code = (isClosed ? RAMP : RAMP_OPEN) + levels[event];
      else code += kind[event] === CLOSED ? SEEN_CLOSED : SEEN_OPEN;
    }
    out[at] = table[code];
  }
}

const code = new Uint32Array(1);

/** The number of a cell's colour in the table. */
export function codeOf(look: Look, cell: number): number {
  code[0] = cell;
  shade(code, 0, 1, 0, look, CODES);
  return code[0];
}
