// What is unfolded on the page: side panels, dialogs, the sheet of keys.

import { signal } from '@preact/signals';

export type Dialog = 'keys' | 'take' | 'bring' | 'settings' | 'code' | 'table';

export const dialog = signal<Dialog | null>(null);

const isWide = typeof innerWidth === 'undefined' || innerWidth >= 900;
export const hasLeft = signal(isWide);
export const hasRight = signal(isWide);

/** On a narrow screen one panel at a time lies over the map. */
export function toggleLeft(): void {
  hasLeft.value = !hasLeft.value;
  if (innerWidth < 900) hasRight.value = false;
}
export function toggleRight(): void {
  hasRight.value = !hasRight.value;
  if (innerWidth < 900) hasLeft.value = false;
}
export const open = (which: Dialog): void => {
  dialog.value = which;
};
export const close = (): void => {
  dialog.value = null;
};
