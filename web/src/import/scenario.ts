// Scenarios of the MovingAI benchmarks: questions about a map, a row each.

import { codedAt, type Where } from '../coded';
import type { GameMap } from '../model';

/** A question with the length of the shortest way, in straight steps. */
export interface Row {
  readonly from: number;
  readonly to: number;
  readonly best: number;
}

/** Reads a scenario for a map. */
export function readScenario(file: string, bytes: Uint8Array, map: GameMap): Row[] {
  const lines = new TextDecoder().decode(bytes).split(/\r?\n/);
  if (!/^version\b/i.test(lines[0])) throw codedAt({ file, line: '1' }, 'scenario-version');
  const rows: Row[] = [];
  lines.forEach((line, at) => {
    if (at === 0 || line.trim() === '') return;
    rows.push(rowOf({ file, line: String(at + 1) }, line, map));
  });
  return rows;
}

function rowOf(where: Where, line: string, { width, height }: GameMap): Row {
  const fields = line.includes('\t') ? line.split('\t') : line.trim().split(/\s+/);
  if (fields.length !== 9) throw codedAt(where, 'scenario-fields', fields.length);
  const [columns, rows, fromX, fromY, toX, toY, best] = fields.slice(2).map(Number);
  if (columns !== width || rows !== height) {
    const [told, is] = [`${fields[2]} x ${fields[3]}`, `${width} x ${height}`];
    throw codedAt(where, 'scenario-size', told, is);
  }
  const isInside = (at: number, end: number) => Number.isInteger(at) && at >= 0 && at < end;
  const cell = (x: number, y: number) => {
    if (isInside(x, width) && isInside(y, height)) return y * width + x;
    throw codedAt(where, 'scenario-cell', `${x},${y}`, `${width} x ${height}`);
  };
  if (!(best >= 0)) throw codedAt(where, 'scenario-length', fields[8]);
  return { from: cell(fromX, fromY), to: cell(toX, toY), best };
}
