// The engine as the page knows it: a worker behind promises.

import { coded } from '../coded';
import { callerOf } from './calls';
import { Cancelled } from './cancelled';
import { compiledOnce } from './compiled';
import wasm from './wasm/xunlu.wasm?url';
import type { Engine, EngineCalls } from './engine';

/** The engine's code, for every worker of the page. */
export const compiled = compiledOnce(wasm);

/** Starts an engine in a worker of its own. */
export function createEngine(): Engine {
  const worker = new Worker(new URL('./worker.ts', import.meta.url), { type: 'module' });
  const { call, cancel, end } = callerOf<EngineCalls>(worker);
  worker.onerror = ({ message }) => end(coded('worker-stopped', message ?? ''));
  const started = compiled().then((module) => call('start', [module]));
  // Whoever asks hears of it.
  started.catch(() => undefined);
  const ask: typeof call = (name, given, progress) => started.then(() => call(name, given, progress));
  return {
    makers: () => ask('makers', []),
    make: (recipe, progress) => ask('make', [recipe], progress),
    load: (map) => ask('load', [map]),
    edit: (cells, values, plane) => ask('edit', [cells, values, plane]),
    link: (links) => ask('link', [links]),
    ask: (question, method, wanted, progress) => ask('ask', [question, method, wanted], progress),
    time: (question, method, times) => ask('time', [question, method, times]),
    cancel,
    costsTo: (question) => ask('costsTo', [question]),
    walk: (question, path, isSmooth) => ask('walk', [question, path, isSmooth]),
    turns: (question, path, budget) => ask('turns', [question, path, budget]),
    close() {
      worker.terminate();
      // Whoever closes it gives up what it was at: that is nothing to complain of.
      end(new Cancelled());
    },
  };
}
