// Where a pixel of the screen has many cells it shows the mean of their colours, not one of them.
//
// All cells of a large map take longer to look at than a frame may. Then a frame shows the mean of as many as
// it has time for, spread evenly, and once nothing moves the mean of all is worked out in slices and shown.

import { inSlices } from '../slices';
import type { Geometry } from './geometry';
import { fillPixels, type Frame, type Look } from './pixels';

/** A picture of so many cells is made in one frame. */
const AT_ONCE = 600_000;
/** Who looks at one picture for so long sees the mean of all cells. */
const STILL_MS = 120;

/** What a picture is of: the same makes the same picture. */
interface View {
  readonly frame: Frame;
  readonly geometry: Geometry;
  readonly look: Look;
  readonly table: Uint32Array;
}

/** The pictures of one canvas. */
export interface Overview {
  fill(out: Uint32Array, frame: Frame, geometry: Geometry, look: Look, table: Uint32Array): void;
  close(): void;
}

/** Makes the pictures of one canvas, and has it painted anew when a better one is there. */
export function overviewOf(repaint: () => void): Overview {
  let begun: View | null = null;
  let kept: { readonly view: View; readonly pixels: Uint32Array } | null = null;
  let timer: ReturnType<typeof setTimeout> | undefined;

  async function work(view: View): Promise<void> {
    const { frame, geometry, look, table } = view;
    const pixels = new Uint32Array(frame.width * frame.height);
    const steps = averaged(pixels, frame, geometry, look, table, cellsAcross(frame));
    if ((await inSlices(steps, () => begun === view)) === null || begun !== view) return;
    kept = { view, pixels };
    repaint();
  }

  return {
    fill(out, frame, geometry, look, table) {
      const view = { frame, geometry, look, table };
      if (kept && isSame(kept.view, view)) {
        out.set(kept.pixels);
        return;
      }
      const across = cellsAcross(frame);
      const pixels = frame.width * frame.height;
      const most = Math.max(1, Math.floor(Math.sqrt(AT_ONCE / Math.max(1, pixels))));
      const several = Math.min(across, most);
      if (several === 1) fillPixels(out, frame, geometry, look, table);
      else for (const _ of averaged(out, frame, geometry, look, table, several));
      if (across <= most || (begun && isSame(begun, view))) return;
      kept = null;
      begun = view;
      clearTimeout(timer);
      timer = setTimeout(() => void work(view), STILL_MS);
    },
    close() {
      begun = kept = null;
      clearTimeout(timer);
    },
  };
}

/** How many cells lie side by side in a pixel. */
const cellsAcross = ({ step }: Frame): number => Math.max(1, Math.ceil(step - 1e-6));

function isSame(a: View, b: View): boolean {
  const isLike = <T extends object>(one: T, other: T) =>
    (Object.keys(one) as (keyof T)[]).every((name) => one[name] === other[name]);
  const isPlaced = a.geometry === b.geometry && isLike(a.frame, b.frame);
  return isPlaced && a.table === b.table && isLike(a.look, b.look);
}

/**
 * Fills a picture with the mean of so many times so many cells for each pixel, evenly spread over it, a line
 * at a time. What is seen through counts as much as it is seen.
 */
export function* averaged(
  out: Uint32Array, { width, height, worldX, worldY, step, ...rest }: Frame, geometry: Geometry, look: Look,
  table: Uint32Array, across: number,
): Generator<void, true> {
  const fine = step / across;
  const offset = (fine - step) / 2;
  const row = { ...rest, width: width * across, height: across, step: fine, worldX: worldX + offset };
  const cells = new Uint32Array(row.width * across);
  for (let line = 0; line < height; line += 1) {
    fillPixels(cells, { ...row, worldY: worldY + line * step + offset }, geometry, look, table);
    for (let at = 0; at < width; at += 1) {
      out[line * width + at] = meanOf(cells, at * across, row.width, across);
    }
    yield;
  }
  return true;
}

/** The mean of a square of colours. */
function meanOf(colours: Uint32Array, from: number, wide: number, across: number): number {
  let [red, green, blue, alpha] = [0, 0, 0, 0];
  const first = colours[from];
  let isOne = true;
  for (let down = 0; down < across; down += 1) {
    const line = from + down * wide;
    for (let at = line; at < line + across; at += 1) {
      const colour = colours[at];
      isOne &&= colour === first;
      const seen = colour >>> 24;
      red += (colour & 255) * seen;
      green += ((colour >>> 8) & 255) * seen;
      blue += ((colour >>> 16) & 255) * seen;
      alpha += seen;
    }
  }
  if (isOne) return first;
  if (alpha === 0) return 0;
  const part = (sum: number) => Math.round(sum / alpha);
  const opaque = Math.round(alpha / (across * across));
  return ((opaque << 24) | (part(blue) << 16) | (part(green) << 8) | part(red)) >>> 0;
}
