// The strip under the map: how long the open list was after every event, and where one is.

import { CLOSED, type Trace } from '../model';
import { faint } from './colour';
import type { Theme } from './themes';

/** For each column of pixels: the shortest and longest open list, and which share of events closed a cell. */
export interface Curve {
  readonly least: Float32Array;
  readonly most: Float32Array;
  readonly closings: Float32Array;
  /** The longest open list of all. */
  readonly peak: number;
}

export interface Strip {
  readonly width: number;
  readonly height: number;
  readonly ratio: number;
}

const known = new WeakMap<Trace, { columns: number; curve: Curve }>();

/** The curve of a search in so many columns; made once for a trace and a width. */
export function curveOf(trace: Trace, columns: number): Curve {
  const kept = known.get(trace);
  if (kept && kept.columns === columns) return kept.curve;
  const curve = measured(trace, columns);
  known.set(trace, { columns, curve });
  return curve;
}

function measured(trace: Trace, columns: number): Curve {
  const least = new Float32Array(columns);
  const most = new Float32Array(columns);
  const closings = new Float32Array(columns);
  let peak = 1;
  for (let column = 0; column < columns; column += 1) {
    const from = Math.min(trace.length - 1, Math.floor((column * trace.length) / columns));
    const to = Math.max(from + 1, Math.floor(((column + 1) * trace.length) / columns));
    let [low, high, closed] = [Infinity, 0, 0];
    for (let event = Math.max(0, from); event < to && event < trace.length; event += 1) {
      const size = trace.openSize[event];
      if (size < low) low = size;
      if (size > high) high = size;
      if (trace.kind[event] === CLOSED) closed += 1;
    }
    least[column] = low === Infinity ? 0 : low;
    most[column] = high;
    closings[column] = closed / (to - from);
    peak = Math.max(peak, high);
  }
  return { least, most, closings, peak };
}

/** The time under a pixel of the strip. */
export function timeAt(trace: Trace, x: number, strip: Strip): number {
  const share = (x - EDGE) / Math.max(1, strip.width - 2 * EDGE);
  return Math.round(Math.min(1, Math.max(0, share)) * trace.length);
}

/** Room at both ends, so that the playhead's knob is never cut. */
const EDGE = 7;
/** How high the row of closing marks is. */
const MARKS = 5;

export function paintTimeline(
  ctx: CanvasRenderingContext2D, trace: Trace | null, time: number, theme: Theme, strip: Strip,
): void {
  const { width, height, ratio } = strip;
  ctx.save();
  ctx.setTransform(ratio, 0, 0, ratio, 0, 0);
  ctx.clearRect(0, 0, width, height);
  const floor = height - MARKS - 3;
  const long = Math.max(1, width - 2 * EDGE);
  ctx.fillStyle = faint(theme.isDark ? theme.paper : theme.ink, theme.isDark ? 0.07 : 0.06);
  ctx.beginPath();
  ctx.roundRect(0, 0, width, height, 6);
  ctx.fill();
  if (trace && trace.length > 0) {
    const curve = curveOf(trace, Math.min(Math.floor(long * ratio), 4096));
    const head = EDGE + (long * Math.min(time, trace.length)) / trace.length;
    const faded = theme.isDark ? 0.3 : 0.4;
    for (const [from, to, alpha] of [[EDGE, head, 1], [head, EDGE + long, faded]] as const) {
      ctx.save();
      ctx.beginPath();
      ctx.rect(from, 0, to - from, height);
      ctx.clip();
      paintCurve(ctx, curve, theme, long, floor, alpha);
      paintClosings(ctx, curve, theme, long, height - MARKS - 1, alpha, trace.length);
      ctx.restore();
    }
    paintHead(ctx, theme, head, height);
  }
  ctx.restore();
}

function paintCurve(
  ctx: CanvasRenderingContext2D, { least, most, peak }: Curve, theme: Theme, long: number, floor: number,
  alpha: number,
): void {
  const columns = most.length;
  const y = (size: number) => floor - (size / peak) * (floor - 4);
  const x = (column: number) => EDGE + (column * long) / columns;
  ctx.fillStyle = faint(theme.open, alpha * 0.8);
  ctx.beginPath();
  ctx.moveTo(EDGE, floor);
  for (let column = 0; column < columns; column += 1) {
    ctx.lineTo(x(column), y(most[column]));
    ctx.lineTo(x(column + 1), y(most[column]));
  }
  ctx.lineTo(EDGE + long, floor);
  ctx.fill();
  // Between the shortest and the longest of a column the list went up and down: that band is fuller.
  ctx.fillStyle = faint(theme.isDark ? theme.paper : theme.jump, alpha * 0.75);
  ctx.beginPath();
  for (let column = 0; column < columns; column += 1) {
    const top = y(most[column]);
    ctx.rect(x(column), top - 0.6, long / columns, Math.max(1.2, y(least[column]) - top));
  }
  ctx.fill();
}

/** One mark for each closing while they can be told apart, a share of each column otherwise. */
function paintClosings(
  ctx: CanvasRenderingContext2D, { closings }: Curve, theme: Theme, long: number, top: number, alpha: number,
  events: number,
): void {
  const step = long / closings.length;
  const isSparse = events * 2 < closings.length;
  for (let level = 1; level <= 8; level += 1) {
    ctx.fillStyle = faint(theme.closed, (alpha * level) / 8);
    ctx.beginPath();
    for (let column = 0; column < closings.length; column += 1) {
      if (Math.ceil(closings[column] * 8) !== level) continue;
      const inset = isSparse && isFirst(column, closings.length, events) ? 1 : 0;
      ctx.rect(EDGE + column * step + inset, top, step - inset + 0.05, MARKS);
    }
    ctx.fill();
  }
}

/** Whether a column is the first one of its event. */
function isFirst(column: number, columns: number, events: number): boolean {
  return Math.floor((column * events) / columns) !== Math.floor(((column - 1) * events) / columns);
}

function paintHead(ctx: CanvasRenderingContext2D, theme: Theme, x: number, height: number): void {
  ctx.fillStyle = theme.cursor;
  ctx.fillRect(x - 1, 0, 2, height);
  ctx.beginPath();
  ctx.arc(x, 6, 5, 0, 2 * Math.PI);
  ctx.fill();
  ctx.beginPath();
  ctx.arc(x, 6, 2, 0, 2 * Math.PI);
  ctx.fillStyle = theme.path;
  ctx.fill();
}
