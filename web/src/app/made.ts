// By which recipes maps were made, so that a link can tell one instead of all its cells.

import { computed } from '@preact/signals';
import type { Recipe } from '../engine/engine';
import type { GameMap } from '../model';
import { map } from './world';

/** How a map was made, for a link to tell: by which recipe, to which ground. */
interface Made {
  readonly recipe: Recipe;
  readonly terrain: Uint8Array;
}

/** By the ground that edits change: it stays the same array, and undo brings it back. */
const makes = new WeakMap<Uint8Array, Made | undefined>();
/** What the map was made by, where that is known. */
export const madeBy = computed(() => makes.get(map.value.terrain));

/** Keeps what made a map, before anything of its ground is changed. */
export function keepMade({ terrain }: GameMap, recipe: Recipe): void {
  makes.set(terrain, { recipe, terrain: terrain.slice() });
}

/** Ground that takes the place of other ground was made by the same recipe. */
export function passMade(before: Uint8Array, next: Uint8Array): void {
  makes.set(next, makes.get(before));
}
