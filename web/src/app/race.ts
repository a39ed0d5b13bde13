// The table of a race: what each pane came to, and who was best at what.

import { computed } from '@preact/signals';
import type { Method, Outcome } from '../model';
import type { Words } from '../words';
import type { With } from './playground';

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

/** What stands in the table now. */
export function createRace({
  words,
  world: { sayCost },
  panes: { panes },
  ask: { percentOver },
}: With<'words' | 'world' | 'panes' | 'ask'>) {
  const { number, t } = words;
  const rows = computed<readonly Row[]>(() =>
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
      const method = methodText(words, pane.method.value);
      return [{ id: pane.id, method, outcome: answer.outcome, figures }];
    }),
  );

  /** The least figure of each column: in all of them less is better. */
  const best = computed<readonly (number | null)[]>(() =>
    COLUMNS.map((_, at) => {
      const all = rows.value.flatMap(({ figures }) => figures[at] ?? []);
      return all.length > 1 ? Math.min(...all) : null;
    }),
  );

  function figureText(column: number, value: number | null): string {
    if (value === null) return '–';
    const name = COLUMNS[column];
    if (name === 'cost') return sayCost.value(value);
    if (name === 'over') return t('count.percent', { n: number(value, 1) });
    if (name === 'time') return microsText(words, value);
    if (name === 'memory') return bytesText(words, value);
    return number(value);
  }

  return { rows, best, figureText };
}

export function methodText({ number, t }: Words, { algorithm, percent, estimate, ties }: Method): string {
  const weight = algorithm === 'weighted-astar' ? ` ${number(percent / 100)}` : '';
  const parts = [t(`algorithm.${algorithm}`) + weight];
  if (estimate !== 'auto') parts.push(t(`estimate.${estimate}`));
  if (algorithm === 'astar' && ties !== 'near-goal') parts.push(t(`ties.${ties}`));
  return parts.join(' · ');
}

export const microsText = ({ number, t }: Words, micros: number): string =>
  micros < 1000 ? t('count.micros', { n: number(micros, 1) })
    : t('count.millis', { n: number(micros / 1000, 2) });

export const bytesText = ({ number }: Words, bytes: number): string =>
  bytes < 1e6 ? `${number(bytes / 1e3, 1)} kB` : `${number(bytes / 1e6, 1)} MB`;
