// What tiles and layers are for, painted by hand: written into the files that were brought, which are read
// anew at once.

import { type Assignment } from '../import/reader';
import { readFiles, type Brought } from '../import/files';
import { EXITS_ALL, OPEN, type GameMap, type Scenery, type TileUse } from '../model';
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

type Plane = Uint8Array | Uint16Array;

/** A copy of what is edited in place. */
export const copyOf = (map: GameMap): GameMap => ({
  ...map, terrain: map.terrain.slice(), ...(map.exits ? { exits: map.exits.slice() } : {}),
  ...(map.tags ? { tags: map.tags.slice() } : {}),
});

/** What each cell of a plane has, where it differs from what was read, and how often it does. */
function* laid<T extends Plane>(
  own: T | undefined, read: T | undefined, next: T | undefined, usual: number,
): Generator<void, { plane: T | undefined; count: number }> {
  const some = own ?? read;
  let [plane, count] = [next?.slice() as T | undefined, 0];
  for (let at = 0; some && at < some.length; at += 1) {
    const drawn = own?.[at] ?? usual;
    if (drawn !== (read?.[at] ?? usual)) {
      count += 1;
      plane ??= some.slice().fill(usual) as T;
      plane[at] = drawn;
    }
    if (at % STEP === STEP - 1) yield;
  }
  return { plane, count };
}

/**
 * A map that was read anew with what was edited by hand since it was read before, and how many cells that is.
 * Where the two differ in size nothing of it can be kept.
 */
export function* withHand(
  drawn: GameMap, read: GameMap, next: GameMap,
): Generator<void, { map: GameMap; count: number; isKept: boolean }> {
  const terrain = yield* laid(drawn.terrain, read.terrain, next.terrain, OPEN);
  const exits = yield* laid(drawn.exits, read.exits, next.exits, EXITS_ALL);
  const tags = yield* laid(drawn.tags, read.tags, next.tags, 0);
  const count = terrain.count + exits.count + tags.count;
  if (drawn.width !== next.width || drawn.height !== next.height) {
    return { map: copyOf(next), count, isKept: count === 0 };
  }
  const said = SAID.filter((what) => drawn[what] !== read[what]).map((what) => [what, drawn[what]]);
  const map = {
    ...next, terrain: terrain.plane!, ...(exits.plane ? { exits: exits.plane } : {}),
    ...(tags.plane ? { tags: tags.plane } : {}), ...Object.fromEntries(said),
  };
  return { map, count, isKept: true };
}

/** What is said of places, in lists that are replaced as a whole. */
const SAID = ['links', 'places', 'regions', 'tagNames'] as const;

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
