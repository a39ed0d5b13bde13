// The picture on the screen as an SVG text: ground, what the search had seen, its jumps, the way and its
// ends.
//
// Cells of one colour that lie side by side are drawn as one, and colours are classes, so that a map of
// 512 x 512 stays a file that one can send. Smaller maps have the numbers and arrows of the screen.

import type { Bend } from '../draw/bend';
import { lightnessOf } from '../draw/colour';
import type { Drawn } from '../draw/features';
import { geometryOf, type Geometry } from '../draw/geometry';
import type { Mark } from '../draw/glyphs';
import { CLOSED, NONE, OPEN, VOID, WALL, type GameMap, type Trace } from '../model';
import { eventAt, stateAt } from '../trace';

export interface Picture {
  readonly map: GameMap;
  readonly start: number;
  readonly goal: number;
  readonly via?: readonly number[];
  readonly trace?: Trace | null;
  readonly time?: number;
  readonly path?: ArrayLike<number>;
  /** Where jumps bend, if they are to be drawn. */
  readonly bend?: Bend | null;
  /** The layer that is drawn; the first if nothing is said. */
  readonly level?: number;
  /** What the map has besides its ground. */
  readonly drawn?: Drawn | null;
  /** How costs are written in cells; left out, cells have no numbers. */
  readonly say?: ((cost: number) => string) | undefined;
}

type Name =
  'open' | 'wall' | 'dear' | 'opened' | 'closed' | 'path' | 'start' | 'goal' | 'via' | 'grid' | 'jump';
/** Of cells and lines; ink is for writing on light ones, paper on dark ones. */
export type Colours = Readonly<Record<Name | 'ink' | 'paper', string>>;

/** Cells of a side up to which lines are drawn between them. */
const GRID_SIDE_MAX = 64;
const CELL = 20;
/** Maps of more cells have no numbers. */
const NUMBERED_MAX = 64 * 64;

/** The picture, row by row; a cell is twenty units wide. */
export function* svgOf(picture: Picture, colours: Colours): Generator<string, void> {
  const { map, start, goal, via = [], path = [] } = picture;
  const geometry = flatOf(map, picture.level);
  const middle = (cell: number) => geometry.centreOf(cell).map(scaled);
  const isNumbered = picture.say !== undefined && map.terrain.length <= NUMBERED_MAX;
  const dots: string[] = [];
  const ends = [['start', start], ['goal', goal]] as const;
  for (const [name, cell] of [...via.map((cell) => ['via', cell] as const), ...ends]) {
    if (cell === NONE || !isSeen(geometry, cell)) continue;
    const [x, y] = middle(cell);
    // Beside the numbers of its cell, as on the screen.
    const [aside, radius] = isNumbered ? [CELL * 0.3, CELL * 0.13] : [0, CELL * 0.32];
    dots.push(`<circle class="${name}" cx="${x + aside}" cy="${y - aside}" r="${radius}"/>`);
  }
  const line = path.length === 0 ? '' : `<path class="way" d="${wayOf(picture, geometry, path)}"/>`;
  const [width, height] = [geometry.bounds.right, geometry.bounds.bottom].map(scaled);
  const half = (width + height) / 2;
  const [size, turned] = map.isometric
    ? [`${2 * half} ${half}`, ` transform="matrix(1 .5 -1 .5 ${height} 0)"`] : [`${width} ${height}`, ''];
  const styles = Object.entries(colours).map(([name, colour]) => `.${name}{fill:${colour}}`).join('');
  const joints = 'stroke-linejoin:round;stroke-linecap:round';
  const broad = CELL * (isNumbered ? 0.12 : 0.3);
  const way = `.way{fill:none;stroke:${colours.path};stroke-width:${broad};${joints}}`;
  yield (
    `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${size}">` +
    `<style>${styles}${way}.lines{fill:none;stroke:${colours.grid};stroke-width:.5}` +
    `.jumps{fill:none;stroke:${colours.jump};stroke-opacity:.6;${joints}}</style>` +
    `<g${turned}>`
  );
  if (map.shape === 'hex') yield* hexes(picture, geometry);
  else yield* squares(picture, geometry);
  const { drawn } = picture;
  if (drawn) yield marksOf('ground', drawn.under(geometry));
  yield* jumps(picture, geometry, middle);
  yield `${line}${dots.join('')}`;
  if (drawn) yield marksOf('links', drawn.over(geometry));
  yield '</g>';
  if (drawn) {
    yield* wordsOf(drawn, geometry, colours, ([x, y]) =>
      (map.isometric ? [x - y + height, (x + y) / 2] : [x, y]));
  }
  if (isNumbered) {
    yield* numbers(picture, geometry, colours, (cell) => {
      const [x, y] = middle(cell);
      return map.isometric ? [x - y + height, (x + y) / 2] : [x, y];
    });
  }
  yield '</svg>\n';
}

