// What is searched: the map and the question asked of it. Ground is changed in place and told by a new map
// object, since a copy of a large map for each stroke would be felt.

import { computed, signal } from '@preact/signals';
import { readDrawn } from '../bring/drawn';
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

/** Puts another map in place of the one there is. Ends that are not given are laid far apart. */
export function putMap(next: GameMap, given?: Partial<Ends>): void {
  const cells = next.terrain.length;
  const isInside = (at: number | undefined): at is number => at !== undefined && at < cells;
  const via = (given?.via ?? []).filter(isInside);
  const [first, last] = isInside(given?.from) && isInside(given?.to) ? [given.from, given.to] : endsOf(next);
  ends.value = {
    from: isInside(given?.from) ? given.from : first,
    to: isInside(given?.to) ? given.to : last,
    via,
  };
  map.value = next;
  edits.value += 1;
  loads.value += 1;
}

/** Up to so many cells it is worked out which hang together; more would be felt. */
const PARTS_CELLS_MAX = 1 << 21;

/** The first and the last cell of the largest part of a map that hangs together by the sides of its cells. */
function endsOf({ terrain, width }: GameMap): [number, number] {
  const isShut = (ground: number) => ground === WALL || ground === VOID;
  const firstFree = Math.max(0, terrain.findIndex((ground) => !isShut(ground)));
  const lastFree = terrain.findLastIndex((ground) => !isShut(ground));
  const usual: [number, number] = [firstFree, lastFree < 0 ? terrain.length - 1 : lastFree];
  if (terrain.length > PARTS_CELLS_MAX) return usual;
  const seen = Uint8Array.from(terrain, (ground) => Number(isShut(ground)));
  const queue = new Uint32Array(terrain.length);
  let [most, best] = [0, usual];
  for (let start = 0; start < terrain.length; start += 1) {
    if (seen[start]) continue;
    let [next, count, last] = [0, 1, start];
    seen[queue[0] = start] = 1;
    while (next < count) {
      const cell = queue[next++];
      if (cell > last) last = cell;
      const x = cell % width;
      const take = (to: number) => void (!seen[to] && (seen[queue[count++] = to] = 1));
      if (x + 1 < width) take(cell + 1);
      if (x > 0) take(cell - 1);
      if (cell + width < terrain.length) take(cell + width);
      if (cell >= width) take(cell - width);
    }
    if (count > most) [most, best] = [count, [start, last]];
  }
  return best;
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
