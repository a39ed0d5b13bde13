// The keys of a scene. While it is there, the maps below hear none.

import type { SceneParts } from './parts';
import type { SceneView } from './view-state';

export function listenKeys(
  { layout: { dialog, open } }: SceneParts, view: SceneView, where: EventTarget, close: () => void,
): () => void {
  const { fitAll, hasPolygons, held, nudge, scene: { redo, undo }, zoomBy } = view;
  const FAR = 40;
  const NEAR = 8;
  const arrow = (dx: number, dy: number) => ({ shiftKey }: KeyboardEvent) =>
    nudge(dx * (shiftKey ? FAR : NEAR), dy * (shiftKey ? FAR : NEAR));
  const KEYS: Readonly<Record<string, (event: KeyboardEvent) => void>> = {
    ArrowLeft: arrow(-1, 0),
    ArrowRight: arrow(1, 0),
    ArrowUp: arrow(0, -1),
    ArrowDown: arrow(0, 1),
    s: () => void (held.value = 'from'),
    g: () => void (held.value = 'to'),
    n: () => void (hasPolygons.value = !hasPolygons.peek()),
    o: () => open('bring'),
    '+': () => zoomBy(1.25),
    '=': () => zoomBy(1.25),
    '-': () => zoomBy(0.8),
    '0': fitAll,
    Escape: close,
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
