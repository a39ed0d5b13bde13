// What is connected by the sides of its cells, in steps: a large map takes too long for one.

import type { Values } from '../engine/engine';
import { OPEN, rowsOf, VOID, WALL, type GameMap } from '../model';
import { STEP } from '../slices';

/** A part of a map: how many cells it has, and the last of them. */
interface Part {
  readonly count: number;
  readonly last: number;
}

/**
 * Draws over all cells of the same ground that are connected to one, stretch by stretch of a row. Tells now
 * and then how many cells it drew since.
 */
export function* flood(
  ground: Uint8Array, width: number, from: number, drawn: number, tell = (_: number): void => undefined,
): Generator<void, Part> {
  const wanted = ground[from];
  let [count, told, last, work] = [0, 0, from, 0];
  for (const seeds = wanted === drawn ? [] : [from]; seeds.length > 0;) {
    const seed = seeds.pop()!;
    if (ground[seed] !== wanted) continue;
    const row = seed - (seed % width);
    let [left, right] = [seed, seed + 1];
    while (left > row && ground[left - 1] === wanted) left -= 1;
    while (right < row + width && ground[right] === wanted) right += 1;
    ground.fill(drawn, left, right);
    count += right - left;
    last = Math.max(last, right - 1);
    for (const shift of [-width, width]) {
      let isIn = false;
      for (let at = left + shift; at < right + shift; at += 1) {
        const wasIn = isIn;
        isIn = ground[at] === wanted;
        if (isIn && !wasIn) seeds.push(at);
      }
    }
    work += right - left + 50;
    if (work < STEP) continue;
    work = 0;
    tell(count - told);
    told = count;
    yield;
  }
  tell(count - told);
  return { count, last };
}

/** Gives all cells of the same ground that are connected to one the same value of something else. */
export function* flooded(
  values: Values, ground: Uint8Array, width: number, from: number, value: number,
): Generator<void, void> {
  const free = Array.from({ length: 256 }, (_, each) => each).find((each) => !ground.includes(each));
  if (free === undefined) return;
  yield* flood(ground, width, from, free);
  for (let at = 0; at < ground.length; at += 1) {
    if (ground[at] === free) values[at] = value;
    if (at % STEP === 0) yield;
  }
}

/**
 * The first and the last cell of the largest part of the first layer that somebody can stand on. Tells now
 * and then how much of the work is done, of one.
 */
export function* farEnds(
  map: GameMap, tell = (_: number): void => undefined,
): Generator<void, [number, number]> {
  const { prices, width } = map;
  const terrain = map.terrain.subarray(0, width * rowsOf(map));
  const [OPEN_STILL, SEEN] = [0, 1];
  const seen = new Uint8Array(terrain.length);
  const isClosed = (ground: number) => ground >= WALL || prices.get(ground) === null;
  // Each cell is looked at, and then each open one drawn over.
  let open = 0;
  for (let at = 0; at < seen.length; at += 1) {
    const isOpen = !isClosed(terrain[at]);
    seen[at] = isOpen ? OPEN_STILL : SEEN;
    open += Number(isOpen);
    if (at % STEP !== 0) continue;
    tell(at / seen.length / 2);
    yield;
  }
  let drawn = 0;
  const tellDrawn = (cells: number): void => tell(0.5 + (drawn += cells) / open / 2);
  let [most, ends]: [number, [number, number]] = [0, [0, terrain.length - 1]];
  for (let at = seen.indexOf(OPEN_STILL); at >= 0; at = seen.indexOf(OPEN_STILL, at)) {
    const { count, last } = yield* flood(seen, width, at, SEEN, tellDrawn);
    if (count > most) [most, ends] = [count, [at, last]];
    yield;
  }
  return ends;
}

/**
 * A map on which nobody could take a step because its file draws walls and no ground: where nothing is drawn
 * one walks. Null where the map is fine as it is.
 */
export function* floored(map: GameMap): Generator<void, GameMap | null> {
  const [first, last] = yield* farEnds(map);
  const hasRoom = first !== last && map.terrain[first] < WALL;
  if (hasRoom || !map.terrain.includes(VOID)) return null;
  return { ...map, terrain: map.terrain.map((ground) => (ground === VOID ? OPEN : ground)) };
}
