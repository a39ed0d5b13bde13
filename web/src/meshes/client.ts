// The engine of scenes as the page knows it: a worker behind promises.

import { coded } from '../coded';
import { callerOf } from '../engine/calls';
import { Cancelled } from '../engine/cancelled';
import { compiledOnce } from '../engine/compiled';
import wasm from '../engine/wasm/scene.wasm?url';
import forTriangles from '../engine/wasm/storeys.wasm?url';
import type { Method, Plan, Polygons, Probe, Shown, Source, Spot, Trace } from './model';
import { isOfTriangles, type Opening, type SceneCalls } from './session';

const compiled = compiledOnce(wasm);
const compiledForTriangles = compiledOnce(forTriangles);

/** A scene that is open. Every call rejects with a `Coded` error, which the page says in words. */
export interface SceneEngine {
  readonly ground: Polygons;
  show(plan: Plan): Promise<Shown>;
  watch(plan: Plan, method: Method): Promise<Trace>;
  probe(from: Spot, at: Spot): Promise<Probe>;
  close(): void;
}

/** Opens a scene in a worker of its own. */
export async function openEngine(source: Source): Promise<SceneEngine> {
  const opening: Opening = source instanceof File
    ? { name: source.name, bytes: new Uint8Array(await source.arrayBuffer()) }
    : { ground: source.ground };
  const worker = new Worker(new URL('./scene-worker.ts', import.meta.url), { type: 'module' });
  const { call, end } = callerOf<SceneCalls>(worker);
  worker.onerror = ({ message }) => end(coded('worker-stopped', message ?? ''));
  function close(): void {
    worker.terminate();
    end(new Cancelled());
  }
  try {
    const module = await (isOfTriangles(source.name) ? compiledForTriangles : compiled)();
    const ground = await call('open', [module, opening]);
    return {
      ground, close,
      show: (plan) => call('show', [plan]),
      watch: (plan, method) => call('watch', [plan, method]),
      probe: (from, at) => call('probe', [from, at]),
    };
  } catch (error) {
    close();
    throw error;
  }
}
