// What a map has besides its ground, in a link: after all else, and only where there is any of it, so that
// links of maps without stay as they were.

import { coded } from '../coded';
import {
  EXITS_ALL, TAGS, type GameMap, type Link, type NamedPlace, type NamedRegion,
} from '../model';
import type { Reader, Writer } from './bytes';

/** The part of a map that this is about. */
export type Features =
  Pick<GameMap, 'layers' | 'exits' | 'tags' | 'links' | 'places' | 'regions' | 'tagNames'>;

const LAYERS_MAX = 256;
const LISTED_MAX = 4096;
const UINT_MAX = 0xffff_ffff;
const TAGS_MAX = 2 ** TAGS - 1;

/** Those of a map; nothing is told of what it has not. */
export function featuresOf(
  { layers, exits, tags, links, places, regions, tagNames }: Features,
): Features | null {
  const told = {
    ...((layers ?? 1) > 1 ? { layers: layers! } : {}),
    ...(exits?.some((open) => open !== EXITS_ALL) ? { exits } : {}),
    ...(tags?.some((asked) => asked !== 0) ? { tags } : {}),
    ...(links?.length ? { links } : {}),
    ...(places?.length ? { places } : {}),
    ...(regions?.length ? { regions } : {}),
    ...(tagNames?.size ? { tagNames } : {}),
  };
  return Object.keys(told).length > 0 ? told : null;
}

/** Writes them, and the keys of who walks. */
export function writeFeatures(to: Writer, features: Features, keys: number): void {
  const { layers = 1, exits, tags, links = [], places = [], regions = [], tagNames = new Map() } = features;
  to.count(layers);
  to.count(keys);
  writePlane(to, exits, EXITS_ALL);
  writePlane(to, tags, 0);
  const items = (all: ArrayLike<unknown>) => {
    if (all.length > LISTED_MAX) throw coded('link-list', all.length, LISTED_MAX);
    to.count(all.length);
  };
  items(links);
  for (const link of links) {
    for (const n of [link.from, link.to, link.percent, link.tags]) to.count(n);
    to.count(Number(link.isTwoWay) + 2 * Number(link.isShut));
  }
  items(places);
  for (const { cell, name } of places) {
    to.count(cell);
    to.text(name);
  }
  items(regions);
  for (const { name, parts } of regions) {
    to.text(name);
    items(parts);
    for (const { cell, width, height } of parts) for (const n of [cell, width, height]) to.count(n);
  }
  to.count(tagNames.size);
  for (const [tag, name] of tagNames) {
    to.count(tag);
    to.text(name);
  }
}

export function readFeatures(
  from: Reader, { width, height }: Pick<GameMap, 'width' | 'height'>,
): { features: Features; keys: number } {
  const cells = width * height;
  const cell = () => from.count(cells - 1);
  const list = <T>(read: () => T): T[] => Array.from({ length: from.count(LISTED_MAX) }, read);
  const layers = from.count(LAYERS_MAX, 1);
  if (height % layers !== 0) throw coded('link-value');
  const rows = height / layers;
  const keys = from.count(TAGS_MAX);
  const exits = readPlane(from, new Uint8Array(cells).fill(EXITS_ALL), EXITS_ALL);
  const tags = readPlane(from, new Uint16Array(cells), TAGS_MAX);
  const links = list((): Link => {
    const [first, last, percent, asked] = [cell(), cell(), from.count(UINT_MAX), from.count(TAGS_MAX)];
    if (first === last) throw coded('link-value');
    const flags = from.count(3);
    return { from: first, to: last, percent, isTwoWay: (flags & 1) === 1, tags: asked, isShut: flags > 1 };
  });
  const places = list((): NamedPlace => ({ cell: cell(), name: from.text() }));
  const regions = list((): NamedRegion => {
    const name = from.text();
    const parts = list(() => {
      const first = cell();
      const wide = from.count(width - (first % width), 1);
      return { cell: first, width: wide, height: from.count(rows - (Math.floor(first / width) % rows), 1) };
    });
    return { name, parts };
  });
  const tagNames = new Map(list(() => [from.count(TAGS - 1), from.text()] as const));
  const read = { layers, exits, tags, links, places, regions, tagNames };
  return { features: featuresOf(read) ?? {}, keys };
}

/** What cells have that is not what is usual: runs of equal ones, each with what lies before it. */
function writePlane(to: Writer, values: Uint8Array | Uint16Array | undefined, usual: number): void {
  const runs: [number, number, number][] = [];
  for (let at = 0; values && at < values.length;) {
    const first = at;
    while (at < values.length && values[at] === values[first]) at += 1;
    if (values[first] !== usual) runs.push([first, at - first, values[first]]);
  }
  to.count(runs.length);
  let end = 0;
  for (const [first, length, value] of runs) {
    for (const n of [first - end, length - 1, value]) to.count(n);
    end = first + length;
  }
}

function readPlane<T extends Uint8Array | Uint16Array>(from: Reader, values: T, most: number): T {
  let end = 0;
  for (let left = from.count(values.length); left > 0; left -= 1) {
    const first = end + from.count(values.length - 1 - end);
    end = first + from.count(values.length - 1 - first) + 1;
    values.fill(from.count(most), first, end);
  }
  return values;
}
