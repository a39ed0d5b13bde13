// The worker that reads files: begun for the first file that is dropped, so that nobody else loads the readers.

import { start } from '../engine/wasm';
import { readMap, type ToRead } from './reader';

let engine: ReturnType<typeof start> | null = null;

self.onmessage = async ({ data }: MessageEvent<{ module?: WebAssembly.Module; read?: ToRead }>) => {
  if (data.module) engine = start(data.module);
  if (!data.read) return;
  try {
    if (engine === null) throw new Error('the readers were not loaded');
    self.postMessage({ read: readMap(await engine, data.read) });
  } catch (error) {
    // What trapped leaves its memory as it is: the next file gets an engine of its own.
    self.postMessage({ failed: error instanceof Error ? error.message : String(error) });
  }
};
