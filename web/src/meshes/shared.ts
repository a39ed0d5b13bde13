// What stands behind the # of a link to a scene: its ground or the sample that it is, and its plan, as `S`
// and letters.
//
// Points are told in steps of the engine's own grid, from one to the next. Of a sample only what was changed
// of it is told, so that a wood of hundreds of trees fits as long as few of them are new.

import { coded } from '../coded';
import {
  EMPTY_PLAN, KINDS, METHODS, OBSTACLE, type Method, type Outline, type Place, type Plan, type Sort,
  type Source, type Spot, type Thing,
} from './model';
import { openSample, SAMPLE_NAMES, type SampleName } from './samples';
import {
  fromText, HASH_MAX, reader, SCENE_LETTER, toText, writer, type Reader, type Writer,
} from '../share/bytes';

/** What a link to a scene tells. */
export interface SharedScene {
  readonly name: string;
  /** A sample with the plan that it opens with; else the lines around the ground. */
  readonly of: { readonly base: Plan } | { readonly ground: readonly Outline[] };
  readonly plan: Plan;
  readonly method: Method;
}

/** So many steps are one. */
const STEPS = 1024;
const THINGS_MAX = 4000;
const POINTS_MAX = 4000;
const TAG_BITS = 16;
const IS_LOOP = 1;
const IS_TWO_WAY = 2;
const IS_SHUT = 4;

/** The hash, with no # before it; throws where it is too long. */
export function encodeScene({ method, name, of, plan }: SharedScene): string {
  const to = writer();
  const isSample = 'base' in of;
  const base = isSample ? of.base : EMPTY_PLAN;
  to.count(Number(isSample));
  to.text(name);
  if (isSample) to.count(stampOf(base));
  else writeAll(to, of.ground, writeLine);
  writePlan(to, plan, base);
  to.count(METHODS.indexOf(method));
  const hash = SCENE_LETTER + toText(to.bytes());
  if (hash.length > HASH_MAX) throw coded('link-long', hash.length, HASH_MAX);
  return hash;
}

