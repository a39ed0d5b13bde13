// Why an algorithm was taken: the engine says it in English, the page in the reader's language.

import { t } from './index';

/** What a reason of the engine begins or can be told by, and our words for it. */
const TOLD: readonly (readonly [RegExp, string])[] = [
  [/^it was asked for/, 'asked'],
  [/^the cheapest way/, 'cheapest'],
  [/index was made, so/, 'index'],
  [/same, so the search jumps/, 'jumps'],
  [/lies in patches/, 'patches'],
  [/changes so often/, 'uneven'],
  [/stop where they change/, 'differ'],
  [/stop at corners alone/, 'same'],
  [/^no index was made/, 'noIndex'],
  [/^jumps go by/, 'ownEstimate'],
  [/^jumps have/, 'ownTies'],
  [/^with a turn cost/, 'turns'],
  [/single grid of squares/, 'noSquares'],
  [/turns cost nothing/, 'noTurns'],
  [/four or eight neighbours/, 'noLeaps'],
  [/^jumps need/, 'noJumps'],
];

/** A reason in the reader's language; one that we have no words for stays as the engine says it. */
export function reasonOf(english: string): string {
  const known = TOLD.find(([sign]) => sign.test(english));
  return known === undefined ? english : t(`reason.${known[1]}`);
}
