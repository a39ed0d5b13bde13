// The picture of what a plan says besides ground: links, patrol routes, places, and what all is called.

import { toScreen, type Camera, type Viewport } from '../draw/camera';
import { faint } from '../draw/colour';
import type { Theme } from '../draw/themes';
import { bendOf, endsOf, onArc } from './links';
import {
  boundsOf, distance, type Found, type Outline, type Place, type Spot, type Taken, type Thing,
} from './model';
import type { Scenery } from './paint';

const FONT = '600 12px ui-sans-serif, system-ui, "Segoe UI", "Helvetica Neue", "DejaVu Sans", sans-serif';
const LABEL_HEIGHT = 16;
/** An arrow's head is so long, and a route has one each so many pixels. */
const HEAD = 9;
const HEADS_APART = 90;

type Drawing = CanvasRenderingContext2D;

/** Links and routes, below the path, in the scene's own units. */
export function paintLines(
  ctx: Drawing, { found, held, isFound, plan, theme }: Scenery, pixel: number,
): void {
  for (const { id, isLoop, kind, outline } of plan.things) {
    if (kind === 'route') paintRoute(ctx, outline, isLoop, id === held ? theme.cursor : theme.figure, pixel);
  }
  for (const thing of plan.things) {
    // Those that the path takes are drawn with it.
    const isTaken = isFound !== false && found?.taken.some(({ id }) => id === thing.id);
    if (thing.kind !== 'link' || isTaken) continue;
    paintLink(ctx, thing, thing.id === held ? theme.cursor : theme.jump, pixel);
  }
}

/** A line that is walked again and again: in a circle, or forth and back. */
function paintRoute(ctx: Drawing, outline: Outline, isLoop: boolean, colour: string, pixel: number): void {
  const spots = spotsOf(outline);
  ctx.beginPath();
  for (const { x, y } of spots) ctx.lineTo(x, y);
  if (isLoop) ctx.closePath();
  ctx.lineWidth = 2.2 * pixel;
  ctx.strokeStyle = colour;
  ctx.setLineDash([9 * pixel, 4 * pixel]);
  ctx.stroke();
  ctx.setLineDash([]);
  const legs = spots.slice(1).map((to, at) => [spots[at], to] as const);
  if (isLoop && spots.length > 2) legs.push([spots[spots.length - 1], spots[0]]);
  for (const [from, to] of legs) {
    const far = distance(from, to);
    if (far < 3 * HEAD * pixel) continue;
    const count = Math.max(1, Math.floor(far / (HEADS_APART * pixel)));
    for (let at = 0; at < Math.min(count, HEADS_MOST); at += 1) {
      const share = (at + 0.5) / Math.min(count, HEADS_MOST);
      const on = { x: from.x + (to.x - from.x) * share, y: from.y + (to.y - from.y) * share };
      head(ctx, on, from, to, colour, pixel);
      // Who comes back the way he came goes both ways.
      if (!isLoop) head(ctx, shifted(on, from, to, -2 * HEAD * pixel), to, from, colour, pixel);
    }
  }
  for (const { x, y } of spots) disc(ctx, x, y, 2.6 * pixel, colour);
}

const HEADS_MOST = 40;

function traceArc(ctx: Drawing, outline: Outline): void {
  const [from, to] = endsOf(outline);
  const by = bendOf(outline);
  ctx.moveTo(from.x, from.y);
  ctx.quadraticCurveTo(by.x, by.y, to.x, to.y);
}

function paintLink(ctx: Drawing, { link, outline }: Thing, shade: string, pixel: number): void {
  const colour = link?.isShut ? faint(shade, 0.45) : shade;
  const [from, to] = endsOf(outline);
  const by = bendOf(outline);
  ctx.beginPath();
  traceArc(ctx, outline);
  ctx.lineWidth = 2.4 * pixel;
  ctx.strokeStyle = colour;
  ctx.setLineDash([3 * pixel, 5 * pixel]);
  ctx.stroke();
  ctx.setLineDash([]);
  head(ctx, to, by, to, colour, pixel);
  if (link?.isTwoWay) head(ctx, from, by, from, colour, pixel);
  else disc(ctx, from.x, from.y, 3.6 * pixel, colour);
}

