// The #hash of a link: everything on the screen, as `1` and letters. Reading gives all of it or an Error.
//
// A map is told by its recipe and what was drawn on it, or, where it has none, by its cells. The first
// letter is the version: what we write today is read by every page to come, or refused by name.

import { coded } from '../coded';
import {
  ALGORITHMS, ARRANGEMENTS, CORNERS, ESTIMATES, HEATS, POINTS_MAX, RULES, TIES, WALL,
  type GameMap, type Heat, type Method, type Mover, type Question,
} from '../model';
import type { Recipe } from '../engine/engine';
import { fromText, HASH_MAX, reader, toText, writer, type Reader, type Writer } from './bytes';
import { featuresOf, readFeatures, writeFeatures, type Features } from './features';
import { readRuns, readTerrain, writeRuns, writeTerrain, type Run } from './runs';

export { HASH_MAX } from './bytes';
export { applyRuns, runsOf, type Run } from './runs';

/** What a link holds. */
export interface Shared {
  readonly world: SharedWorld;
  readonly question: Question;
  /** One, or one for each pane of a race. */
  readonly methods: readonly Method[];
  readonly view: { readonly time: number | 'end'; readonly heat: Heat; readonly pointsATurn: number };
}

export type SharedWorld =
  | {
    readonly kind: 'made'; readonly recipe: Recipe; readonly edits: readonly Run[];
    readonly features?: Features;
  }
  | { readonly kind: 'drawn'; readonly map: GameMap };

const VERSION = '1';
const SIDE_MAX = 4096;
const PANES_MAX = 4;
const VIA_MAX = 1000;
const UINT_MAX = 0xffff_ffff;
const KNOBS_MAX = 16;
/** One number tells the estimate and, times this, the rule for ties: older links tell the usual one. */
const TIES_AT = 16;
/** The same of the heat and the points a turn. */
const POINTS_AT = 16;

const SHAPES = ['square', 'hex'] as const;
const WORLDS = ['made', 'drawn'] as const;

/** The hash of what is shared, with no # before it; throws where it is too large or could not be read. */
export function encode(state: Shared): string {
  const to = writer();
  writeWorld(to, state.world);
  writeQuestion(to, state.question);
  to.count(state.methods.length);
  for (const { algorithm, percent, estimate, ties } of state.methods) {
    to.count(ALGORITHMS.indexOf(algorithm));
    to.count(percent);
    to.count(ESTIMATES.indexOf(estimate) + TIES_AT * TIES.indexOf(ties));
  }
  to.count(state.view.time === 'end' ? 0 : state.view.time + 1);
  to.count(HEATS.indexOf(state.view.heat) + POINTS_AT * state.view.pointsATurn);
  const { world, question: { mover: { keys = 0 } } } = state;
  const features = world.kind === 'made' ? world.features : featuresOf(world.map);
  if (features || keys) writeFeatures(to, features ?? {}, keys);
  const hash = VERSION + toText(to.bytes());
  if (hash.length > HASH_MAX) {
    throw coded('link-long', hash.length, HASH_MAX);
  }
  // A link that nobody can open is worse than none, and reading a short text costs nothing.
  decode(hash);
  return hash;
}

