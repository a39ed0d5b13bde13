// Layers, links, tags and exits as the page tells them to the engine.

import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import FLOORS from '../../../examples/maps/floors.txt?raw';
import { readFloors } from '../import/floors';
import { TUTORIAL_MOVER } from '../tour/golden';
import type { GameMap, Link, Method, Mover } from '../model';
import { withoutWaits } from '../draw/timed';
import { openSession } from './session';
import { tracedWithSums } from '../tally';
import { start } from './wasm';

const module = new WebAssembly.Module(readFileSync(new URL('./wasm/xunlu.wasm', import.meta.url)));
const astar: Method = { algorithm: 'astar', percent: 150, estimate: 'auto', ties: 'near-goal' };
const pause = () => new Promise<void>((resolve) => setTimeout(resolve));

async function sessionOn(map: GameMap) {
  const session = openSession(await start(module), pause, tracedWithSums);
  await session.load(map);
  const question = (from: number, to: number, mover: Mover = TUTORIAL_MOVER) =>
    ({ from, to, via: [], mover });
  return {
    session,
    question,
    ask: async (from: number, to: number, mover?: Mover) => {
      const asked = question(from, to, mover);
      return (await session.ask(asked, astar, { eventsMax: 0 }, () => true, () => undefined)).answer;
    },
  };
}

const row = (width: number): GameMap => ({
  shape: 'square', arrangement: 'odd-r', width, height: 1, terrain: new Uint8Array(width), prices: new Map(),
  isometric: false,
});
const link = (from: number, to: number, told: Partial<Link> = {}): Link =>
  ({ from, to, percent: 100, isTwoWay: true, tags: 0, isShut: false, ...told });

test('a path over three floors is walked cell by cell', async () => {
  const map = readFloors(FLOORS);
  const { ask, question, session } = await sessionOn(map);
  const [from, to] = [9 * 24 + 1, (22 + 9) * 24 + 2];
  const { outcome, path } = await ask(from, to);
  expect(outcome).toBe('found');
  const floors = [...new Set(Array.from(path, (cell) => Math.floor(cell / (24 * 11))))];
  expect(floors).toEqual([0, 1, 2]);
  const timed = withoutWaits(session.walk(question(from, to), path, false));
  expect(timed.length).toBe(path.length * 3);
  expect(timed.filter((_, at) => at % 3 === 0)).toEqual(Float32Array.from(path, (cell) => cell % 24));
});

test('links, doors, tags and exits are edited where they are', async () => {
  const map = row(9);
  map.terrain[4] = 254;
  const { ask, session } = await sessionOn(map);
  expect((await ask(0, 8)).outcome).toBe('unreachable');
  const [long, short] = [link(0, 8, { percent: 900 }), link(3, 5)];
  await session.link([long, short]);
  expect((await ask(0, 8)).cost).toBe(70);
  await session.link([long, { ...short, isShut: true }]);
  expect((await ask(0, 8)).cost).toBe(90);
  await session.link([short]);
  expect((await ask(0, 8)).cost).toBe(70);
  await session.edit(Uint32Array.of(2), Uint8Array.of(4), 'exits');
  expect((await ask(0, 8)).outcome).toBe('unreachable');
  await session.edit(Uint32Array.of(2), Uint8Array.of(255), 'exits');
  await session.edit(Uint32Array.of(6), Uint16Array.of(2), 'tags');
  expect((await ask(0, 8)).outcome).toBe('unreachable');
  expect((await ask(0, 8, { ...TUTORIAL_MOVER, keys: 2 })).cost).toBe(70);
});

test('of links that cost the same the first of the list is taken, however it came to be so', async () => {
  const { ask, session } = await sessionOn(row(9));
  const [one, other] = [link(1, 7, { percent: 50 }), link(2, 8, { percent: 50 })];
  const taken = async () => Array.from((await ask(0, 8)).path);
  await session.link([one, other]);
  const first = await taken();
  await session.link([other, one]);
  await session.link([other]);
  await session.link([one, other]);
  expect(await taken()).toEqual(first);
});

test('what a map comes with is told at once', async () => {
  const map = { ...row(3), exits: Uint8Array.of(255, 4, 255), tags: Uint16Array.of(0, 0, 1) };
  const { ask } = await sessionOn(map);
  expect((await ask(0, 2)).outcome).toBe('blocked');
  expect((await ask(0, 2, { ...TUTORIAL_MOVER, keys: 1 })).outcome).toBe('unreachable');
  expect((await ask(2, 0, { ...TUTORIAL_MOVER, keys: 1 })).cost).toBe(20);
});

test('after a link that is refused the list can be told again', async () => {
  const { ask, session } = await sessionOn(row(9));
  const [one, other] = [link(1, 7, { percent: 50 }), link(2, 8, { percent: 90 })];
  await session.link([one]);
  await expect(session.link([other, link(3, 3)])).rejects.toThrow();
  expect((await ask(0, 8)).cost).toBe(29);
  await session.link([one]);
  expect((await ask(0, 8)).cost).toBe(25);
});
