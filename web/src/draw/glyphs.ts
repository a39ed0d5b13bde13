// The marks that stand on maps, as paths of SVG in the world's unit: arrows, heads of arcs, outlines, doors,
// padlocks.

import { levelOf, type GameMap, type NamedRegion } from '../model';
import type { Arc } from './arcs';
import { HALF, type Geometry } from './geometry';
import type { Theme } from './themes';

/** A mark: its outline, filled where it has no width, and how wide its line is in steps. */
export interface Mark {
  readonly d: string;
  readonly colour: string;
  readonly alpha?: number;
  readonly width?: number;
  /** Lines are at least so many pixels wide. */
  readonly least?: number;
  readonly dash?: readonly number[];
}

/** Regions of more cells are drawn by the sides of their rectangles. */
const OUTLINED_MAX = 1 << 14;

export const n = (number: number): string => String(Math.round(number * 1000) / 1000);
export const at = (x: number, y: number): string => `${n(x)} ${n(y)}`;

/** The sides by which a cell is left, in the engine's order: vectors to its neighbours. */
export function waysOf({ form, stretch }: Geometry): readonly (readonly [number, number])[] {
  if (form === 'pointy' || form === 'flat') {
    const turn = form === 'flat' ? 30 : 0;
    return [0, 60, 120, 180, 240, 300].map((degrees) => {
      const angle = ((degrees + turn) * Math.PI) / 180;
      return [Math.cos(angle), Math.sin(angle) * stretch];
    });
  }
  const offsets = [[1, 0], [0, 1], [-1, 0], [0, -1], [1, 1], [-1, 1], [-1, -1], [1, -1]];
  return offsets.map(([x, y]) => (form === 'diamond'
    ? [(x - y) * HALF, ((x + y) * HALF * stretch) / 2] : [x, y * stretch]));
}

/** An arrow for each of the few exits of a cell, or a bar across each that it lacks. */
export function exitPaths(
  { xOf, yOf, form }: Geometry, ways: ReturnType<typeof waysOf>, cell: number, open: number,
): [string, string] {
  const [x, y] = [xOf(cell), yOf(cell)];
  const isOpen = (way: number) => ((open >> way) & 1) === 1;
  const count = ways.filter((_, way) => isOpen(way)).length;
  if (count === 0) {
    const bar = (side: number) => `M${at(x - 0.2, y - 0.2 * side)}L${at(x + 0.2, y + 0.2 * side)}`;
    return ['', bar(1) + bar(-1)];
  }
  let [arrows, bars] = ['', ''];
  const straight = form === 'square' || form === 'diamond' ? 4 : 6;
  ways.forEach(([dx, dy], way) => {
    const length = Math.hypot(dx, dy);
    const [ux, uy] = [dx / length, dy / length];
    if (isOpen(way) && count <= 3) arrows += arrowPath(x, y, ux, uy, Math.min(1, length), count === 1);
    else if (!isOpen(way) && count > 3 && way < straight) {
      const [edgeX, edgeY] = [x + dx * 0.44, y + dy * 0.44];
      bars += `M${at(edgeX - uy * 0.28, edgeY + ux * 0.28)}L${at(edgeX + uy * 0.28, edgeY - ux * 0.28)}`;
    }
  });
  return [arrows, bars];
}

/** A broad arrow as it is painted on streets: through the cell where it is the one, else at its edge. */
function arrowPath(x: number, y: number, ux: number, uy: number, length: number, isOnly: boolean): string {
  const half = length / 2;
  const point = (along: number, across: number) =>
    at(x + (ux * along - uy * across) * half, y + (uy * along + ux * across) * half);
  if (!isOnly) return `M${point(0.9, 0)}L${point(0.5, 0.28)}L${point(0.5, -0.28)}Z`;
  return `M${point(0.82, 0)}L${point(0.22, 0.5)}L${point(0.22, 0.17)}L${point(-0.7, 0.17)}`
    + `L${point(-0.7, -0.17)}L${point(0.22, -0.17)}L${point(0.22, -0.5)}Z`;
}

export function outlineOf({ corners, xOf, yOf }: Geometry, cell: number): string {
  let d = '';
  for (let i = 0; i < corners.length; i += 2) {
    d += `${i === 0 ? 'M' : 'L'}${at(xOf(cell) + corners[i], yOf(cell) + corners[i + 1])}`;
  }
  return `${d}Z`;
}

