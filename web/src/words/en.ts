// The page's English words, for tests; the page itself fetches en.json when it needs it.

import words from './en.json';

export const en = words;
