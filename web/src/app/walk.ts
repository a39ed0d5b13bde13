// The figure: where it is and how it is to walk. What makes it walk is fetched with its first walk
// (`feet.ts`).

import { signal, type Signal } from '@preact/signals';
import type { Figure } from '../draw/figure';
import type { Feet } from './feet';
import { onceFetched } from './fetched';
import type { With } from './playground';

export const SPEED_MOST = 40;

export type FeetParts =
  With<'life' | 'words' | 'settings' | 'messages' | 'world' | 'view' | 'panes' | 'ask'>;

export interface Walking {
  readonly isWalking: Signal<boolean>;
  /** Over open ground. */
  readonly cellsPerSecond: Signal<number>;
  readonly isSmooth: Signal<boolean>;
  /** Where the figure is, in the world's units; null: not there. */
  readonly figure: Signal<Figure | null>;
  /** The line it follows, where that is pulled tight. */
  readonly routeOf: Signal<Float32Array | null>;
}

/** The figure of one playground. */
export function createWalk(parts: FeetParts) {
  const walking: Walking = {
    isWalking: signal(false), cellsPerSecond: signal(4), isSmooth: signal(false), figure: signal(null),
    routeOf: signal(null),
  };
  let feet: Feet | null = null;
  const onFeet = onceFetched(() => import('./feet'), ({ createFeet }) => (feet = createFeet(parts, walking)));

  /** Has it walk, or stop. */
  const walk = (): void => void onFeet().then((feet) => feet.walk()).catch(parts.messages.complain);
  const stopWalking = (): void => feet?.stopWalking();

  return { ...walking, walk, stopWalking };
}
export type Walk = ReturnType<typeof createWalk>;