/** Where what is written stands, from the middle of a cell: F, G and H; and how large it is. */
const WRITTEN = {
  square: { f: [-8.4, -3.4], g: [-8.4, 8.3], h: [8.4, 8.3], anchor: 'start', sizes: [4.8, 3.9] },
  aside: { f: [0, -2.6], g: [-7.6, 5.4], h: [7.6, 5.4], anchor: 'middle', sizes: [4, 3.4] },
} as const;

/** Of each cell that the search has seen: F, G, H, and an arrow to where it was reached from. */
function* numbers(
  { map, trace, time = NONE, bend, say }: Picture, geometry: Geometry, colours: Colours,
  middle: (cell: number) => readonly number[],
): Generator<string, void> {
  if (!trace || !say) return;
  const { f, g, h, anchor, sizes } =
    WRITTEN[map.shape === 'square' && !map.isometric ? 'square' : 'aside'];
  const shades = { open: lightnessOf(colours.opened), closed: lightnessOf(colours.closed) };
  const ink = (state: 'open' | 'closed') => (shades[state] < MIDDLE ? 'paper' : 'ink');
  yield '<style>text{font-family:system-ui,sans-serif}'
    + `.f{font-size:${sizes[0]}px;font-weight:600;text-anchor:${anchor}}.g,.h{font-size:${sizes[1]}px}`
    + `.h{text-anchor:end}.ink path{stroke:${colours.ink}}.paper path{stroke:${colours.paper}}</style>`;
  for (const cell of cellsOf(geometry)) {
    const now = stateAt(trace, cell, time);
    if (now.state === 'unseen' || map.terrain[cell] >= WALL) continue;
    const at = middle(cell);
    const write = (name: string, [dx, dy]: readonly [number, number], cost: number) =>
      `<text class="${name}" x="${round(at[0] + dx)}" y="${round(at[1] + dy)}">${say(cost)}</text>`;
    const isNear = now.parent !== NONE && isSeen(geometry, now.parent);
    const corner = isNear ? (bend?.(now.parent, cell) ?? now.parent) : NONE;
    const arrow = corner === NONE ? '' : arrowOf(at, middle(corner === cell ? now.parent : corner));
    yield `<g class="${ink(now.state)}">${write('f', f, now.g + now.h)}${write('g', g, now.g)}`
      + `${write('h', h, now.h)}${arrow}</g>`;
  }
}

/** Lighter colours ask for dark writing. */
const MIDDLE = 0.66;

/** A short shaft with a head, in the middle of a cell. */
function arrowOf([x, y]: readonly number[], [toX, toY]: readonly number[]): string {
  const long = Math.hypot(toX - x, toY - y);
  if (long === 0) return '';
  const [ux, uy] = [(toX - x) / long, (toY - y) / long];
  const point = (along: number, across: number) =>
    `${round(x + ux * along - uy * across)} ${round(y + uy * along + ux * across)}`;
  return `<path fill="none" stroke-width=".7" d="M${point(-3, 0)}L${point(3, 0)}`
    + `M${point(1, 1.6)}L${point(3, 0)}L${point(1, -1.6)}"/>`;
}

const round = (n: number): number => Math.round(n * 100) / 100;

/** The colour of a cell; null where there is no ground. */
function nameOf({ map, trace, time = NONE }: Picture, cell: number): Name | null {
  const terrain = map.terrain[cell];
  if (terrain === VOID) return null;
  if (terrain === WALL) return 'wall';
  if (trace) {
    const event = eventAt(trace, cell, time);
    if (event !== NONE) return trace.kind[event] === CLOSED ? 'closed' : 'opened';
  }
  return terrain === OPEN ? 'open' : 'dear';
}

function* squares(picture: Picture, geometry: Geometry): Generator<string, void> {
  const { map } = picture;
  const { rows } = geometry;
  for (let y = 0; y < rows; y += 1) {
    let drawn = '';
    const row = geometry.first + y * map.width;
    for (let x = 0; x < map.width; ) {
      const name = nameOf(picture, row + x);
      const first = x;
      do x += 1; while (x < map.width && nameOf(picture, row + x) === name);
      if (name === null) continue;
      const wide = (x - first) * CELL;
      const at = `x="${first * CELL}" y="${y * CELL}"`;
      drawn += `<rect class="${name}" ${at} width="${wide}" height="${CELL}"/>`;
    }
    yield drawn;
  }
  if (Math.max(map.width, rows) > GRID_SIDE_MAX) return;
  let lines = '';
  for (let x = 0; x <= map.width; x += 1) lines += `M${x * CELL} 0v${rows * CELL}`;
  for (let y = 0; y <= rows; y += 1) lines += `M0 ${y * CELL}h${map.width * CELL}`;
  yield `<path class="lines" d="${lines}"/>`;
}

