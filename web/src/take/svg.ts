// The picture on the screen as an SVG text: ground, what the search had seen, the way and its ends.
//
// Cells of one colour that lie side by side are drawn as one, and colours are classes, so that a map of
// 512 x 512 stays a file that one can send.

import { CLOSED, NONE, OPEN, VOID, WALL, type GameMap, type Trace } from '../model';
import { eventAt } from '../trace';
import { pointOf, type Point } from './place';

export interface Picture {
  readonly map: GameMap;
  readonly start: number;
  readonly goal: number;
  readonly via?: readonly number[];
  readonly trace?: Trace | null;
  readonly time?: number;
  readonly path?: ArrayLike<number>;
}

type Name = 'open' | 'wall' | 'dear' | 'opened' | 'closed' | 'path' | 'start' | 'goal' | 'via' | 'grid';
export type Colours = Readonly<Record<Name, string>>;

/** Cells of a side up to which lines are drawn between them. */
const GRID_SIDE_MAX = 64;
const CELL = 20;

/** The picture, row by row; a cell is twenty units wide. */
export function* svgOf(picture: Picture, colours: Colours): Generator<string, void> {
  const { map, start, goal, via = [], path = [] } = picture;
  const middle = (cell: number) => middleOf(map, pointOf(map, cell));
  const dots: string[] = [];
  const ends = [['start', start], ['goal', goal]] as const;
  for (const [name, cell] of [...via.map((cell) => ['via', cell] as const), ...ends]) {
    if (cell === NONE) continue;
    const { x, y } = middle(cell);
    dots.push(`<circle class="${name}" cx="${round(x)}" cy="${round(y)}" r="${CELL * 0.32}"/>`);
  }
  const points = Array.from(path, middle).map(({ x, y }) => `${round(x)},${round(y)}`).join(' ');
  const line = points === '' ? '' : `<polyline class="way" points="${points}"/>`;
  const { width, height, turned } = frame(map);
  const styles = Object.entries(colours).map(([name, colour]) => `.${name}{fill:${colour}}`).join('');
  const joints = 'stroke-linejoin:round;stroke-linecap:round';
  const way = `.way{fill:none;stroke:${colours.path};stroke-width:${CELL * 0.3};${joints}}`;
  yield (
    `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${round(width)} ${round(height)}">` +
    `<style>${styles}${way}.lines{fill:none;stroke:${colours.grid};stroke-width:.5}</style>` +
    `<g${turned}>`
  );
  yield* (map.shape === 'hex' ? hexes : squares)(picture);
  yield `${line}${dots.join('')}</g></svg>\n`;
}

/** The colour of a cell; null where there is no ground. */
function nameOf({ map, trace, time = NONE }: Picture, cell: number): Name | null {
  const terrain = map.terrain[cell];
  if (terrain === VOID) return null;
  if (terrain === WALL) return 'wall';
  const event = trace ? eventAt(trace, cell, time) : NONE;
  if (event !== NONE) return trace?.kind[event] === CLOSED ? 'closed' : 'opened';
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

/** How far a corner of a hex lies from its middle. */
const RADIUS = CELL / Math.sqrt(3);

function* hexes(picture: Picture): Generator<string, void> {
  const { map } = picture;
  const isPointy = map.arrangement.endsWith('r');
  const corners = Array.from({ length: 6 }, (_, at) => {
    const angle = (at * Math.PI) / 3 + (isPointy ? Math.PI / 6 : 0);
    return { x: RADIUS * Math.cos(angle), y: RADIUS * Math.sin(angle) };
  });
  const shape = corners.map(({ x, y }) => `${round(x)},${round(y)}`).join(' ');
  yield `<defs><polygon id="hex" points="${shape}" stroke="#ccc" stroke-width=".5"/></defs>`;
  for (let cell = 0; cell < map.terrain.length; cell += 1) {
    const name = nameOf(picture, cell);
    if (name === null) continue;
    const { x, y } = middleOf(map, pointOf(map, cell));
    yield `<use href="#hex" class="${name}" x="${round(x)}" y="${round(y)}"/>`;
  }
}

/** Where the middle of a cell lies, before any isometric turn. */
function middleOf(map: GameMap, { x, y }: Point): Point {
  if (map.shape === 'square') return { x: (x + 0.5) * CELL, y: (y + 0.5) * CELL };
  const shove = (n: number) => (map.arrangement.startsWith('odd') === (n % 2 === 1) ? 0.5 : 0);
  const across = 1.5 * RADIUS;
  return map.arrangement.endsWith('r')
    ? { x: (x + 0.5 + shove(y)) * CELL, y: y * across + RADIUS }
    : { x: x * across + RADIUS, y: (y + 0.5 + shove(x)) * CELL };
}

/** The size of the whole, and how the map is turned in it: seen from the side cells are diamonds. */
function frame(map: GameMap): { width: number; height: number; turned: string } {
  const [w, h] = [map.width * CELL, map.height * CELL];
  if (map.shape === 'hex') {
    const across = (n: number) => (n - 1) * 1.5 * RADIUS + 2 * RADIUS;
    const isPointy = map.arrangement.endsWith('r');
    return isPointy
      ? { width: w + CELL / 2, height: across(map.height), turned: '' }
      : { width: across(map.width), height: h + CELL / 2, turned: '' };
  }
  if (!map.isometric) return { width: w, height: h, turned: '' };
  return { width: w + h, height: (w + h) / 2, turned: ` transform="matrix(1 .5 -1 .5 ${h} 0)"` };
}

function round(n: number): number {
  return Math.round(n * 100) / 100;
}
