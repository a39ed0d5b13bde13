// Has files read by a worker of its own, which is ended afterwards: files come seldom, and readers are large.

import { compiledOnce } from '../engine/compiled';
import wasm from '../engine/wasm/formats.wasm?url';
import type { ReadMap, ToRead } from './reader';

const compiled = compiledOnce(wasm, 'the readers');

/** Reads a map in a worker. */
export async function readInWorker(read: ToRead): Promise<ReadMap> {
  const module = await compiled();
  const worker = new Worker(new URL('./reader-worker.ts', import.meta.url), { type: 'module' });
  try {
    return await new Promise<ReadMap>((resolve, reject) => {
      worker.onmessage = ({ data }: MessageEvent<{ read?: ReadMap; failed?: string }>) => {
        if (data.read) resolve(data.read);
        else reject(new Error(data.failed));
      };
      worker.onerror = ({ message }) => reject(new Error(message || 'the file could not be read'));
      worker.postMessage({ module, read });
    });
  } finally {
    worker.terminate();
  }
}
