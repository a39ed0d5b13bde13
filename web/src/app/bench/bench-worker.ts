// The worker of a benchmark: it answers questions by several searches and times them, one at a time. Nobody
// tells it to stop: it is ended.

import { answerCalls } from '../../engine/calls';
import type { Recipe } from '../../engine/engine';
import { openSession, type Session } from '../../engine/session';
import { start } from '../../engine/wasm';
import { NONE, WALL, type Answer, type GameMap, type Method, type Mover } from '../../model';
import { lengthOf } from '../scenario';
import { timed } from '../timing';
import type { Contest, Figures, Pace } from './bench';
import { BATCHES, type BenchCalls } from './calls';

/** So many times what the clock can tell, and no less than this, is a batch. */
const CLOCK_STEPS = 20;
const BATCH_MS_LEAST = 2;
/** A search gets so many batches at most, and so long. */
const BATCHES_MS = 30;
/** So many pairs of cells are tried until a path leads from one to the other. */
const TRIES = 100;

/** Proves the least cost by itself. */
const JUDGE: Method = { algorithm: 'auto', percent: 150, estimate: 'auto', ties: 'near-goal' };

const always = () => true;
const ignore = () => undefined;

let session: Session;
let pace: Pace;
let map: GameMap;
/** The map that is in the engine: the shared one, or by which recipe it was made. */
let loaded: GameMap | Recipe | null = null;
let shared: GameMap | null = null;
/** How many microseconds a search takes for an expansion, by its method: what the next batch begins with. */
let paces: number[] = [];

async function ask(from: number, to: number, mover: Mover, method: Method): Promise<Answer> {
  const question = { from, via: [], to, mover };
  return (await session.ask(question, method, { eventsMax: 0 }, always, ignore)).answer;
}

/** Takes in the map of a question; whether it is another than before. */
async function take(recipe: Recipe | null): Promise<boolean> {
  const wanted = recipe ?? shared!;
  if (loaded === wanted || (recipe && JSON.stringify(loaded) === JSON.stringify(recipe))) return false;
  map = recipe ? session.make(recipe) : shared!;
  await session.load(map);
  loaded = wanted;
  return true;
}

/** Numbers below 1 by a seed, the same everywhere (mulberry32). */
function chances(seed: number): () => number {
  let state = seed >>> 0;
  return () => {
    state = (state + 0x6d2b_79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
}

interface Found {
  readonly from: number;
  readonly to: number;
  readonly least: Answer;
}

/** Two cells by a seed with a path between them, and what it costs. */
async function anyQuestion(seed: number, mover: Mover): Promise<Found | null> {
  const chance = chances(seed);
  const isFree = (at: number) => map.terrain[at] < WALL;
  for (let tries = 0; tries < TRIES; tries += 1) {
    const [from, to] = [0, 1].map(() => Math.floor(chance() * map.terrain.length));
    if (from === to || !isFree(from) || !isFree(to)) continue;
    const least = await ask(from, to, mover, JUDGE);
    if (least.outcome === 'found') return { from, to, least };
  }
  return null;
}

const figuresOf = ({ outcome, algorithm, cost, path, expansions }: Answer): Figures =>
  ({ outcome, algorithm, cost, length: lengthOf({ path }, map.width), expansions });

const proven = (answers: readonly Answer[]): number | null =>
  answers.find(({ outcome, cost, lowerBound }) => outcome === 'found' && cost === lowerBound)?.cost ?? null;

/** The least difference that the clock tells, by looking at it for a while. */
function clockStep(): number {
  const end = performance.now() + 5;
  let [step, before] = [Infinity, performance.now()];
  while (before < end) {
    const now = performance.now();
    if (now > before) step = Math.min(step, now - before);
    before = now;
  }
  return step;
}

answerCalls<BenchCalls>(self, {
  async start(_, module) {
    session = openSession(await start(module), () => Promise.resolve(), () => null);
    const clockMs = Math.min(...Array.from({ length: 3 }, clockStep));
    pace = { clockMs, batchMs: Math.max(BATCH_MS_LEAST, CLOCK_STEPS * clockMs) };
    return pace;
  },

  load(_, given) {
    shared = given;
  },

  async answer(_, { from, to, recipe }, { mover, methods }) {
    await take(recipe);
    const chosen = recipe ? await anyQuestion(recipe.seed, mover) : null;
    if (recipe && !chosen) return { from: NONE, to: NONE, optimum: null, figures: [] };
    const ends = chosen ?? { from, to };
    const answers: Answer[] = [];
    for (const method of methods) answers.push(await ask(ends.from, ends.to, mover, method));
    const optimum = proven(answers) ?? proven([chosen?.least ?? await ask(ends.from, ends.to, mover, JUDGE)]);
    return { from: ends.from, to: ends.to, optimum, figures: answers.map(figuresOf) };
  },

  async time(_, { recipe }, { mover, methods }: Contest, { from, to, figures }) {
    // Indexes and jumps are made with the first search on a map.
    if (await take(recipe)) for (const method of methods) await ask(from, to, mover, method);
    const question = { from, via: [], to, mover };
    const samplers = methods.map((method) =>
      (times: number) => session.time(question, method, times, always));
    const { batchMs } = pace;
    // A little more than is hoped to suffice: what does not is doubled.
    const runs = figures.map(({ expansions }, at) => 1200 * batchMs / (paces[at] * expansions));
    const searchMs = Math.max(BATCHES_MS, BATCHES * batchMs);
    const pains = { batchMs, searchMs, batchesMax: BATCHES, runs };
    const times = (await timed(samplers, always, undefined, pains))!;
    paces = figures.map(({ expansions }, at) => times[at].least / expansions);
    return times;
  },
});
