// The worker of a pane: the engine in its own thread, so that the page never waits for it.

import { toldBy } from '../coded';
import type { GameMap, Method, Question } from '../model';
import { Cancelled, type Recipe, type Wanted } from './engine';
import type { FromWorker, ToWorker } from './messages';
import { openSession, type Session } from './session';
import { start } from './wasm';

const post = (message: FromWorker, transfer: Transferable[] = []) => self.postMessage(message, { transfer });

/** Lets messages in that have come meanwhile: a timer would wait four milliseconds. */
const channel = new MessageChannel();
const waiting: (() => void)[] = [];
channel.port1.onmessage = () => waiting.shift()?.();
const pause = () => new Promise<void>((resolve) => {
  waiting.push(resolve);
  channel.port2.postMessage(null);
});

let session: Promise<Session> | null = null;
// Deeds are done one after the other; a question is given up when another one has come, or a cancel.
let queue: Promise<unknown> = Promise.resolve();
let newest = 0;

function answerTo(open: Session, message: ToWorker & { is: 'ask' }): unknown {
  const [first, second, third] = message.arguments;
  switch (message.what) {
    case 'makers': return open.makers();
    case 'make': return open.make(first as Recipe);
    case 'load': return open.load(first as GameMap);
    case 'edit': return open.edit(first as Uint32Array, second as Uint8Array);
    case 'costsTo': return open.costsTo(first as Question);
    case 'walk': return open.walk(first as Question, second as Uint32Array, third as boolean);
    case 'turns': return open.turns(first as Question, second as Uint32Array, third as number);
    case 'ask': {
      const isWanted = () => newest === message.id;
      if (!isWanted()) throw new Cancelled();
      const progress = (expansions: number) => post({ is: 'progress', id: message.id, expansions });
      return open.ask(first as Question, second as Method, third as Wanted, isWanted, progress);
    }
  }
}

/** Large columns go over to the page instead of being copied. */
function columnsOf(result: unknown): Transferable[] {
  if (ArrayBuffer.isView(result)) return [result.buffer as ArrayBuffer];
  if (result === null || typeof result !== 'object' || result instanceof Map) return [];
  return Object.values(result).flatMap(columnsOf);
}

async function handle(message: ToWorker & { is: 'ask' }): Promise<void> {
  const { id } = message;
  try {
    if (session === null) throw new Error('the engine was not started');
    const result = await answerTo(await session, message);
    post({ is: 'done', id, result }, columnsOf(result));
  } catch (error) {
    post({ is: 'failed', id, told: toldBy(error) });
  }
}

self.onmessage = ({ data: message }: MessageEvent<ToWorker>) => {
  if (message.is === 'start') {
    session = start(message.module).then((abi) => openSession(abi, pause));
  } else if (message.is === 'cancel') {
    newest = 0;
  } else {
    if (message.what === 'ask') newest = message.id;
    queue = queue.then(() => handle(message));
  }
};
