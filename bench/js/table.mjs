/** Aligned columns of these fields, the first from the left and the others from the right. */
export function table(rows, columns) {
  const shown = (value) => (typeof value === 'number' ? value.toLocaleString('en') : String(value ?? '-'));
  const cells = [columns, ...rows.map((row) => columns.map((column) => shown(row[column])))];
  const widths = columns.map((_, index) => Math.max(...cells.map((line) => line[index].length)));
  const pad = (cell, index) => (index === 0 ? cell.padEnd(widths[index]) : cell.padStart(widths[index]));
  return cells.map((line) => line.map(pad).join('  ').trimEnd()).join('\n');
}
