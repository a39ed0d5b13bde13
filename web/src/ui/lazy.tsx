// Parts of the page whose code is fetched when they are first shown.

import type { FunctionComponent, JSX } from 'preact';
import { useEffect, useState } from 'preact/hooks';
import { fetched } from '../app/fetched';
import { usePlayground } from './playground';

/** A part that stands there as soon as its code has come; nothing stands there until then. */
export function lazy<P extends object = object>(
  part: () => Promise<FunctionComponent<P>>,
): FunctionComponent<P> {
  let Part: FunctionComponent<P> | null = null;
  return function Lazy(given: P): JSX.Element | null {
    const { life, messages: { complain } } = usePlayground();
    const [isHere, setHere] = useState(Part !== null);
    useEffect(() => {
      if (isHere) return;
      fetched(part).then((came) => {
        Part = came;
        if (!life.isOver()) setHere(true);
      }, complain);
    }, []);
    return Part && isHere ? <Part {...given} /> : null;
  };
}
