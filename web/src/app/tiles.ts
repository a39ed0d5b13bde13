// The tiles of maps that came with some: which map has which, and whether they are shown.

import { signal } from '@preact/signals';
import type { Scenery } from '../model';
import { imagesAmong } from '../tiles/images';
import { createTileView, type TileView } from '../tiles/view';
import type { With } from './playground';
import type { Tileart } from './scene';

export interface Tilesets extends Tileart {
  /** Has a map shown with its tiles: by its ground, which stays the same array however it is edited. */
  lay(ground: Uint8Array, scenery: Scenery, files: readonly File[]): void;
  /** Ground that takes the place of other ground looks as that does. */
  pass(before: Uint8Array, next: Uint8Array): void;
}

export function createTiles(
  { life: { onEnd }, messages: { complain } }: With<'life' | 'messages'>,
): Tilesets {
  const isShown = signal(true);
  const views = new WeakMap<Uint8Array, TileView>();
  /** The one that has a worker and pictures. */
  let now: TileView | null = null;
  onEnd(() => now?.rest());
  return {
    isShown,
    of({ terrain }) {
      const view = views.get(terrain) ?? null;
      if (now !== view) now?.rest();
      now = view;
      view?.heed();
      return view;
    },
    lay: (ground, scenery, files) =>
      void views.set(ground, createTileView(scenery, imagesAmong(scenery, files), complain)),
    pass(before, next) {
      const view = views.get(before);
      if (view) views.set(next, view);
    },
  };
}
