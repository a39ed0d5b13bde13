// Jumps are drawn where they run: no bent line of any search over jumps touches a wall.

import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { openSession } from '../engine/session';
import { start } from '../engine/wasm';
import { tracedWithSums } from '../tally';
import { farEnds } from '../app/flood';
import {
  ARRANGEMENTS, CORNERS, NONE, WALL, type Algorithm, type Corners, type GameMap, type Method, type Rule,
} from '../model';
import { atOnce } from '../slices';
import { TUTORIAL_MOVER } from '../tour/golden';
import { bendOf } from './bend';
import { geometryOf } from './geometry';

const wasm = new URL('../engine/wasm/xunlu.wasm', import.meta.url);
const engine = await start(new WebAssembly.Module(readFileSync(wasm)));
const session = openSession(engine, async () => undefined, tracedWithSums);

/** Whether a straight line of cells, along a row, a column or a diagonal, keeps off the walls. */
function isOpen(map: GameMap, from: number, to: number): boolean {
  const { terrain, width } = map;
  if (map.shape === 'hex') return isOpenOnHexes(map, from, to);
  const [dx, dy] = [(to % width) - (from % width), Math.floor(to / width) - Math.floor(from / width)];
  if (dx !== 0 && dy !== 0 && Math.abs(dx) !== Math.abs(dy)) return false;
  const stride = Math.sign(dx) + Math.sign(dy) * width;
  for (let cell = from; cell !== to; cell += stride) if (terrain[cell] === WALL) return false;
  return terrain[to] !== WALL;
}

/** The same on hexes, by the centres on the line: on a straight one each is that of a hex. */
function isOpenOnHexes(map: GameMap, from: number, to: number): boolean {
  const geometry = geometryOf(map);
  const [[x, y], [toX, toY]] = [geometry.centreOf(from), geometry.centreOf(to)];
  const steps = Math.round(Math.hypot(toX - x, toY - y));
  if (Math.abs(Math.hypot(toX - x, toY - y) - steps) > 1e-3) return false;
  return Array.from({ length: steps + 1 }, (_, step) => step / Math.max(1, steps)).every((part) => {
    const spot = [x + (toX - x) * part, y + (toY - y) * part] as const;
    const cell = geometry.cellAt(...spot);
    const [nearX, nearY] = geometry.centreOf(cell);
    return map.terrain[cell] !== WALL && Math.hypot(nearX - spot[0], nearY - spot[1]) < 1e-3;
  });
}

/** How many jumps of a search bend, and how many of its lines touch a wall. */
async function lines(
  map: GameMap, algorithm: Algorithm, rule: Rule, corners: Corners,
): Promise<{ bent: number; bad: number }> {
  session.load(map);
  const [from, to] = atOnce(farEnds(map));
  const mover = { ...TUTORIAL_MOVER, rule, corners };
  const method: Method = { algorithm, percent: 150, estimate: 'auto', ties: 'near-goal' };
  const wanted = { eventsMax: 1e6 };
  const question = { from, via: [], to, mover };
  const { answer, trace } = await session.ask(question, method, wanted, () => true, () => undefined);
  expect([answer.outcome, answer.algorithm.slice(0, 3)]).toEqual(['found', 'jps']);
  const bend = bendOf(map, mover);
  let [bent, bad] = [0, 0];
  for (let event = 0; event < trace!.length; event += 1) {
    const [parent, cell] = [trace!.parent[event], trace!.cell[event]];
    if (parent === NONE) continue;
    const corner = bend(parent, cell);
    bent += Number(corner !== parent && corner !== cell);
    bad += Number(!isOpen(map, parent, corner) || !isOpen(map, corner, cell));
  }
  return { bent, bad };
}

test('no line of a jump runs through a wall', async () => {
  const shape = { shape: 'square', arrangement: 'odd-r' } as const;
  const makes = (maker: string, seed: number) =>
    session.make({ maker, ...shape, width: 60, height: 60, seed, knobs: {} });
  const aslant = CORNERS.map((corners): [Rule, Corners] => ['eight', corners]);
  const walks: [Rule, Corners][] = [['four', 'no-cutting'], ...aslant];
  let bent = 0;
  const plain = [1, 2, 3].flatMap((seed) => [makes('arena', seed), makes('rooms', seed)]);
  // Every seventh cell is twice as expensive.
  const weighted = plain.map((map) =>
    ({ ...map, terrain: map.terrain.map((ground, at) => (ground === WALL || at % 7 > 0 ? ground : 2)) }));
  for (const map of [...plain, ...weighted]) {
    for (const [rule, corners] of walks) {
      const algorithms = plain.includes(map) ? (['jps', 'jps-index'] as const) : (['jps-weighted'] as const);
      for (const algorithm of algorithms) {
        const told = await lines(map, algorithm, rule, corners);
        expect([algorithm, rule, corners, told.bad]).toEqual([algorithm, rule, corners, 0]);
        bent += told.bent;
      }
    }
  }
  expect(bent).toBeGreaterThan(1000);
});

test('no line of a jump over hexes runs through a wall', async () => {
  for (const arrangement of ARRANGEMENTS) {
    let bent = 0;
    for (const [maker, seed] of [['arena', 1], ['rooms', 2], ['noise', 3]] as const) {
      const map = session.make({ maker, shape: 'hex', arrangement, width: 40, height: 40, seed, knobs: {} });
      const told = await lines(map, 'jps', 'hex', 'no-cutting');
      expect([arrangement, maker, told.bad]).toEqual([arrangement, maker, 0]);
      bent += told.bent;
    }
    expect(bent).toBeGreaterThan(20);
  }
});
