// What a map has besides its ground, told to the engine: tags, exits and links.

import { EXITS_ALL, type GameMap, type Link } from '../model';
import type { Abi } from './wasm';

/** What can be said of each cell besides its ground. */
export type Plane = 'exits' | 'tags';
/** What cells have of it as long as nothing is said. */
export const USUAL: Readonly<Record<Plane, number>> = { exits: EXITS_ALL, tags: 0 };

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
  let known: Told[] = [];
  return (links) => {
    const differs = known.findIndex(({ link }, at) => !links[at] || !isSame(link, links[at]));
    const same = differs < 0 ? known.length : differs;
    for (const { number } of known.slice(same)) abi.status(abi.call('unlink', session, number));
    known = links.map((link, at) => {
      if (at >= same) {
        const { from, to, percent, isTwoWay, tags, isShut } = link;
        const told = [from, to, percent, Number(isTwoWay), tags, Number(isShut)];
        return { link, number: abi.session(abi.call('link', session, ...told)) - 1 };
      }
      const { link: { isShut }, number } = known[at];
      if (isShut !== link.isShut) abi.status(abi.call('door', session, number, Number(link.isShut)));
      return { link, number };
    });
  };
}
