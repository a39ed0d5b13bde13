// The numbers of the tutorials: F above, G and H below, and an arrow to where a cell was reached from.

import { NONE, WALL, type Trace } from '../model';
import { openedAt, stateAt } from '../trace';
import type { Bend } from './bend';
import { visible, type Camera, type Viewport } from './camera';
import { isNear } from './cells';
import { codeOf, type Look } from './pixels';
import { faint, lightnessOf } from './colour';
import { AWAY, type Geometry } from './geometry';
import { shadesOf, weightOf, type Shades } from './shades';
import type { Theme } from './themes';

export const LABELS_FROM = 28;
const WEIGHTS_FROM = 14;
const FONT = 'ui-sans-serif, system-ui, "Segoe UI", "Helvetica Neue", "DejaVu Sans", sans-serif';
/** How wide a digit is against its height, in most fonts. */
const DIGIT = 0.6;
/** Writing smaller than this is left out. */
const LEGIBLE = 5.4;
/** Lighter colours ask for dark writing. */
const MIDDLE = 0.66;
/** The cost of ground stands in the corner of a cell with numbers from so many pixels. */
const CORNERS_FROM = 44;

/** How many pixels a cell has to write on, where its game draws it lower than usual, too. */
export const roomOf = ({ stretch }: Geometry, { scale }: Camera): number => scale * Math.min(1, stretch);

export interface LabelScene {
  readonly geometry: Geometry;
  readonly look: Look;
  readonly theme: Theme;
  readonly labels: boolean;
  readonly say: (cost: number) => string;
  /** Cells that are coloured by what they are: those of the path, and its ends. */
  readonly tints: ReadonlyMap<number, string>;
  readonly onPath: ReadonlySet<number>;
  /** Of a search over jumps: where they bend. */
  readonly bend: Bend | null;
}

/** A cell to be written on. */
interface Label {
  readonly cell: number;
  readonly x: number;
  readonly y: number;
  readonly isOnDark: boolean;
  /** Of a cell that is coloured by what it is, not by the search: its colour. */
  readonly tint: string | undefined;
  readonly f: string;
  readonly g: string;
  readonly h: string;
  readonly parent: number;
}

export function paintLabels(
  ctx: CanvasRenderingContext2D, scene: LabelScene, camera: Camera, viewport: Viewport,
): void {
  const scale = roomOf(scene.geometry, camera);
  if (scale < WEIGHTS_FROM) return;
  const written = scene.labels && scale >= LABELS_FROM && scene.look.trace
    ? labelsOf(scene, scene.look.trace, camera, viewport) : [];
  ctx.textBaseline = 'alphabetic';
  paintWeights(ctx, scene, camera, viewport, new Set(written.map(({ cell }) => cell)));
  if (written.length === 0) return;
  // The path's line is light in every theme.
  ctx.fillStyle = scene.theme.ink;
  paintArrows(ctx, scene, written.filter(({ cell }) => scene.onPath.has(cell)), scale);
  const sizes = sizesOf(written, scene.geometry, scale);
  for (const isOnDark of [false, true]) {
    const some = written.filter((label) => label.isOnDark === isOnDark);
    if (some.length === 0) continue;
    ctx.fillStyle = isOnDark ? scene.theme.paper : scene.theme.ink;
    paintArrows(ctx, scene, some.filter(({ cell }) => !scene.onPath.has(cell)), scale);
    paintNumbers(ctx, scene.geometry, some, sizes, scale);
  }
}

function labelsOf(scene: LabelScene, trace: Trace, camera: Camera, viewport: Viewport): Label[] {
  const { geometry, look, theme, say, tints, onPath } = scene;
  const shades = shadesOf(theme, look.map.prices);
  const labels: Label[] = [];
  forVisible(geometry, camera, viewport, (cell, x, y) => {
    if (openedAt(trace, cell) >= look.time || look.map.terrain[cell] >= WALL) return;
    const { state, g, h, parent } = stateAt(trace, cell, look.time);
    if (state === 'unseen') return;
    // On a heat map the path's cells keep their colour, and numbers over its line a rim of that.
    const tint = tints.get(cell) ?? (onPath.has(cell) ? shades.colours[codeOf(look, cell)] : undefined);
    const isOnDark = tint === undefined ? isDark(shades, codeOf(look, cell)) : lightnessOf(tint) < MIDDLE;
    labels.push({ cell, x, y, isOnDark, tint, f: say(g + h), g: say(g), h: say(h), parent });
  });
  return labels;
}

