// Where a jump bends: it runs aslant first and then straight; who does not step aslant along its row and then
// along its column. On hexes every second direction comes first. The straight line between its ends would run
// through walls.

import type { GameMap, Mover } from '../model';

/** Where a jump from one cell to another bends, as a cell; one of the two where it is straight. */
export type Bend = (from: number, to: number) => number;

type Ground = Pick<GameMap, 'shape' | 'arrangement' | 'width'>;

/** The bends of a mover's jumps on a map. */
export function bendOf(map: Ground, { rule, corners }: Pick<Mover, 'rule' | 'corners'>): Bend {
  if (map.shape === 'hex') return hexBendOf(map);
  const columns = map.width;
  const isAslant = rule !== 'four' && corners !== 'never';
  return (from, to) => {
    const [fromX, toX] = [from % columns, to % columns];
    const [fromY, toY] = [(from - fromX) / columns, (to - toX) / columns];
    if (!isAslant) return fromY * columns + toX;
    const aslant = Math.min(Math.abs(toX - fromX), Math.abs(toY - fromY));
    return (fromY + aslant * Math.sign(toY - fromY)) * columns + fromX + aslant * Math.sign(toX - fromX);
  };
}

/** On hexes, by their line (a row of pointy ones, a column of flat ones) and the place along its axis. */
function hexBendOf({ arrangement, width }: Ground): Bend {
  const [isFlat, odd] = [arrangement.endsWith('q'), arrangement.startsWith('odd')];
  const shift = (line: number): number => Math.floor((odd ? line : line + 1) / 2);
  const placeOf = (cell: number): [number, number] => {
    const [x, y] = [cell % width, Math.floor(cell / width)];
    return isFlat ? [y - shift(x), x] : [x - shift(y), y];
  };
  const cellOf = (along: number, line: number): number =>
    (isFlat ? (along + shift(line)) * width + line : line * width + along + shift(line));
  return (from, to) => {
    const [[along, line], [toAlong, toLine]] = [placeOf(from), placeOf(to)];
    const [right, down] = [toAlong - along, toLine - line];
    const both = right + down;
    if (down >= 0 && both >= 0) return cellOf(along, line + (right >= 0 ? down : both));
    if (right < 0) return cellOf(along + (down >= 0 ? both : right), line);
    const steps = both < 0 ? right : -down;
    return cellOf(along + steps, line - steps);
  };
}
