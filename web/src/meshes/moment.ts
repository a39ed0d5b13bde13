// A search at one moment: its roots, what waits, what was looked at, and what is being looked at.

import type { Spot, Trace } from './model';

/** As `xunlu_scene_events` numbers them. */
const ROOT = 0;
const CLOSED = 1;
const PASSED = 2;
const INTERVAL = 3;
const CORNER = 4;
const GOAL = 5;
const EVENT = 8;
const NO_ROOT = 0xffffffff;

const WAITING = { [INTERVAL]: 'interval', [CORNER]: 'corner', [GOAL]: 'goal' } as const;

export interface Root extends Spot {
  readonly before: number;
  readonly g: number;
}

/** Something that waits, or waited, on the open list. */
export interface Node {
  readonly number: number;
  readonly root: number;
  readonly kind: 'interval' | 'corner' | 'goal' | 'link';
  readonly f: number;
  readonly ends: readonly [Spot, Spot];
}

/** An interval, and the root that sees it. */
export interface Wedge {
  readonly root: number;
  readonly ends: readonly [Spot, Spot];
}

export interface Moment {
  readonly roots: readonly Root[];
  /** By their numbers. */
  readonly waiting: ReadonlyMap<number, Node>;
  /** All intervals that were looked through. */
  readonly closed: readonly Wedge[];
  /** What left the open list last, and the intervals behind it that were passed at once. */
  readonly now: Node | null;
  readonly passed: readonly Wedge[];
}

export const lengthOf = ({ events }: Trace): number => events.length / EVENT;

/** What there is after so many events. */
export function momentOf(trace: Trace, time: number): Moment {
  const { events } = trace;
  const roots: Root[] = [];
  const waiting = new Map<number, Node>();
  const closed: Wedge[] = [];
  let now: Node | null = null;
  let passed: Wedge[] = [];
  for (let at = 0; at < Math.min(time, lengthOf(trace)) * EVENT; at += EVENT) {
    const [kind, number, root, length, x1, y1, x2, y2] = events.subarray(at, at + EVENT);
    if (kind === ROOT) roots.push({ x: x1, y: y1, before: root === NO_ROOT ? -1 : root, g: length });
    else if (kind === CLOSED) {
      now = waiting.get(number) ?? null;
      passed = [];
      waiting.delete(number);
      if (now?.kind === 'interval') closed.push(now);
    } else {
      const ends = [{ x: x1, y: y1 }, { x: x2, y: y2 }] as const;
      if (kind === PASSED) {
        passed.push({ root, ends });
        closed.push({ root, ends });
      } else {
        const name = WAITING[kind as keyof typeof WAITING] ?? 'link';
        waiting.set(number, { number, root, kind: name, f: length, ends });
      }
    }
  }
  return { roots, waiting, closed, now, passed };
}

/** The moment after the next of what leaves the open list has been looked at, or before the last. */
export function boundaryBeside({ events }: Trace, time: number, by: 1 | -1): number {
  const count = events.length / EVENT;
  let next = time + by;
  while (next > 0 && next < count && events[next * EVENT] !== CLOSED) next += by;
  return Math.min(count, Math.max(0, next));
}

/** What is taken next: the least f, and of equals the newest. */
export const nextOf = (moment: Moment, count: number): Node[] =>
  [...moment.waiting.values()].sort((a, b) => a.f - b.f || b.number - a.number).slice(0, count);
