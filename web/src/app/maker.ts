// New maps: the engine's makers, and the tutorials' buttons.

import { computed, effect, signal } from '@preact/signals';
import type { Maker, Recipe } from '../engine/engine';
import { OPEN, type Arrangement, type Shape } from '../model';
import { farEnds } from './flood';
import { keepMade } from './made';
import { complain } from './messages';
import { pane, panes } from './panes';
import { inSlices } from '../slices';
import { textOf } from '../words/coded';
import { changeMap, moveEnds } from './undo';
import { emptied, ends, map, randomFree } from './world';

export const makers = signal<readonly Maker[]>([]);
export const isReady = signal(false);
export const readyTrouble = signal<string | null>(null);
export const isMaking = signal(false);

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
    keepMade(made, recipe);
    const [from, to] = (await inSlices(farEnds(made)))!;
    changeMap(made, { from, to });
  } catch (error) {
    complain(error);
  } finally {
    isMaking.value = false;
  }
}

/** The tutorials' buttons. */
export function reset(): void {
  const next = emptied(map.peek());
  const { shape, arrangement, width, height } = next;
  const recipe = { maker: 'field', shape, arrangement, width, height, seed: 1, knobs: {} };
  if (next.prices.size === 0) keepMade(next, recipe);
  changeMap(next);
}
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
    keepMade(made, recipe);
    for (const cell of [kept.from, kept.to, ...kept.via]) made.terrain[cell] = OPEN;
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

/** The form says what cells the map has and how many, with a maker that makes such. */
export function keepMaker(): void {
  let known = '';
  effect(() => {
    const { width, height, shape, arrangement } = map.value;
    const size = { width, height, shape, arrangement };
    // What somebody typed stays until a map of another size comes.
    if (known === (known = JSON.stringify(size))) return;
    const isFit = shape === 'square' || maker.peek()?.hasHexes !== false;
    form.value = { ...form.peek(), ...size, ...(isFit ? {} : { maker: 'field', knobs: {} }) };
  });
}
