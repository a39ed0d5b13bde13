// A benchmark for programs and papers: a line for each question and search, the same as JSON, and the summary
// as a table in Markdown.

import { csvLine, markdownLines } from '../../export/table';
import { NONE, type Method } from '../../model';
import type { Benchmark, Result } from './bench';
import { BATCHES } from './calls';
import type { Middle } from './statistics';
import type { Summary } from './summary';

const COLUMNS = [
  'question', 'seed', 'from x', 'from y', 'to x', 'to y', 'published length', 'optimal cost', 'search',
  'weight %', 'heuristic', 'ties', 'answered by', 'outcome', 'cost', 'length', 'expanded', 'µs', 'µs median',
  'batches',
];

const rounded = (value: number, decimals: number): number => Number(value.toFixed(decimals));

/** Lengths are told of squares: a hex has no diagonal. */
const hasLengths = ({ mover: { rule } }: Benchmark): boolean => rule === 'four' || rule === 'eight';

/** One search of one question, in the order of the columns; null where there is nothing to tell. */
function lineOf(benchmark: Benchmark, result: Result, which: number): readonly (string | number | null)[] {
  const { cases, methods, width } = benchmark;
  const { at, figures, from, optimum, times, to } = result;
  const { recipe, published } = cases[at];
  const { algorithm, percent, estimate, ties } = methods[which];
  const place = (cell: number) => (cell === NONE ? [null, null] : [cell % width, Math.floor(cell / width)]);
  const one = figures[which];
  const time = times?.[which];
  const isFound = one?.outcome === 'found';
  return [
    at + 1, recipe?.seed ?? null, ...place(from), ...place(to), published, optimum, algorithm,
    algorithm === 'weighted-astar' ? percent : null, estimate, ties, one?.algorithm ?? null,
    one?.outcome ?? 'no-question', isFound ? one.cost : null,
    isFound && hasLengths(benchmark) ? rounded(one.length, 5) : null, one?.expansions ?? null,
    time ? rounded(time.least, 3) : null, time ? rounded(time.median, 3) : null, time?.batches ?? null,
  ];
}

/** Comma-separated values, the first line the names of the columns. */
export function* csvLines(benchmark: Benchmark): Iterable<string> {
  yield csvLine(COLUMNS);
  for (const result of benchmark.results) {
    for (const which of benchmark.methods.keys()) {
      yield csvLine(lineOf(benchmark, result, which).map((value) => (value === null ? '' : String(value))));
    }
  }
}

const told = (middle: Middle | null, decimals = 6) => middle && {
  median: rounded(middle.median, decimals),
  // JSON knows no NaN: below six values there is no interval.
  interval: Number.isNaN(middle.low) ? null : [rounded(middle.low, decimals), rounded(middle.high, decimals)],
};

function summaryTold({ expansions, times, fewer, faster, over, published, substituted }: Summary) {
  return {
    expansions: { total: expansions.total, ...told(expansions.middle) },
    microseconds: times && { total: rounded(times.total, 3), ...told(times.middle, 3) },
    expansionsOfFirstByOwn: told(fewer), speedup: told(faster),
    costByOptimal: { mean: rounded(over.mean, 6), most: rounded(over.most, 6) },
    published, answeredByAnother: substituted,
  };
}

/** The whole benchmark, a line for each question and search. */
export function* jsonLines(
  benchmark: Benchmark, summaries: readonly Summary[], browser: string,
): Iterable<string> {
  const { source, name, width, height, mover, methods, cases, results, pace } = benchmark;
  const head = {
    xunluBenchmark: 1, source, name, width, height, questions: cases.length, answered: results.length,
    recipe: cases[0]?.recipe ?? null, mover, methods, interval: '95% of the median, by order statistics',
    time: pace && {
      ...pace, batchesMost: BATCHES, counts: 'least of the batches, one search at a time', browser,
    },
    summaries: summaries.map(summaryTold),
  };
  yield `${JSON.stringify(head).slice(0, -1)},\n"columns":${JSON.stringify(COLUMNS)},\n"lines":[`;
  let before = '\n';
  for (const result of results) {
    for (const which of methods.keys()) {
      yield before + JSON.stringify(lineOf(benchmark, result, which));
      before = ',\n';
    }
  }
  yield '\n]}\n';
}

const SUMMARY_COLUMNS = [
  'search', 'expanded, median (95%)', 'expanded, total', 'µs, median (95%)', 'speed-up, median (95%)',
  'cost / optimal, mean (most)', 'published length',
];

const three = (value: number): string => String(Number(value.toPrecision(3)));
const middleText = (middle: Middle | null, text: (value: number) => string): string => {
  if (!middle) return '';
  const { median, low, high } = middle;
  return Number.isNaN(low) ? text(median) : `${text(median)} (${text(low)} to ${text(high)})`;
};

/** The summary as a table for a paper, with a line that says what was measured. */
export function markdownOf(
  { name, results, methods, mover, width, height, pace }: Benchmark, summaries: readonly Summary[],
  nameOf: (method: Method) => string,
): string {
  const rows = summaries.map(({ expansions, times, faster, over, published }, at) => [
    nameOf(methods[at]), middleText(expansions.middle, String), String(expansions.total),
    middleText(times?.middle ?? null, three), middleText(faster, three),
    `${over.mean.toFixed(3)} (${over.most.toFixed(3)})`,
    published ? `${published.same} of ${published.of}` : '',
  ]);
  const { rule, corners, straight, diagonal } = mover;
  const steps = rule === 'eight' ? `eight directions (corners: ${corners})` : rule;
  const timing = pace && summaries[0]?.times ? ` Time: the least of up to ${BATCHES} batches of at least `
    + `${three(pace.batchMs)} ms, one search at a time.` : '';
  return `${name}, ${width} x ${height}: ${results.length} questions, ${steps}, steps of ${straight} and `
    + `${diagonal}. Intervals: 95%, by order statistics.${timing}\n\n`
    + markdownLines(SUMMARY_COLUMNS, rows, 1);
}
