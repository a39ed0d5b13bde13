// Sorts of ground in words: what they are called, and what they cost.

import type { Words } from '../words';
import { SORTS, type Sort } from './model';

/** Those that every scene begins with are called so in the page's language. */
export function sortName(t: Words['t'], { name, tag }: Pick<Sort, 'name' | 'tag'>): string {
  if (SORTS.some((own) => own.name === name)) return t(`scene.sort.${name}`);
  return name || t('tag.name', { n: String(tag) });
}

export function sortWords(t: Words['t'], number: Words['number'], sort: Sort): string {
  const name = sortName(t, sort);
  if (sort.cost === null) return t('scene.sort.keepOut', { name });
  return sort.cost === 1 ? name : t('scene.sort.costs', { name, n: number(sort.cost) });
}
