// Edits of what a map has besides its ground: links, doors, keys, names. Each is one entry to take back.

import { linksAt } from '../draw/features';
import {
  levelOf, NONE, tagNumbers, type GameMap, type Link, type NamedPlace, type NamedRegion,
} from '../model';
import { listed, type Words } from '../words';
import { tagName } from './besides';
import type { With } from './playground';
import { spotText } from './spot';

type Parts = With<'words' | 'messages' | 'world' | 'undo'>;

/** What has a name and is listed. */
export type Named = 'places' | 'regions';

const USUAL: Omit<Link, 'from' | 'to'> = { percent: 100, isTwoWay: true, tags: 0, isShut: false };

/** Joins two cells, both ways; one that joins them already is removed instead. */
export function joinCells(
  { words: { t }, messages: { say: tell }, world: { map }, undo: { say } }: Parts,
  from: number, to: number,
): void {
  const now = map.peek();
  const links = now.links ?? [];
  if (from === to || from === NONE || to === NONE) return;
  const joins = (link: Link) =>
    (link.from === from && link.to === to) || (link.from === to && link.to === from);
  const rest = links.filter((link) => !joins(link));
  const isNew = rest.length === links.length;
  say({ links: isNew ? [...links, { from, to, ...USUAL }] : rest });
  const [at, other] = [from, to].map((cell) => spotText(t, now, cell));
  tell(t(isNew ? 'link.added' : 'link.removed', { at: `${at} – ${other}` }));
}

/** Takes away whatever ends in a cell or is named there. */
export function clearAt(
  { words: { t }, messages: { say: tell }, world: { map }, undo: { say } }: Parts,
  cell: number,
): void {
  const now = map.peek();
  const gone = new Set(linksAt(now, cell));
  const links = (now.links ?? []).filter((_, at) => !gone.has(at));
  const places = (now.places ?? []).filter((place) => place.cell !== cell);
  if (links.length === (now.links ?? []).length && places.length === (now.places ?? []).length) return;
  say({ links, places });
  tell(t('link.cleared', { at: spotText(t, now, cell) }));
}

/** Gives one link of the list another state; null takes it away. */
export function changeLink(
  { world: { map }, undo: { say } }: Pick<Parts, 'world' | 'undo'>,
  at: number, change: Partial<Link> | null,
): void {
  const links = map.peek().links ?? [];
  const changed = change && links[at] ? [{ ...links[at], ...change }] : [];
  say({ links: [...links.slice(0, at), ...changed, ...links.slice(at + 1)] });
}

/** Names a cell. */
export function namePlace(
  { words: { t }, messages: { say: tell }, world: { map }, undo: { say } }: Parts,
  cell: number,
): void {
  const places = map.peek().places ?? [];
  if (cell === NONE || places.some((place) => place.cell === cell)) return;
  const named: NamedPlace = { cell, name: t('place.name', { n: places.length + 1 }) };
  say({ places: [...places, named] });
  tell(t('place.added', { name: named.name, at: spotText(t, map.peek(), cell) }));
}

/** Names the rectangle between two cells of a level. */
export function nameRegion(
  { words: { t }, messages: { say: tell }, world: { map }, undo: { say } }: Parts,
  from: number, to: number,
): void {
  const now = map.peek();
  if (to === NONE || levelOf(now, from) !== levelOf(now, to)) return;
  const { width } = now;
  const [xs, ys] = [[from % width, to % width], [from, to].map((cell) => Math.floor(cell / width))];
  const [left, top] = [Math.min(...xs), Math.min(...ys)];
  const sides = { width: Math.max(...xs) - left + 1, height: Math.max(...ys) - top + 1 };
  const regions = now.regions ?? [];
  const name = t('region.name', { n: regions.length + 1 });
  const named: NamedRegion = { name, parts: [{ cell: top * width + left, ...sides }] };
  say({ regions: [...regions, named] });
  tell(t('region.added', { name, width: sides.width, height: sides.height }));
}

/** Gives a place or region another name, the usual one for an empty one; null takes it away. */
export function rename(
  { words: { t }, world: { map }, undo: { say } }: Pick<Parts, 'words' | 'world' | 'undo'>,
  list: Named, at: number, name: string | null,
): void {
  const all: readonly (NamedPlace | NamedRegion)[] = map.peek()[list] ?? [];
  const usual = () => t(list === 'places' ? 'place.name' : 'region.name', { n: at + 1 });
  const renamed = name === null || !all[at] ? [] : [{ ...all[at], name: name.trim() || usual() }];
  say({ [list]: [...all.slice(0, at), ...renamed, ...all.slice(at + 1)] });
}

/** Gives a tag another name. */
export function renameTag(
  { world: { map }, undo: { say } }: Pick<Parts, 'world' | 'undo'>,
  tag: number, name: string,
): void {
  const tagNames = new Map(map.peek().tagNames);
  if (name.trim() === '') tagNames.delete(tag);
  else tagNames.set(tag, name.trim());
  say({ tagNames });
}

/** The tags that anything asks for or that have names. */
export function tagsIn({ links = [], tagNames, tags }: GameMap): number[] {
  let all = links.reduce((some, link) => some | link.tags, 0);
  if (tags) for (const asked of tags) all |= asked;
  return Array.from({ length: 16 }, (_, tag) => tag).filter((tag) => (all >> tag) & 1 || tagNames?.has(tag));
}

/** What a link may be set to ask for: nothing, one tag, or the several that it asks for by now. */
export function needsOf(t: Words['t'], map: GameMap, link: Link): { tags: number; name: string }[] {
  const some = new Set([...tagsIn(map), 0, 1, 2, 3]);
  const named = (tags: number) =>
    ({ tags, name: listed(t, tagNumbers(tags).map((tag) => tagName(t, map, tag))) });
  const single = [...some].sort((a, b) => a - b).map((tag) => named(1 << tag));
  const isOne = link.tags === 0 || single.some(({ tags }) => tags === link.tags);
  return [{ tags: 0, name: t('features.none') }, ...single, ...(isOne ? [] : [named(link.tags)])];
}

/** Hands the mover a key, or takes it back. */
export function turnKey({ world: { mover } }: Pick<Parts, 'world'>, tag: number): void {
  const { keys = 0, ...rest } = mover.peek();
  mover.value = { ...rest, keys: keys ^ (1 << tag) };
}
