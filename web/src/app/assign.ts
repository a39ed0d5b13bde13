// What tiles and layers are for, painted by hand: written into the files that were brought, which are read
// anew at once.

import { type Assignment } from '../import/reader';
import { readFiles } from '../import/files';
import type { Scenery, TileUse } from '../model';
import type { Bringing } from './files';

/** What is said of a tile. */
export const useOf = (scenery: Scenery, sheet: number, tile: number): TileUse => {
  const { usual, uses } = scenery.sheets[sheet];
  return uses.has(tile) ? uses.get(tile)! : usual;
};

/** The same files with this written into them, and what they come to. */
export async function assigned(
  now: Bringing, assignments: readonly Assignment[],
): Promise<Omit<Bringing, 'edits'>> {
  const brought = await readFiles(now.files, new Map(), assignments);
  const changed = brought.changed ?? [];
  const inPlace = (file: File) => changed.find(({ name }) => name === file.name) ?? file;
  const edited = new Set([...(now.edited ?? []), ...changed.map(({ name }) => name)]);
  return { brought, files: now.files.map(inPlace), edited: [...edited] };
}

/**
 * The tile that lies on a cell, the topmost of those that are not left out; null where there is none. A tile
 * stands with the middle of its foot on the foot of its cell, however high it is.
 */
export function tileOn(
  scenery: Scenery, [x, y]: readonly [number, number], form: string,
): { readonly sheet: number; readonly tile: number } | null {
  const { frame: [, , right, down], layers, pieces, poses, sprites } = scenery;
  const floats = new Float32Array(pieces.buffer, pieces.byteOffset, pieces.length);
  const [half, foot] = { square: [right / 2, down / 2], diamond: [right, down],
    pointy: [right / 2, down * 2 / 3], flat: [right * 2 / 3, down / 2] }[form] ?? [right / 2, down / 2];
  let end = pieces.length / 4;
  for (const layer of [...layers].reverse()) {
    const first = end - layer.pieces;
    for (let piece = end - 1; layer.role !== 'ignore' && piece >= first; piece -= 1) {
      const [sprite, pose] = [pieces[piece * 4] * 7, pieces[piece * 4 + 1] * 4];
      const [wide, high] = [sprites[sprite + 3], sprites[sprite + 4]];
      const [a, b, c, d] = [0, 1, 2, 3].map((part) => poses[pose + part] * (part < 2 ? wide : high));
      const middle = floats[piece * 4 + 2] + (a + c) / 2;
      const bottom = floats[piece * 4 + 3] + Math.max(0, b, d, b + d);
      const isOn = Math.abs(middle - x) < half && Math.abs(bottom - (y + foot)) < foot;
      if (isOn && sprites[sprite + 5] < scenery.sheets.length) {
        return { sheet: sprites[sprite + 5], tile: sprites[sprite + 6] };
      }
    }
    end = first;
  }
  return null;
}
