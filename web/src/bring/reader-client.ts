// Has files read by a worker of its own, which is ended afterwards: files come seldom, and readers are large.

import wasm from '../engine/wasm/formats.wasm?url';
import type { ReadMap, ToRead } from './reader';

let compiled: Promise<WebAssembly.Module> | null = null;

async function load(): Promise<WebAssembly.Module> {
  const answer = await fetch(wasm);
  if (!answer.ok) throw new Error(`the readers could not be loaded: ${answer.status}`);
  return WebAssembly.compile(await answer.arrayBuffer());
}

/** Reads a map in a worker. */
export async function readInWorker(read: ToRead): Promise<ReadMap> {
  compiled ??= load();
  // What could not be loaded is asked for again with the next file.
  compiled.catch(() => (compiled = null));
  const module = await compiled;
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
