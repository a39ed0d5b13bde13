// The table of a race: what each pane came to, who was best at what, and the same as Markdown and CSV.

import { computed } from '@preact/signals';
import { csvOf, markdownOf, type Result } from '../export/table';
import type { Method, Outcome } from '../model';
import { number, t } from '../words';
import { percentOver } from './ask';
import { panes } from './panes';
import { sayCost } from './world';

export interface Row {
  readonly id: number;
  readonly method: string;
  readonly outcome: Outcome;
  /** In the order of the columns, here and in the copied table; null where there is nothing to tell. */
  readonly figures: readonly (number | null)[];
}

export const COLUMNS = [
  'cost', 'over', 'expanded', 'opened', 'improved', 'largestOpen', 'time', 'memory',
] as const;

export const rows = computed<readonly Row[]>(() =>
  panes.value.flatMap((pane) => {
    const answer = pane.watched.value?.answer;
    if (!answer) return [];
    const last = pane.sums.value?.at.at(-1);
    const isFound = answer.outcome === 'found';
    // Of a trace that was cut nobody knows these.
    const counts = last && !pane.watched.value?.trace?.isCut
      ? [last.opened, last.improved, last.openMost] : [null, null, null];
    const figures = [
      isFound ? answer.cost : null, percentOver(answer), answer.expansions, ...counts,
      answer.micros || null, answer.bytes,
    ];
    return [{ id: pane.id, method: methodText(pane.method.value), outcome: answer.outcome, figures }];
  }),
);

export function methodText({ algorithm, percent, estimate, ties }: Method): string {
  const weight = algorithm === 'weighted-astar' ? ` ${number(percent / 100)}` : '';
  const parts = [t(`algorithm.${algorithm}`) + weight];
  if (estimate !== 'auto') parts.push(t(`estimate.${estimate}`));
  if (algorithm === 'astar' && ties !== 'near-goal') parts.push(t(`ties.${ties}`));
  return parts.join(' · ');
}

/** The least figure of each column: in all of them less is better. */
export const best = computed<readonly (number | null)[]>(() =>
  COLUMNS.map((_, at) => {
    const all = rows.value.flatMap(({ figures }) => figures[at] ?? []);
    return all.length > 1 ? Math.min(...all) : null;
  }),
);

export function figureText(column: number, value: number | null): string {
  if (value === null) return '–';
  const name = COLUMNS[column];
  if (name === 'cost') return sayCost.value(value);
  if (name === 'over') return t('count.percent', { n: number(value, 1) });
  if (name === 'time') return microsText(value);
  if (name === 'memory') return bytesText(value);
  return number(value);
}

export const microsText = (micros: number): string =>
  micros < 1000 ? t('count.micros', { n: number(micros, 1) })
    : t('count.millis', { n: number(micros / 1000, 2) });

export const bytesText = (bytes: number): string =>
  bytes < 1e6 ? `${number(bytes / 1e3, 1)} kB` : `${number(bytes / 1e6, 1)} MB`;

const results = (): Result[] =>
  rows.value.map(({ method, outcome, figures }) => [method, outcome, ...figures]);

export const asMarkdown = (): string => markdownOf(results());
export const asCsv = (): string => csvOf(results());
