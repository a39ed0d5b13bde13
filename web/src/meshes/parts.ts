// What a view of scenes is given of its playground.

import { createContext } from 'preact';
import { useContext } from 'preact/hooks';
import type { With } from '../app/playground';

export type SceneParts =
  With<'life' | 'options' | 'root' | 'words' | 'messages' | 'layout' | 'world' | 'scene'>;

const Context = createContext<SceneParts | null>(null);

export const WithParts = Context.Provider;

export function useParts(): SceneParts {
  const parts = useContext(Context);
  if (parts === null) throw new Error('this part stands within no view of scenes');
  return parts;
}
