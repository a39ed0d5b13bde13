// A scene as a document of ours, which the page and the program open again.

import type { Outline, Place, Plan, Polygons, Spot } from './model';
import { END_NAMES } from './plan';

type Point = readonly [number, number];

const pointOf = ({ x, y }: Spot): Point => [x, y];
const pointsOf = (outline: Outline): Point[] =>
  Array.from({ length: outline.length / 2 }, (_, at) => [outline[2 * at], outline[2 * at + 1]]);

const tagsIn = (bits: number): number[] =>
  Array.from({ length: 16 }, (_, tag) => tag).filter((tag) => bits & (1 << tag));

/** Each polygon as a line around ground: together they are all of it. */
export function outlinesOf({ corners, ends }: Polygons): Outline[] {
  return Array.from(ends, (end, at) => corners.slice(2 * (at > 0 ? ends[at - 1] : 0), 2 * end));
}

/** A plan as our document; its ends are places. The radius is the mover's, and no part of it. */
export function written(
  { from, places, sorts, things, to }: Plan, outlines: readonly Outline[],
  nameOf: (sort: Plan['sorts'][number]) => string,
): string {
  const of = (wanted: string) => things.filter(({ kind }) => kind === wanted);
  const named = ({ name }: { readonly name: string }) => (name ? { name } : {});
  const ends: Place[] = [{ name: END_NAMES.from, at: from }, { name: END_NAMES.to, at: to }];
  const parts: readonly (readonly [string, readonly unknown[]])[] = [
    ['ground', outlines.map(pointsOf)],
    ['obstacles', of('obstacle').map((own) => ({ ...named(own), outline: pointsOf(own.outline) }))],
    ['regions', of('region').map((own) =>
      ({ ...named(own), tags: tagsIn(own.tags), outline: pointsOf(own.outline) }))],
    ['costs', sorts.filter(({ cost }) => cost !== 1)
      .map(({ cost, tag }) => ({ tag, cost: cost ?? 'closed' }))],
    ['links', of('link').map(({ link, name, outline, tags }) => ({
      ...named({ name }), from: pointsOf(outline)[0], to: pointsOf(outline)[1], length: link?.length,
      ...(link?.isTwoWay ? {} : { one_way: true }), tags: tagsIn(tags),
      ...(link?.isShut ? { shut: true } : {}),
    }))],
    ['routes', of('route').map((own) =>
      ({ ...named(own), points: pointsOf(own.outline), ...(own.isLoop ? { closed: true } : {}) }))],
    ['places', [...places, ...ends].map(({ at, name }) => ({ name, at: pointOf(at) }))],
    ['named_tags', sorts.map((sort) => ({ tag: sort.tag, name: nameOf(sort) }))
      .filter(({ name }) => name !== '')],
  ];
  // A line for each thing: people read it, and tools compare it.
  const lines = parts.filter(([, all]) => all.length > 0).map(([name, all]) =>
    `  "${name}": [\n${all.map((each) => `    ${JSON.stringify(each)}`).join(',\n')}\n  ]`);
  return `{\n  "xunlu": 1,\n  "kind": "scene",\n${lines.join(',\n')}\n}\n`;
}
