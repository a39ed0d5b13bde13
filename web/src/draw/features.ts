// What a map has besides its ground: links as arcs, arrows out of cells that are left to some sides only,
// padlocks where a tag is asked for, outlines of regions, names of places.
//
// Every mark is a path of SVG in the world's unit, so that the screen and an SVG draw the same.

import {
  EXITS_ALL, NONE, VOID, levelOf, type GameMap, type Link, type NamedPlace,
} from '../model';
import { arcOf, isBetweenLevels, pointOn, strideOf, turnedArc, type Stride } from './arcs';
import { visible, type Camera, type Viewport } from './camera';
import type { Bounds, Geometry } from './geometry';
import {
  at, doorMarks, dotPath, exitPaths, headPath, n, outlineOf, padlockMarks, regionPath, waysOf, type Mark,
} from './glyphs';
import type { Theme } from './themes';

/** A word on the map, and where it begins: beside a point, or below it. */
export interface Written {
  readonly text: string;
  readonly x: number;
  readonly y: number;
  readonly colour: string;
}

/** Cells smaller than this show neither arrows nor padlocks nor words. */
const CELLS_FROM = 7;
const WORDS_FROM = 5;
const COLOURS = {
  light: {
    link: '#8a56b2', shut: '#be2850', region: '#466e78', tags: ['#c2447f', '#4f72c4', '#2f8a6a', '#b5701c'],
  },
  dark: {
    link: '#be92e8', shut: '#f46082', region: '#82bec8', tags: ['#e678aa', '#7c9cec', '#60be9e', '#eca656'],
  },
} as const;
const coloursOf = ({ isDark }: Theme) => COLOURS[isDark ? 'dark' : 'light'];

/** The colour of the first of some tags. */
export const tagColour = (theme: Theme, tags: number): string =>
  coloursOf(theme).tags[(31 - Math.clz32(tags & -tags)) % 4];

/** Whether there is anything to be drawn. */
export const hasFeatures = ({ exits, links, places, regions, tags }: GameMap): boolean =>
  Boolean(exits ?? tags) || [links, places, regions].some((list) => list && list.length > 0);

/** Marks that lie under the search: what is said of cells. */
export function groundMarks(map: GameMap, geometry: Geometry, theme: Theme, range: Bounds): Mark[] {
  const marks: Mark[] = [];
  const colours = coloursOf(theme);
  const ways = waysOf(geometry);
  const tinted = new Map<string, string>();
  let [arrows, bars] = ['', ''];
  const { exits, tags } = map;
  for (let row = range.top; (exits ?? tags) && row < range.bottom; row += 1) {
    for (let column = range.left; column < range.right; column += 1) {
      const cell = geometry.first + row * geometry.columns + column;
      if (map.terrain[cell] === VOID) continue;
      const asked = tags?.[cell] ?? 0;
      if (asked) {
        const colour = tagColour(theme, asked);
        tinted.set(colour, (tinted.get(colour) ?? '') + outlineOf(geometry, cell));
      }
      const open = exits?.[cell] ?? EXITS_ALL;
      if (open === EXITS_ALL) continue;
      const [arrow, bar] = exitPaths(geometry, ways, cell, open);
      arrows += arrow;
      bars += bar;
    }
  }
  for (const [colour, d] of tinted) marks.push({ d, colour, alpha: 0.24 });
  if (arrows) marks.push({ d: arrows, colour: colours.link, alpha: 0.6 });
  if (bars) marks.push({ d: bars, colour: colours.shut, width: 0.07, least: 1.5 });
  return marks;
}

/** The outlines of regions, which lie under the search, too. */
export function regionMarks(map: GameMap, geometry: Geometry, theme: Theme): Mark[] {
  const colour = coloursOf(theme).region;
  return (map.regions ?? []).map((region) => regionPath(map, geometry, region)).filter(Boolean)
    .map((d) => ({ d, colour, width: 0.05, least: 1.5, dash: [0.22, 0.16] }));
}

