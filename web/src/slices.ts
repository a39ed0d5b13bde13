// Long work a few milliseconds at a time, so that the page answers meanwhile.

const SLICE_MS = 10;
/** Cells that are looked at in one step. */
export const STEP = 1 << 16;

/** Takes step after step and gives what came of them; null where it was no longer wanted. */
export async function inSlices<T>(steps: Iterator<unknown, T>, isWanted = () => true): Promise<T | null> {
  for (let since = performance.now(); ;) {
    const { done, value } = steps.next();
    if (done) return value as T;
    if (performance.now() - since < SLICE_MS) continue;
    await new Promise((resolve) => setTimeout(resolve));
    if (!isWanted()) return null;
    since = performance.now();
  }
}

/** Takes all steps at once, where the work is known to be short. */
export function atOnce<T>(steps: Iterator<unknown, T>): T {
  for (;;) {
    const { done, value } = steps.next();
    if (done) return value as T;
  }
}
