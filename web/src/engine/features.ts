// What a map has besides its ground, told to the engine: tags, exits and links.

import { USUAL, type GameMap, type Link, type Plane } from '../model';
import type { Abi } from './wasm';

/** Gives cells other tags or exits. */
export function editPlane(
  abi: Abi, session: number, plane: Plane, cells: Uint32Array, values: Uint32Array,
): void {
  abi.status(abi.give(cells, (at, count) =>
    abi.give(values, (value) => abi.call(`edit_${plane}`, session, at, value, count))));
}

/** Tells the tags and exits that a map comes with. */
export function putPlanes(abi: Abi, session: number, map: GameMap): void {
  for (const plane of ['exits', 'tags'] as const) {
    const values = map[plane];
    if (!values) continue;
    const cells: number[] = [];
    values.forEach((value: number, cell: number) => value !== USUAL[plane] && cells.push(cell));
    const numbers = Uint32Array.from(cells);
    if (numbers.length > 0) editPlane(abi, session, plane, numbers, numbers.map((cell) => values[cell]));
  }
}

/** What the engine has by now: each link with its number. */
interface Told {
  readonly link: Link;
  readonly number: number;
}

const isSame = (one: Link, other: Link): boolean => one.from === other.from && one.to === other.to
  && one.percent === other.percent && one.isTwoWay === other.isTwoWay && one.tags === other.tags;

/**
 * Keeps the links of a session like a list. Links are tried in the order of their numbers, so that what comes
 * after one that is gone or new is told anew: their order is that of the list, whatever was edited before.
 */
export function linksIn(abi: Abi, session: number): (links: readonly Link[]) => void {
  // What the engine has at every moment: a link that it refuses leaves the list true.
  const known: Told[] = [];
  return (links) => {
    const differs = known.findIndex(({ link }, at) => !links[at] || !isSame(link, links[at]));
    const same = differs < 0 ? known.length : differs;
    while (known.length > same) {
      const [{ number }] = known.splice(same, 1);
      abi.status(abi.call('unlink', session, number));
    }
    links.forEach((link, at) => {
      if (at >= same) {
        const { from, to, percent, isTwoWay, tags, isShut } = link;
        const told = [from, to, percent, Number(isTwoWay), tags, Number(isShut)];
        known.push({ link, number: abi.session(abi.call('link', session, ...told)) - 1 });
        return;
      }
      const { link: { isShut }, number } = known[at];
      if (isShut !== link.isShut) abi.status(abi.call('door', session, number, Number(link.isShut)));
      known[at] = { link, number };
    });
  };
}
