// The engine's makers of maps: what they are, and what they make.

import { coded } from '../coded';
import type { GameMap } from '../model';
import type { Knob, Maker, Progress, Recipe } from './engine';
import { shapeNumber } from './numbers';
import type { Abi } from './wasm';

/** A slice of making a map, in the work that the engine counts: some milliseconds of it; and all of it. */
const [SLICE, MADE] = [4_000_000, 1000];

export function makersOf(abi: Abi): Maker[] {
  const name = (list: number, place: number) =>
    abi.text((at, room) => abi.call('name', list, place, at, room));
  const makers: Maker[] = [];
  for (let maker = 0; name(2, maker) !== ''; maker += 1) {
    const part = (number: number) => abi.call('maker', maker, number);
    const knobs: Knob[] = [];
    for (let knob = 0; name(3 + maker, knob) !== ''; knob += 1) {
      const [value, least, most] = [0, 1, 2].map((which) => part(3 + 3 * knob + which));
      knobs.push({ name: name(3 + maker, knob), value, least, most });
    }
    const usual = { width: part(1), height: part(2) };
    makers.push({ name: name(2, maker), hasHexes: part(0) === 1, usual, knobs });
  }
  return makers;
}

/** Makes a map, and tells meanwhile how much is done, of one. */
export function makeIn(abi: Abi, recipe: Recipe, progress: Progress = () => undefined): GameMap {
  const makers = makersOf(abi);
  const { maker, shape, arrangement, width, height, seed } = recipe;
  const number = makers.findIndex(({ name }) => name === maker);
  if (number < 0) throw coded('no-such-maker', maker);
  const wanted = makers[number]?.knobs ?? [];
  const knobs = Uint32Array.from(wanted, ({ name, value }) => recipe.knobs[name] ?? value);
  const as = shapeNumber(shape, arrangement);
  const begin = (at: number, count: number) =>
    abi.call('make_begin', number, as, width, height, seed, at, count);
  abi.status(abi.give(knobs, begin));
  for (let done = 0; done < MADE;) {
    done = abi.call('making', SLICE);
    progress(done / MADE);
  }
  const made = abi.session(abi.call('made'));
  const terrain = abi.bytes((at, room) => abi.call('terrain', made, at, room));
  abi.call('close', made);
  return { shape, arrangement, width, height, terrain, prices: new Map(), isometric: false };
}
