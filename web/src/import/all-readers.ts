// For tests: files of every kind, read at once and not in a worker.

import { readFileSync } from 'node:fs';
import { start, type Abi } from '../engine/wasm';
import { familyOf, type Family } from './family';
import { readMap, type ReadMap, type ToRead } from './reader';

export const FAMILIES: readonly Family[] =
  ['tmx', 'tmj', 'tiled', 'ldtk', 'images', 'texts', 'documents'];

/** Each family's readers in a memory of their own. */
export async function allReaders(): Promise<(read: ToRead, family?: Family) => ReadMap> {
  const started = FAMILIES.map(async (family): Promise<[Family, Abi]> => {
    const file = new URL(`../engine/wasm/${family}.wasm`, import.meta.url);
    return [family, await start(new WebAssembly.Module(readFileSync(file)))];
  });
  const abis = new Map(await Promise.all(started));
  return (read, family = familyOf(read)) => readMap(abis.get(family)!, family, read);
}
