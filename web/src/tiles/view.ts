// The tiles of one map as far as they are painted: squares of pixels at powers of two, kept while they are
// looked at. What is not painted yet is shown from a coarser square.

import { signal } from '@preact/signals';
import { coded } from '../coded';
import type { Camera, Viewport } from '../draw/camera';
import type { Tiles } from '../draw/cells';
import type { Geometry } from '../draw/geometry';
import { SEEN_OPEN, type Shades } from '../draw/shades';
import { callerOf, type Caller } from '../engine/calls';
import { Cancelled } from '../engine/cancelled';
import { OPEN, WALL, type Scenery } from '../model';
import type { Box } from './within';
import { SQUARE, type Wanted } from './painter';
import { STEPS } from './stretch';
import type { TileCalls } from './tile-worker';

export interface TileView extends Tiles {
  /** Reads what has to be read for a picture to be made anew when more of it is there. */
  heed(): void;
  /** Gives back memory and worker until it is painted again. */
  rest(): void;
}

/** The most squares that are kept: a megabyte each. */
const KEPT_MAX = 160;
/** Painted at the same time: the worker has one at hand and one to go on with. */
const ASKED_MAX = 2;
/** The coarsest there is. */
const LEVEL_MOST = 12;

interface Painted {
  readonly extent: Box;
  readonly call: Caller<TileCalls>['call'];
}

export function createTileView(
  scenery: Scenery, files: readonly (Blob | null)[], complain: (error: unknown) => void,
): TileView {
  const arrived = signal(0);
  const squares = new Map<string, ImageBitmap>();
  const asked = new Set<string>();
  let begun: Painted | null = null;
  let stop: (() => void) | null = null;
  /** What the last picture lacked, the coarsest first. */
  let wanting: Wanted[] = [];

  const keyOf = ({ level, column, row }: Wanted): string => `${level} ${column} ${row}`;

  function begin(): void {
    if (stop) return;
    const worker = new Worker(new URL('./tile-worker.ts', import.meta.url), { type: 'module' });
    const { call, end } = callerOf<TileCalls>(worker);
    stop = () => {
      worker.terminate();
      end(new Cancelled());
    };
    worker.onerror = ({ message }) => complain(coded('worker-stopped', message ?? ''));
    call('begin', [scenery, files]).then((extent) => {
      begun = { extent, call };
      arrived.value += 1;
    }, complain);
  }

  function pump(): void {
    if (!begun) return;
    const now = begun;
    while (asked.size < ASKED_MAX && wanting.length > 0) {
      const wanted = wanting.shift()!;
      const key = keyOf(wanted);
      if (asked.has(key) || squares.has(key)) continue;
      asked.add(key);
      now.call('paint', [wanted]).then((square) => {
        if (begun !== now) return square.close();
        asked.delete(key);
        keep(key, square);
        arrived.value += 1;
        pump();
      }, (error) => begun === now && complain(error));
    }
  }

  /** The one that was looked at longest ago goes first. */
  function keep(key: string, square: ImageBitmap): void {
    squares.set(key, square);
    for (const [old, image] of squares) {
      if (squares.size <= KEPT_MAX) break;
      image.close();
      squares.delete(old);
    }
  }

  function look(wanted: Wanted): ImageBitmap | null {
    const key = keyOf(wanted);
    const square = squares.get(key);
    if (!square) return null;
    squares.delete(key);
    squares.set(key, square);
    return square;
  }

  function paint(
    ctx: CanvasRenderingContext2D, geometry: Geometry, camera: Camera, viewport: Viewport,
  ): void {
    begin();
    if (!begun) return;
    const { extent } = begun;
    const [originX, originY, right] = scenery.frame;
    // Pixels of the screen to one of the map, and where the map's pixel 0, 0 is.
    const dots = (camera.scale * viewport.ratio * STEPS[geometry.form][0]) / right;
    const [x, y] = geometry.centreOf(0);
    const left = (x - camera.x) * camera.scale * viewport.ratio - originX * dots;
    const top = (y - camera.y) * camera.scale * viewport.ratio - originY * dots;
    const last = Math.max(0, Math.ceil(Math.log2(
      Math.max(extent.right - extent.left, extent.bottom - extent.top) / SQUARE)));
    const level = Math.min(LEVEL_MOST, last, Math.max(0, Math.floor(-Math.log2(dots) + 0.01)));
    const side = SQUARE * 2 ** level;
    const first = (from: number, offset: number) => Math.max(0, Math.floor((-offset / dots - from) / side));
    const end = (from: number, to: number, offset: number, size: number) => Math.min(
      Math.ceil((to - from) / side), Math.ceil(((size * viewport.ratio - offset) / dots - from) / side));
    const missing: Wanted[] = [];
    const endRow = end(extent.top, extent.bottom, top, viewport.height);
    const endColumn = end(extent.left, extent.right, left, viewport.width);
    ctx.save();
    ctx.setTransform(1, 0, 0, 1, 0, 0);
    ctx.imageSmoothingEnabled = dots < 1.5;
    const across = (at: number) => Math.round(left + (extent.left + at) * dots);
    const down = (at: number) => Math.round(top + (extent.top + at) * dots);
    for (let row = first(extent.top, top); row < endRow; row += 1) {
      for (let column = first(extent.left, left); column < endColumn; column += 1) {
        const wanted = { level, column, row };
        const [x0, y0] = [across(column * side), down(row * side)];
        const [wide, high] = [across((column + 1) * side) - x0, down((row + 1) * side) - y0];
        const square = look(wanted);
        if (square) {
          ctx.drawImage(square, x0, y0, wide, high);
          continue;
        }
        missing.push(wanted);
        for (let up = 1; level + up <= last; up += 1) {
          const coarse = look({ level: level + up, column: column >> up, row: row >> up });
          if (!coarse) continue;
          const part = SQUARE >> up;
          const [partX, partY] = [(column & ((1 << up) - 1)) * part, (row & ((1 << up) - 1)) * part];
          if (part > 0) ctx.drawImage(coarse, partX, partY, part, part, x0, y0, wide, high);
          break;
        }
      }
    }
    ctx.restore();
    wanting = missing;
    pump();
  }

  return {
    paint,
    glass: glassOf,
    heed: () => void arrived.value,
    rest() {
      stop?.();
      begun = stop = null;
      asked.clear();
      for (const square of squares.values()) square.close();
      squares.clear();
    },
  };
}

/** How much of each colour is left where one sees tiles through it. */
const WALLS = 0.42;
const SEEN = 0.5;

const glasses = new WeakMap<Shades, Shades>();

/** The same colours, seen through; ground that costs nothing more is clear. */
function glassOf(opaque: Shades): Shades {
  const kept = glasses.get(opaque);
  if (kept) return kept;
  const open = opaque.colours[OPEN];
  const alphaOf = (code: number): number => {
    if (opaque.pixels[code] === 0) return 0;
    if (code >= SEEN_OPEN) return SEEN;
    return code === WALL ? WALLS : opaque.colours[code] === open ? 0 : SEEN / 2;
  };
  const alphas = opaque.colours.map((_, code) => Math.round(alphaOf(code) * 255));
  const glass = {
    colours: opaque.colours.map((colour, code) => colour + alphas[code].toString(16).padStart(2, '0')),
    pixels: opaque.pixels.map((pixel, code) =>
      (alphas[code] === 0 ? 0 : ((pixel & 0xffffff) | (alphas[code] << 24)) >>> 0)),
  };
  glasses.set(opaque, glass);
  return glass;
}
