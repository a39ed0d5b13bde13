// The code that the page hands out runs, in every language, and finds what the page shows.
//
// Needs what `cargo build --workspace` makes, in the folder that
// XUNLU_BUILT names; curl, and mcs and mono for C#. `cargo xtask ci snippets` sees to all of it.

import { execFile, spawn } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { readDrawn } from '../src/import/drawn';
import type { Engine } from '../src/engine/engine';
import { openSession, type Session } from '../src/engine/session';
import { start } from '../src/engine/wasm';
import { tracedWithSums } from '../src/tally';
import type { Answer, GameMap, Method, Mover, Question } from '../src/model';
import { snippetsOf, type Shown, type Snippet } from '../src/export/code';
import { textOf } from '../src/export/text';

const run = promisify(execFile);
const built = resolve(process.env.XUNLU_BUILT ?? '../target/debug');
const folder = mkdtempSync(join(tmpdir(), 'xunlu-snippets-'));
const src = resolve('src');
const engineFile = new URL('../src/engine/wasm/xunlu.wasm', import.meta.url);
const module = new WebAssembly.Module(readFileSync(engineFile));
const wanted = { eventsMax: 0 };

const MOVER: Mover = {
  rule: 'eight', corners: 'one-free', straight: 10, diagonal: 14,
  footprint: { width: 1, height: 1 }, turnCost: 0,
};
const METHOD: Method = { algorithm: 'astar', percent: 150, estimate: 'auto', ties: 'near-goal' };

/** What each leg costs; null: no way. */
type Costs = (number | null)[];

interface Case {
  readonly drawing: string;
  readonly map?: Partial<GameMap>;
  readonly mover?: Partial<Mover>;
  readonly method?: Partial<Method>;
  readonly via?: readonly number[];
}

const CASES: Readonly<Record<string, Case>> = {
  'the worked example': { drawing: '.........\n....#....\n..S.#....\n....#.G..\n.........\n' },
  'weighted ground, another place on the way, ties the other way': {
    drawing: 'S.33..\n.#33#.\n..5..G\n', map: { prices: new Map([[3, 250], [5, null]]) }, via: [12],
    mover: { turnCost: 3 }, method: { estimate: 'octile', ties: 'near-start' },
  },
  'hexes': {
    drawing: 'S . # .\n . # . .\n. . 4 G\n', map: { shape: 'hex', arrangement: 'odd-r' },
    mover: { rule: 'hex', straight: 2378, diagonal: 3363 },
    method: { algorithm: 'weighted-astar', percent: 200 },
  },
  'somebody large, by an index': {
    drawing: 'S......\n...#...\n.....G.\n.......\n',
    mover: { corners: 'never', footprint: { width: 2, height: 2 } },
    method: { algorithm: 'jps-index' },
  },
  'no path': { drawing: 'S.#.\n..#G\n', mover: { rule: 'four' }, method: { algorithm: 'two-way-astar' } },
};

function shownOf({ drawing, map: kind, mover, method, via = [] }: Case): Shown {
  const hexes = { shape: 'hex', arrangement: 'odd-r' } as const;
  const { map, start: from, goal: to } = readDrawn(drawing, kind?.shape === 'hex' ? hexes : undefined);
  const question: Question = { from, via, to, mover: { ...MOVER, ...mover } };
  return { map: { ...map, ...kind }, question, method: { ...METHOD, ...method } };
}

const sessionOf = async (): Promise<Session> =>
  openSession(await start(module), () => Promise.resolve(), tracedWithSums);

/** What each leg costs, asked of the engine as the page asks it; null: no way. */
async function truthOf({ map, question, method }: Shown): Promise<Costs> {
  const session = await sessionOf();
  session.load(map);
  const stops = [question.from, ...question.via, question.to];
  const costs: Costs = [];
  for (let leg = 1; leg < stops.length; leg += 1) {
    const asked = { ...question, from: stops[leg - 1], via: [], to: stops[leg] };
    const { answer } = await session.ask(asked, method, wanted, () => true, () => undefined);
    costs.push(answer.outcome === 'found' ? answer.cost : null);
  }
  return costs;
}