function forVisible(
  geometry: Geometry, camera: Camera, viewport: Viewport, act: (cell: number, x: number, y: number) => void,
): void {
  const range = visible(camera, viewport, geometry);
  for (let row = range.top; row < range.bottom; row += 1) {
    for (let column = range.left; column < range.right; column += 1) {
      const cell = geometry.first + row * geometry.columns + column;
      const x = (geometry.xOf(cell) - camera.x) * camera.scale;
      const y = (geometry.yOf(cell) - camera.y) * camera.scale;
      if (isNear(x, y, camera, viewport)) act(cell, x, y);
    }
  }
}

const darkness = new WeakMap<Shades, boolean[]>();

/** Whether a colour of the table asks for light writing. */
function isDark(shades: Shades, code: number): boolean {
  let known = darkness.get(shades);
  if (!known) {
    known = shades.colours.map((colour) => lightnessOf(colour) < MIDDLE);
    darkness.set(shades, known);
  }
  return known[code];
}

/** How large F is written, and G and H; 0 where they would be too small. */
interface Sizes {
  readonly big: number;
  readonly small: number;
}

/** One size for all cells in view: what the longest number leaves room for. */
function sizesOf(labels: readonly Label[], { form }: Geometry, scale: number): Sizes {
  let [above, below] = [1, 2];
  for (const { f, g, h } of labels) {
    above = Math.max(above, f.length);
    below = Math.max(below, g.length + h.length + 0.7);
  }
  const room = ROOM[form];
  const big = Math.min(Math.max(8.5, scale * 0.25), (scale * room.above) / (above * DIGIT));
  const small = Math.min(Math.max(7.5, scale * 0.2), big, (scale * room.below) / (below * DIGIT));
  return { big: big < LEGIBLE ? 0 : big, small: small < LEGIBLE ? 0 : small };
}

/** Where writing goes in each form, in steps from the centre, and how much room there is for it. */
const ROOM = {
  square: { above: 0.8, below: 0.8, x: 0.43, top: -0.43, bottom: 0.42, isCentred: false },
  diamond: { above: 0.5, below: 0.86, x: 0.46, top: -0.32, bottom: 0.09, isCentred: true },
  pointy: { above: 0.55, below: 0.74, x: 0.4, top: -0.42, bottom: 0.34, isCentred: true },
  flat: { above: 0.6, below: 0.62, x: 0.34, top: -0.44, bottom: 0.42, isCentred: true },
} as const;

function paintNumbers(
  ctx: CanvasRenderingContext2D, { form }: Geometry, labels: readonly Label[], sizes: Sizes, scale: number,
): void {
  const room = ROOM[form];
  const { big, small } = sizes;
  if (big > 0) {
    ctx.font = `600 ${big}px ${FONT}`;
    ctx.textAlign = room.isCentred ? 'center' : 'left';
    const dx = room.isCentred ? 0 : -room.x * scale;
    for (const { x, y, f, tint } of labels) write(ctx, f, x + dx, y + room.top * scale + big * 0.76, tint);
  }
  if (small === 0) return;
  ctx.font = `400 ${small}px ${FONT}`;
  ctx.textAlign = 'left';
  for (const { x, y, g, tint } of labels) write(ctx, g, x - room.x * scale, y + room.bottom * scale, tint);
  ctx.textAlign = 'right';
  for (const { x, y, h, tint } of labels) write(ctx, h, x + room.x * scale, y + room.bottom * scale, tint);
}

