// What is unfolded on the page: side panels, dialogs, the sheet of keys.

import { signal } from '@preact/signals';

export type Dialog = 'keys' | 'take' | 'bring' | 'settings';

export const dialog = signal<Dialog | null>(null);

/** Whether panels lie beside the map, as in style/page.css; tests have no window. */
export const isWide = (): boolean => typeof innerWidth === 'undefined' || innerWidth >= 900;
export const hasLeft = signal(isWide());
export const hasRight = signal(isWide());

/** On a narrow screen one panel at a time lies over the map. */
function toggle(panel: typeof hasLeft, other: typeof hasLeft): void {
  panel.value = !panel.value;
  if (!isWide()) other.value = false;
}
export const toggleLeft = (): void => toggle(hasLeft, hasRight);
export const toggleRight = (): void => toggle(hasRight, hasLeft);
export const open = (which: Dialog): void => {
  dialog.value = which;
};
export const close = (): void => {
  dialog.value = null;
};
