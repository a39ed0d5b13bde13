// Why an algorithm was taken: the engine gives a code, the page says it in the reader's language.

import type { Words } from './index';

/** Every code that the engine has. */
export const REASONS: readonly string[] = [
  'asked', 'ground-is-uniform', 'index-is-there', 'ground-is-patchy', 'two-way-needs-one-goal',
  'two-way-meets-headings', 'two-way-knows-no-nearest', 'away-leads-everywhere',
  'heuristic-is-chosen', 'ties-are-chosen', 'map-is-no-grid', 'map-has-links', 'edges-are-joined',
  'cells-are-one-way', 'turns-cost', 'steps-are-not-to-neighbours', 'diagonal-out-of-proportion',
  'costs-too-large', 'too-many-price-sets',
  'jumps-need-one-goal', 'jumps-leave-region', 'jumps-avoid-nothing', 'jumps-know-no-nearest',
  'index-is-missing',
  'ground-is-weighted', 'prices-change-often', 'several-paths-are-asked', 'heuristic-overestimates',
  'roadmap-is-there', 'roadmap-is-missing', 'roadmap-is-stale',
  'hierarchy-is-missing', 'hierarchy-knows-no-cheapest',
];

/** A reason in the reader's language; one that the page has no words for stays the engine's code. */
export function reasonOf({ t }: Words, code: string): string {
  return REASONS.includes(code) ? t(`reason.${code}`) : code;
}
