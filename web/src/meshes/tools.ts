// What a hand does to obstacles and regions: drags them and their corners, drops new ones, draws them, takes
// them away.

import { signal } from '@preact/signals';
import {
  cornerAt, HANDLES_MOST, isOpenLine, passes, sideAt, snapped, withCorner, withMore, withoutCorner,
} from './corners';
import type { Grip } from './hand';
import { arcOf, ruleOf, withLine } from './links';
import { distance, OBSTACLE, region, type Outline, type Plan, type Spot, type Thing } from './model';
import { box, disc, holds, moved } from './outlines';
import type { SceneState } from './state';

export const TOOLS = ['move', 'circle', 'box', 'polygon', 'erase'] as const;
export type Tool = (typeof TOOLS)[number];
/** Whatever draws, draws links from end to end. */
const DRAWS: ReadonlySet<Tool> = new Set(['circle', 'box', 'polygon']);

/** What is dropped by a press alone is so large a part of what is in view. */
const DROPPED = 1 / 18;
/** A hand that draws leaves a corner each so many pixels, and closes so near to the first one. */
const CORNER_PIXELS = 12;
const CLOSING_PIXELS = 14;
/** A handle is taken hold of from so many pixels away, and a corner drawn to another one. */
const HANDLE_PIXELS = 10;
/** Whoever drew so many corners without letting go meant a whole outline. */
const DRAWN_LEAST = 5;

/** What is drawn: an obstacle, a patrol route, a link, or a region by its tag, as a text. */
export type Made = 'obstacle' | 'route' | 'link' | `${number}`;

const ROUTE = { ...OBSTACLE, kind: 'route', isLoop: true } as const;

/** Something of a kind with an outline. */
function madeOf(made: Made, outline: Outline): Omit<Thing, 'id'> {
  if (made === 'link') return { ...OBSTACLE, kind: 'link', link: ruleOf(outline), outline };
  return { ...(made === 'obstacle' ? OBSTACLE : made === 'route' ? ROUTE : region(Number(made))), outline };
}

/** What something is as it could be drawn: regions of several tags are as the first of them. */
const kindOf = ({ kind, tags }: Thing): Made | null =>
  (kind === 'region' && tags > 0 ? `${Math.log2(tags & -tags)}` : kind === 'region' ? null : kind);

interface Parts {
  readonly scene: SceneState;
  /** How large a pixel is, and how much is in view. */
  readonly pixel: () => number;
  readonly breadth: () => number;
}

