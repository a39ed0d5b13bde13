// What tiles and layers are for, painted by hand: written into the files that were brought, which are read
// anew at once.

import { type Assignment } from '../import/reader';
import { readFiles, type Brought } from '../import/files';
import type { GameMap, Scenery, TileUse } from '../model';
import { STEP } from '../slices';
import { boxesOf } from '../tiles/within';
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
 * Ground with the cells that were drawn by hand since the map was read laid over it, and how many those are;
 * where maps differ in size nothing can be laid.
 */
export function* withHand(
  drawn: GameMap, read: Uint8Array, next: GameMap,
): Generator<void, { terrain: Uint8Array; count: number; isLaid: boolean }> {
  const terrain = next.terrain.slice();
  const isLaid = drawn.width === next.width && drawn.height === next.height;
  let count = 0;
  for (let at = 0; at < read.length; at += 1) {
    const own = drawn.terrain[at];
    if (own !== read[at]) {
      count += 1;
      if (isLaid) terrain[at] = own;
    }
    if (at % STEP === STEP - 1) yield;
  }
  return { terrain, count, isLaid };
}

/** The number among a map's layers of the one that its file has in this place: names may stand twice. */
export function layerAt({ layers = [], scenery }: Brought, at: number): number {
  const { name } = layers[at];
  const earlier = layers.slice(0, at).filter((layer) => layer.name === name).length;
  const same = (scenery?.layers ?? []).flatMap((layer, number) => (layer.name === name ? [number] : []));
  return same[earlier] ?? -1;
}

/**
 * The tile that lies on a cell, the topmost of those that are not left out; null where there is none. A tile
 * stands with the middle of its foot on the foot of its cell, however high it is.
 */
export function tileOn(
  scenery: Scenery, [x, y]: readonly [number, number], form: string,
): { readonly sheet: number; readonly tile: number } | null {
  const { frame: [, , right, down], layers, pieces, sheets, sprites } = scenery;
  const [putBox, box] = [boxesOf(scenery), new Float32Array(4)];
  const [half, foot] = { square: [right / 2, down / 2], diamond: [right, down],
    pointy: [right / 2, down * 2 / 3], flat: [right * 2 / 3, down / 2] }[form] ?? [right / 2, down / 2];
  let end = pieces.length / 4;
  for (const layer of [...layers].reverse()) {
    const first = end - layer.pieces;
    for (let piece = end - 1; layer.role !== 'ignore' && piece >= first; piece -= 1) {
      putBox(piece, box, 0);
      const [fromLeft, , fromRight, bottom] = box;
      const isOn = Math.abs((fromLeft + fromRight) / 2 - x) < half && Math.abs(bottom - (y + foot)) < foot;
      const sprite = pieces[piece * 4] * 7;
      if (isOn && sprites[sprite + 5] < sheets.length) {
        return { sheet: sprites[sprite + 5], tile: sprites[sprite + 6] };
      }
    }
    end = first;
  }
  return null;
}
