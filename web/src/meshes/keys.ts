// The keys of a scene. While it is there, the maps below hear none.

import type { SceneParts } from './parts';
import type { SceneView } from './view-state';

export function listenKeys(
  { layout: { dialog, open } }: SceneParts, view: SceneView, where: EventTarget, close: () => void,
): () => void {
  const { camera, fitAll, hasPolygons, hasRay, middle, player, scene: { redo, undo }, tools, zoomBy } = view;
  const { choose, draft, drop, held, holdNext, nudge, remove } = tools;
  const FAR = 40;
  const NEAR = 8;
  const arrow = (dx: number, dy: number) => ({ shiftKey }: KeyboardEvent) => {
    const by = (shiftKey ? FAR : NEAR) / camera.peek().scale;
    nudge(dx * by, dy * by);
  };
  function takeAway(): void {
    const own = held.peek();
    if (typeof own === 'number') remove(own);
  }
  function escape(): void {
    if (draft.peek().length > 0) draft.value = [];
    else close();
  }
  const KEYS: Readonly<Record<string, (event: KeyboardEvent) => void>> = {
    ArrowLeft: arrow(-1, 0),
    ArrowRight: arrow(1, 0),
    ArrowUp: arrow(0, -1),
    ArrowDown: arrow(0, 1),
    s: () => void (held.value = 'from'),
    g: () => void (held.value = 'to'),
    m: () => choose('move'),
    c: () => choose('circle'),
    b: () => choose('box'),
    p: () => choose('polygon'),
    e: () => choose('erase'),
    r: () => void (hasRay.value = !hasRay.peek()),
    ']': () => holdNext(1),
    '[': () => holdNext(-1),
    Enter: () => drop(middle()),
    Delete: takeAway,
    Backspace: takeAway,
    ' ': player.togglePlay,
    '.': () => player.step(1),
    ',': () => player.step(-1),
    j: () => player.stepExpansion(1),
    k: () => player.stepExpansion(-1),
    Home: () => player.seek(0),
    End: () => player.seek(player.end.peek()),
    n: () => void (hasPolygons.value = !hasPolygons.peek()),
    o: () => open('bring'),
    '+': () => zoomBy(1.25),
    '=': () => zoomBy(1.25),
    '-': () => zoomBy(0.8),
    '0': fitAll,
    Escape: escape,
  };
  function hear(event: Event): void {
    const press = event as KeyboardEvent;
    if (dialog.peek()) return;
    const isPressed = press.target instanceof Element && press.target.matches('button, summary, a');
    const isTyped = press.target instanceof Element && press.target.matches('select, input');
    if (isPressed && /^( |Enter)$/.test(press.key)) return void press.stopImmediatePropagation();
    if (isTyped && press.key !== 'Escape') return void press.stopImmediatePropagation();
    if (press.ctrlKey || press.metaKey) {
      if (press.key.toLowerCase() === 'z') (press.shiftKey ? redo : undo)();
      else if (press.key.toLowerCase() === 'y') redo();
      else return;
    } else {
      const deed = KEYS[press.key.length === 1 ? press.key.toLowerCase() : press.key];
      // Tab and what else is the browser's stays so.
      if (!deed) return void press.stopImmediatePropagation();
      deed(press);
    }
    press.preventDefault();
    press.stopImmediatePropagation();
  }
  where.addEventListener('keydown', hear, { capture: true });
  return () => where.removeEventListener('keydown', hear, { capture: true });
}
