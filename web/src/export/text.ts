// A map as the engine's own text, which the program reads as it stands and Rust code by `parse`.

import { characterOf, lead } from '../import/drawn';
import { pointOf } from './place';
import { EXITS_ALL, rowsOf as rowsIn, tagNumbers, type GameMap } from '../model';
import { wayNames } from '../sides';
import { STEP } from '../slices';

/** What is written for each terrain, as UTF-16; what has no character of its own has one by the legend. */
export interface Letters {
  readonly codes: Uint16Array;
  readonly legend: ReadonlyMap<string, number>;
}

/** The letters for the terrains of a map, looked for in steps that tell nothing. */
export function* lettersOf({ terrain }: GameMap): Generator<string, Letters> {
  const isThere = new Uint8Array(256);
  for (let at = 0; at < terrain.length; at += 1) {
    isThere[terrain[at]] = 1;
    if (at % STEP === 0) yield '';
  }
  const legend = new Map<string, number>();
  const codes = Uint16Array.from(isThere, (is, ground) => {
    if (!is || hasCharacter(ground)) return is && characterOf(ground).charCodeAt(0);
    // A to Z, then Latin letters with accents, as the engine does.
    const code = legend.size < 26 ? 65 + legend.size : 0xc0 + legend.size - 26;
    legend.set(String.fromCharCode(code), ground);
    return code;
  });
  return { codes, legend };
}

/** The rows of a map's drawing, one after the other. */
export function* rowsOf(map: GameMap, { codes }: Letters): Generator<string, void> {
  const decoder = new TextDecoder('utf-16le');
  const row = new Uint16Array(map.width);
  for (let y = 0; y < map.height; y += 1) {
    for (let x = 0; x < row.length; x += 1) row[x] = codes[map.terrain[y * row.length + x]];
    const text = decoder.decode(row);
    yield lead(map, y) + (map.shape === 'hex' ? [...text].join(' ') : text);
  }
}

/** The whole text, line by line: directives where there are any, then the rows. Prices are not part of it. */
export function* linesOf(map: GameMap): Generator<string, void> {
  const letters = yield* lettersOf(map);
  const [legend, rows] = [[...letters.legend], rowsIn(map)];
  const isLayered = rows < map.height;
  for (const link of linkLines(map)) yield link;
  let y = 0;
  for (const row of rowsOf(map, letters)) {
    if (y % rows === 0) {
      if (isLayered) yield '@layer\n';
      if (map.shape === 'hex') yield `@hex ${map.arrangement}\n`;
      for (const [character, terrain] of legend) yield `@legend ${character} ${terrain}\n`;
      yield* planeLines(map, y, rows);
    }
    yield `${row}\n`;
    y += 1;
  }
}

/** A line for each link. */
function* linkLines(map: GameMap): Generator<string, void> {
  const place = (cell: number) => {
    const { layer, x, y } = pointOf(map, cell);
    return `${layer === undefined ? '' : `${layer}:`}${x},${y}`;
  };
  for (const { from, to, percent, isTwoWay, tags, isShut } of map.links ?? []) {
    const told = [`@link ${place(from)} ${isTwoWay ? '<->' : '->'} ${place(to)} weight ${percent}`];
    if (tags) told.push(`tags ${tagNumbers(tags).join()}`);
    yield `${[...told, ...(isShut ? ['shut'] : [])].join(' ')}\n`;
  }
}

/** Lines for the tags and exits of some rows: one for cells of a row that have the same. */
function* planeLines(map: GameMap, first: number, rows: number): Generator<string, void> {
  for (const { plane, x, y, width, value } of planeRuns(map, first, rows)) {
    const said = plane === 'tags' ? tagNumbers(value).join() : exitNames(map, value).join() || 'none';
    yield `@${plane} ${said} at ${x},${y - first} ${width}x1\n`;
  }
}

interface PlaneRun {
  readonly plane: 'tags' | 'exits';
  readonly x: number;
  readonly y: number;
  readonly width: number;
  readonly value: number;
}

/** Cells that follow each other in a row and have the same tags or exits, where that is not what is usual. */
export function* planeRuns(map: GameMap, first: number, rows: number): Generator<PlaneRun, void> {
  for (const [plane, usual] of [['tags', 0], ['exits', EXITS_ALL]] as const) {
    const values = map[plane];
    if (!values) continue;
    for (let y = first; y < first + rows; y += 1) {
      for (let x = 0; x < map.width; ) {
        const [begin, value] = [x, values[y * map.width + x]];
        while (x < map.width && values[y * map.width + x] === value) x += 1;
        if (value !== usual) yield { plane, x: begin, y, width: x - begin, value };
      }
    }
  }
}

/** The names of exits, as the engine's texts and documents have them. */
export const exitNames = (map: GameMap, exits: number): string[] =>
  wayNames(map).filter((_, way) => (exits >> way) & 1).map((name) => name.toUpperCase());

export const textOf = (map: GameMap): string => [...linesOf(map)].join('');

function hasCharacter(terrain: number): boolean {
  return (terrain <= 35 && terrain !== 31) || terrain >= 254;
}
