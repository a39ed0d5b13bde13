// A map as the engine's own text, which the program reads as it stands and Rust code by `parse`.

import { characterOf, lead } from '../import/drawn';
import type { GameMap } from '../model';
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
  if (map.shape === 'hex') yield `@hex ${map.arrangement}\n`;
  for (const [character, terrain] of letters.legend) yield `@legend ${character} ${terrain}\n`;
  for (const row of rowsOf(map, letters)) yield `${row}\n`;
}

export const textOf = (map: GameMap): string => [...linesOf(map)].join('');

function hasCharacter(terrain: number): boolean {
  return (terrain <= 35 && terrain !== 31) || terrain >= 254;
}
