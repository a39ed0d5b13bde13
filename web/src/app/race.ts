// The table of a race: what each pane came to, and who was best at what.

import { computed } from '@preact/signals';
import type { Method, Outcome, Times } from '../model';
import type { Words } from '../words';
import type { With } from './playground';
import { quickest } from './timing';

export interface Row {
  readonly id: number;
  readonly method: string;
  readonly outcome: Outcome;
  /** In the order of the columns, here and in the copied table; null where there is nothing to tell. */
  readonly figures: readonly (number | null)[];
  readonly times: Times | null;
}

export const COLUMNS = [
  'cost', 'over', 'expanded', 'opened', 'improved', 'largestOpen', 'time', 'memory',
] as const;

/** Improvements are neither good nor bad, and memory is what an engine ever needed. */
const LESS_IS_BETTER: ReadonlySet<string> = new Set(['cost', 'over', 'expanded', 'largestOpen']);

/** What stands in the table now. */
export function createRace({
  words,
  world: { sayCost },
  panes: { panes },
  clock: { isAtEnd },
  ask: { percentOver },
}: With<'words' | 'world' | 'panes' | 'clock' | 'ask'>) {
  const { number, t } = words;
  /** Whether every pane is where it will end: nobody knows the results before. */
  const isOver = computed(() => isAtEnd.value && panes.value.every(({ isAsked }) => !isAsked.value));

  const rows = computed<readonly Row[]>(() =>
    panes.value.flatMap((pane) => {
      const answer = pane.watched.value?.answer;
      if (!answer) return [];
      const last = pane.sums.value?.at.at(-1);
      const isFound = answer.outcome === 'found';
      // Of a trace that was cut nobody knows these.
      const counts = last && !pane.watched.value?.trace?.isCut
        ? [last.opened, last.improved, last.openMost] : [null, null, null];
      const times = pane.times.value;
      const figures = [
        isFound ? answer.cost : null, percentOver(answer), answer.expansions, ...counts,
        times?.least ?? null, answer.bytes,
      ];
      const method = methodText(words, pane.method.value);
      if (!isOver.value) figures.fill(null);
      return [{ id: pane.id, method, outcome: answer.outcome, figures, times }];
    }),
  );

  /** The least figure of each column where less is better, unless all have the same. */
  const best = computed<readonly (number | null)[]>(() => {
    if (!isOver.value || rows.value.length < panes.value.length) return COLUMNS.map(() => null);
    return COLUMNS.map((name, at) => {
      if (name === 'time') {
        const first = quickest(rows.value.map(({ times }) => times));
        return first === null ? null : rows.value[first].figures[at];
      }
      const all = rows.value.flatMap(({ figures }) => figures[at] ?? []);
      const least = Math.min(...all);
      return LESS_IS_BETTER.has(name) && all.some((figure) => figure > least) ? least : null;
    });
  });

  function figureText(column: number, { figures, times }: Row): string {
    const value = figures[column];
    if (value === null) return '–';
    const name = COLUMNS[column];
    if (name === 'cost') return sayCost.value(value);
    if (name === 'over') return t('count.percent', { n: number(value, 1) });
    if (name === 'time') return times ? timesText(words, times) : '–';
    if (name === 'memory') return bytesText(words, value);
    return number(value);
  }

  return { isOver, rows, best, figureText };
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

/** The least of all batches, and the median of them. */
export const timesText = (words: Words, { least, median }: Times): string =>
  words.t('count.spread', { least: microsText(words, least), median: microsText(words, median) });

export const bytesText = ({ number }: Words, bytes: number): string =>
  bytes < 1e6 ? `${number(bytes / 1e3, 1)} kB` : `${number(bytes / 1e6, 1)} MB`;
