// What is said of a cell besides its ground, in words: its layer, tags, exits, links, and the names it has.

import { linksAt } from '../draw/features';
import { EXITS_ALL, levelOf, tagNumbers, type GameMap, type Link } from '../model';
import { wayNames } from '../sides';
import { listed, type Words } from '../words';
import { spotText } from './spot';

/** What is said of a cell to somebody with some keys. */
export type Besides = (map: GameMap, cell: number, keys: number) => string[];

/** What a tag is called. */
export const tagName = (t: Words['t'], { tagNames }: GameMap, tag: number): string =>
  tagNames?.get(tag) ?? t('tag.name', { n: tag });

export const besidesIn = (t: Words['t']): Besides => (map, cell, keys) => {
  const said: string[] = [];
  const linkText = (link: Link): string => {
    const isFrom = link.from === cell;
    const other = spotText(t, map, isFrom ? link.to : link.from);
    const parts = [t(link.isTwoWay ? 'link.both' : isFrom ? 'link.to' : 'link.from', { at: other })];
    if (link.isShut) parts.push(t('link.shut'));
    for (const tag of tagNumbers(link.tags)) parts.push(t('cell.tag', { name: tagName(t, map, tag) }));
    return parts.join(' ');
  };
  if ((map.layers ?? 1) > 1) said.push(t('level.at', { n: levelOf(map, cell) + 1 }));
  for (const named of map.places ?? []) if (named.cell === cell) said.push(named.name);
  for (const { name, parts } of map.regions ?? []) {
    const isIn = parts.some((part) => {
      const [dx, dy] = [(cell % map.width) - (part.cell % map.width),
        Math.floor(cell / map.width) - Math.floor(part.cell / map.width)];
      return dx >= 0 && dy >= 0 && dx < part.width && dy < part.height;
    });
    if (isIn) said.push(t('cell.region', { name }));
  }
  for (const tag of tagNumbers(map.tags?.[cell] ?? 0)) {
    const has = (keys >> tag) & 1;
    said.push(t(has ? 'cell.tagHeld' : 'cell.tag', { name: tagName(t, map, tag) }));
  }
  const open = map.exits?.[cell] ?? EXITS_ALL;
  if (open !== EXITS_ALL) {
    const ways = wayNames(map).filter((_, way) => (open >> way) & 1).map((way) => t(`way.${way}`));
    said.push(ways.length > 0 ? t('cell.exits', { sides: listed(t, ways) }) : t('cell.noExits'));
  }
  for (const at of linksAt(map, cell)) said.push(linkText(map.links![at]));
  return said;
};