/** What a hash holds, with or without its #; throws an Error for people where it is not one of ours. */
export function decode(hash: string): Shared {
  const text = hash.replace(/^#/, '');
  if (text === '') throw coded('link-empty');
  if (text[0] !== VERSION) throw coded('link-version', text[0], VERSION);
  const from = reader(fromText(text.slice(1)));
  const { world, size } = readWorld(from);
  const question = readQuestion(from, size.width * size.height);
  if ((question.mover.rule === 'hex') !== (size.shape === 'hex')) {
    throw coded('link-value');
  }
  const methods: Method[] = [];
  for (let left = from.count(PANES_MAX, 1); left > 0; left -= 1) {
    const algorithm = choose(from, ALGORITHMS);
    const percent = from.count(UINT_MAX);
    const told = from.count(TIES_AT * TIES.length - 1);
    const estimate = ESTIMATES[told % TIES_AT];
    if (!estimate) throw coded('link-value');
    methods.push({ algorithm, percent, estimate, ties: TIES[Math.floor(told / TIES_AT)] });
  }
  const time = from.count();
  const told = from.count(POINTS_AT * (POINTS_MAX + 1) - 1);
  const heat = HEATS[told % POINTS_AT];
  if (!heat) throw coded('link-value');
  const pointsATurn = Math.floor(told / POINTS_AT);
  const view = { time: time === 0 ? ('end' as const) : time - 1, heat, pointsATurn };
  if (from.isDone()) return { world, question, methods, view };
  const { features, keys } = readFeatures(from, size);
  if (!from.isDone()) throw coded('link-value');
  const held = keys ? { ...question, mover: { ...question.mover, keys } } : question;
  return { world: withFeatures(world, features), question: held, methods, view };
}

function withFeatures(world: SharedWorld, features: Features): SharedWorld {
  if (Object.keys(features).length === 0) return world;
  if (world.kind === 'made') return { ...world, features };
  return { ...world, map: { ...world.map, ...features } };
}

type Frame = Pick<GameMap, 'shape' | 'arrangement' | 'width' | 'height'>;

function writeWorld(to: Writer, world: SharedWorld): void {
  to.count(WORLDS.indexOf(world.kind));
  if (world.kind === 'made') {
    const { recipe } = world;
    writeFrame(to, recipe);
    to.word(recipe.maker);
    to.count(recipe.seed);
    const knobs = Object.entries(recipe.knobs);
    to.count(knobs.length);
    for (const [name, value] of knobs) {
      to.word(name);
      to.count(value);
    }
    writeRuns(to, world.edits);
    return;
  }
  const { map } = world;
  writeFrame(to, map);
  to.count(Number(map.isometric));
  to.count(map.prices.size);
  for (const [terrain, price] of map.prices) {
    to.count(terrain);
    to.count(price === null ? 0 : price + 1);
  }
  writeTerrain(to, map.terrain);
}

function readWorld(from: Reader): { world: SharedWorld; size: Frame } {
  const kind = choose(from, WORLDS);
  const size = readFrame(from);
  const cells = size.width * size.height;
  if (kind === 'made') {
    const maker = from.word();
    const seed = from.count();
    const knobs: [string, number][] = [];
    for (let left = from.count(KNOBS_MAX); left > 0; left -= 1) {
      knobs.push([from.word(), from.count(UINT_MAX)]);
    }
    const recipe: Recipe = { maker, ...size, seed, knobs: Object.fromEntries(knobs) };
    return { world: { kind, recipe, edits: readRuns(from, cells) }, size };
  }
  const isometric = from.count(1) === 1;
  const prices = new Map<number, number | null>();
  for (let left = from.count(256); left > 0; left -= 1) {
    const terrain = from.count(WALL - 1);
    const price = from.count(UINT_MAX + 1);
    prices.set(terrain, price === 0 ? null : price - 1);
  }
  const map: GameMap = { ...size, terrain: readTerrain(from, cells), prices, isometric };
  return { world: { kind, map }, size };
}

function writeFrame(to: Writer, { shape, arrangement, width, height }: Frame): void {
  to.count(SHAPES.indexOf(shape));
  to.count(ARRANGEMENTS.indexOf(arrangement));
  to.count(width);
  to.count(height);
}

function readFrame(from: Reader): Frame {
  const shape = choose(from, SHAPES);
  const arrangement = choose(from, ARRANGEMENTS);
  const width = from.count(SIDE_MAX, 1);
  return { shape, arrangement, width, height: from.count(SIDE_MAX, 1) };
}

function writeQuestion(to: Writer, question: Question): void {
  for (const n of [question.from, question.to, question.via.length, ...question.via]) to.count(n);
  const { rule, corners, straight, diagonal, footprint, turnCost } = question.mover;
  to.count(RULES.indexOf(rule));
  to.count(CORNERS.indexOf(corners));
  for (const n of [straight, diagonal, footprint.width, footprint.height, turnCost]) to.count(n);
}

function readQuestion(from: Reader, cells: number): Question {
  const start = from.count(cells - 1);
  const to = from.count(cells - 1);
  const via: number[] = [];
  for (let left = from.count(VIA_MAX); left > 0; left -= 1) {
    via.push(from.count(cells - 1));
  }
  const mover: Mover = {
    rule: choose(from, RULES),
    corners: choose(from, CORNERS),
    straight: from.count(UINT_MAX, 1),
    diagonal: from.count(UINT_MAX, 1),
    footprint: { width: from.count(64, 1), height: from.count(64, 1) },
    turnCost: from.count(UINT_MAX),
  };
  return { from: start, via, to, mover };
}

function choose<T>(from: Reader, all: readonly T[]): T {
  return all[from.count(all.length - 1)];
}