/** Marks that lie over the search: links with their doors, padlocks. */
export function linkMarks(map: GameMap, geometry: Geometry, theme: Theme, keys: number): Mark[] {
  const marks: Mark[] = [];
  const level = Math.floor(geometry.first / (geometry.columns * geometry.rows));
  for (const link of map.links ?? []) {
    const isHere = [link.from, link.to].map((cell) => levelOf(map, cell) === level);
    if (!isHere[0] && !isHere[1]) continue;
    const isClosed = link.isShut || (link.tags & ~keys) !== 0;
    const colour = coloursOf(theme)[isClosed ? 'shut' : 'link'];
    if (isBetweenLevels(map, link)) marks.push(...stairMarks(map, geometry, link, isHere[0], colour));
    else marks.push(...arcMarks(geometry, link, colour, isClosed, theme));
    const [x, y] = isBetweenLevels(map, link)
      ? aside(geometry, isHere[0] ? link.from : link.to) : pointOn(arcOf(geometry, link), 0.5);
    if (link.isShut) marks.push(...doorMarks(x, y, colour, theme));
    else if (link.tags) marks.push(...padlockMarks(x, y, 0.2, tagColour(theme, link.tags), !isClosed, theme));
  }
  return marks;
}

const aside = ({ xOf, yOf }: Geometry, cell: number) => [xOf(cell) + 0.3, yOf(cell) + 0.28] as const;

/** Padlocks on cells that ask for a tag: open ones where who walks has it. */
export function padlocks(
  map: GameMap, geometry: Geometry, theme: Theme, range: Bounds, keys: number,
  hasNumbers: (cell: number) => boolean,
): Mark[] {
  const marks: Mark[] = [];
  for (let row = range.top; map.tags && row < range.bottom; row += 1) {
    for (let column = range.left; column < range.right; column += 1) {
      const cell = geometry.first + row * geometry.columns + column;
      const asked = map.tags[cell];
      if (!asked || map.terrain[cell] >= VOID - 1) continue;
      const [x, y] = [geometry.xOf(cell), geometry.yOf(cell)];
      const [dx, dy, size] = hasNumbers(cell) ? [0.3, -0.26, 0.14] : [0, 0, 0.24];
      const isOpen = (asked & ~keys) === 0;
      marks.push(...padlockMarks(x + dx, y + dy, size, tagColour(theme, asked), isOpen, theme));
    }
  }
  return marks;
}

/** The arc of a link with a head at each end that it leads to, and a dot at one that it does not. */
function arcMarks(geometry: Geometry, link: Link, colour: string, isClosed: boolean, theme: Theme): Mark[] {
  const arc = arcOf(geometry, link);
  const d = `M${at(...arc.from)}Q${at(...arc.by)} ${at(...arc.to)}`;
  const dash = isClosed ? { dash: [0.2, 0.16] } : {};
  const back = link.isTwoWay ? headPath(turnedArc(arc)) : dotPath(arc.from[0], arc.from[1], 0.1);
  const rim = theme.isDark ? theme.page : theme.ground;
  return [
    { d, colour: rim, alpha: 0.7, width: 0.14, least: 3.5 },
    { d, colour, width: 0.07, least: 1.5, ...dash },
    { d: headPath(arc) + back, colour },
  ];
}

/** Stairs in a cell that a link leaves its layer by: steps that go up or down. */
function stairMarks(
  map: GameMap, { xOf, yOf }: Geometry, link: Link, isFrom: boolean, colour: string,
): Mark[] {
  const [here, there] = isFrom ? [link.from, link.to] : [link.to, link.from];
  const isUp = levelOf(map, there) > levelOf(map, here);
  const [x, y] = [xOf(here), yOf(here)];
  const side = isUp ? 1 : -1;
  let d = `M${at(x - 0.3 * side, y + 0.28)}`;
  for (let step = 0; step < 3; step += 1) d += `v-0.19h${n(0.2 * side)}`;
  // Who arrives by it and cannot go back sees no steps to take, but a dot.
  const canLeave = isFrom || link.isTwoWay;
  if (!canLeave) d = dotPath(x, y, 0.12);
  return [{ d, colour, width: 0.09, least: 1.5 }];
}

