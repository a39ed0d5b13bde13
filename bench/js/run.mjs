// PathFinding.js and EasyStar.js on the questions of MovingAI scenarios: the figures of `xunlu bench`.
//
//   node bench/js/run.mjs SCEN... [--every N] [--sample N] [--repeat R] [--maps FOLDER] [--json]
//     [--each FILE.jsonl]
//
// --each writes a line of JSON for each question that was answered, which `xunlu bench --plot --with` draws.
// Ends with 0 whatever the libraries answer, and with 2 when it cannot be run.

import { writeFileSync } from 'node:fs';
import { parseArgs } from 'node:util';
import { solvers } from './solvers.mjs';
import { isBlocked, judge } from './judge.mjs';
import { chosen, readCourses } from './scenario.mjs';
import { table } from './table.mjs';

const text = { type: 'string' };
const COLUMNS = ['planner', 'queries', 'mean_us', 'median_us', 'p99_us', 'max_us', 'copy_us', 'prepare_us']
  .concat(['wrong', 'over_percent', 'rule']);

const options = { every: text, sample: text, repeat: text, maps: text, each: text, json: { type: 'boolean' } };

try {
  main(parseArgs({ options, allowPositionals: true }));
} catch (error) {
  console.error(`error: ${error.message}`);
  process.exitCode = 2;
}

function main({ values, positionals }) {
  const count = (name, otherwise) => {
    const told = values[name] === undefined ? otherwise : Number(values[name]);
    if (told !== undefined && !(Number.isInteger(told) && told > 0)) {
      throw new Error(`--${name} ${values[name]}: expected a whole number of 1 or more`);
    }
    return told;
  };
  const [every, sample, repeat] = [count('every', 1), count('sample'), count('repeat', 3)];
  if (positionals.length === 0) throw new Error('no scenario is named; expected SCEN...');
  const lines = [];
  for (const scenario of positionals) {
    if (scenario.endsWith('.mesh.scen')) {
      console.error(`left out: ${scenario} asks of a mesh`);
      continue;
    }
    for (const { map, questions } of readCourses(scenario, values.maps)) {
      const asked = chosen(questions, every, sample);
      const ran = solvers.map((solver) => run(solver, map, asked, repeat));
      const rows = ran.map(({ row }) => row);
      ran.forEach(({ each }) => lines.push(...each));
      if (values.json) rows.forEach((row) => console.log(JSON.stringify(row)));
      else console.log(`${map.name} ${map.width}x${map.height}\n${table(rows, COLUMNS)}\n`);
    }
  }
  if (values.each !== undefined) {
    writeFileSync(values.each, lines.map((line) => `${JSON.stringify(line)}\n`).join(''));
  }
}

/**
 * Everything is asked once before anything is asked again; the least time of each question counts.
 * What comes back is the row of the table, and a line for each question that was answered rightly.
 */
function run({ planner, rule, prepare }, map, questions, repeat) {
  const begun = performance.now();
  const prepared = prepare(map);
  const prepareMs = performance.now() - begun;
  const times = questions.map(() => Infinity);
  const copies = questions.map(() => Infinity);
  const overs = [];
  const isRight = questions.map(() => false);
  let wrong = 0;
  for (let pass = 0; pass < repeat; pass += 1) {
    questions.forEach((question, index) => {
      if (isBlocked(map, question)) return;
      const asked = performance.now();
      const copy = prepared.copy?.();
      const copied = performance.now();
      const path = prepared.find(question.from, question.to, copy);
      times[index] = Math.min(times[index], performance.now() - asked);
      copies[index] = Math.min(copies[index], copied - asked);
      if (pass > 0) return;
      const over = judge(map, question, path, rule);
      isRight[index] = over !== undefined;
      if (isRight[index]) overs.push(over);
      else wrong += 1;
    });
  }
  const timed = times.filter(Number.isFinite).sort((a, b) => a - b);
  const rank = (percent) => timed[Math.max(Math.ceil((timed.length * percent) / 100), 1) - 1];
  const us = (ms) => (ms === undefined || Number.isNaN(ms) ? null : Math.round(ms * 1e6) / 1e3);
  const mean = (list) => list.reduce((sum, more) => sum + more, 0) / list.length;
  const line = ({ optimum }, index) => ({ map: map.name, planner, length: optimum, us: us(times[index]) });
  const each = questions.map(line).filter((_, index) => isRight[index]);
  const row = {
    map: map.name,
    planner,
    queries: timed.length,
    mean_us: us(mean(timed)),
    median_us: us(rank(50)),
    p99_us: us(rank(99)),
    max_us: us(rank(100)),
    expansions: null,
    bytes: null,
    prepare_us: us(prepareMs),
    wrong,
    blocked: questions.length - timed.length,
    ratio: null,
    over_percent: overs.length === 0 ? 0 : Math.round(mean(overs) * 1e3) / 1e3,
    rule,
    // How much of the mean went into the copy of the grid that each question needs.
    copy_us: us(mean(copies.filter(Number.isFinite))),
  };
  return { row, each };
}
