// The picture on the screen as an SVG text: ground, what the search had seen, its jumps, the way and its
// ends.
//
// Cells of one colour that lie side by side are drawn as one, and colours are classes, so that a map of
// 512 x 512 stays a file that one can send.

import type { Bend } from '../draw/bend';
import { geometryOf, type Geometry } from '../draw/geometry';
import { CLOSED, NONE, OPEN, VOID, WALL, type GameMap, type Trace } from '../model';
import { eventAt } from '../trace';

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
}

type Name =
  'open' | 'wall' | 'dear' | 'opened' | 'closed' | 'path' | 'start' | 'goal' | 'via' | 'grid' | 'jump';
export type Colours = Readonly<Record<Name, string>>;

/** Cells of a side up to which lines are drawn between them. */
const GRID_SIDE_MAX = 64;
const CELL = 20;

/** The picture, row by row; a cell is twenty units wide. */
export function* svgOf(picture: Picture, colours: Colours): Generator<string, void> {
  const { map, start, goal, via = [], path = [] } = picture;
  const geometry = flatOf(map);
  const middle = (cell: number) => geometry.centreOf(cell).map(scaled);
  const dots: string[] = [];
  const ends = [['start', start], ['goal', goal]] as const;
  for (const [name, cell] of [...via.map((cell) => ['via', cell] as const), ...ends]) {
    if (cell === NONE) continue;
    const [x, y] = middle(cell);
    dots.push(`<circle class="${name}" cx="${x}" cy="${y}" r="${CELL * 0.32}"/>`);
  }
  const points = Array.from(path, (cell) => middle(cell).join()).join(' ');
  const line = points === '' ? '' : `<polyline class="way" points="${points}"/>`;
  const [width, height] = [geometry.bounds.right, geometry.bounds.bottom].map(scaled);
  const half = (width + height) / 2;
  const [size, turned] = map.isometric
    ? [`${2 * half} ${half}`, ` transform="matrix(1 .5 -1 .5 ${height} 0)"`] : [`${width} ${height}`, ''];
  const styles = Object.entries(colours).map(([name, colour]) => `.${name}{fill:${colour}}`).join('');
  const joints = 'stroke-linejoin:round;stroke-linecap:round';
  const way = `.way{fill:none;stroke:${colours.path};stroke-width:${CELL * 0.3};${joints}}`;
  yield (
    `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${size}">` +
    `<style>${styles}${way}.lines{fill:none;stroke:${colours.grid};stroke-width:.5}` +
    `.jumps{fill:none;stroke:${colours.jump};stroke-opacity:.6;${joints}}</style>` +
    `<g${turned}>`
  );
  if (map.shape === 'hex') yield* hexes(picture, geometry);
  else yield* squares(picture);
  yield* jumps(picture, middle);
  yield `${line}${dots.join('')}</g></svg>\n`;
}

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

function* squares(picture: Picture): Generator<string, void> {
  const { map } = picture;
  for (let y = 0; y < map.height; y += 1) {
    let drawn = '';
    for (let x = 0; x < map.width; ) {
      const name = nameOf(picture, y * map.width + x);
      const first = x;
      do x += 1; while (x < map.width && nameOf(picture, y * map.width + x) === name);
      if (name === null) continue;
      const wide = (x - first) * CELL;
      const at = `x="${first * CELL}" y="${y * CELL}"`;
      drawn += `<rect class="${name}" ${at} width="${wide}" height="${CELL}"/>`;
    }
    yield drawn;
  }
  if (Math.max(map.width, map.height) > GRID_SIDE_MAX) return;
  let lines = '';
  for (let x = 0; x <= map.width; x += 1) lines += `M${x * CELL} 0v${map.height * CELL}`;
  for (let y = 0; y <= map.height; y += 1) lines += `M0 ${y * CELL}h${map.width * CELL}`;
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
  { map: { width, terrain }, trace, time = NONE, bend }: Picture, middle: (cell: number) => number[],
): Generator<string, void> {
  if (!trace || !bend) return;
  for (let row = 0; row < terrain.length; row += width) {
    let drawn = '';
    for (let cell = row; cell < row + width; cell += 1) {
      const event = eventAt(trace, cell, time);
      const from = event === NONE ? NONE : trace.parent[event];
      if (from === NONE || isBeside(from, cell, width)) continue;
      drawn += `M${middle(from)}L${middle(bend(from, cell))}L${middle(cell)}`;
    }
    if (drawn !== '') yield `<path class="jumps" d="${drawn}"/>`;
  }
}

const isBeside = (one: number, other: number, width: number): boolean =>
  Math.abs((one % width) - (other % width)) <= 1
  && Math.abs(Math.floor(one / width) - Math.floor(other / width)) <= 1;

/** Where cells lie before the picture is turned: seen from the side, squares become diamonds. */
const flatOf = (map: GameMap): Geometry => geometryOf({ ...map, isometric: false });

const scaled = (n: number): number => Math.round(n * CELL * 100) / 100;