/** The links that a path takes, in its colour. */
export function paintTaken(
  ctx: Drawing, { plan, theme }: Scenery, taken: readonly Taken[], pixel: number,
): void {
  for (const { id, isBack } of taken) {
    const outline = plan.things.find((each) => each.id === id)?.outline;
    if (!outline) continue;
    ctx.beginPath();
    traceArc(ctx, outline);
    for (const [width, colour] of [[6, faint(theme.pathEdge, 0.75)], [3.5, theme.path]] as const) {
      ctx.lineWidth = width * pixel;
      ctx.strokeStyle = colour;
      ctx.setLineDash([9 * pixel, 8 * pixel]);
      ctx.stroke();
    }
    ctx.setLineDash([]);
    const tip = endsOf(outline)[isBack ? 0 : 1];
    head(ctx, tip, bendOf(outline), tip, theme.pathEdge, 1.5 * pixel);
  }
}

type Box = readonly [left: number, top: number, right: number, bottom: number];

/** What those links count, on their arcs, in the page's pixels. Where that is, no name is to be. */
export function paintCosts(
  ctx: Drawing, { hasNames, plan, theme }: Scenery, { taken }: Found, camera: Camera,
): Box[] {
  ctx.font = FONT;
  ctx.textAlign = 'center';
  ctx.textBaseline = 'middle';
  return taken.flatMap(({ id, length }): Box[] => {
    const own = plan.things.find((each) => each.id === id);
    if (!own) return [];
    const { name, outline } = own;
    const words = `${hasNames ? name : ''} +${Math.round(length * 100) / 100}`.trim();
    const middle = onArc(outline, 0.5);
    const [x, y] = toScreen(camera, middle.x, middle.y);
    const half = ctx.measureText(words).width / 2 + 6;
    const high = LABEL_HEIGHT / 2 + 2;
    ctx.beginPath();
    ctx.roundRect(x - half, y - high, 2 * half, 2 * high, high);
    ctx.fillStyle = theme.path;
    ctx.fill();
    ctx.lineWidth = 1.5;
    ctx.strokeStyle = theme.pathEdge;
    ctx.stroke();
    ctx.fillStyle = theme.wall;
    ctx.fillText(words, x, y);
    return [[x - half, y - high, x + half, y + high]];
  });
}

/** An arrow's head with its tip at a point, as one comes from another to a third. */
function head(ctx: Drawing, tip: Spot, from: Spot, to: Spot, colour: string, pixel: number): void {
  const angle = Math.atan2(to.y - from.y, to.x - from.x);
  ctx.beginPath();
  ctx.moveTo(tip.x, tip.y);
  for (const turn of [0.42, -0.42]) {
    ctx.lineTo(
      tip.x - Math.cos(angle + turn) * HEAD * pixel, tip.y - Math.sin(angle + turn) * HEAD * pixel,
    );
  }
  ctx.closePath();
  ctx.fillStyle = colour;
  ctx.fill();
}

function shifted(spot: Spot, from: Spot, to: Spot, by: number): Spot {
  const far = distance(from, to) || 1;
  return { x: spot.x + ((to.x - from.x) / far) * by, y: spot.y + ((to.y - from.y) / far) * by };
}

function disc(ctx: Drawing, x: number, y: number, radius: number, colour: string): void {
  ctx.beginPath();
  ctx.arc(x, y, radius, 0, 2 * Math.PI);
  ctx.fillStyle = colour;
  ctx.fill();
}

interface Label {
  readonly words: string;
  readonly at: Spot;
  readonly colour: string;
  /** Above its point, not on it. */
  readonly isAbove?: boolean;
}

/**
 * Names, above all else, in the page's pixels, but for those boxes. Where there is no room for all, nearer
 * eyes see more.
 */
