// What went wrong, or is odd, as a sentence in the reader's language.

import { toldBy, type Told } from '../coded';
import type { Words } from './index';

/** Several names in a row, parted as the language does. */
export const listed = (t: Words['t'], names: readonly string[]): string =>
  (names.length > 0 ? names.reduce((before, last) => t('told.and', { before, last })) : '');

export const textIn = (words: Words, error: unknown): string => sentenceIn(words, toldBy(error));

/** The sentence of a code; what the page has none for is said in the engine's words. */
export function sentenceIn({ t, number }: Words, { code, where, values, message }: Told): string {
  const key = `told.${code}`;
  const named = values.map((value) => (/^\d{4,}$/.test(value) ? number(+value) : value));
  const list = listed(t, named);
  const said = t(key, { ...Object.fromEntries(named.entries()), list, words: message });
  const words = said === key ? t('told.other', { words: message || code }) : said;
  const { file, line, column, pixel, byte, part } = where;
  const places = [
    file, line && t(column ? 'told.at.column' : 'told.at.line', { line, column: column ?? '' }),
    pixel && t('told.at.pixel', { pixel }), byte && t('told.at.byte', { byte }), part,
  ].filter((place) => place !== undefined && place !== '');
  if (places.length === 0) return words;
  const place = places.reduce((whole, inside) => t('told.at.inside', { whole: whole!, inside: inside! }))!;
  return t('told.at', { place, words });
}
