// What the engine and its readers say in English, in the reader's language and in words of the page.

import { t } from './index';

/** Puts our words for theirs, pattern by pattern; what we have none for stays as it is. */
export function told(english: string): string {
  return t('error.told').split('\n').reduce((text, line) => {
    const [pattern, words] = line.split(' => ');
    return text.replace(new RegExp(pattern), words);
  }, english);
}
