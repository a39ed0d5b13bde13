// Has files read by a worker of its own, which is ended afterwards: files come seldom, and readers are large.

import { coded } from '../coded';
import { callerOf } from '../engine/calls';
import { compiledOnce } from '../engine/compiled';
import wasm from '../engine/wasm/formats.wasm?url';
import type { ReaderCalls, ReadMap, ToRead } from './reader';

const compiled = compiledOnce(wasm);

/** Reads a map in a worker, to which the files go over. */
export async function readInWorker(read: ToRead): Promise<ReadMap> {
  const module = await compiled();
  const worker = new Worker(new URL('./reader-worker.ts', import.meta.url), { type: 'module' });
  const { call, end } = callerOf<ReaderCalls>(worker, {
    read: (_, { files }) => files.map(({ bytes }) => bytes),
  });
  worker.onerror = ({ message }) => end(coded('worker-stopped', message ?? ''));
  try {
    return await call('read', [module, read]);
  } finally {
    worker.terminate();
  }
}
