// What the page says, in the reader's language: `t` for words, `number` for numbers.
//
// Both read the `language` signal, so what is drawn with them is drawn anew when it changes.

import { signal } from '@preact/signals';
import { coded } from '../coded';
import enFile from './en.json?url';
import zhFile from './zh.json?url';

export const LANGUAGES = ['en', 'zh'] as const;
export type Language = (typeof LANGUAGES)[number];

/** What each language calls itself, and how it is told to the browser. */
export const LANGUAGE_NAMES: Readonly<Record<Language, string>> = { en: 'English', zh: '中文' };
export const LANGUAGE_TAGS: Readonly<Record<Language, string>> = { en: 'en', zh: 'zh-CN' };

type Words = Readonly<Record<string, string>>;

// Words are data, not script: a reader loads one language, and the other one when it is chosen.
const FILES: Readonly<Record<Language, string>> = { en: enFile, zh: zhFile };
const known: Partial<Record<Language, Words>> = {};

/** Takes in the words of a language. */
export function takeWords(of: Language, words: Words): void {
  known[of] = words;
}

/** Fetches the words of a language unless they are there. */
export async function loadWords(of: Language): Promise<void> {
  if (known[of]) return;
  const answer = await fetch(FILES[of]);
  if (!answer.ok) throw coded('not-loaded', `${of}.json`, answer.status);
  takeWords(of, (await answer.json()) as Words);
}

const REMEMBERED = 'xunlu.language';

/** Chinese for whoever prefers any Chinese to English; English for the rest. */
export function languageFor(preferred: readonly string[]): Language {
  const first = preferred.find((tag) => /^(zh|en)\b/i.test(tag));
  return first !== undefined && /^zh/i.test(first) ? 'zh' : 'en';
}

export const language = signal<Language>(remembered() ?? languageFor(preferences()));

/** Changes the language once its words are there, and remembers it, where the browser lets us. */
export async function setLanguage(chosen: Language): Promise<void> {
  if (!known[chosen]) await loadWords(chosen);
  language.value = chosen;
  try {
    localStorage.setItem(REMEMBERED, chosen);
  } catch {
    // No storage, as in a private window: the choice lasts as long as the page.
  }
}

/** The words of a key, its holes filled as they come; format numbers for people with `number`. */
export function t(key: string, values: Readonly<Record<string, string | number>> = {}): string {
  const words = known[language.value]?.[key] ?? key;
  return words.replace(/\{(\w+)\}/g, (hole, name: string) => String(values[name] ?? hole));
}

/** A number as the language writes it, with at most so many decimals. */
export function number(n: number, decimals = 2): string {
  return formatOf(language.value, decimals).format(n);
}

const formats = new Map<string, Intl.NumberFormat>();

// Making a format is expensive, using one is cheap: each is made once.
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
