// Has files read by a worker of its own, which is ended afterwards: files come seldom, and readers are large.

import { coded } from '../coded';
import { callerOf } from '../engine/calls';
import { compiledOnce } from '../engine/compiled';
import documents from '../engine/wasm/documents.wasm?url';
import images from '../engine/wasm/images.wasm?url';
import ldtk from '../engine/wasm/ldtk.wasm?url';
import texts from '../engine/wasm/texts.wasm?url';
import tiled from '../engine/wasm/tiled.wasm?url';
import tmj from '../engine/wasm/tmj.wasm?url';
import tmx from '../engine/wasm/tmx.wasm?url';
import { familyOf, type Family } from './family';
import type { ReaderCalls, ReadMap, ToRead } from './reader';

const COMPILED: Readonly<Record<Family, () => Promise<WebAssembly.Module>>> = {
  documents: compiledOnce(documents), images: compiledOnce(images), ldtk: compiledOnce(ldtk),
  texts: compiledOnce(texts), tiled: compiledOnce(tiled), tmj: compiledOnce(tmj), tmx: compiledOnce(tmx),
};

/** Reads a map in a worker, to which the files go over. */
export async function readInWorker(read: ToRead): Promise<ReadMap> {
  const family = familyOf(read);
  const module = await COMPILED[family]();
  const worker = new Worker(new URL('./reader-worker.ts', import.meta.url), { type: 'module' });
  const { call, end } = callerOf<ReaderCalls>(worker, {
    read: (_module, _family, { files }) => files.map(({ bytes }) => bytes),
  });
  worker.onerror = ({ message }) => end(coded('worker-stopped', message ?? ''));
  try {
    return await call('read', [module, family, read]);
  } finally {
    worker.terminate();
  }
}
