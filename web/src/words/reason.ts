// Why an algorithm was taken: the engine gives a code, the page says it in the reader's language.

import { t } from './index';

/** A reason in the reader's language; one that the page has no words for stays the engine's code. */
export function reasonOf(code: string): string {
  const key = `reason.${code}`;
  const words = t(key);
  return words === key ? code : words;
}
