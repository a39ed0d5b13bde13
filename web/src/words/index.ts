// What the page says, in the reader's language: `t` for words, `number` for numbers.
//
// Both read the `language` signal, so what is drawn with them is drawn anew when it changes. The dictionaries
// that were fetched are kept for every playground of the page; which one it speaks is each one's own.

import { signal, type Signal } from '@preact/signals';
import { coded, type Told } from '../coded';
import { sentenceIn, textIn } from './coded';
export { listed } from './coded';
import enFile from './en.json?url';
import zhFile from './zh.json?url';

export const LANGUAGES = ['en', 'zh'] as const;
export type Language = (typeof LANGUAGES)[number];

/** What each language calls itself, and how it is told to the browser. */
export const LANGUAGE_NAMES: Readonly<Record<Language, string>> = { en: 'English', zh: '中文' };
export const LANGUAGE_TAGS: Readonly<Record<Language, string>> = { en: 'en', zh: 'zh-CN' };

type Dictionary = Readonly<Record<string, string>>;

// Words are data, not script: a reader loads one language, and the other one when it is chosen.
const FILES: Readonly<Record<Language, string>> = { en: enFile, zh: zhFile };
const known: Partial<Record<Language, Dictionary>> = {};

/** Takes in the words of a language. */
export function takeWords(of: Language, words: Dictionary): void {
  known[of] = words;
}

/** Fetches the words of a language unless they are there. */
export async function loadWords(of: Language): Promise<void> {
  if (known[of]) return;
  const answer = await fetch(FILES[of]);
  if (!answer.ok) throw coded('not-loaded', `${of}.json`, answer.status);
  takeWords(of, (await answer.json()) as Dictionary);
}

/** What a playground says, in the language that it speaks. */
export interface Words {
  readonly language: Signal<Language>;
  /** Changes the language once its words are there. */
  choose(chosen: Language): Promise<void>;
  /** The words of a key, its holes filled as they come; format numbers for people with `number`. */
  t(key: string, values?: Readonly<Record<string, string | number>>): string;
  /** A number as the language writes it, with at most so many decimals. */
  number(n: number, decimals?: number): string;
  /** What is told of an error or a warning, as a sentence. */
  sentenceOf(told: Told): string;
  textOf(error: unknown): string;
}

export function createWords(first: Language): Words {
  const language = signal(first);
  const words: Words = {
    language,
    async choose(chosen) {
      await loadWords(chosen);
      language.value = chosen;
    },
    t(key, values = {}) {
      const words = known[language.value]?.[key] ?? key;
      return words.replace(/\{(\w+)\}/g, (hole, name: string) => String(values[name] ?? hole));
    },
    number: (n, decimals = 2) => formatOf(language.value, decimals).format(n),
    sentenceOf: (told) => sentenceIn(words, told),
    textOf: (error) => textIn(words, error),
  };
  return words;
}

/** Chinese for whoever prefers any Chinese to English; English for the rest. */
export function languageFor(preferred: readonly string[]): Language {
  const first = preferred.find((tag) => /^(zh|en)\b/i.test(tag));
  return first !== undefined && /^zh/i.test(first) ? 'zh' : 'en';
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
