// Has files read by a worker of its own, which is ended afterwards: files come seldom, and readers are large.

import { Coded, coded, type Told } from '../coded';
import { compiledOnce } from '../engine/compiled';
import wasm from '../engine/wasm/formats.wasm?url';
import type { ReadMap, ToRead } from './reader';

const compiled = compiledOnce(wasm);

/** Reads a map in a worker. */
export async function readInWorker(read: ToRead): Promise<ReadMap> {
  const module = await compiled();
  const worker = new Worker(new URL('./reader-worker.ts', import.meta.url), { type: 'module' });
  try {
    return await new Promise<ReadMap>((resolve, reject) => {
      worker.onmessage = ({ data }: MessageEvent<{ read: ReadMap } | { failed: Told }>) => {
        if ('read' in data) resolve(data.read);
        else reject(new Coded(data.failed));
      };
      worker.onerror = ({ message }) => reject(coded('worker-stopped', message ?? ''));
      worker.postMessage({ module, read });
    });
  } finally {
    worker.terminate();
  }
}
