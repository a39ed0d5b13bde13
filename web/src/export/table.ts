// The results of a race as a table, in Markdown for people and in CSV for programs.

/** A search: what it is called, how it ended, and figures in the order of the columns; null: none to tell. */
export type Result = readonly (string | number | null)[];

const COLUMNS = [
  'search', 'outcome', 'cost', '% over', 'expanded', 'opened', 'improved', 'largest open', 'µs', 'µs median',
  'bytes',
];

/** A Markdown table, numbers to the right. */
export function markdownOf(results: readonly Result[]): string {
  const line = (cells: readonly string[]) => `| ${cells.join(' | ')} |\n`;
  const rule = COLUMNS.map((_, at) => (at < 2 ? '---' : '---:'));
  const told = (value: Result[number]) => shown(value).replace(/\|/g, '\\|').replace(/\s+/g, ' ');
  return [COLUMNS, rule, ...results.map((result) => result.map(told))].map(line).join('');
}

/** Comma-separated values (RFC 4180), the first line the names of the columns. */
export function csvOf(results: readonly Result[]): string {
  const quoted = (text: string) => (/[",\r\n]/.test(text) ? `"${text.replace(/"/g, '""')}"` : text);
  const told = (value: Result[number]) => quoted(shown(value));
  return [COLUMNS, ...results].map((cells) => `${cells.map(told).join(',')}\r\n`).join('');
}

function shown(value: Result[number]): string {
  return typeof value === 'number' ? String(Math.round(value * 100) / 100) : (value ?? '');
}
