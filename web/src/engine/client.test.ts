// An engine that is closed at work gives its work up.

import { expect, test, vi } from 'vitest';
import { Cancelled } from './cancelled';

test('who asked an engine that is closed hears that it was given up, not that something failed', async () => {
  const posted = vi.fn();
  vi.stubGlobal('Worker', class {
    postMessage = posted;
    terminate(): void {}
  });
  // The least there is of WASM: its magic word and version.
  const least = Uint8Array.of(0, 0x61, 0x73, 0x6d, 1, 0, 0, 0);
  vi.stubGlobal('fetch', async () => new Response(least));
  const { createEngine } = await import('./client');
  const engine = createEngine();
  const makers = engine.makers();
  await vi.waitFor(() => expect(posted).toHaveBeenCalled());
  engine.close();
  await expect(makers).rejects.toBeInstanceOf(Cancelled);
});
