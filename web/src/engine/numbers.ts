// Shapes and movers in the numbers of the C ABI.

import { ARRANGEMENTS, CORNERS, RULES, type Arrangement, type Mover, type Shape } from '../model';

export function shapeNumber(shape: Shape, arrangement: Arrangement): number {
  return shape === 'square' ? 0 : 1 + ARRANGEMENTS.indexOf(arrangement);
}

/** Step rule, corner rule, straight, diagonal, width and height of the footprint, turn cost, tags. */
export function moverNumbers(mover: Mover): Uint32Array {
  const { rule, corners, straight, diagonal, footprint, turnCost, keys = 0 } = mover;
  const rules = [RULES.indexOf(rule), CORNERS.indexOf(corners)];
  return Uint32Array.of(...rules, straight, diagonal, footprint.width, footprint.height, turnCost, keys);
}
