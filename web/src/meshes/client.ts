// The engine of scenes as the page knows it: a worker behind promises.

import { coded } from '../coded';
import { callerOf } from '../engine/calls';
import { Cancelled } from '../engine/cancelled';
import { compiledOnce } from '../engine/compiled';
import plans from '../engine/wasm/plans.wasm?url';
import scene from '../engine/wasm/scene.wasm?url';
import shapes from '../engine/wasm/shapes.wasm?url';
import storeys from '../engine/wasm/storeys.wasm?url';
import type { Ground, Method, Plan, Probe, Shown, Source, Spot, Trace } from './model';
import type { Family, Opening, SceneCalls } from './session';

const COMPILED: Readonly<Record<Family, () => Promise<WebAssembly.Module>>> = {
  scene: compiledOnce(scene), storeys: compiledOnce(storeys),
  plans: compiledOnce(plans), shapes: compiledOnce(shapes),
};

/** Which engine reads a file: those that are no meshes are plans, our own or drawn in Tiled. */
function familyOf(name: string, bytes: Uint8Array): Family {
  if (/\.mesh$/i.test(name)) return 'scene';
  if (/\.obj$/i.test(name)) return 'storeys';
  const start = new TextDecoder('latin1').decode(bytes.subarray(0, 4096));
  return /^\x89xunlu|"xunlu"/.test(start) || /\.xunlu$/i.test(name) ? 'plans' : 'shapes';
}

/** A scene that is open. Every call rejects with a `Coded` error, which the page says in words. */
export interface SceneEngine extends Ground {
  /** Whether obstacles and radii can be cut out: of triangles one storey may lie over another. */
  readonly isFlat: boolean;
  show(plan: Plan): Promise<Shown>;
  watch(plan: Plan, method: Method): Promise<Trace>;
  probe(from: Spot, at: Spot): Promise<Probe>;
  close(): void;
}

/** Opens a scene in a worker of its own. */
export async function openEngine(source: Source): Promise<SceneEngine> {
  let family: Family = 'scene';
  let opening: Opening;
  if ('files' in source) {
    const bytesOf = async (file: File) =>
      ({ name: file.name, bytes: new Uint8Array(await file.arrayBuffer()) });
    const files = await Promise.all(source.files.map(bytesOf));
    const own = files.find(({ name }) => name === source.name) ?? files[0];
    family = familyOf(own.name, own.bytes);
    opening = { name: own.name, family, files };
  } else opening = { ground: source.ground };
  const worker = new Worker(new URL('./scene-worker.ts', import.meta.url), { type: 'module' });
  const { call, end } = callerOf<SceneCalls>(worker);
  worker.onerror = ({ message }) => end(coded('worker-stopped', message ?? ''));
  function close(): void {
    worker.terminate();
    end(new Cancelled());
  }
  try {
    const module = await COMPILED[family]();
    const ground = await call('open', [module, opening]);
    return {
      ...ground, close, isFlat: family !== 'storeys',
      show: (plan) => call('show', [plan]),
      watch: (plan, method) => call('watch', [plan, method]),
      probe: (from, at) => call('probe', [from, at]),
    };
  } catch (error) {
    close();
    throw error;
  }
}
