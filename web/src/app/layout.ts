// What is unfolded on the page: side panels, dialogs, the sheet of keys.

import { signal } from '@preact/signals';
import type { With } from './playground';

export type Dialog = 'keys' | 'take' | 'bring' | 'settings' | 'bench';

/** What of one playground is unfolded. */
export function createLayout({ options, root }: With<'options' | 'root'>) {
  /** Whether panels lie beside the map, as in style/page.css. */
  const isWide = (): boolean => root.clientWidth >= 900;
  const isUnfolded = isWide() && !options.isCompact;
  const dialog = signal<Dialog | null>(null);
  const hasLeft = signal(isUnfolded);
  const hasRight = signal(isUnfolded);

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
