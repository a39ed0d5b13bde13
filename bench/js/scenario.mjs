// Scenarios and maps of the MovingAI benchmarks (Sturtevant 2012), read as `xunlu bench` reads them.

import { existsSync, readFileSync } from 'node:fs';
import { basename, dirname, join, resolve } from 'node:path';

/** The maps of a scenario file, each with the questions about it. */
export function readCourses(scenario, maps) {
  const courses = new Map();
  const lines = readFileSync(scenario, 'utf8').split(/\r?\n/).filter((line) => line.trim() !== '');
  if (lines[0]?.startsWith('version')) lines.shift();
  lines.forEach((line, index) => {
    const fields = line.includes('\t') ? line.trim().split('\t') : line.trim().split(/ +/);
    const numbers = fields.slice(-5).map(Number);
    if (fields.length < 9 || numbers.some((number) => !Number.isFinite(number))) {
      throw new Error(`${scenario}: question ${index + 1} is none; expected nine fields`);
    }
    const name = fields.slice(1, -7).join(' ') || fields[1];
    if (!courses.has(name)) courses.set(name, { map: readMap(mapOf(scenario, name, maps)), questions: [] });
    const { map, questions } = courses.get(name);
    const [x, y, goalX, goalY, optimum] = numbers;
    if (![[x, y], [goalX, goalY]].every(([x, y]) => map.rows[y]?.[x] !== undefined)) {
      throw new Error(`${scenario}: question ${index + 1} leaves its map; expected cells of ${map.name}`);
    }
    questions.push({ from: [x, y], to: [goalX, goalY], optimum });
  });
  return [...courses.values()];
}

/** The questions that are asked: every so-manieth, and of those at most so many, evenly spread. */
export function chosen(questions, every, sample) {
  const left = questions.filter((_, index) => index % every === 0);
  if (sample === undefined || left.length <= sample) return left;
  return Array.from({ length: sample }, (_, index) => left[Math.floor((index * left.length) / sample)]);
}

function mapOf(scenario, name, maps) {
  const names = [basename(scenario).replace(/\.scen$/, ''), basename(name), name];
  const folders = [dirname(scenario), ...(maps === undefined ? [] : [maps])];
  const candidates = folders.flatMap((folder) => names.map((name) => join(folder, name)));
  const found = candidates.find((path) => !path.endsWith('.scen') && existsSync(path));
  if (found === undefined) {
    throw new Error(`${scenario}: its map ${name} is not beside it; expected it there, or --maps FOLDER`);
  }
  return found;
}

function readMap(path) {
  const lines = readFileSync(path, 'latin1').split(/\r?\n/);
  const begin = lines.findIndex((line) => line.trim() === 'map');
  if (begin < 0) throw new Error(`${path}: no line says "map"; expected a MovingAI map`);
  // Whether a unit on the ground may stand there.
  const open = (character) => '.GS'.includes(character);
  const rows = lines.slice(begin + 1).filter((line) => line !== '').map((line) => [...line].map(open));
  const cells = rows.flat().filter(Boolean).length;
  const size = { width: rows[0]?.length ?? 0, height: rows.length };
  return { name: basename(path), path: resolve(path), rows, cells, ...size };
}