export function createTools({ scene: { change, keep, opened, plan, put }, pixel, breadth }: Parts) {
  const tool = signal<Tool>('move');
  /** What arrow keys move, and what was dragged last: an end, or a thing by its id. */
  const held = signal<'from' | 'to' | number>('to');
  /** The corners of an outline that is being drawn. */
  const draft = signal<readonly Spot[]>([]);
  /** What the next thing will be that is drawn: an obstacle, or a region with this tag. */
  const kind = signal<Made>('obstacle');

  const find = (id: number): Thing | undefined =>
    plan.peek().things.find((each) => each.id === id);
  const under = (spot: Spot): Thing | undefined =>
    plan.peek().things.findLast((each) => {
      const { kind: is, outline } = each;
      if (is !== 'route' && is !== 'link') return holds(outline, spot);
      const line = is === 'link' ? { ...each, outline: arcOf(outline) } : each;
      return passes(line, spot, HANDLE_PIXELS * pixel());
    });

  /** The things with one of them changed, or one more. */
  function withOutline(id: number, outline: Outline): Pick<Plan, 'things'> {
    const { things } = plan.peek();
    const own = find(id);
    if (!own) return { things: [...things, { ...madeOf(kind.peek(), outline), id }] };
    return { things: things.map((each) => (each === own ? withLine(own, outline) : each)) };
  }
  const nextId = (): number => Math.max(-1, ...plan.peek().things.map(({ id }) => id)) + 1;

  /** Has something be another: of another name, kind or way. */
  function alter(id: number, next: Partial<Thing>, kind?: string): void {
    const { things } = plan.peek();
    change({ things: things.map((each) => (each.id === id ? { ...each, ...next } : each)) }, kind);
  }

  /** Has what is held be of a kind, and what is drawn next. */
  function turnInto(next: Made): void {
    kind.value = next;
    const which = held.peek();
    const own = typeof which === 'number' ? find(which) : undefined;
    if (!own || kindOf(own) === next) return;
    const corners = own.outline.length / 2;
    // What a line of two points goes round is nothing, and a link has no more.
    if (next === 'link' ? corners !== 2 : next !== 'route' && corners < 3) return;
    const { isLoop, kind: is, link, tags } = madeOf(next, own.outline);
    alter(own.id, { kind: is, tags, isLoop, link });
  }

  function hold(which: 'from' | 'to' | number): void {
    held.value = which;
    const own = typeof which === 'number' ? find(which) : undefined;
    kind.value = (own && kindOf(own)) ?? kind.peek();
  }

  function remove(id: number): void {
    if (!find(id)) return;
    change({ things: plan.peek().things.filter((each) => each.id !== id) });
    held.value = 'to';
  }

  /** What is done until the hand lets go; then it is kept as one change. */
  function gripOf(move: (to: Spot) => void, atEnd?: () => void): Grip {
    const before = plan.peek();
    return {
      move,
      end(isKept) {
        if (isKept) {
          atEnd?.();
          keep(before);
        } else put(before);
      },
    };
  }

  function drag({ id, outline }: Thing, begun: Spot): Grip {
    hold(id);
    return gripOf((to) => put(withOutline(id, moved(outline, to.x - begun.x, to.y - begun.y))));
  }

  const snap = (but: number, to: Spot): Spot =>
    snapped(plan.peek().things, but, to, HANDLE_PIXELS * pixel());

  /** Takes hold of a corner of what is held, or puts one in where a side's middle is; or takes one away. */
  function takeCorner(spot: Spot, isRight: boolean): Grip | null {
    const own = held.peek();
    const thing = typeof own === 'number' ? find(own) : undefined;
    if (!thing || thing.outline.length > 2 * HANDLES_MOST) return null;
    const { id, outline } = thing;
    const reach = HANDLE_PIXELS * pixel();
    const corner = cornerAt(outline, spot, reach);
    if (corner !== null) {
      if (!isRight) return gripOf((to) => put(withOutline(id, withCorner(outline, corner, snap(id, to)))));
      const fewer = withoutCorner(outline, corner, isOpenLine(thing) ? 2 : 3);
      if (fewer) change(withOutline(id, fewer));
      return { move: () => undefined, end: () => undefined };
    }
    const side = isRight ? null : sideAt(thing, spot, reach);
    if (side === null) return null;
    return gripOf((to) => put(withOutline(id, withMore(outline, side, snap(id, to)))));
  }

  const shapeAt = (kind: 'circle' | 'box', middle: Spot, size: number): Outline =>
    (kind === 'circle' ? disc(middle, size) : box({ x: middle.x - size, y: middle.y - size },
      { x: middle.x + size, y: middle.y + size }));

  /** A circle grows around where the hand began, a box from there to where it is. */
  function pull(kind: 'circle' | 'box', begun: Spot): Grip {
    const id = nextId();
    let isPulled = false;
    held.value = id;
    return gripOf((to) => {
      const far = Math.hypot(to.x - begun.x, to.y - begun.y);
      if (!isPulled && far < 4 * pixel()) return;
      isPulled = true;
      put(withOutline(id, kind === 'circle' ? disc(begun, far) : box(begun, to)));
    }, () => {
      if (!isPulled) put(withOutline(id, shapeAt(kind, begun, breadth() * DROPPED)));
    });
  }

  /** Adds corners, one a press or many while the hand draws. */
  function draw(begun: Spot): Grip {
    const [first] = draft.peek();
    const isClosing = (spot: Spot) => draft.peek().length > 2
      && Math.hypot(spot.x - first.x, spot.y - first.y) < CLOSING_PIXELS * pixel();
    const last = draft.peek().at(-1);
    // A route that does not lead back ends where it is pressed once more.
    const isEnding = kind.peek() === 'route' && draft.peek().length > 1 && last
      && Math.hypot(begun.x - last.x, begun.y - last.y) < CLOSING_PIXELS * pixel();
    if (isClosing(begun) || isEnding) {
      closeDraft(!isEnding);
      return { move: () => undefined, end: () => undefined };
    }
    const before = draft.peek();
    draft.value = [...before, snap(-1, begun)];
    if (kind.peek() === 'link') return drawLink();
    return {
      move(to) {
        const last = draft.peek().at(-1)!;
        if (Math.hypot(to.x - last.x, to.y - last.y) < CORNER_PIXELS * pixel()) return;
        draft.value = [...draft.peek(), to];
      },
      end(isKept) {
        if (!isKept) draft.value = before;
        else if (draft.peek().length - before.length >= DRAWN_LEAST) closeDraft();
      },
    };
  }

  /** A link leads from where it is pressed to where the hand lets go, or is pressed next. */
  function drawLink(): Grip {
    const before = draft.peek();
    const isWhole = () => draft.peek().length === 2
      && distance(draft.peek()[0], draft.peek()[1]) > CORNER_PIXELS * pixel();
    return {
      move: (to) => void (draft.value = [before[0], snap(-1, to)]),
      end(isKept) {
        if (isKept && isWhole()) closeDraft();
        else draft.value = isKept ? before.slice(0, 1) : [];
      },
    };
  }

  /** Makes a thing of the outline that was drawn. */
  function closeDraft(isLoop = false): void {
    const corners = draft.peek();
    draft.value = [];
    const isRoute = kind.peek() === 'route';
    if (corners.length < (isRoute || kind.peek() === 'link' ? 2 : 3)) return;
    const id = nextId();
    const { things } = withOutline(id, Float64Array.from(corners.flatMap(({ x, y }) => [x, y])));
    change({ things: things.map((each) => (each.id === id && isRoute ? { ...each, isLoop } : each)) });
    held.value = id;
  }

  /** What there is to take hold of besides the ends. */
  function take(spot: Spot, isRight: boolean): Grip | null {
    const corner = tool.peek() === 'move' ? takeCorner(spot, isRight) : null;
    if (corner) return corner;
    const there = under(spot);
    const now = isRight ? 'erase' : tool.peek();
    if (now === 'polygon' || (DRAWS.has(now) && kind.peek() === 'link')) return draw(spot);
    if (now === 'circle' || now === 'box') return pull(now, spot);
    if (!there) return null;
    if (now === 'move') return drag(there, spot);
    remove(there.id);
    return { move: () => undefined, end: () => undefined };
  }

  /** Drops what the tool makes in the middle of the view, for hands that have keys alone. */
  function drop(middle: Spot): void {
    const now = tool.peek();
    if (draft.peek().length > 0) return closeDraft();
    if (now !== 'circle' && now !== 'box') return;
    const id = nextId();
    const size = breadth() * DROPPED;
    const line = Float64Array.of(middle.x - 2 * size, middle.y, middle.x + 2 * size, middle.y);
    change(withOutline(id, kind.peek() === 'link' ? line : shapeAt(now, middle, size)));
    held.value = id;
  }

  /** Holds the next thing, or the one before. */
  function holdNext(by: 1 | -1): void {
    const { things } = plan.peek();
    if (things.length === 0) return;
    const at = things.findIndex(({ id }) => id === held.peek());
    const next = at < 0 ? (by > 0 ? 0 : things.length - 1) : at + by;
    hold(things[(next + things.length) % things.length].id);
  }

  /** Moves what is held. */
  function nudge(dx: number, dy: number): void {
    const which = held.peek();
    if (typeof which === 'number') {
      const own = find(which);
      if (own) change(withOutline(which, moved(own.outline, dx, dy)), `nudge-${which}`);
      return;
    }
    const { [which]: spot } = plan.peek();
    change({ [which]: { x: spot.x + dx, y: spot.y + dy } }, `nudge-${which}`);
  }

  function choose(next: Tool): void {
    if (next !== 'move' && !opened.peek()?.isFlat) return;
    tool.value = next;
    draft.value = [];
  }

  return { tool, choose, kind, turnInto, alter, held, draft, take, remove, drop, holdNext, nudge };
}