let playing: ReturnType<typeof spawn>;
let address = '';
beforeAll(async () => {
  playing = spawn(join(built, 'xunlu'), ['play', '--no-open', '--port', '0']);
  address = await new Promise((found, fail) => {
    playing.on('error', fail);
    playing.stdout?.on('data', (text) => found(/http:\/\/[\d.:]+/.exec(String(text))?.[0] ?? ''));
  });
});
afterAll(() => {
  playing.kill();
  rmSync(folder, { recursive: true });
});

/** Every number that follows the word, and null for each line of no path. */
const costsIn = (text: string, cost: RegExp, none: RegExp): Costs =>
  text.split('\n').flatMap((line) => {
    return none.test(line) ? [null] : (cost.exec(line)?.slice(1, 2).map(Number) ?? []);
  });

type Runner = (snippet: Snippet, shown: Shown) => Promise<Costs>;
const RUNNERS: Readonly<Record<Snippet['language'], Runner>> = {
  async rust({ text }) {
    writeFileSync(join(folder, 'main.rs'), text);
    const library = ['--extern', `xunlu=${built}/libxunlu.rlib`, '-L', `dependency=${built}/deps`];
    await run('rustc', ['--edition', '2024', 'main.rs', ...library], { cwd: folder });
    const { stdout } = await run(join(folder, 'main'), { cwd: folder });
    return costsIn(stdout, /^cost (\d+)/, /^Unreachable/);
  },
  async shell({ text }) {
    const env = { ...process.env, PATH: `${built}:${process.env.PATH}` };
    // The program ends with 1 where there is no path, which is an answer.
    const script = `${text.replaceAll('xunlu find', 'xunlu find --json')}true`;
    const { stdout } = await run('bash', ['-c', script], { cwd: folder, env });
    return costsIn(stdout, /"cost":(\d+)/, /"unreachable"/);
  },
  async curl({ text }) {
    const { stdout } = await run('bash', ['-ec', text.replaceAll('http://127.0.0.1:8417', address)]);
    return costsIn(stdout, /"cost":(\d+)/, /"unreachable"/);
  },
  async csharp({ text }) {
    writeFileSync(join(folder, 'Program.cs'), text);
    await run('mcs', ['Program.cs'], { cwd: folder });
    const env = { ...process.env, LD_LIBRARY_PATH: built };
    const { stdout } = await run('mono', ['Program.exe'], { cwd: folder, env });
    return costsIn(stdout, /^cost (\d+)/, /^no path/);
  },
  async typescript({ text }, { question }) {
    const path = join(folder, `find-${question.from}-${question.to}-${text.length}.ts`);
    writeFileSync(path, text.replaceAll("'./", `'${src}/`));
    const session = await sessionOf();
    const engine = {
      load: async (map: GameMap) => session.load(map),
      ask: (asked: Question, method: Method) =>
        session.ask(asked, method, wanted, () => true, () => undefined),
    } as Pick<Engine, 'load' | 'ask'>;
    type Found = { find: (by: typeof engine) => Promise<{ answer: Answer }> };
    const { find } = (await import(/* @vite-ignore */ path)) as Found;
    const { answer } = await find(engine);
    return [answer.outcome === 'found' ? answer.cost : null];
  },
};

test.each(Object.entries(CASES))('%s', async (_, told) => {
  const shown = shownOf(told);
  const truth = await truthOf(shown);
  const snippets = snippetsOf(shown);
  expect(snippets.map(({ language }) => language).sort()).toEqual(Object.keys(RUNNERS).sort());
  const whole = truth.includes(null) ? null : truth.reduce<number>((sum, cost) => sum + (cost ?? 0), 0);
  for (const snippet of snippets) {
    if (snippet.file) writeFileSync(join(folder, snippet.file), textOf(shown.map));
    const expected = snippet.language === 'typescript' ? [whole] : truth;
    const found = await RUNNERS[snippet.language](snippet, shown);
    expect([snippet.language, found]).toEqual([snippet.language, expected]);
  }
}, 120_000);