/** Writes a number; over the path's line it gets a rim of the cell's own colour. */
function write(
  ctx: CanvasRenderingContext2D, text: string, x: number, y: number, tint: string | undefined,
): void {
  if (tint !== undefined) {
    ctx.strokeStyle = tint;
    ctx.lineWidth = 3;
    ctx.lineJoin = 'round';
    ctx.strokeText(text, x, y);
  }
  ctx.fillText(text, x, y);
}

/** Arrows in the middle of cells, a shaft and a filled head, along the last stretch of what led there. */
function paintArrows(
  ctx: CanvasRenderingContext2D, { bend, geometry }: LabelScene, labels: readonly Label[], scale: number,
): void {
  const half = scale * (geometry.form === 'diamond' ? 0.1 : 0.16);
  const head = Math.max(3, scale * 0.1);
  ctx.strokeStyle = ctx.fillStyle;
  ctx.lineWidth = Math.max(1.1, scale * 0.028);
  ctx.lineCap = 'round';
  const heads = new Path2D();
  ctx.beginPath();
  for (const { cell, x, y, parent } of labels) {
    if (parent === NONE) continue;
    const corner = bend?.(parent, cell) ?? parent;
    const towards = corner === cell ? parent : corner;
    const dx = geometry.xOf(towards) - geometry.xOf(cell);
    const dy = geometry.yOf(towards) - geometry.yOf(cell);
    const length = Math.hypot(dx, dy);
    // Of a cell on another layer nothing can be pointed at.
    if (length === 0 || length > AWAY / 2) continue;
    const [ux, uy] = [dx / length, dy / length];
    const [tipX, tipY] = [x + ux * half, y + uy * half + scale * 0.01];
    ctx.moveTo(x - ux * half, y - uy * half + scale * 0.01);
    ctx.lineTo(tipX - ux * head * 0.6, tipY - uy * head * 0.6);
    heads.moveTo(tipX + ux * head * 0.2, tipY + uy * head * 0.2);
    heads.lineTo(tipX - ux * head - uy * head * 0.62, tipY - uy * head + ux * head * 0.62);
    heads.lineTo(tipX - ux * head + uy * head * 0.62, tipY - uy * head - ux * head * 0.62);
    heads.closePath();
  }
  ctx.stroke();
  ctx.fill(heads);
}

/** How expensive ground is: in the middle of a cell, or small in its corner where other numbers are. */
function paintWeights(
  ctx: CanvasRenderingContext2D, { geometry, look, theme }: LabelScene, camera: Camera, viewport: Viewport,
  written: ReadonlySet<number>,
): void {
  const { terrain, prices } = look.map;
  const scale = roomOf(geometry, camera);
  const shades = shadesOf(theme, prices);
  const said = new Map<number, string>();
  const sayWeight = (ground: number) => {
    const weight = weightOf(ground, prices);
    return weight === null || weight === 1 ? '' : String(Math.round(weight * 10) / 10);
  };
  for (const isSmall of scale < CORNERS_FROM ? [false] : [false, true]) {
    ctx.font = `500 ${isSmall ? Math.max(LEGIBLE, scale * 0.2) : Math.max(9, scale * 0.36)}px ${FONT}`;
    ctx.textAlign = 'center';
    forVisible(geometry, camera, viewport, (cell, x, y) => {
      const ground = terrain[cell];
      if (ground === 0 || ground >= WALL || written.has(cell) !== isSmall) return;
      let text = said.get(ground);
      if (text === undefined) said.set(ground, (text = sayWeight(ground)));
      if (text === '') return;
      ctx.fillStyle = faint(isDark(shades, codeOf(look, cell)) ? theme.paper : theme.ink, 0.74);
      const corner = CORNER[geometry.form];
      if (isSmall) ctx.fillText(`×${text}`, x + corner.x * scale, y + corner.y * scale);
      else ctx.fillText(text, x, y + Math.max(9, scale * 0.36) * 0.36);
    });
  }
}

const CORNER = {
  square: { x: 0.33, y: -0.28 }, diamond: { x: 0.42, y: -0.04 },
  pointy: { x: 0.34, y: -0.08 }, flat: { x: 0.4, y: 0.04 },
} as const;
