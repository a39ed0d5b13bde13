// The figure that walks the way, cell by cell or along the route pulled tight: by time, so that it is slower
// on expensive ground, and as fast at any frame rate.
//
// It walks what its own question answered. When ground or goal change, it asks again from where it stands.

import { signal } from '@preact/signals';
import { strideOf } from '../draw/arcs';
import { AWAY } from '../draw/geometry';
import { durationOf, figureAt, laidAlong, laidOut, middlesOf, takenUpAt, withoutWaits } from '../draw/timed';
import { NONE } from '../model';
import type { FeetParts, Walking } from './walk';

/** What walks, for `walk.ts`. */
export function createFeet({
  life: { effect },
  words: { t },
  settings: { isStill },
  messages: { dismiss, say },
  world: { edits, ends, isFree, loads, map, question },
  view: { geometry, level, lookAt },
  panes: { engine, panes },
  ask: { whenFree },
}: FeetParts, { isWalking, cellsPerSecond, isSmooth, figure, routeOf }: Walking) {
  /** What is left of its way, where it is not the pane's. */
  const ahead = signal<Uint32Array>(new Uint32Array());

  /** Points to walk, those of them to rest on where less motion is asked for, and how long it has walked. */
  let [points, rests] = [new Float64Array(), new Float64Array()];
  let time = 0;
  let goalAsked = NONE;
  /** The places on the way that are still ahead of it. */
  let viaLeft: readonly number[] = [];
  /** The message that there was no way on. */
  let stuck = 0;
  /** How often it was stopped: a way that was asked for before is not taken up. */
  let stops = 0;

  /** The cell under the figure; where there is none, the start. */
  function standing(): number {
    const now = figure.peek();
    if (!now) return ends.peek().from;
    const { cellAt, columns, first, rows } = geometry.peek();
    const at = Math.round(now.y / AWAY);
    const cell = cellAt(now.x, now.y - at * AWAY);
    return cell === NONE ? NONE : cell - first + at * columns * rows;
  }

  /** Takes up a way; from the middle of a step it goes on from where it is. */
  async function take(path: Uint32Array, asked: number): Promise<void> {
    // Hexes have one way to be walked: from middle to middle.
    const isOverLinks = (map.peek().links?.length ?? 0) > 0;
    const isPulled = isSmooth.peek() && map.peek().shape === 'square' && path.length > 2 && !isOverLinks;
    const way = await engine.walk(question.peek(), path, isPulled);
    if (asked !== stops) return;
    dismiss(stuck);
    const now = figure.peek();
    const shown = geometry.peek();
    const next = isOverLinks ? laidAlong(withoutWaits(way), path, shown, strideOf(map.peek(), shown))
      : laidOut(way, path[0], shown);
    points = now ? takenUpAt(next, now.x, now.y) : next;
    rests = isPulled || isOverLinks ? points : middlesOf(points, shown);
    time = 0;
    ahead.value = path;
    routeOf.value = isPulled ? Float32Array.from(next.filter((_, at) => at % 3 < 2)) : null;
    figure.value = figureAt(points, 0, now?.angle ?? 0);
    isWalking.value = true;
  }

  function walk(): void {
    if (isWalking.value) {
      stopWalking();
      return;
    }
    const answer = panes.value[0].watched.value?.answer;
    if (!answer || answer.path.length < 2) return;
    figure.value = null;
    goalAsked = ends.peek().to;
    const now = stops;
    whenFree(panes.value[0], 'walk', () => take(answer.path, now));
  }

  function stopWalking(): void {
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
      const { answer } = await engine.ask(asked, panes.peek()[0].method.peek(), { eventsMax: 0 });
      if (answer.outcome === 'found') {
        await take(answer.path, now);
        return;
      }
      if (now !== stops) return;
      stuck = say(t('figure.stuck'), true);
      const { x, y } = figure.peek() ?? { x: 0, y: 0 };
      points = rests = Float64Array.of(x, y, 0);
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
    time += seconds * cellsPerSecond.peek();
    // Who asked for less motion sees it stand on cells, not slide between them.
    const now = figureAt(isStill() ? rests : points, time, figure.peek()?.angle ?? 0, isStill());
    figure.value = now;
    const at = Math.round(now.y / AWAY);
    if (at !== level.peek()) lookAt(at);
    if (time >= durationOf(points) && standing() === ends.peek().to) {
      isWalking.value = false;
      say(t('figure.arrived'));
    }
  }

  /** Moves the figure with the time that passes, and has it look again when the world changes. */
  function keepWalking(): void {
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

  keepWalking();
  return { walk, stopWalking };
}
export type Feet = ReturnType<typeof createFeet>;
