// What lies under the pointer: a ray to it from the start, and the nearest point where one can stand.

import { effect, signal } from '@preact/signals';
import type { Probe, Spot } from './model';
import type { SceneState } from './state';

/** Keeps the answer to where the pointer is; the latest place counts. */
export function createProbe(
  { complain, found, opened, plan, polygons }: SceneState, pointer: { value: Spot | null },
  hasRay: { value: boolean },
) {
  const probe = signal<Probe | null>(null);
  let isAsking = false;
  let wanted: readonly [Spot, Spot] | null = null;

  async function ask(): Promise<void> {
    if (isAsking) return;
    isAsking = true;
    try {
      while (wanted) {
        const [from, at] = wanted;
        wanted = null;
        const told = (await opened.peek()?.engine.probe(from, at)) ?? null;
        if (hasRay.value && pointer.value) probe.value = told;
      }
    } catch (error) {
      complain(error);
    } finally {
      isAsking = false;
    }
  }

  const stop = effect(() => {
    // What was cut anew is to be asked again.
    void polygons.value;
    const at = pointer.value;
    // A ray begins where the path does: at the nearest point of the mesh.
    const path = found.value?.path ?? [];
    const from = path.length > 0 ? { x: path[0], y: path[1] } : plan.value.from;
    if (!at || !hasRay.value) {
      probe.value = null;
      return;
    }
    wanted = [from, at];
    void ask();
  });
  return { probe, stop };
}
