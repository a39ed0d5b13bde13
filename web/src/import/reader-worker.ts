// The worker that reads files: begun with every file that is brought, so that nobody else loads the readers.

import { toldBy } from '../coded';
import { start } from '../engine/wasm';
import { readMap, type ToRead } from './reader';

self.onmessage = async ({ data }: MessageEvent<{ module: WebAssembly.Module; read: ToRead }>) => {
  try {
    self.postMessage({ read: readMap(await start(data.module), data.read) });
  } catch (error) {
    self.postMessage({ failed: toldBy(error) });
  }
};
