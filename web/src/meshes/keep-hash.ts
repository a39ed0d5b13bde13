// The link to what is seen of a scene: copied, and kept behind the # of the page while the scene is there.

import { effect } from '@preact/signals';
import { fetched } from '../app/fetched';
import type { SceneParts } from './parts';
import type { SceneView } from './view-state';

/** The link is written when nothing has changed for so long. */
const QUIET_MS = 400;

/** What stands behind the # of a link to the scene as it is now; throws where it does not fit. */
export async function hashOf({ scene: { method, opened, plan } }: SceneView): Promise<string> {
  const { encodeScene } = await fetched(() => import('./shared'));
  const { base, engine, isSample, name, outlines } = opened.peek()!;
  const { outlinesOf } = await fetched(() => import('./written'));
  const of = isSample ? { base } : { ground: outlines ?? outlinesOf(engine.ground) };
  return encodeScene({ name, of, plan: plan.peek(), method: method.peek() });
}

export async function linkOf(view: SceneView): Promise<string> {
  return `${location.href.replace(/#.*$/, '')}#${await hashOf(view)}`;
}

/** Writes it as things change, on a page that is all ours; what it gives puts back what was there before. */
export function keepHash({ life: { later }, options }: SceneParts, view: SceneView): () => void {
  if (!options.isWholePage) return () => undefined;
  const put = (hash: string) =>
    history.replaceState(null, '', hash ? `#${hash}` : location.pathname + location.search);
  const before = location.hash.replace(/^#(S.*)?/, '');
  let isOver = false;
  let calledOff = (): void => undefined;
  const { scene: { method, opened, plan } } = view;
  const stop = effect(() => {
    const now = opened.value;
    void [plan.value, method.value];
    calledOff();
    // Storeys lie over each other, which no outline tells.
    if (now) {
      calledOff = later(QUIET_MS, async () => {
        const hash = now.isFlat ? await hashOf(view).catch(() => '') : '';
        if (!isOver) put(hash);
      });
    }
  });
  return () => {
    isOver = true;
    calledOff();
    stop();
    put(before);
  };
}
