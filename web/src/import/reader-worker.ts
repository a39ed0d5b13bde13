// The worker that reads files: begun with every file that is brought, so that nobody else loads the readers.

import { answerCalls } from '../engine/calls';
import { start } from '../engine/wasm';
import { readMap, type ReaderCalls } from './reader';

answerCalls<ReaderCalls>(self, {
  read: async (_, module, family, read) => readMap(await start(module), family, read),
}, {
  read: ({ map, scenery, changed }) => [
    map.terrain, map.exits ?? null, map.tags ?? null,
    ...(scenery ? [scenery.sprites, scenery.poses, scenery.pieces] : []),
    ...changed.map(({ bytes }) => bytes),
  ],
});
