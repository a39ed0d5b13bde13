// The results of a race as a table, in Markdown for people and in CSV for programs.

export interface Result {
  /** What the pane is called: algorithm and estimate. */
  readonly name: string;
  /** Null where no way was found; then `outcome` says what came instead. */
  readonly cost: number | null;
  readonly outcome: string;
  readonly percentOver: number | null;
  readonly expanded: number;
  readonly opened: number;
  readonly improved: number;
  readonly largestOpen: number;
  readonly micros: number;
  readonly bytes: number;
}

const COLUMNS = [
  ['name', 'search'], ['outcome', 'outcome'], ['cost', 'cost'], ['percentOver', '% over'],
  ['expanded', 'expanded'], ['opened', 'opened'], ['improved', 'improved'],
  ['largestOpen', 'largest open'], ['micros', 'µs'], ['bytes', 'bytes'],
] as const;

/** Which results came first. */
export type Winners = Readonly<Record<'cost' | 'expanded' | 'micros', readonly number[]>>;

/** Who found the cheapest way, who expanded least, who was fastest; only who found a way takes part. */
export function winners(results: readonly Result[]): Winners {
  const least = (told: (result: Result) => number) => {
    const values = results.map((result) => (result.cost === null ? Infinity : told(result)));
    const best = Math.min(...values);
    return best === Infinity ? [] : [...values.keys()].filter((at) => values[at] === best);
  };
  return {
    cost: least((result) => result.cost ?? Infinity),
    expanded: least((result) => result.expanded),
    micros: least((result) => result.micros),
  };
}

/** A Markdown table, numbers to the right. */
export function markdownOf(results: readonly Result[]): string {
  const line = (cells: readonly string[]) => `| ${cells.join(' | ')} |\n`;
  const head = line(COLUMNS.map(([, title]) => title));
  const rule = line(COLUMNS.map((_, at) => (at < 2 ? '---' : '---:')));
  const rows = results.map((result) =>
    line(COLUMNS.map(([key]) => shown(result[key]).replace(/\|/g, '\\|').replace(/\s+/g, ' '))),
  );
  return head + rule + rows.join('');
}

/** Comma-separated values (RFC 4180), the first line the names of the columns. */
export function csvOf(results: readonly Result[]): string {
  const quoted = (text: string) => (/[",\r\n]/.test(text) ? `"${text.replace(/"/g, '""')}"` : text);
  const lines = results.map((result) => COLUMNS.map(([key]) => quoted(shown(result[key]))));
  return [COLUMNS.map(([, title]) => title), ...lines].map((cells) => `${cells.join(',')}\r\n`).join('');
}

function shown(value: string | number | null): string {
  if (value === null) return '';
  return typeof value === 'number' ? String(Math.round(value * 100) / 100) : value;
}
