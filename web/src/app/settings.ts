// What a visitor likes: light or dark, which colours, what cells show. Kept in the browser where that is
// allowed.

import { effect, signal, type Signal } from '@preact/signals';
import { POINTS_MAX, type Heat } from '../model';

export type Light = 'auto' | 'light' | 'dark';
export type Motion = 'auto' | 'full' | 'reduced';

const KEY = 'xunlu';
const stored: Record<string, unknown> = read();

function read(): Record<string, unknown> {
  try {
    const found: unknown = JSON.parse(localStorage.getItem(KEY) ?? '{}');
    return typeof found === 'object' && found !== null ? { ...found } : {};
  } catch {
    return {};
  }
}

const kept: Record<string, Signal<unknown>> = {};

/** A setting that is one of some values and is kept; what was stored is taken if it is still one of them. */
function setting<T>(name: string, values: readonly T[], usual: T): Signal<T> {
  const before = values.find((value) => value === stored[name]);
  const made = signal<T>(before ?? usual);
  kept[name] = made as Signal<unknown>;
  return made;
}

const FLAG = [true, false] as const;

export const light = setting<Light>('light', ['auto', 'light', 'dark'], 'auto');
export const colours = setting<'tutorial' | 'clear'>('colours', ['tutorial', 'clear'], 'tutorial');
export const motion = setting<Motion>('motion', ['auto', 'full', 'reduced'], 'auto');
export const hasNumbers = setting<boolean>('numbers', FLAG, true);
export const hasJumps = setting<boolean>('jumps', FLAG, true);
export const isWelcomed = setting<boolean>('welcomed', FLAG, false);
/** How many straight steps a turn gives; 0: nobody counts in turns. */
export const pointsATurn = setting<number>('pointsATurn', [...Array(POINTS_MAX + 1).keys()], 0);
export const heat = signal<Heat>('none');

const dark = typeof matchMedia === 'undefined' ? null : matchMedia('(prefers-color-scheme: dark)');
const still = typeof matchMedia === 'undefined' ? null : matchMedia('(prefers-reduced-motion: reduce)');
const isSystemDark = signal(dark?.matches ?? false);
const isSystemStill = signal(still?.matches ?? false);
dark?.addEventListener('change', () => (isSystemDark.value = dark.matches));
still?.addEventListener('change', () => (isSystemStill.value = still.matches));

export const isDark = (): boolean => (light.value === 'auto' ? isSystemDark.value : light.value === 'dark');
export const isStill = (): boolean =>
  (motion.value === 'auto' ? isSystemStill.value : motion.value === 'reduced');

/** Keeps the settings from now on and marks the page with them. */
export function keepSettings(): void {
  effect(() => {
    const all = Object.fromEntries(Object.entries(kept).map(([name, value]) => [name, value.value]));
    try {
      localStorage.setItem(KEY, JSON.stringify(all));
    } catch {
      // Opened from a file or with storage shut: the settings last as long as the page.
    }
  });
  effect(() => {
    document.documentElement.dataset['light'] = isDark() ? 'dark' : 'light';
    document.documentElement.dataset['motion'] = isStill() ? 'reduced' : 'full';
  });
}
