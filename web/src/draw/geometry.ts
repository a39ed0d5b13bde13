// Where cells lie in the world: squares, hexes, and squares seen from the side.
//
// The unit of the world is one straight step. The world's corner, at 0, 0, is the map's upper left.

import { NONE, rowsOf, type GameMap } from '../model';

/** How a cell looks: a square, a square seen from the side, a hex on its corner, a hex on its side. */
export type Form = 'square' | 'diamond' | 'pointy' | 'flat';

export interface Bounds {
  readonly left: number;
  readonly top: number;
  readonly right: number;
  readonly bottom: number;
}

export interface Geometry {
  readonly form: Form;
  readonly columns: number;
  /** Of one layer, and the first cell of the layer that is seen. */
  readonly rows: number;
  readonly first: number;
  /** Of hexes: whether the odd (1) or the even (0) lines are shoved by half a step. */
  readonly shoved: number;
  /** How many times as high as usual cells are. */
  readonly stretch: number;
  /** What the whole map covers. */
  readonly bounds: Bounds;
  /** The corners of every cell seen from its centre, x and y by turns, clockwise. */
  readonly corners: Float64Array;
  readonly xOf: (cell: number) => number;
  readonly yOf: (cell: number) => number;
  readonly centreOf: (cell: number) => [number, number];
  /** The cell at a point; NONE outside. */
  readonly cellAt: (x: number, y: number) => number;
  readonly outline: (cell: number) => [number, number][];
  /** Columns and the layer's rows (right and bottom excluded) with every cell that shows in a part of it. */
  readonly within: (part: Bounds) => Bounds;
}

/** The side of a hex whose neighbours are one step away. */
export const SIDE = 1 / Math.sqrt(3);
/** From one line of hexes to the next. */
export const LINE = Math.sqrt(3) / 2;
/** Half the width of a diamond whose sides are one step long and which is twice as wide as high. */
export const HALF = 2 / Math.sqrt(5);

type Placing = Pick<Geometry, 'bounds' | 'corners' | 'xOf' | 'yOf' | 'cellAt' | 'within'>;

/** Layers that are not seen lie so many steps below or above the one that is: nobody gets there. */
export const AWAY = 1e6;

/** How the cells of a map are laid out, where one of its layers is looked at. */
export function geometryOf(map: GameMap, layer = 0): Geometry {
  const { width: columns, layers = 1 } = map;
  const rows = rowsOf(map);
  const first = layer * columns * rows;
  const form = formOf(map);
  const shoved = map.arrangement.startsWith('odd') ? 1 : 0;
  const { stretch = 1 } = map;
  const flat = stretched(form === 'square' ? squares(columns, rows)
    : form === 'diamond' ? diamonds(columns, rows) : hexes(columns, rows, shoved, form === 'flat'), stretch);
  const placing = layers > 1 ? layered(flat, first, columns * rows) : flat;
  const { xOf, yOf, corners } = placing;
  const outline = (cell: number) => {
    const points: [number, number][] = [];
    for (let at = 0; at < corners.length; at += 2) {
      points.push([xOf(cell) + corners[at], yOf(cell) + corners[at + 1]]);
    }
    return points;
  };
  const centreOf = (cell: number): [number, number] => [xOf(cell), yOf(cell)];
  return { form, columns, rows, first, shoved, stretch, ...placing, centreOf, outline };
}

/** Layers of so many cells each, of which one is seen. */
function layered(flat: Placing, first: number, area: number): Placing {
  const { xOf, yOf, cellAt } = flat;
  return {
    ...flat,
    xOf: (cell) => xOf(cell % area),
    yOf: (cell) => yOf(cell % area) + Math.floor((cell - first) / area) * AWAY,
    cellAt: (x, y) => {
      const cell = cellAt(x, y);
      return cell === NONE ? NONE : first + cell;
    },
  };
}

/** The same with all of it so many times as high. */
function stretched(flat: Placing, by: number): Placing {
  if (by === 1) return flat;
  const { bounds, corners, xOf, yOf, cellAt, within } = flat;
  return {
    bounds: { ...bounds, bottom: bounds.bottom * by },
    corners: corners.map((at, axis) => (axis % 2 ? at * by : at)),
    xOf,
    yOf: (cell) => yOf(cell) * by,
    cellAt: (x, y) => cellAt(x, y / by),
    within: (part) => within({ ...part, top: part.top / by, bottom: part.bottom / by }),
  };
}

function formOf(map: GameMap): Form {
  if (map.shape === 'hex') return map.arrangement.endsWith('q') ? 'flat' : 'pointy';
  return map.isometric ? 'diamond' : 'square';
}