export function paintNames(
  ctx: Drawing, scenery: Scenery, camera: Camera, viewport: Viewport, costs: readonly Box[],
): void {
  const { plan: { from, places, things, to }, theme } = scenery;
  const ink = theme.isDark ? theme.paper : theme.ink;
  const placed = places.map((place): Label =>
    ({ words: place.name, at: place.at, colour: ink, isAbove: true }));
  const of = (kind: string, colour: string): Label[] => things.filter((thing) => thing.kind === kind)
    .map(({ name, outline }) => ({
      words: name, colour, at: kind === 'route' ? middleOfLine(outline) : middleOf(outline),
    }));
  const linked = things.filter(({ kind }) => kind === 'link')
    .map(({ name, outline }): Label => ({ words: name, at: onArc(outline, 0.5), colour: theme.jump }));
  const aroundEnds = [from, to].map((end): Box => {
    const [x, y] = toScreen(camera, end.x, end.y);
    return [x - 10, y - 26, x + 10, y + 4];
  });
  const taken = [...costs, ...aroundEnds];
  for (const { at } of places) paintPlace(ctx, { name: '', at }, theme, camera);
  ctx.font = FONT;
  ctx.textAlign = 'center';
  ctx.textBaseline = 'middle';
  ctx.lineJoin = 'round';
  const all = [...linked, ...placed, ...of('region', ink), ...of('route', theme.figure)];
  for (const label of [...all, ...of('obstacle', theme.paper)]) {
    if (label.words === '') continue;
    const [x, on] = toScreen(camera, label.at.x, label.at.y);
    const y = label.isAbove ? on - LABEL_HEIGHT * 0.8 : on;
    const half = ctx.measureText(label.words).width / 2 + 2;
    const [left, top, right, bottom] = [x - half, y - LABEL_HEIGHT / 2, x + half, y + LABEL_HEIGHT / 2];
    if (right < 0 || left > viewport.width || bottom < 0 || top > viewport.height) continue;
    if (taken.some(([l, t, r, b]) => l < right && left < r && t < bottom && top < b)) continue;
    taken.push([left, top, right, bottom]);
    const isOnWall = label.colour === theme.paper && !theme.isDark;
    ctx.lineWidth = 3.5;
    ctx.strokeStyle = faint(theme.isDark || isOnWall ? theme.wallSide : theme.paper, 0.82);
    ctx.strokeText(label.words, x, y);
    ctx.fillStyle = label.colour;
    ctx.fillText(label.words, x, y);
  }
}

function paintPlace(ctx: Drawing, { at }: Place, theme: Theme, camera: Camera): void {
  const [x, y] = toScreen(camera, at.x, at.y);
  disc(ctx, x, y, 4.5, theme.paper);
  disc(ctx, x, y, 3.2, theme.jump === theme.paper ? theme.wall : theme.cursor === theme.paper
    ? theme.wall : theme.cursor);
}

const spotsOf = (outline: Outline): Spot[] =>
  Array.from({ length: outline.length / 2 }, (_, at) => ({ x: outline[2 * at], y: outline[2 * at + 1] }));

/** The middle of the longest leg. */
function middleOfLine(outline: Outline): Spot {
  const spots = spotsOf(outline);
  let [best, most] = [spots[0], -1];
  for (let at = 0; at + 1 < spots.length; at += 1) {
    const [from, to] = [spots[at], spots[at + 1]];
    if (distance(from, to) <= most) continue;
    [best, most] = [{ x: (from.x + to.x) / 2, y: (from.y + to.y) / 2 }, distance(from, to)];
  }
  return best;
}

/** The middle of an outline, by its area. */
function middleOf(outline: Outline): Spot {
  let [area, x, y] = [0, 0, 0];
  const count = outline.length / 2;
  const { left, top } = boundsOf(outline);
  for (let at = 0; at < count; at += 1) {
    const next = (at + 1) % count;
    const [x1, y1, x2, y2] = [
      outline[2 * at] - left, outline[2 * at + 1] - top,
      outline[2 * next] - left, outline[2 * next + 1] - top,
    ];
    const own = x1 * y2 - x2 * y1;
    area += own;
    x += (x1 + x2) * own;
    y += (y1 + y2) * own;
  }
  if (Math.abs(area) < 1e-9) return { x: outline[0], y: outline[1] };
  return { x: left + x / (3 * area), y: top + y / (3 * area) };
}
