// The picture of what a plan says besides ground: links, patrol routes, places, and what all is called.

import { toScreen, type Camera, type Viewport } from '../draw/camera';
import { faint } from '../draw/colour';
import type { Theme } from '../draw/themes';
import { boundsOf, distance, type MeshLink, type Outline, type Place, type Spot } from './model';
import type { Scenery } from './paint';

const FONT = '600 12px ui-sans-serif, system-ui, "Segoe UI", "Helvetica Neue", "DejaVu Sans", sans-serif';
const LABEL_HEIGHT = 16;
/** An arrow's head is so long, and a route has one each so many pixels. */
const HEAD = 9;
const HEADS_APART = 90;

type Drawing = CanvasRenderingContext2D;

/** Links and routes, below the path, in the scene's own units. */
export function paintLines(ctx: Drawing, { held, plan, theme }: Scenery, pixel: number): void {
  for (const { id, isLoop, kind, outline } of plan.things) {
    if (kind === 'route') paintRoute(ctx, outline, isLoop, id === held ? theme.cursor : theme.figure, pixel);
  }
  for (const link of plan.links) paintLink(ctx, link, theme, pixel);
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

/** Where a link bends: a little aside, so that two between the same points can be told apart. */
export function bendOf({ from, to }: Pick<MeshLink, 'from' | 'to'>): Spot {
  const [dx, dy] = [to.x - from.x, to.y - from.y];
  return { x: (from.x + to.x) / 2 - dy * 0.16, y: (from.y + to.y) / 2 + dx * 0.16 };
}

function paintLink(ctx: Drawing, link: MeshLink, theme: Theme, pixel: number): void {
  const { from, isShut, isTwoWay, to } = link;
  const colour = isShut ? faint(theme.jump, 0.45) : theme.jump;
  const by = bendOf(link);
  ctx.beginPath();
  ctx.moveTo(from.x, from.y);
  ctx.quadraticCurveTo(by.x, by.y, to.x, to.y);
  ctx.lineWidth = 2.4 * pixel;
  ctx.strokeStyle = colour;
  ctx.setLineDash([3 * pixel, 5 * pixel]);
  ctx.stroke();
  ctx.setLineDash([]);
  head(ctx, to, by, to, colour, pixel);
  if (isTwoWay) head(ctx, from, by, from, colour, pixel);
  else disc(ctx, from.x, from.y, 3.6 * pixel, colour);
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

/** Names, above all else, in the page's pixels. Where there is no room for all, nearer eyes see more. */
export function paintNames(ctx: Drawing, scenery: Scenery, camera: Camera, viewport: Viewport): void {
  const { plan: { from, links, places, things, to }, theme } = scenery;
  const ink = theme.isDark ? theme.paper : theme.ink;
  const placed = places.map((place): Label =>
    ({ words: place.name, at: place.at, colour: ink, isAbove: true }));
  const of = (kind: string, colour: string): Label[] => things.filter((thing) => thing.kind === kind)
    .map(({ name, outline }) => ({
      words: name, colour, at: kind === 'route' ? middleOfLine(outline) : middleOf(outline),
    }));
  const linked = links.map((link): Label => {
    const by = bendOf(link);
    const at = { x: (link.from.x + link.to.x + 2 * by.x) / 4, y: (link.from.y + link.to.y + 2 * by.y) / 4 };
    return { words: link.name, at, colour: theme.jump };
  });
  const taken: (readonly [number, number, number, number])[] = [from, to].map((end) => {
    const [x, y] = toScreen(camera, end.x, end.y);
    return [x - 10, y - 26, x + 10, y + 4];
  });
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
