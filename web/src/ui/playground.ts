// How the parts of a page come to the playground that they belong to.

import { createContext } from 'preact';
import { useContext } from 'preact/hooks';
import type { Playground } from '../app/playground';

const Context = createContext<Playground | null>(null);

/** Stands around everything that belongs to one playground. */
export const Within = Context.Provider;

export function usePlayground(): Playground {
  const playground = useContext(Context);
  if (playground === null) throw new Error('this part stands within no playground');
  return playground;
}
