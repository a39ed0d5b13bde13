// A scene laid over a playground: what is below rests meanwhile, and is back when another map comes.

import { render } from 'preact';
import { fetched } from '../app/fetched';
import type { Source } from './model';
import { keepHash } from './keep-hash';
import { WithParts, type SceneParts } from './parts';

/** Who is asked to show another scene, by the element of the view that is there already. */
const ASK = 'xunlu-scene';

/** Shows a scene over a playground. What cannot be opened is told where it was brought. */
export async function showScene(parts: SceneParts, source: Source): Promise<void> {
  const { root } = parts;
  const shown = root.querySelector('.scene-view');
  if (!shown) return mount(parts, source);
  return new Promise((resolve, reject) => {
    shown.dispatchEvent(new CustomEvent(ASK, { detail: { source, resolve, reject } }));
  });
}

async function mount(parts: SceneParts, source: Source): Promise<void> {
  const { life, options, root, world: { loads } } = parts;
  const drawn = fetched(() => import('./view'));
  const { createSceneView, listenKeys } = await fetched(() => import('./view-state'));
  const view = createSceneView(parts);
  try {
    await Promise.all([drawn, view.scene.open(source)]);
  } catch (error) {
    view.close();
    throw error;
  }
  const { View } = await drawn;
  const place = document.createElement('div');
  place.className = 'scene-view';
  const below = [...root.children].filter((each) => each.matches('.skip, .bar, .middle, .transport'));
  for (const each of below) each.toggleAttribute('inert', true);
  root.append(place);
  const begun = loads.peek();
  const stopKeys = listenKeys(parts, view, options.isWholePage ? window : root, close);
  let isOver = false;
  function close(): void {
    if (isOver) return;
    isOver = true;
    stopKeys();
    stopHash();
    render(null, place);
    place.remove();
    view.close();
    for (const each of below) each.removeAttribute('inert');
    if (!life.isOver()) root.querySelector<HTMLCanvasElement>('.stage canvas')?.focus();
  }
  const stopHash = keepHash(parts, view);
  place.addEventListener(ASK, (event) => {
    const { source, resolve, reject } = (event as CustomEvent).detail;
    view.scene.open(source).then(resolve, reject);
  });
  // A map that comes, from the gallery, a file or a link, is what is wanted now.
  life.effect(() => {
    if (loads.value !== begun) queueMicrotask(close);
  });
  life.onEnd(close);
  render(<WithParts value={parts}><View view={view} close={close} /></WithParts>, place);
  place.querySelector('canvas')?.focus();
}