/** Names of regions and places, and of where stairs lead: what is on the layer that is seen. */
export function writings(map: GameMap, geometry: Geometry, theme: Theme): Written[] {
  const level = Math.floor(geometry.first / (geometry.columns * geometry.rows));
  const isHere = (cell: number) => levelOf(map, cell) === level;
  const { region, link } = coloursOf(theme);
  const { corners, xOf, yOf } = geometry;
  const least = (axis: number) => Math.min(...corners.filter((_, i) => i % 2 === axis));
  // Across the outline, so that the cell below can be read.
  const [left, top] = [least(0), least(1) - 0.26];
  const regions = (map.regions ?? []).flatMap(({ name, parts }) => {
    const cell = parts.find((part) => isHere(part.cell))?.cell;
    if (cell === undefined) return [];
    return [{ text: name, x: xOf(cell) + left, y: yOf(cell) + top, colour: region }];
  });
  const places = (map.places ?? []).filter(({ cell }) => isHere(cell)).map(({ name, cell }: NamedPlace) =>
    ({ text: name, x: xOf(cell) + 0.22, y: yOf(cell) - 0.12, colour: theme.ink }));
  const stairs = (map.links ?? []).filter((each) => isBetweenLevels(map, each)).flatMap((each) =>
    [[each.from, each.to], [each.to, each.from]].flatMap(([cell, other], back) => {
      if (!isHere(cell) || (back && !each.isTwoWay)) return [];
      const [x, y] = [xOf(cell) + 0.28, yOf(cell) - 0.5];
      return [{ text: String(levelOf(map, other) + 1), x, y, colour: link }];
    }));
  return [...regions, ...places, ...stairs];
}

/** The pins of named places. */
export function pinMarks(map: GameMap, geometry: Geometry, theme: Theme): Mark[] {
  const level = Math.floor(geometry.first / (geometry.columns * geometry.rows));
  const d = (map.places ?? []).filter(({ cell }) => levelOf(map, cell) === level)
    .map(({ cell }) => dotPath(geometry.xOf(cell), geometry.yOf(cell), 0.16)).join('');
  return d ? [{ d, colour: theme.paper }, { d, colour: theme.ink, width: 0.07, least: 1.5 }] : [];
}

/** Draws marks on the screen. */
function paintMarks(
  ctx: CanvasRenderingContext2D, marks: readonly Mark[], camera: Camera, ratio: number,
): void {
  const { x, y, scale } = camera;
  ctx.save();
  ctx.setTransform(ratio * scale, 0, 0, ratio * scale, -x * scale * ratio, -y * scale * ratio);
  ctx.lineCap = 'round';
  ctx.lineJoin = 'round';
  for (const { d, colour, alpha = 1, width, least = 0, dash } of marks) {
    const path = new Path2D(d);
    ctx.globalAlpha = alpha;
    if (width === undefined) {
      ctx.fillStyle = colour;
      ctx.fill(path);
      continue;
    }
    ctx.setLineDash(dash ? dash.map((part) => Math.max(part, (least * 2) / scale)) : []);
    ctx.lineWidth = Math.max(width, least / scale);
    ctx.strokeStyle = colour;
    ctx.stroke(path);
  }
  ctx.restore();
}

/** What draws the features of a map, for who has so many keys; and how a path runs that takes links. */
export interface Features {
  readonly stride: Stride;
  /** What lies under the search. */
  under(ctx: CanvasRenderingContext2D, camera: Camera, viewport: Viewport): void;
  /** What lies over it; numbers push padlocks aside. */
  over(
    ctx: CanvasRenderingContext2D, camera: Camera, viewport: Viewport, hasNumbers: (cell: number) => boolean,
  ): void;
}

