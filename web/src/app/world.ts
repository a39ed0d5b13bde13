// What is searched: the map and the question asked of it. Ground is changed in place and told by a new map
// object, since a copy of a large map for each stroke would be felt.

import { computed, signal } from '@preact/signals';
import { readDrawn } from '../import/drawn';
import { GOLDEN_MAP, TUTORIAL_MOVER } from '../tour/tour';
import { OPEN, VOID, WALL, type GameMap, type Mover, type Question } from '../model';

export interface Ends {
  readonly from: number;
  readonly to: number;
  readonly via: readonly number[];
}

/** What is there at first: the tutorials' worked example. */
const GOLDEN = readDrawn(GOLDEN_MAP);

export const map = signal<GameMap>(GOLDEN.map);
/** Counts loads of a map and edits of its ground; the first change with each new map. */
export const loads = signal(0);
export const edits = signal(0);
export const ends = signal<Ends>({ from: GOLDEN.start, to: GOLDEN.goal, via: [] });
export const mover = signal<Mover>(TUTORIAL_MOVER);

/** Where the engine would not take a rule for the map's shape, the rule that it takes. */
export const question = computed<Question>(() => {
  const isHex = map.value.shape === 'hex';
  const { rule } = mover.value;
  const fitting = isHex ? 'hex' : rule === 'hex' ? 'eight' : rule;
  const footprint = isHex ? { width: 1, height: 1 } : mover.value.footprint;
  return { ...ends.value, mover: { ...mover.value, rule: fitting, footprint } };
});

/** Costs are shown in the mover's units where these are the tutorials', and in steps where they are exact. */
export const sayCost = computed(() => {
  const { straight } = mover.value;
  return straight <= 100 ? String : (cost: number) => (cost / straight).toFixed(1);
});

export const isFree = (at: number): boolean => {
  const ground = map.value.terrain[at];
  return ground !== WALL && ground !== VOID && map.value.prices.get(ground) !== null;
};

/** Puts another map in place of the one there is. Ends that are not given are its first cell and its last. */
export function putMap(next: GameMap, given: Partial<Ends> = {}): void {
  const { from = 0, to = next.terrain.length - 1, via = [] } = given;
  ends.value = { from, to, via };
  map.value = next;
  edits.value += 1;
  loads.value += 1;
}

/** A random free cell other than the ends; where none is found, the one that was to be moved. */
export function randomFree(otherwise: number): number {
  const { terrain } = map.value;
  const taken = [ends.value.from, ends.value.to];
  for (let tries = 0; tries < 10_000; tries += 1) {
    const at = Math.floor(Math.random() * terrain.length);
    if (isFree(at) && !taken.includes(at)) return at;
  }
  return otherwise;
}

/** The map with no walls and no weights. */
export function emptied(of: GameMap): GameMap {
  return { ...of, terrain: new Uint8Array(of.terrain.length).fill(OPEN) };
}
