// New maps: the engine's makers, and the tutorials' buttons.

import { computed, effect, signal } from '@preact/signals';
import type { Maker, Recipe } from '../engine/engine';
import type { Arrangement, Shape } from '../model';
import { complain, textOf } from './messages';
import { pane, panes } from './panes';
import { changeMap, moveEnds } from './undo';
import { emptied, ends, map, randomFree } from './world';

export const makers = signal<readonly Maker[]>([]);
export const isReady = signal(false);
export const readyTrouble = signal<string | null>(null);
export const isMaking = signal(false);

/** What the map was made by, while nothing but edits changed it since: a link needs no more. */
export const madeBy = signal<{ recipe: Recipe; terrain: Uint8Array } | null>(null);

/** What the form holds. */
export const form = signal({
  maker: 'arena',
  shape: 'square' as Shape,
  arrangement: 'odd-r' as Arrangement,
  width: 9,
  height: 9,
  seed: 1,
  knobs: {} as Readonly<Record<string, number>>,
});
export const SIDE_MOST = 4096;

export const maker = computed(() => makers.value.find(({ name }) => name === form.value.maker) ?? null);

export const setForm = (change: Partial<typeof form.value>): void => {
  form.value = { ...form.value, ...change };
};

export function chooseMaker(name: string): void {
  const next = makers.peek().find((each) => each.name === name);
  if (!next) return;
  const shape = next.hasHexes ? form.peek().shape : 'square';
  setForm({ maker: name, shape, ...next.usual, knobs: {} });
}

export const randomSeed = (): number => Math.floor(Math.random() * 1_000_000);

/** Makes what the form says. */
export async function makeMap(given: Partial<typeof form.value> = {}): Promise<void> {
  setForm(given);
  const { knobs, ...rest } = form.peek();
  const usual = Object.fromEntries(maker.peek()?.knobs.map(({ name, value }) => [name, value]) ?? []);
  const recipe: Recipe = { ...rest, knobs: { ...usual, ...knobs } };
  isMaking.value = true;
  try {
    const made = await pane.peek().engine.make(recipe);
    changeMap(made);
    madeBy.value = { recipe, terrain: made.terrain.slice() };
  } catch (error) {
    complain(error);
  } finally {
    isMaking.value = false;
  }
}

/** The tutorials' buttons. */
export const reset = (): void => changeMap(emptied(map.peek()));
export const randomStart = (): void => moveEnds({ from: randomFree(ends.peek().from) });
export const randomGoal = (): void => moveEnds({ to: randomFree(ends.peek().to) });

/** New walls on a map of the same size, a fifth of it or what the knob says; the ends stay where they are. */
export async function randomWalls(): Promise<void> {
  const { width, height, shape, arrangement, isometric } = map.peek();
  const knobs = { walls_percent: form.peek().knobs['walls_percent'] ?? 20 };
  const kept = ends.peek();
  const recipe = { maker: 'arena', shape, arrangement, width, height, seed: randomSeed(), knobs };
  try {
    const made = await pane.peek().engine.make(recipe);
    for (const cell of [kept.from, kept.to, ...kept.via]) made.terrain[cell] = 0;
    changeMap({ ...made, isometric }, kept);
  } catch (error) {
    complain(error);
  }
}

/** Asks the engine what it can make, and tells if it cannot be started. */
export async function start(): Promise<void> {
  try {
    makers.value = await panes.peek()[0].engine.makers();
    isReady.value = true;
  } catch (error) {
    readyTrouble.value = textOf(error);
  }
}

/** Forgets what made a map when another one came from elsewhere; the form says how large it is. */
export function keepMaker(): void {
  let known = '';
  effect(() => {
    const made = madeBy.peek();
    const now = map.value;
    const { width, height } = now;
    // What somebody typed stays until a map of another size comes.
    if (known !== (known = `${width} ${height}`)) form.value = { ...form.peek(), width, height };
    if (made && (now.width !== made.recipe.width || now.height !== made.recipe.height)) madeBy.value = null;
  });
}
