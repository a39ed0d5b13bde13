// Programs of the Grid-Based Path Planning Competition, Warthog and xunlu on the same questions, in one run.
//
//   node bench/js/contest.mjs SCEN... [--entry NAME=FOLDER]... [--warthog PROGRAM] [--xunlu PROGRAM]
//     [--algorithm NAME,...] [--sample N] [--rounds R] [--bake-max SECONDS] [--maps FOLDER]
//     [--json FILE.jsonl] [--plot FILE.svg]
//
// An entry is a folder in which the competition's start kit was built: it holds the program `run`. One that
// is not done with baking a map after so many seconds is left out there, and named. Each round
// runs every program once, one after the other, so that what else the machine does meets all of them; the
// least time of each question over all rounds counts. Ends with 2 when it cannot be run.

import { execFileSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, readFileSync, readdirSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, join, resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { scatter } from './scatter.mjs';
import { chosen, readCourses } from './scenario.mjs';
import { table } from './table.mjs';

// A length is as good as the scenario's if it differs by no more than what scenarios round.
const SLACK_STEPS = 0.006;
const SLACK_SHARE = 1e-4;

const WARTHOGS = ['jps2', 'jps+', 'jps2+'];

const COLUMNS = ['planner', 'queries', 'mean_us', 'median_us', 'p99_us', 'bytes_a_cell', 'prepare_s']
  .concat(['wrong']);

const text = { type: 'string' };
const options = {
  entry: { type: 'string', multiple: true, default: [] },
  warthog: text, xunlu: text, maps: text, json: text, plot: text,
  algorithm: { type: 'string', default: 'jps,jps-index,roadmap' },
  sample: { type: 'string', default: '500' },
  rounds: { type: 'string', default: '5' },
  'bake-max': { type: 'string', default: '600' },
};

try {
  main(parseArgs({ options, allowPositionals: true }));
} catch (error) {
  console.error(`error: ${error.message}`);
  process.exitCode = 2;
}

function main({ values, positionals }) {
  if (positionals.length === 0) throw new Error('no scenario is named; expected SCEN...');
  const [sample, rounds, bakeMax] = ['sample', 'rounds', 'bake-max'].map((name) => {
    const told = Number(values[name]);
    if (Number.isInteger(told) && told > 0) return told;
    throw new Error(`--${name} ${values[name]}: expected a whole number of 1 or more`);
  });
  const algorithms = values.algorithm.split(',');
  const programs = [
    ...values.entry.map((told) => entry(told, bakeMax)),
    ...(values.warthog === undefined ? [] : WARTHOGS.map((name) => warthog(values.warthog, name))),
    ...(values.xunlu === undefined ? [] : algorithms.map((name) => xunlu(values.xunlu, name))),
  ];
  if (programs.length === 0) throw new Error('no program is named; expected --entry, --warthog or --xunlu');
  const rows = [];
  for (const scenario of positionals) {
    for (const { map, questions } of readCourses(scenario, values.maps)) {
      const ran = course(map, chosen(questions, 1, sample), programs, rounds);
      console.log(`${map.name} ${map.width}x${map.height}, ${map.cells} cells\n${table(ran, COLUMNS)}\n`);
      rows.push(...ran);
    }
  }
  const lines = rows.map((row) => `${JSON.stringify(row)}\n`);
  if (values.json !== undefined) writeFileSync(values.json, lines.join(''));
  if (values.plot !== undefined) writeFileSync(values.plot, scatter(rows));
}

/** Asks all programs about one map; what comes back is a row for each. */
function course(map, questions, entered, rounds) {
  const folder = mkdtempSync(join(tmpdir(), 'contest-'));
  try {
    const files = { folder, map: map.path, scenario: join(folder, `${map.name}.scen`), cells: map.cells };
    const line = ({ from, to, optimum }) =>
      `${[0, map.name, map.width, map.height, ...from, ...to, optimum].join('\t')}\n`;
    writeFileSync(files.scenario, `version 1\n${questions.map(line).join('')}`);
    const baked = entered.map((program) => ({ ...program, prepared: program.prepare(files) }));
    const programs = baked.filter(({ prepared }) => prepared !== undefined);
    const least = programs.map(() => questions.map(() => Infinity));
    const lengths = programs.map(() => []);
    for (let round = 0; round < rounds; round += 1) {
      programs.forEach(({ ask }, index) => {
        const { answers, ...told } = ask(files, questions);
        Object.assign(programs[index].prepared, told);
        answers.forEach(({ us }, question) => {
          least[index][question] = Math.min(least[index][question], us);
        });
        lengths[index] = answers.map(({ length }) => length);
      });
    }
    const isRight = (length, question) => {
      const { optimum } = questions[question];
      return Math.abs(length - optimum) <= Math.max(SLACK_STEPS, optimum * SLACK_SHARE);
    };
    // Where somebody's length is not the scenario's, nobody's time counts.
    const isTimed = (_, question) => lengths.every((own) => isRight(own[question], question));
    return programs.map(({ planner, prepared: { bytes, prepare_s } }, index) => {
      return {
        map: map.name,
        planner,
        queries: questions.filter(isTimed).length,
        ...times(least[index].filter(isTimed)),
        bytes_a_cell: bytes === undefined ? null : round(bytes / map.cells, 1),
        prepare_s: prepare_s === undefined ? null : round(prepare_s, 3),
        wrong: lengths[index].filter((length, question) => !isRight(length, question)).length,
      };
    });
  } finally {
    rmSync(folder, { recursive: true });
  }
}

/**
 * An entry of the competition: prepared by one process, for so many seconds at most, and asked by another,
 * with a file between them.
 */
function entry(told, bakeMax) {
  const [planner, folder] = told.split('=');
  if (folder === undefined) throw new Error(`--entry ${told}: expected NAME=FOLDER`);
  const program = resolve(folder, 'run');
  return {
    planner,
    prepare({ folder, map }) {
      const home = join(folder, planner);
      mkdirSync(join(home, 'index_data'), { recursive: true });
      const begun = performance.now();
      try {
        execFileSync(program, ['-pre', map], { cwd: home, stdio: 'ignore', timeout: bakeMax * 1e3 });
      } catch (error) {
        if (error.code !== 'ETIMEDOUT') throw error;
        console.log(`${planner} had not baked ${map} after ${bakeMax} s`);
        return undefined;
      }
      const prepare_s = (performance.now() - begun) / 1e3;
      const files = readdirSync(join(home, 'index_data')).map((name) => join(home, 'index_data', name));
      return { prepare_s, bytes: files.reduce((sum, file) => sum + statSync(file).size, 0) };
    },
    ask({ folder, map, scenario }) {
      const home = join(folder, planner);
      execFileSync(program, ['-run', map, scenario], { cwd: home, stdio: 'ignore' });
      const [, ...lines] = readFileSync(join(home, 'result.csv'), 'utf8').trim().split('\n');
      // ..., length of the path, the scenario's, nanoseconds, and two figures more.
      const answers = lines.map((line) => line.split(',').slice(-5).map(Number));
      return { answers: answers.map(([length, , ns]) => ({ length, us: ns / 1e3 })) };
    },
  };
}

/** Warthog's own program: what it reports is the search alone, without the cells of the path. */
function warthog(program, algorithm) {
  return {
    planner: `warthog ${algorithm}`,
    prepare: () => ({}),
    ask({ folder, map, scenario }) {
      const told = ['--alg', algorithm, '--map', map, '--scen', scenario];
      const stdio = ['ignore', 'pipe', 'ignore'];
      const out = execFileSync(resolve(program), told, { cwd: folder, encoding: 'utf8', stdio });
      const [head, ...lines] = out.trim().split('\n').map((line) => line.split('\t'));
      const [ns, cost] = ['nanos', 'pcost'].map((name) => head.indexOf(name));
      return { answers: lines.map((line) => ({ length: Number(line[cost]), us: Number(line[ns]) / 1e3 })) };
    },
  };
}

/** One of our algorithms, by `xunlu bench`, which judges each answer itself. */
function xunlu(program, algorithm) {
  return {
    planner: `xunlu ${algorithm}`,
    prepare: () => ({}),
    ask({ folder, map, scenario }, questions) {
      const each = join(folder, 'each.jsonl');
      const told = ['--maps', resolve(map, '..'), '--algorithm', algorithm, '--repeat', '1', '--json', '--each', each];
      const out = execFileSync(resolve(program), ['bench', scenario, ...told], { encoding: 'utf8' });
      const { bytes, prepare_us } = JSON.parse(out.trim().split('\n').at(-1));
      // In the order of the questions, but without those whose length is not the scenario's.
      const right = readFileSync(each, 'utf8').trim().split('\n').map((line) => JSON.parse(line));
      const none = { length: Number.NaN, us: Number.NaN };
      const answers = questions.map(({ optimum }) => (right[0]?.length === optimum ? right.shift() : none));
      if (right.length > 0) throw new Error(`what ${program} wrote with --each is of other questions`);
      return { answers, bytes, prepare_s: prepare_us / 1e6 };
    },
  };
}

function times(least) {
  const sorted = [...least].sort((a, b) => a - b);
  const rank = (percent) => sorted[Math.max(Math.ceil((sorted.length * percent) / 100), 1) - 1];
  const mean = sorted.reduce((sum, us) => sum + us, 0) / sorted.length;
  return { mean_us: round(mean, 2), median_us: round(rank(50), 2), p99_us: round(rank(99), 2) };
}

function round(value, digits) {
  return Math.round(value * 10 ** digits) / 10 ** digits;
}
