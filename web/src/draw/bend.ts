// Where a jump bends: it runs aslant first and then straight; who does not step aslant along its row and then
// along its column. The straight line between its ends would run through walls.

import type { Mover } from '../model';

/** Where a jump from one cell to another bends, as a cell; one of the two where it is straight. */
export type Bend = (from: number, to: number) => number;

/** The bends of a mover's jumps on a map of so many columns. */
export function bendOf(columns: number, { rule, corners }: Pick<Mover, 'rule' | 'corners'>): Bend {
  const isAslant = rule !== 'four' && corners !== 'never';
  return (from, to) => {
    const [fromX, toX] = [from % columns, to % columns];
    const [fromY, toY] = [(from - fromX) / columns, (to - toX) / columns];
    if (!isAslant) return fromY * columns + toX;
    const aslant = Math.min(Math.abs(toX - fromX), Math.abs(toY - fromY));
    return (fromY + aslant * Math.sign(toY - fromY)) * columns + fromX + aslant * Math.sign(toX - fromX);
  };
}
