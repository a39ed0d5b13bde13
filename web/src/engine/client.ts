// The engine as the page knows it: a worker behind promises.

import wasm from './wasm/xunlu.wasm?url';
import { Cancelled, type Engine, type Progress } from './engine';
import type { Asked, FromWorker, ToWorker } from './messages';

interface Pending {
  resolve(result: unknown): void;
  reject(error: Error): void;
  progress: Progress | undefined;
}

let compiled: Promise<WebAssembly.Module> | null = null;

/** The engine's module, compiled once for all panes. */
async function module(): Promise<WebAssembly.Module> {
  const bytes = await fetch(wasm);
  if (!bytes.ok) throw new Error(`the engine could not be loaded: ${bytes.status}`);
  return WebAssembly.compile(await bytes.arrayBuffer());
}

/** Starts an engine in a worker of its own. */
export function createEngine(): Engine {
  const worker = new Worker(new URL('./worker.ts', import.meta.url), { type: 'module' });
  const pending = new Map<number, Pending>();
  let last = 0;

  const post = (message: ToWorker) => worker.postMessage(message);
  const failAll = (message: string) => {
    for (const { reject } of pending.values()) reject(new Error(message));
    pending.clear();
  };
  compiled ??= module();
  const started = compiled.then((module) => post({ is: 'start', module }));

  worker.onmessage = ({ data: message }: MessageEvent<FromWorker>) => {
    const asker = pending.get(message.id);
    if (message.is === 'progress') {
      asker?.progress?.(message.expansions);
      return;
    }
    pending.delete(message.id);
    if (message.is === 'done') asker?.resolve(message.result);
    else asker?.reject(message.isCancelled ? new Cancelled(message.message) : new Error(message.message));
  };
  worker.onerror = ({ message }) => failAll(message || 'the engine stopped');

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
    route: (question, path) => ask('route', undefined, question, path),
    close() {
      worker.terminate();
      failAll('the engine was closed');
    },
  };
}
