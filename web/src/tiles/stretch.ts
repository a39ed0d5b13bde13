// How a map's cells lie in its game's pixels, and what that makes of the page's own.

import { HALF, LINE, type Geometry } from '../draw/geometry';
import type { Scenery } from '../model';

/** How far the next column and the next row of each form are in the world. */
export const STEPS = {
  square: [1, 1], diamond: [HALF, HALF / 2], pointy: [1, LINE], flat: [LINE, 1],
} as const;

/** How many times as high as usual cells are in their game. */
export function stretchOf({ frame }: Pick<Scenery, 'frame'>, form: Geometry['form']): number {
  const [, , right, down] = frame;
  const [across, below] = STEPS[form];
  const stretch = (down / below) / (right / across);
  // What differs by less than a pixel in a thousand is the same.
  return Math.abs(stretch - 1) < 0.001 ? 1 : stretch;
}
