// Maps as drawings: `.` open, `#` wall, `1` to `9` costly ground, `a` to `z` (not `v`) other ground, a space
// nothing, `S` and `G` the ends. Hexes are drawn as the engine draws them: a space between two, shoved rows
// of pointy hexes one further.

import { coded, codedAt, type Where } from '../coded';
import { NONE, OPEN, VOID, WALL, type Arrangement, type GameMap, type Shape } from '../model';

/** A map and its ends, NONE where the drawing has none. */
export interface Drawn {
  readonly map: GameMap;
  readonly start: number;
  readonly goal: number;
}

export interface Kind {
  readonly shape: Shape;
  readonly arrangement: Arrangement;
}

const SQUARES: Kind = { shape: 'square', arrangement: 'odd-r' };

/** Reads a drawing. Throws an error with line and column of what it cannot read. */
export function readDrawn(text: string, kind: Kind = SQUARES): Drawn {
  const rows = rowsOf(text, kind);
  const width = rows[0]?.length ?? 0;
  if (width === 0) throw coded('drawing-empty');
  const terrain = new Uint8Array(width * rows.length);
  const ends: Record<string, number> = { S: NONE, G: NONE };
  rows.forEach((row, y) => {
    if (row.length !== width) {
      throw codedAt({ line: String(y + 1) }, 'drawing-row', row.length, width);
    }
    for (let x = 0; x < width; x += 1) {
      const character = row[x];
      const at = y * width + x;
      terrain[at] = groundOf(character, x, y);
      if (character !== 'S' && character !== 'G') continue;
      if (ends[character] !== NONE) {
        throw codedAt(placeOf(x, y), 'drawing-end', character);
      }
      ends[character] = at;
    }
  });
  const map = { ...kind, width, height: rows.length, terrain, prices: new Map(), isometric: false };
  return { map, start: ends.S, goal: ends.G };
}

/**
 * Whether a text is more likely something to read than a drawing: mostly letters, in lines that are no rows
 * of one width. Letters are ground too, so that any words would do for a map.
 */
export function isProse(text: string): boolean {
  const lines = text.split(/\r?\n/).filter((line) => line.trim() !== '');
  if (/^(@|type\b)/.test(lines[0] ?? '')) return false;
  const count = (pattern: RegExp) => text.match(pattern)?.length ?? 0;
  const isEven = lines.length > 1 && lines.every((line) => line.length === lines[0].length);
  return !isEven && count(/\p{L}/gu) > count(/[.#\d@]/g);
}

/** The character that draws a terrain; the engine's own texts use the same. */
export function characterOf(terrain: number): string {
  if (terrain === OPEN) return '.';
  if (terrain === WALL) return '#';
  if (terrain === VOID) return ' ';
  if (terrain <= 9) return String(terrain);
  // `v` draws ground that is left downwards only, in the engine's texts.
  if (terrain <= 35 && terrain !== 31) return String.fromCharCode(terrain + 87);
  throw coded('no-character', terrain);
}

/** What stands before a row: one space if it is one of pointy hexes that are shoved to the right. */
export function lead(map: Kind, y: number): string {
  if (map.shape !== 'hex') return '';
  const shoved = { 'odd-r': 1, 'even-r': 0, 'odd-q': -1, 'even-q': -1 }[map.arrangement];
  return (y & 1) === shoved ? ' ' : '';
}

function rowsOf(text: string, kind: Kind): string[] {
  const lines = text.replace(/\r/g, '').split('\n');
  while (lines.length > 0 && lines[lines.length - 1] === '') lines.pop();
  while (lines.length > 0 && lines[0] === '') lines.shift();
  if (kind.shape === 'square') return lines;
  return lines.map((line, y) => {
    const row = line.slice(lead(kind, y).length);
    for (let at = 1; at < row.length; at += 2) {
      if (row[at] !== ' ') {
        throw codedAt(placeOf(at, y), 'drawing-space', row[at]);
      }
    }
    return [...row].filter((_, at) => at % 2 === 0).join('');
  });
}

const placeOf = (x: number, y: number): Where => ({ line: String(y + 1), column: String(x + 1) });

function groundOf(character: string, x: number, y: number): number {
  if (character === '.' || character === 'S' || character === 'G') return OPEN;
  if (character === '#') return WALL;
  if (character === ' ') return VOID;
  if (character >= '1' && character <= '9') return Number(character);
  if (/^[a-uw-z]$/.test(character)) return character.charCodeAt(0) - 87;
  throw codedAt(placeOf(x, y), 'drawing-character', character);
}
