// What a visitor likes: light or dark, which colours, what cells show. Kept in the browser where that is
// allowed.

import { signal, type Signal } from '@preact/signals';
import { POINTS_MAX, type Heat } from '../model';
import type { With } from './playground';

export type Light = 'auto' | 'light' | 'dark';
export type Motion = 'auto' | 'full' | 'reduced';

const KEY = 'xunlu';

/** What one visitor likes. */
export function createSettings({
  life: { effect, listen }, options, root,
}: With<'life' | 'options' | 'root'>) {
  const stored: Record<string, unknown> = options.isWholePage ? read() : {};
  const kept: Record<string, Signal<unknown>> = {};

  /** A setting that is one of some values and is kept; what was stored is taken if it still is one. */
  function setting<T>(name: string, values: readonly T[], usual: T): Signal<T> {
    const before = values.find((value) => value === stored[name]);
    const made = signal<T>(before ?? usual);
    kept[name] = made as Signal<unknown>;
    return made;
  }

  const light = setting<Light>('light', ['auto', 'light', 'dark'], options.light ?? 'auto');
  const colours = setting<'tutorial' | 'clear'>('colours', ['tutorial', 'clear'], 'tutorial');
  const motion = setting<Motion>('motion', ['auto', 'full', 'reduced'], 'auto');
  const hasNumbers = setting<boolean>('numbers', FLAG, true);
  const hasJumps = setting<boolean>('jumps', FLAG, true);
  /** Whether steps that led to nothing new are events of a search, too. */
  const isThorough = setting<boolean>('thorough', FLAG, false);
  const isWelcomed = setting<boolean>('welcomed', FLAG, options.isCompact ?? false);
  /** Which panels were unfolded last where there is room for them. */
  const hasLeft = setting<boolean>('left', FLAG, options.hasPanels ?? false);
  const hasRight = setting<boolean>('right', FLAG, options.hasPanels ?? false);
  /** How many straight steps a turn gives; 0: nobody counts in turns. */
  const pointsATurn = setting<number>('pointsATurn', [...Array(POINTS_MAX + 1).keys()], 0);
  const heat = signal<Heat>('none');

  const dark = typeof matchMedia === 'undefined' ? null : matchMedia('(prefers-color-scheme: dark)');
  const still = typeof matchMedia === 'undefined' ? null : matchMedia('(prefers-reduced-motion: reduce)');
  const isSystemDark = signal(dark?.matches ?? false);
  const isSystemStill = signal(still?.matches ?? false);
  if (dark) listen(dark, 'change', () => (isSystemDark.value = dark.matches));
  if (still) listen(still, 'change', () => (isSystemStill.value = still.matches));

  const isDark = (): boolean => (light.value === 'auto' ? isSystemDark.value : light.value === 'dark');
  const isStill = (): boolean =>
    (motion.value === 'auto' ? isSystemStill.value : motion.value === 'reduced');

  /** Marks the playground with the settings, and keeps them where the page is its own. */
  function keepSettings(): void {
    effect(() => {
      if (!options.isWholePage) return;
      const all = Object.fromEntries(Object.entries(kept).map(([name, value]) => [name, value.value]));
      try {
        localStorage.setItem(KEY, JSON.stringify(all));
      } catch {
        // Opened from a file or with storage shut: the settings last as long as the page.
      }
    });
    effect(() => {
      root.dataset['light'] = isDark() ? 'dark' : 'light';
      root.dataset['motion'] = isStill() ? 'reduced' : 'full';
    });
  }

  return {
    light, colours, motion, hasNumbers, hasJumps, isThorough, isWelcomed, hasLeft, hasRight, pointsATurn,
    heat, isDark, isStill, keepSettings,
  };
}
export type Settings = ReturnType<typeof createSettings>;

const FLAG = [true, false] as const;

function read(): Record<string, unknown> {
  try {
    const found: unknown = JSON.parse(localStorage.getItem(KEY) ?? '{}');
    return typeof found === 'object' && found !== null ? { ...found } : {};
  } catch {
    return {};
  }
}