export function featuresOf(map: GameMap, geometry: Geometry, theme: Theme, keys: number): Features {
  // What the camera does not change is made once.
  const outlines = regionMarks(map, geometry, theme);
  const links = linkMarks(map, geometry, theme, keys);
  const [pins, words] = [pinMarks(map, geometry, theme), writings(map, geometry, theme)];
  return {
    stride: strideOf(map, geometry),
    under(ctx, camera, viewport) {
      const none = { left: 0, top: 0, right: 0, bottom: 0 };
      const seen = camera.scale < CELLS_FROM ? none : visible(camera, viewport, geometry);
      paintMarks(ctx, [...groundMarks(map, geometry, theme, seen), ...outlines], camera, viewport.ratio);
    },
    over(ctx, camera, viewport, hasNumbers) {
      paintMarks(ctx, links, camera, viewport.ratio);
      if (camera.scale >= CELLS_FROM) {
        const seen = visible(camera, viewport, geometry);
        const locks = padlocks(map, geometry, theme, seen, keys, hasNumbers);
        paintMarks(ctx, [...locks, ...pins], camera, viewport.ratio);
      }
      if (camera.scale >= WORDS_FROM) paintWritings(ctx, words, theme, camera, viewport);
    },
  };
}

/** The same for a picture that is no screen: all marks of a layer, and its words. */
export interface Drawn {
  strideOf(geometry: Geometry): Stride;
  under(geometry: Geometry): Mark[];
  over(geometry: Geometry): Mark[];
  words(geometry: Geometry): Written[];
}

export function drawnOf(
  map: GameMap, theme: Theme, keys: number, hasNumbers: (cell: number) => boolean,
): Drawn {
  const allOf = ({ columns, rows }: Geometry): Bounds => ({ left: 0, top: 0, right: columns, bottom: rows });
  return {
    strideOf: (geometry) => strideOf(map, geometry),
    under: (geometry) =>
      [...groundMarks(map, geometry, theme, allOf(geometry)), ...regionMarks(map, geometry, theme)],
    over: (geometry) => [
      ...linkMarks(map, geometry, theme, keys),
      ...padlocks(map, geometry, theme, allOf(geometry), keys, hasNumbers),
      ...pinMarks(map, geometry, theme),
    ],
    words: (geometry) => writings(map, geometry, theme),
  };
}

/** Words with a rim; one that would lie over another is left out. */
function paintWritings(
  ctx: CanvasRenderingContext2D, all: readonly Written[], theme: Theme, camera: Camera, viewport: Viewport,
): void {
  const size = Math.min(15, Math.max(11, camera.scale * 0.3));
  ctx.font = `600 ${size}px ui-sans-serif, system-ui, sans-serif`;
  ctx.textAlign = 'left';
  ctx.textBaseline = 'top';
  ctx.lineJoin = 'round';
  const taken: Bounds[] = [];
  for (const { text, x, y, colour } of all) {
    const [left, top] = [(x - camera.x) * camera.scale + 3, (y - camera.y) * camera.scale + 2];
    const box = { left, top, right: left + ctx.measureText(text).width, bottom: top + size };
    const isSeen = box.right > 0 && box.bottom > 0 && left < viewport.width && top < viewport.height;
    const isOver = (other: Bounds) => other.left < box.right && box.left < other.right
      && other.top < box.bottom && box.top < other.bottom;
    if (!isSeen || taken.some(isOver)) continue;
    taken.push(box);
    ctx.lineWidth = 4;
    ctx.strokeStyle = theme.isDark ? theme.page : theme.ground;
    ctx.strokeText(text, left, top);
    ctx.fillStyle = theme.isDark && colour === theme.ink ? theme.paper : colour;
    ctx.fillText(text, left, top);
  }
}

/** The links that end in a cell, by their places in the list. */
export const linksAt = ({ links = [] }: GameMap, cell: number): number[] =>
  links.flatMap(({ from, to }, i) => (cell !== NONE && (from === cell || to === cell) ? [i] : []));
