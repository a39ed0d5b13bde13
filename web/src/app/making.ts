// New maps: what the form says, and the tutorials' buttons.

import { createEngine } from '../engine/client';
import type { Recipe } from '../engine/engine';
import { OPEN, type GameMap } from '../model';
import { inSlices } from '../slices';
import { farEnds } from './flood';
import type { Form } from './maker';
import type { Playground } from './playground';

/** Maps of more cells take long enough to be given up. */
const AT_ONCE_MAX = 1 << 18;
/** How much of the work the maker has, before ends are looked for. */
const MAKING_SHARE = 0.8;

export const randomSeed = (): number => Math.floor(Math.random() * 1_000_000);

export function chooseMaker({ maker: { form, makers, setForm } }: Playground, name: string): void {
  const next = makers.peek().find((each) => each.name === name);
  if (!next) return;
  const shape = next.hasHexes ? form.peek().shape : 'square';
  setForm({ maker: name, shape, ...next.usual, knobs: {} });
}

/** Makes what the form says. */
export async function makeMap({
  messages: { complain },
  undo: { changeMap },
  made: { keepMade },
  panes: { engine },
  maker: { form, maker, making, setForm },
}: Playground, given: Partial<Form> = {}): Promise<void> {
  setForm(given);
  const { knobs, ...rest } = form.peek();
  const usual = Object.fromEntries(maker.peek()?.knobs.map(({ name, value }) => [name, value]) ?? []);
  const recipe: Recipe = { ...rest, knobs: { ...usual, ...knobs } };
  // A large map has an engine of its own: it can be ended, and searches need not wait.
  const own = recipe.width * recipe.height > AT_ONCE_MAX ? createEngine() : null;
  let isWanted = true;
  const giveUp = (): void => {
    isWanted = false;
    own?.close();
  };
  /** Tells how much is done, of one. */
  const tell = (done: number): void => {
    const percent = Math.floor(done * 100);
    if (percent !== making.peek()?.percent) making.value = { percent, giveUp };
  };
  tell(0);
  try {
    const made = await (own ?? engine).make(recipe, (done) => tell(done * MAKING_SHARE));
    const seen = (done: number) => tell(MAKING_SHARE + done * (1 - MAKING_SHARE));
    const ends = await inSlices(farEnds(made, seen), () => isWanted);
    if (!ends) return;
    keepMade(made, recipe);
    const [from, to] = ends;
    changeMap(made, { from, to });
  } catch (error) {
    complain(error);
  } finally {
    own?.close();
    making.value = null;
  }
}

/** The map with no walls and no weights. */
export function reset({ world: { map }, undo: { changeMap }, made: { keepMade } }: Playground): void {
  const before = map.peek();
  const next: GameMap = { ...before, terrain: new Uint8Array(before.terrain.length).fill(OPEN) };
  const { shape, arrangement, width, height } = next;
  const recipe = { maker: 'field', shape, arrangement, width, height, seed: 1, knobs: {} };
  if (next.prices.size === 0) keepMade(next, recipe);
  changeMap(next);
}

/** Puts an end on a random free cell. */
export function randomEnd({ world, undo: { moveEnds } }: Playground, which: 'from' | 'to'): void {
  moveEnds({ [which]: randomFree(world, world.ends.peek()[which]) });
}

/** A random free cell other than the ends; where none is found, the one that was to be moved. */
function randomFree({ ends, isFree, map }: Playground['world'], otherwise: number): number {
  const { from, to } = ends.peek();
  for (let tries = 0; tries < 10_000; tries += 1) {
    const at = Math.floor(Math.random() * map.peek().terrain.length);
    if (isFree(at) && at !== from && at !== to) return at;
  }
  return otherwise;
}

/** New walls on a map of the same size, a fifth of it or what the knob says; the ends stay. */
export async function randomWalls({
  messages: { complain },
  world: { ends, map },
  undo: { changeMap },
  made: { keepMade },
  panes: { engine },
  maker: { form },
}: Playground): Promise<void> {
  const { width, height, shape, arrangement } = map.peek();
  const knobs = { walls_percent: form.peek().knobs['walls_percent'] ?? 20 };
  const kept = ends.peek();
  const recipe = { maker: 'arena', shape, arrangement, width, height, seed: randomSeed(), knobs };
  try {
    const made = await engine.make(recipe);
    keepMade(made, recipe);
    for (const cell of [kept.from, kept.to, ...kept.via]) made.terrain[cell] = OPEN;
    changeMap({ ...map.peek(), terrain: made.terrain, prices: made.prices }, kept);
  } catch (error) {
    complain(error);
  }
}
