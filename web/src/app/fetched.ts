// Parts of the page that are fetched when they are needed, not before.

import { coded } from '../coded';

/** Gives a part as soon as it is there: `fetched(() => import('./part'))`. */
export async function fetched<T>(part: () => Promise<T>): Promise<T> {
  try {
    return await part();
  } catch {
    throw coded('part-not-loaded');
  }
}

/** Makes something of a part when it is first needed, and keeps it. */
export function onceFetched<M, T>(part: () => Promise<M>, make: (part: M) => T): () => Promise<T> {
  let kept: Promise<T> | null = null;
  return () => {
    kept ??= fetched(part).then(make);
    kept.catch(() => (kept = null));
    return kept;
  };
}
