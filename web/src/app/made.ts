// By which recipes maps were made, so that a link can tell one instead of all its cells.

import { computed } from '@preact/signals';
import type { Recipe } from '../engine/engine';
import type { GameMap } from '../model';
import type { With } from './playground';

/** How a map was made, for a link to tell: by which recipe, to which ground. */
interface Making {
  readonly recipe: Recipe;
  readonly terrain: Uint8Array;
}

/** The recipes of the maps that were made here. */
export function createMade({ world: { map } }: With<'world'>) {
  /** By the ground that edits change: it stays the same array, and undo brings it back. */
  const makes = new WeakMap<Uint8Array, Making | undefined>();
  /** What the map was made by, where that is known. */
  const madeBy = computed(() => makes.get(map.value.terrain));

  /** Keeps what made a map, before anything of its ground is changed. */
  function keepMade({ terrain }: GameMap, recipe: Recipe): void {
    makes.set(terrain, { recipe, terrain: terrain.slice() });
  }

  /** Ground that takes the place of other ground was made by the same recipe. */
  function passMade(before: Uint8Array, next: Uint8Array): void {
    makes.set(next, makes.get(before));
  }

  return { madeBy, keepMade, passMade };
}
export type Made = ReturnType<typeof createMade>;
