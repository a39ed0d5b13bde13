// The results of a race as a table, in Markdown for people and in CSV for programs.

/** A search: what it is called, how it ended, and figures in the order of the columns; null: none to tell. */
export type Result = readonly (string | number | null)[];

const COLUMNS = [
  'search', 'outcome', 'cost', '% over', 'expanded', 'opened', 'improved', 'largest open', 'µs', 'µs median',
  'bytes',
];

export const markdownOf = (results: readonly Result[]): string =>
  markdownLines(COLUMNS, results.map((result) => result.map(shown)), 2);

export const csvOf = (results: readonly Result[]): string =>
  [COLUMNS, ...results].map((cells) => csvLine(cells.map(shown))).join('');

/** A Markdown table, but for some columns at the left numbers to the right. */
export function markdownLines(
  columns: readonly string[], rows: readonly (readonly string[])[], left: number,
): string {
  const line = (cells: readonly string[]) => `| ${cells.join(' | ')} |\n`;
  const rule = columns.map((_, at) => (at < left ? '---' : '---:'));
  const told = (text: string) => text.replace(/\|/g, '\\|').replace(/\s+/g, ' ');
  return [columns, rule, ...rows.map((row) => row.map(told))].map(line).join('');
}

/** A line of comma-separated values (RFC 4180). */
export function csvLine(cells: readonly string[]): string {
  const quoted = (text: string) => (/[",\r\n]/.test(text) ? `"${text.replace(/"/g, '""')}"` : text);
  return `${cells.map(quoted).join(',')}\r\n`;
}

function shown(value: Result[number]): string {
  return typeof value === 'number' ? String(Math.round(value * 100) / 100) : (value ?? '');
}
