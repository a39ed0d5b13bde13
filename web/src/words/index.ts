// What the page says, in the reader's language: `t` for words, `number` for numbers.
//
// Both read the `language` signal, so what is drawn with them is drawn anew when it changes.

import { signal } from '@preact/signals';
import { en } from './en';
import { zh } from './zh';

export const LANGUAGES = ['en', 'zh'] as const;
export type Language = (typeof LANGUAGES)[number];
export type Key = keyof typeof en;

/** What each language calls itself, and how it is told to the browser. */
export const LANGUAGE_NAMES: Readonly<Record<Language, string>> = { en: 'English', zh: '中文' };
export const LANGUAGE_TAGS: Readonly<Record<Language, string>> = { en: 'en', zh: 'zh-CN' };

const DICTIONARIES: Readonly<Record<Language, Readonly<Record<string, string>>>> = { en, zh };
const REMEMBERED = 'xunlu.language';

/** Chinese for whoever prefers any Chinese to English; English for the rest. */
export function languageFor(preferred: readonly string[]): Language {
  const first = preferred.find((tag) => /^(zh|en)\b/i.test(tag));
  return first !== undefined && /^zh/i.test(first) ? 'zh' : 'en';
}

export const language = signal<Language>(remembered() ?? languageFor(preferences()));

/** Changes the language and remembers it, where the browser lets us. */
export function setLanguage(chosen: Language): void {
  language.value = chosen;
  try {
    localStorage.setItem(REMEMBERED, chosen);
  } catch {
    // No storage, as in a private window: the choice lasts as long as the page.
  }
}

/** The words of a key, its holes filled as they come; format numbers for people with `number`. */
export function t(key: string, values: Readonly<Record<string, string | number>> = {}): string {
  const words = DICTIONARIES[language.value][key] ?? key;
  return words.replace(/\{(\w+)\}/g, (hole, name: string) => String(values[name] ?? hole));
}

/** A number as the language writes it, with at most so many decimals. */
export function number(n: number, decimals = 2): string {
  const format = formatOf(language.value, decimals);
  return format.format(n);
}

const formats = new Map<string, Intl.NumberFormat>();

// Making a format is dear, using one is cheap: each is made once.
function formatOf(chosen: Language, decimals: number): Intl.NumberFormat {
  const key = `${chosen}${decimals}`;
  let format = formats.get(key);
  if (format === undefined) {
    format = new Intl.NumberFormat(LANGUAGE_TAGS[chosen], { maximumFractionDigits: decimals });
    formats.set(key, format);
  }
  return format;
}

function remembered(): Language | null {
  try {
    const told = localStorage.getItem(REMEMBERED);
    return LANGUAGES.find((known) => known === told) ?? null;
  } catch {
    return null;
  }
}

function preferences(): readonly string[] {
  return typeof navigator === 'undefined' ? [] : (navigator.languages ?? [navigator.language]);
}

export { reasonOf } from './reason';
