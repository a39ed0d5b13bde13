// Prints how large the built page is, gzipped as servers send it, and fails when a budget is exceeded.

import { readFileSync, readdirSync } from 'node:fs';
import { gzipSync } from 'node:zlib';

const KB = 1000;

/** What may be sent, in bytes after gzip. The page as one file and the readers of files have none. */
const BUDGETS = [
  { what: 'JavaScript', files: /\.js$/, most: 60 * KB },
  { what: 'engine (xunlu.wasm)', files: /(^|\/)xunlu[^/]*\.wasm$/, most: 250 * KB },
  { what: 'readers (formats.wasm)', files: /(^|\/)formats[^/]*\.wasm$/ },
  { what: 'words, of which one is sent', files: /\.json$/ },
  { what: 'styles', files: /\.css$/ },
  { what: 'page', files: /^index\.html$/ },
  { what: 'all in one file', files: /^playground\.html$/ },
];

const dist = new URL('../dist/', import.meta.url);
const names = readdirSync(dist, { recursive: true }).map((name) => name.replaceAll('\\', '/'));

const isColoured = process.stdout.isTTY && !process.env.NO_COLOR;
const red = (text) => (isColoured ? `\x1b[31m${text}\x1b[0m` : text);
const kb = (bytes) => (bytes / KB).toFixed(1).padStart(9);
let over = 0;

console.log(`  ${'gzipped'.padEnd(24)} files    raw kB     gz kB    budget`);
for (const { what, files, most } of BUDGETS) {
  const found = names.filter((name) => files.test(name)).map((name) => readFileSync(new URL(name, dist)));
  if (found.length === 0) continue;
  const raw = found.reduce((sum, bytes) => sum + bytes.length, 0);
  const sent = found.reduce((sum, bytes) => sum + gzipSync(bytes, { level: 9 }).length, 0);
  const isOver = most !== undefined && sent > most;
  over += Number(isOver);
  const [count, budget] = [String(found.length).padStart(5), most ? kb(most) : '        -'];
  const line = `  ${what.padEnd(24)} ${count} ${kb(raw)} ${kb(sent)} ${budget}`;
  console.log(isOver ? red(`${line}  TOO LARGE`) : line);
}
if (over > 0) {
  console.log('Look for what came in: a dependency, a table that could be made, a word said twice.');
  process.exitCode = 1;
}
