// The engine as the page knows it: a worker behind promises.

import { coded } from '../coded';
import { compiledOnce } from './compiled';
import wasm from './wasm/xunlu.wasm?url';
import { Cancelled, errorOf, type Engine, type Progress } from './engine';
import type { Asked, FromWorker, ToWorker } from './messages';

interface Pending {
  resolve(result: unknown): void;
  reject(error: Error): void;
  progress: Progress | undefined;
}

const compiled = compiledOnce(wasm);

/** Starts an engine in a worker of its own. */
export function createEngine(): Engine {
  const worker = new Worker(new URL('./worker.ts', import.meta.url), { type: 'module' });
  const pending = new Map<number, Pending>();
  let last = 0;

  const post = (message: ToWorker) => worker.postMessage(message);
  const failAll = (error: Error) => {
    for (const { reject } of pending.values()) reject(error);
    pending.clear();
  };
  const started = compiled().then((module) => post({ is: 'start', module }));

  worker.onmessage = ({ data: message }: MessageEvent<FromWorker>) => {
    const asker = pending.get(message.id);
    if (message.is === 'progress') {
      asker?.progress?.(message.expansions);
      return;
    }
    pending.delete(message.id);
    if (message.is === 'done') asker?.resolve(message.result);
    else asker?.reject(errorOf(message.told));
  };
  worker.onerror = ({ message }) => failAll(coded('worker-stopped', message ?? ''));

  async function ask<T>(what: Asked, progress: Progress | undefined, ...questions: unknown[]): Promise<T> {
    await started;
    last += 1;
    const id = last;
    return new Promise<T>((resolve, reject) => {
      pending.set(id, { resolve: resolve as (result: unknown) => void, reject, progress });
      post({ is: 'ask', id, what, arguments: questions });
    });
  }

  return {
    makers: () => ask('makers', undefined),
    make: (recipe) => ask('make', undefined, recipe),
    load: (map) => ask('load', undefined, map),
    edit: (cells, terrain) => ask('edit', undefined, cells, terrain),
    ask: (question, method, wanted, progress) => ask('ask', progress, question, method, wanted),
    cancel: () => post({ is: 'cancel' }),
    costsTo: (question) => ask('costsTo', undefined, question),
    walk: (question, path, isSmooth) => ask('walk', undefined, question, path, isSmooth),
    turns: (question, path, budget) => ask('turns', undefined, question, path, budget),
    close() {
      worker.terminate();
      // Whoever takes a pane away gives up what it was at: that is nothing to complain of.
      failAll(new Cancelled());
    },
  };
}