function* hexes(picture: Picture, { corners, centreOf }: Geometry): Generator<string, void> {
  const { map } = picture;
  const points = Array.from(corners, scaled).join(' ');
  yield `<defs><polygon id="hex" points="${points}" stroke="#ccc" stroke-width=".5"/></defs>`;
  for (let cell = 0; cell < map.terrain.length; cell += 1) {
    const name = nameOf(picture, cell);
    if (name === null) continue;
    const [x, y] = centreOf(cell).map(scaled);
    yield `<use href="#hex" class="${name}" x="${x}" y="${y}"/>`;
  }
}

/** From where each cell was reached last, as the jump bends, where that is farther than one step. */
function* jumps(
  { map: { width }, trace, time = NONE, bend }: Picture, geometry: Geometry,
  middle: (cell: number) => number[],
): Generator<string, void> {
  if (!trace || !bend) return;
  const { first, rows } = geometry;
  for (let row = first; row < first + rows * width; row += width) {
    let drawn = '';
    for (let cell = row; cell < row + width; cell += 1) {
      const event = eventAt(trace, cell, time);
      const from = event === NONE ? NONE : trace.parent[event];
      if (from === NONE || isBeside(from, cell, width) || !isSeen(geometry, from)) continue;
      drawn += `M${middle(from)}L${middle(bend(from, cell))}L${middle(cell)}`;
    }
    if (drawn !== '') yield `<path class="jumps" d="${drawn}"/>`;
  }
}

const isBeside = (one: number, other: number, width: number): boolean =>
  Math.abs((one % width) - (other % width)) <= 1
  && Math.abs(Math.floor(one / width) - Math.floor(other / width)) <= 1;

/** Where cells lie before the picture is turned: seen from the side, squares become diamonds. */
const flatOf = (map: GameMap, level = 0): Geometry => geometryOf({ ...map, isometric: false }, level);

/** The cells of the layer that is drawn. */
function* cellsOf({ columns, first, rows }: Geometry): Generator<number, void> {
  for (let cell = first; cell < first + columns * rows; cell += 1) yield cell;
}

/** Whether a cell is of the layer that is drawn. */
const isSeen = ({ columns, first, rows }: Geometry, cell: number): boolean =>
  cell >= first && cell < first + columns * rows;

/** A path cell by cell and along its links, as far as it runs on the layer that is drawn. */
function wayOf({ drawn }: Picture, geometry: Geometry, path: ArrayLike<number>): string {
  const stride = drawn?.strideOf(geometry);
  let d = '';
  for (let at = 0; at < path.length; at += 1) {
    if (!isSeen(geometry, path[at])) continue;
    const middle = geometry.centreOf(path[at]).map(scaled).join(' ');
    const isOn = at > 0 && isSeen(geometry, path[at - 1]);
    const along = isOn ? (stride?.(path[at - 1], path[at]) ?? 'straight') : 'away';
    if (typeof along === 'string') d += `${along === 'away' ? 'M' : 'L'}${middle}`;
    else d += `Q${along.by.map(scaled).join(' ')} ${middle}`;
  }
  return d;
}

/** Marks in the world's unit, as they are on the screen. */
function marksOf(name: string, marks: readonly Mark[]): string {
  const drawn = marks.map(({ d, colour, alpha = 1, width, dash }) => {
    const dashes = dash ? ` stroke-dasharray="${dash.join(' ')}"` : '';
    const pen = width === undefined ? `fill="${colour}"`
      : `fill="none" stroke="${colour}" stroke-width="${width}"${dashes}`;
    return `<path ${pen}${alpha < 1 ? ` opacity="${alpha}"` : ''} d="${d}"/>`;
  });
  if (drawn.length === 0) return '';
  const group = `id="${name}" transform="scale(${CELL})" stroke-linecap="round" stroke-linejoin="round"`;
  return `<g ${group}>${drawn.join('')}</g>`;
}

/** Names, each with a rim in the colour of ground. */
function* wordsOf(
  drawn: Drawn, geometry: Geometry, colours: Colours,
  placed: (at: readonly [number, number]) => readonly number[],
): Generator<string, void> {
  const words = drawn.words(geometry);
  if (words.length === 0) return;
  yield `<style>.name{font:600 6px system-ui,sans-serif;paint-order:stroke;stroke:${colours.open};`
    + 'stroke-width:1.6px;stroke-linejoin:round}</style>';
  for (const { text, x, y, colour } of words) {
    const [left, top] = placed([scaled(x), scaled(y)]);
    const safe = text.replace(/&/g, '&amp;').replace(/</g, '&lt;');
    yield `<text class="name" fill="${colour}" x="${left + 1}" y="${top + 6}">${safe}</text>`;
  }
}

const scaled = (n: number): number => Math.round(n * CELL * 100) / 100;
