// A map as the engine's own text, which the program reads as it stands and Rust code by `parse`.

import { characterOf, lead } from '../bring/drawn';
import type { GameMap } from '../model';

/** Rows of the drawing, and which further characters draw which terrains. */
export interface Rows {
  readonly rows: readonly string[];
  readonly legend: ReadonlyMap<string, number>;
}

/** The rows of a map. Terrains that have no character of their own are given one. */
export function rowsOf(map: GameMap): Rows {
  const legend = new Map<string, number>();
  const given = new Map<number, string>();
  const drawn = (terrain: number) => {
    if (hasCharacter(terrain)) return characterOf(terrain);
    let character = given.get(terrain);
    if (character === undefined) {
      // A to Z, then Latin letters with accents, as the engine does.
      character = String.fromCodePoint(given.size < 26 ? 65 + given.size : 0xc0 + given.size - 26);
      given.set(terrain, character);
      legend.set(character, terrain);
    }
    return character;
  };
  const rows: string[] = [];
  for (let y = 0; y < map.height; y += 1) {
    const row = Array.from(map.terrain.subarray(y * map.width, (y + 1) * map.width), drawn);
    rows.push(lead(map, y) + row.join(map.shape === 'hex' ? ' ' : ''));
  }
  return { rows, legend };
}

/** The whole text: directives where there are any, then the rows. Prices are not part of it. */
export function textOf(map: GameMap): string {
  const { rows, legend } = rowsOf(map);
  const directives = map.shape === 'hex' ? [`@hex ${map.arrangement}`] : [];
  for (const [character, terrain] of legend) directives.push(`@legend ${character} ${terrain}`);
  return `${[...directives, ...rows].join('\n')}\n`;
}

function hasCharacter(terrain: number): boolean {
  return (terrain <= 35 && terrain !== 31) || terrain >= 254;
}