/** The sides of a region's cells beyond which it does not go on; '' where none lies on the layer seen. */
export function regionPath(map: GameMap, geometry: Geometry, { parts }: NamedRegion): string {
  const level = Math.floor(geometry.first / (geometry.columns * geometry.rows));
  const here = parts.filter(({ cell }) => levelOf(map, cell) === level);
  const cells = here.reduce((sum, { width, height }) => sum + width * height, 0);
  if (cells > OUTLINED_MAX) return here.map((part) => rectanglePath(map, geometry, part)).join('');
  const edges = new Map<string, string>();
  const { corners, xOf, yOf } = geometry;
  for (const { cell, width, height } of here) {
    for (let place = 0; place < width * height; place += 1) {
      const each = cell + Math.floor(place / width) * map.width + (place % width);
      const [x, y] = [xOf(each), yOf(each)];
      for (let i = 0; i < corners.length; i += 2) {
        const next = (i + 2) % corners.length;
        const [x0, y0] = [x + corners[i], y + corners[i + 1]];
        const [x1, y1] = [x + corners[next], y + corners[next + 1]];
        const key = at((x0 + x1) / 2, (y0 + y1) / 2);
        // Two cells of it share an edge: neither's is drawn.
        if (!edges.delete(key)) edges.set(key, `M${at(x0, y0)}L${at(x1, y1)}`);
      }
    }
  }
  return [...edges.values()].join('');
}

function rectanglePath(
  map: GameMap, { corners, xOf, yOf }: Geometry, { cell, width, height }: NamedRegion['parts'][number],
): string {
  const last = cell + (height - 1) * map.width;
  const ends = [cell, cell + width - 1, last + width - 1, last];
  const points = ends.map((end, i) => {
    const corner = Math.floor((i * corners.length) / 8) * 2;
    return at(xOf(end) + corners[corner], yOf(end) + corners[corner + 1]);
  });
  return `M${points.join('L')}Z`;
}

/** A filled head at the end of an arc. */
export function headPath(arc: Arc): string {
  const [x, y] = arc.to;
  const [dx, dy] = [x - arc.by[0], y - arc.by[1]];
  const length = Math.hypot(dx, dy) || 1;
  const [ux, uy] = [dx / length, dy / length];
  const [backX, backY] = [x - ux * 0.3, y - uy * 0.3];
  const wing = (side: number) => at(backX - uy * 0.16 * side, backY + ux * 0.16 * side);
  return `M${at(x, y)}L${wing(1)}L${wing(-1)}Z`;
}

export const dotPath = (x: number, y: number, r: number): string =>
  `M${at(x - r, y)}a${r} ${r} 0 1 0 ${2 * r} 0a${r} ${r} 0 1 0 ${-2 * r} 0Z`;

/** A door leaf that is shut. */
export function doorMarks(x: number, y: number, colour: string, theme: Theme): Mark[] {
  const leaf = `M${at(x - 0.15, y + 0.24)}v-0.48h0.3v0.48Z`;
  return [
    { d: leaf, colour },
    { d: leaf, colour: theme.paper, width: 0.03, least: 1 },
    { d: dotPath(x + 0.07, y + 0.02, 0.035), colour: theme.paper },
  ];
}

/** A padlock around a point, its shackle open or shut. */
export function padlockMarks(
  x: number, y: number, size: number, colour: string, isOpen: boolean, theme: Theme,
): Mark[] {
  const [wide, high] = [size * 0.8, size * 0.65];
  const body = `M${at(x - wide, y)}h${n(2 * wide)}v${n(2 * high)}h${n(-2 * wide)}Z`;
  const shackle = `M${at(x - wide * 0.6, y)}v${n(-size * (isOpen ? 0.75 : 0.4))}`
    + `a${n(wide * 0.6)} ${n(wide * 0.6)} 0 0 1 ${n(wide * 1.2)} 0${isOpen ? '' : `v${n(size * 0.4)}`}`;
  return [
    { d: shackle, colour, width: size * 0.32, least: 1 },
    { d: body, colour },
    { d: dotPath(x, y + high, size * 0.2), colour: theme.paper },
  ];
}
