// What is unfolded on the page: side panels, dialogs, the sheet of keys.

import { signal } from '@preact/signals';
import type { With } from './playground';

export type Dialog = 'gallery' | 'keys' | 'take' | 'bring' | 'settings' | 'bench';

/** What of one playground is unfolded. */
export function createLayout({ root, settings }: With<'root' | 'settings'>) {
  /** Whether panels lie beside the map, as in style/page.css. */
  const isWide = (): boolean => root.clientWidth >= 900;
  const dialog = signal<Dialog | null>(null);
  // Folded until they are wanted; then a wide page has them again the next time.
  const isKept = isWide();
  const hasLeft = isKept ? settings.hasLeft : signal(false);
  const hasRight = isKept ? settings.hasRight : signal(false);

  /** On a narrow screen one panel at a time lies over the map. */
  function toggle(panel: typeof hasLeft, other: typeof hasLeft): void {
    panel.value = !panel.value;
    if (!isWide()) other.value = false;
  }
  const toggleLeft = (): void => toggle(hasLeft, hasRight);
  const toggleRight = (): void => toggle(hasRight, hasLeft);
  const open = (which: Dialog): void => {
    dialog.value = which;
  };
  const close = (): void => {
    dialog.value = null;
  };

  return { isWide, dialog, hasLeft, hasRight, toggleLeft, toggleRight, open, close };
}
export type Layout = ReturnType<typeof createLayout>;