function squares(columns: number, rows: number): Placing {
  return {
    bounds: { left: 0, top: 0, right: columns, bottom: rows },
    corners: Float64Array.of(-0.5, -0.5, 0.5, -0.5, 0.5, 0.5, -0.5, 0.5),
    xOf: (cell) => (cell % columns) + 0.5,
    yOf: (cell) => Math.floor(cell / columns) + 0.5,
    cellAt: (x, y) => cellOf(Math.floor(x), Math.floor(y), columns, rows),
    within: (part) => clipped(part.left, part.top, part.right, part.bottom, columns, rows),
  };
}

function diamonds(columns: number, rows: number): Placing {
  const low = HALF / 2;
  const columnAt = (x: number, y: number) => (y / low + x / HALF - rows) / 2;
  const rowAt = (x: number, y: number) => (y / low - x / HALF + rows) / 2;
  return {
    bounds: { left: 0, top: 0, right: (columns + rows) * HALF, bottom: (columns + rows) * low },
    corners: Float64Array.of(0, -low, HALF, 0, 0, low, -HALF, 0),
    xOf: (cell) => ((cell % columns) - Math.floor(cell / columns) + rows) * HALF,
    yOf: (cell) => ((cell % columns) + Math.floor(cell / columns) + 1) * low,
    cellAt: (x, y) => cellOf(Math.floor(columnAt(x, y)), Math.floor(rowAt(x, y)), columns, rows),
    within: ({ left, top, right, bottom }) => clipped(
      columnAt(left, top), rowAt(right, top), columnAt(right, bottom), rowAt(left, bottom), columns, rows,
    ),
  };
}

/** Hexes lie in lines, every other one shoved; flat ones are pointy ones with x and y exchanged. */
function hexes(columns: number, rows: number, shoved: number, isFlat: boolean): Placing {
  const shove = (line: number) => ((line & 1) === shoved ? 0.5 : 0);
  const columnOf = (cell: number) => cell % columns;
  const rowOf = (cell: number) => Math.floor(cell / columns);
  const along = (place: number, line: number) => place + 0.5 + shove(line);
  const across = (line: number) => line * LINE + SIDE;
  const [places, lines] = isFlat ? [rows, columns] : [columns, rows];
  const ends = [places + 0.5, (lines - 1) * LINE + 2 * SIDE];
  const [right, bottom] = isFlat ? [ends[1], ends[0]] : ends;
  const pointy = [0, -SIDE, 0.5, -SIDE / 2, 0.5, SIDE / 2, 0, SIDE, -0.5, SIDE / 2, -0.5, -SIDE / 2];
  const flat = [-SIDE / 2, -0.5, SIDE / 2, -0.5, SIDE, 0, SIDE / 2, 0.5, -SIDE / 2, 0.5, -SIDE, 0];
  const at = (u: number, v: number) => {
    const line = lineAt(u, v, shoved);
    const place = Math.floor(u - shove(line));
    return isFlat ? cellOf(line, place, columns, rows) : cellOf(place, line, columns, rows);
  };
  return {
    bounds: { left: 0, top: 0, right, bottom },
    corners: Float64Array.from(isFlat ? flat : pointy),
    xOf: isFlat ? (cell) => across(columnOf(cell)) : (cell) => along(columnOf(cell), rowOf(cell)),
    yOf: isFlat ? (cell) => along(rowOf(cell), columnOf(cell)) : (cell) => across(rowOf(cell)),
    cellAt: isFlat ? (x, y) => at(y, x) : at,
    within: (part) => (isFlat
      ? clipped(part.left / LINE - 1, part.top - 0.5, part.right / LINE, part.bottom, columns, rows)
      : clipped(part.left - 0.5, part.top / LINE - 1, part.right, part.bottom / LINE, columns, rows)),
  };
}

/** Which line of hexes has a point `u` along the lines and `v` across them. */
export function lineAt(u: number, v: number, shoved: number): number {
  const line = Math.floor(v / LINE);
  const depth = (v - line * LINE) / SIDE;
  if (depth >= 0.5) return line;
  // Here two lines reach into each other: this one with its corners, the one before between them.
  const from = u - ((line & 1) === shoved ? 0.5 : 0);
  return Math.abs(from - Math.floor(from) - 0.5) < depth ? line : line - 1;
}

function cellOf(column: number, row: number, columns: number, rows: number): number {
  const isInside = column >= 0 && row >= 0 && column < columns && row < rows;
  return isInside ? row * columns + column : NONE;
}

function clipped(
  left: number, top: number, right: number, bottom: number, columns: number, rows: number,
): Bounds {
  return {
    left: Math.min(columns, Math.max(0, Math.floor(left))),
    top: Math.min(rows, Math.max(0, Math.floor(top))),
    right: Math.max(0, Math.min(columns, Math.floor(right) + 1)),
    bottom: Math.max(0, Math.min(rows, Math.floor(bottom) + 1)),
  };
}
