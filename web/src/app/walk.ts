// The figure that walks the way, cell by cell or along the route pulled tight, as fast at any frame rate.
//
// It walks what its own question answered. When ground or goal change, it asks again from where it stands.

import { effect, signal } from '@preact/signals';
import { whenFree } from './ask';
import { dismiss, say } from './messages';
import { panes } from './panes';
import { isStill } from './settings';
import { geometry } from './view';
import { edits, ends, isFree, loads, map, question } from './world';
import type { Figure } from '../draw/figure';
import { NONE } from '../model';
import { t } from '../words';

export const isWalking = signal(false);
export const SPEED_MOST = 40;
export const cellsPerSecond = signal(4);
export const isSmooth = signal(false);
/** Where the figure is, in the world's units; null: not there. */
export const figure = signal<Figure | null>(null);
/** The line it follows, where that is pulled tight. */
export const routeOf = signal<Float32Array | null>(null);
/** What is left of its way, where it is not the pane's. */
export const ahead = signal<Uint32Array>(new Uint32Array());

/** Points to walk, x and y by turns, and how far along them the figure is. */
let points: ArrayLike<number> = [];
let [leg, along] = [0, 0];
let goalAsked = NONE;
/** The places on the way that are still ahead of it. */
let viaLeft: readonly number[] = [];
/** The message that there was no way on. */
let stuck = 0;
/** How often it was stopped: a way that was asked for before is not taken up. */
let stops = 0;

const cellsToPoints = (cells: Uint32Array): number[] =>
  [...cells].flatMap((cell) => geometry.peek().centreOf(cell));

/** The cell under the figure; where there is none, the start. */
function standing(): number {
  const now = figure.peek();
  return now ? geometry.peek().cellAt(now.x, now.y) : ends.peek().from;
}

async function pointsOf(path: Uint32Array): Promise<ArrayLike<number>> {
  const canRoute = isSmooth.peek() && map.peek().shape === 'square' && !map.peek().isometric;
  if (!canRoute || path.length < 3) return cellsToPoints(path);
  const route = await panes.peek()[0].engine.route({ ...question.peek(), from: path[0], via: [] }, path);
  // The engine's points are whole numbers in the middle of cells, the picture's are at their corners.
  return route.map((at) => at + 0.5);
}

/** Takes up a way; from the middle of a step it goes on from where it is. */
async function take(path: Uint32Array, asked: number): Promise<void> {
  const next = await pointsOf(path);
  if (asked !== stops) return;
  dismiss(stuck);
  const now = figure.peek();
  points = now && leg + along > 0 ? [now.x, now.y, ...Array.from(next).slice(2)] : next;
  [leg, along] = [0, 0];
  ahead.value = path;
  routeOf.value = next instanceof Float32Array ? next : null;
  figure.value = { x: points[0], y: points[1], angle: figure.peek()?.angle ?? 0 };
  isWalking.value = true;
}

export function walk(): void {
  if (isWalking.value) {
    stopWalking();
    return;
  }
  const answer = panes.value[0].watched.value?.answer;
  if (!answer || answer.path.length < 2) return;
  figure.value = null;
  goalAsked = ends.peek().to;
  [leg, along] = [0, 0];
  const now = stops;
  whenFree(panes.value[0], 'walk', () => take(answer.path, now));
}

export function stopWalking(): void {
  stops += 1;
  dismiss(stuck);
  isWalking.value = false;
  figure.value = null;
  routeOf.value = null;
  ahead.value = new Uint32Array();
}

function askAgain(): void {
  const from = standing();
  if (from === NONE || !isWalking.peek()) return;
  goalAsked = ends.peek().to;
  // One that is stuck has no way left to tell by.
  if (ahead.peek().length > 0) viaLeft = stillAhead(from);
  const now = stops;
  // A wall dropped on its head: it steps aside to the last cell of its way that is still free.
  const beside = ahead.peek().findLast((cell) => isFree(cell) && near(cell, from));
  const here = isFree(from) ? from : (beside ?? from);
  whenFree(panes.peek()[0], 'walk', async () => {
    const asked = { ...question.peek(), from: here, via: viaLeft };
    const { engine, method } = panes.peek()[0];
    const { answer } = await engine.ask(asked, method.peek(), { eventsMax: 0, timedRuns: 0 });
    if (answer.outcome === 'found') {
      await take(answer.path, now);
      return;
    }
    if (now !== stops) return;
    stuck = say(t('figure.stuck'), true);
    points = points.length ? [figure.peek()!.x, figure.peek()!.y] : [];
    ahead.value = new Uint32Array();
  });
}

/** Places on the way that it has not come by: the last ones that what is left of its way meets in order. */
function stillAhead(from: number): readonly number[] {
  const { via } = ends.peek();
  const left = ahead.peek().slice(Math.max(0, ahead.peek().indexOf(from)));
  let [first, at] = [via.length, left.length];
  while (first > 0 && (at = left.subarray(0, at + 1).lastIndexOf(via[first - 1])) >= 0) first -= 1;
  return via.slice(first);
}

function near(a: number, b: number): boolean {
  const { width } = map.peek();
  const dx = Math.abs((a % width) - (b % width));
  return dx <= 1 && Math.abs(Math.floor(a / width) - Math.floor(b / width)) <= 1;
}

function advance(seconds: number): void {
  let left = seconds * cellsPerSecond.peek();
  while (left > 0 && leg + 1 < points.length / 2) {
    const [x0, y0, x1, y1] = [0, 1, 2, 3].map((i) => points[leg * 2 + i]);
    const length = Math.hypot(x1 - x0, y1 - y0);
    const angle = Math.atan2(y1 - y0, x1 - x0);
    if (along + left < length) {
      along += left;
      left = 0;
      const share = along / length;
      // Who asked for less motion sees it stand on cells, not slide between them.
      figure.value = isStill()
        ? { x: x0, y: y0, angle }
        : { x: x0 + (x1 - x0) * share, y: y0 + (y1 - y0) * share, angle, stride: share };
      return;
    }
    left -= length - along;
    along = 0;
    leg += 1;
    figure.value = { x: x1, y: y1, angle };
  }
  if (leg + 1 >= points.length / 2 && standing() === ends.peek().to) {
    isWalking.value = false;
    say(t('figure.arrived'));
  }
}

/** Moves the figure with the time that passes, and has it look again when the world changes. */
export function keepWalking(): void {
  effect(() => {
    if (!isWalking.value) return;
    let before = performance.now();
    let frame = requestAnimationFrame(function tick(now) {
      advance(Math.max(0, now - before) / 1000);
      before = now;
      if (isWalking.peek()) frame = requestAnimationFrame(tick);
    });
    return () => cancelAnimationFrame(frame);
  });
  effect(() => {
    void loads.value;
    stopWalking();
  });
  let known = edits.peek();
  effect(() => {
    const now = edits.value;
    const goal = ends.value.to;
    if (isWalking.peek() && (now !== known || goal !== goalAsked)) askAgain();
    known = now;
  });
}