/** What a hash tells, ready to be opened; throws where it is not one of ours. */
export async function decodeScene(hash: string): Promise<Source> {
  const from = reader(fromText(hash.replace(/^#?./, '')));
  const isSample = from.count(1) === 1;
  const name = from.text();
  const planFrom = (base: Plan): Plan => readPlan(from, base);
  if (!isSample) {
    const ground = readAll(from, readLine);
    const plan = planFrom(EMPTY_PLAN);
    return { name, ground, plan, method: methodIn(from) };
  }
  if (!(SAMPLE_NAMES as readonly string[]).includes(name)) throw coded('link-value');
  const stamp = from.count();
  let method: Method = 'exact';
  /** What the sample's plan is changed to, once that is known: of one in a file, when it was read. */
  const adapt = (base: Plan): Plan => {
    if (stampOf(base) !== stamp) throw coded('link-value');
    const plan = planFrom(base);
    method = methodIn(from);
    return plan;
  };
  const source = await openSample(name as SampleName);
  return { ...source, adapt, get method() { return method; } };
}

function methodIn(from: Reader): Method {
  const method = METHODS[from.count(METHODS.length - 1)];
  if (!from.isDone()) throw coded('link-value');
  return method;
}

/** Tells a sample from what it may be in a page to come. */
function stampOf({ things }: Plan): number {
  const numbers = things.flatMap(({ kind, outline, tags }) =>
    [KINDS.indexOf(kind), tags, ...Array.from(outline, onGrid)]);
  return numbers.reduce((sum, number) => (((sum * 31 + number) % 65_521) + 65_521) % 65_521, things.length);
}

const onGrid = (number: number): number => Math.round(number * STEPS);

function writePlan(to: Writer, { from, places, radius, sorts, things, to: goal }: Plan, base: Plan): void {
  const kept = new Set(things.filter((thing) => base.things.includes(thing)));
  // The numbers of those that are gone, each as how many it is after the one before.
  const gone = base.things.flatMap((thing, at) => (kept.has(thing) ? [] : [at]));
  writeAll(to, gone.map((at, before) => at - (before > 0 ? gone[before - 1] : 0)), (_, by) => to.count(by));
  writeAll(to, things.filter((thing) => !kept.has(thing)), writeThing);
  to.count(Number(sorts !== base.sorts));
  if (sorts !== base.sorts) writeAll(to, sorts, writeSort);
  to.count(Number(places !== base.places));
  if (places !== base.places) writeAll(to, places, writePlace);
  writeLine(to, Float64Array.of(from.x, from.y, goal.x, goal.y));
  writeNumber(to, radius);
}

function readPlan(from: Reader, base: Plan): Plan {
  let at = 0;
  const gone = new Set(readAll(from, () => (at += from.count(THINGS_MAX))));
  const kept = base.things.filter((_, at) => !gone.has(at));
  const next = base.things.reduce((most, { id }) => Math.max(most, id), -1) + 1;
  const things = [...kept, ...readAll(from, readThing).map((thing, at) => ({ ...thing, id: next + at }))];
  const sorts = from.count(1) ? readAll(from, readSort) : base.sorts;
  const places = from.count(1) ? readAll(from, readPlace) : base.places;
  const [x, y, toX, toY] = readLine(from, 2);
  return { things, sorts, places, from: { x, y }, to: { x: toX, y: toY }, radius: readNumber(from) };
}

function writeThing(to: Writer, { isLoop, kind, link, name, outline, tags }: Thing): void {
  to.count(KINDS.indexOf(kind));
  to.text(name);
  to.count(tags);
  to.count((isLoop ? IS_LOOP : 0) + (link?.isTwoWay ? IS_TWO_WAY : 0) + (link?.isShut ? IS_SHUT : 0));
  if (link) writeNumber(to, link.length);
  writeLine(to, outline);
}

function readThing(from: Reader): Omit<Thing, 'id'> {
  const kind = KINDS[from.count(KINDS.length - 1)];
  const name = from.text();
  const tags = from.count(2 ** TAG_BITS - 1);
  const bits = from.count(IS_LOOP + IS_TWO_WAY + IS_SHUT);
  const own = { ...OBSTACLE, kind, name, tags, isLoop: (bits & IS_LOOP) !== 0 };
  if (kind !== 'link') return { ...own, outline: readLine(from) };
  const [isTwoWay, isShut] = [IS_TWO_WAY, IS_SHUT].map((bit) => (bits & bit) !== 0);
  return { ...own, link: { length: readNumber(from), isTwoWay, isShut }, outline: readLine(from, 2) };
}

function writeSort(to: Writer, { cost, name, tag }: Sort): void {
  to.count(tag);
  to.text(name);
  to.word(cost === null ? '' : String(cost));
}

function readSort(from: Reader): Sort {
  const tag = from.count(TAG_BITS - 1);
  const name = from.text();
  const cost = from.word();
  return { tag, name, cost: cost === '' ? null : numberIn(cost) };
}

function writePlace(to: Writer, { at: { x, y }, name }: Place): void {
  to.text(name);
  writeLine(to, Float64Array.of(x, y));
}

function readPlace(from: Reader): Place {
  const name = from.text();
  const [x, y] = readLine(from, 1);
  const at: Spot = { x, y };
  return { name, at };
}

/** A line of points, each told from the one before. */
function writeLine(to: Writer, outline: Outline): void {
  to.count(outline.length / 2);
  outline.forEach((number, at) => {
    const by = onGrid(number) - (at > 1 ? onGrid(outline[at - 2]) : 0);
    to.count(by < 0 ? -2 * by - 1 : 2 * by);
  });
}

function readLine(from: Reader, points?: number): Outline {
  const count = from.count(points ?? POINTS_MAX, points ?? 0);
  const steps = [0, 0];
  return Float64Array.from({ length: 2 * count }, (_, at) => {
    const told = from.count();
    steps[at % 2] += told % 2 === 1 ? -(told + 1) / 2 : told / 2;
    return steps[at % 2] / STEPS;
  });
}

const writeNumber = (to: Writer, number: number): void => to.word(String(number));
const readNumber = (from: Reader): number => numberIn(from.word());

function numberIn(word: string): number {
  const number = word === '' ? NaN : Number(word);
  if (!(number >= 0 && number < Infinity)) throw coded('link-value');
  return number;
}

function writeAll<T>(to: Writer, all: readonly T[], write: (to: Writer, each: T) => void): void {
  to.count(all.length);
  for (const each of all) write(to, each);
}

const readAll = <T>(from: Reader, read: (from: Reader) => T): T[] =>
  Array.from({ length: from.count(THINGS_MAX) }, () => read(from));
