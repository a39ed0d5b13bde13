// WASM for the page: fetched and compiled once, handed to workers.

import { coded } from '../coded';

/** Gives a module; what could not be loaded is asked for again the next time. */
export function compiledOnce(address: string): () => Promise<WebAssembly.Module> {
  let kept: Promise<WebAssembly.Module> | null = null;
  async function load(): Promise<WebAssembly.Module> {
    const answer = await fetch(address);
    if (!answer.ok) throw coded('not-loaded', address.split('/').at(-1)!, answer.status);
    return WebAssembly.compile(await answer.arrayBuffer());
  }
  return () => {
    kept ??= load().catch((error) => {
      kept = null;
      throw error;
    });
    return kept;
  };
}
