// What is searched: the map and the question asked of it. Ground is changed in place and told by a new map
// object, since a copy of a large map for each stroke would be felt.

import { computed, signal } from '@preact/signals';
import { goldenMap, TUTORIAL_MOVER } from '../tour/golden';
import { VOID, WALL, type GameMap, type Mover, type Question, type Shape } from '../model';

export interface Ends {
  readonly from: number;
  readonly to: number;
  readonly via: readonly number[];
}

/** What one playground searches; at first the tutorials' worked example. */
export function createWorld() {
  const { map: first, start, goal } = goldenMap();
  const map = signal<GameMap>(first);
  /** Counts loads of a map and edits of its ground; the first change with each new map. */
  const loads = signal(0);
  const edits = signal(0);
  const ends = signal<Ends>({ from: start, to: goal, via: [] });
  const mover = signal<Mover>(TUTORIAL_MOVER);

  const question = computed<Question>(() =>
    ({ ...ends.value, mover: fittingMover(mover.value, map.value.shape) }));

  /** Costs are shown in the mover's units where these are the tutorials', in steps where they are exact. */
  const sayCost = computed(() => {
    const { straight } = mover.value;
    return straight <= 100 ? String : (cost: number) => (cost / straight).toFixed(1);
  });

  const isFree = (at: number): boolean => {
    const ground = map.value.terrain[at];
    return ground !== WALL && ground !== VOID && map.value.prices.get(ground) !== null;
  };

  /** Puts another map in place of this one. Ends that are not given are its first cell and its last. */
  function putMap(next: GameMap, given: Partial<Ends> = {}): void {
    const { from = 0, to = next.terrain.length - 1, via = [] } = given;
    ends.value = { from, to, via };
    map.value = next;
    edits.value += 1;
    loads.value += 1;
  }

  return { map, loads, edits, ends, mover, question, sayCost, isFree, putMap };
}
export type World = ReturnType<typeof createWorld>;

/** A mover as it walks on cells of a shape: with a rule that the engine takes for these. */
export function fittingMover(mover: Mover, shape: Shape): Mover {
  const isHex = shape === 'hex';
  const rule = isHex ? 'hex' : mover.rule === 'hex' ? 'eight' : mover.rule;
  return { ...mover, rule, footprint: isHex ? { width: 1, height: 1 } : mover.footprint };
}
