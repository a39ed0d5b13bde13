// The page's Chinese words, for tests; the page itself fetches zh.json when it needs it.

import type { en } from './en';
import words from './zh.json';

export const zh: Readonly<Record<keyof typeof en, string>> = words;
