// Plans in files: read by the engine, told, followed as they are changed.

import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { start } from '../engine/wasm';
import riverside from '../../../examples/maps/riverside.json?raw';
import { EMPTY_PLAN, KINDS, OBSTACLE, type Plan } from './model';
import { openScene, type Family } from './session';
import { outlinesOf, written } from './written';

const TILED = new URL('../../../crates/xunlu-format/tests/tiled/harbour.tmx', import.meta.url);
const compiled = (name: string) =>
  WebAssembly.compile(readFileSync(new URL(`../engine/wasm/${name}.wasm`, import.meta.url)));

async function open(family: Family, name: string, bytes: Uint8Array) {
  return openScene(await start(await compiled(family)), { family, name, files: [{ name, bytes }] });
}
const bytesOf = (words: string) => new TextEncoder().encode(words);

test('a plan is told, asked, and followed without what was taken away', async () => {
  const scene = await open('plans', 'riverside.json', bytesOf(riverside));
  const { ground, planned, polygons } = scene.ground();
  const { plan, outlines, warnings } = planned!;
  const count = (kind: string) => plan.things.filter((thing) => thing.kind === kind).length;
  expect(['obstacle', 'region', 'route'].map(count)).toEqual([9, 5, 2]);
  expect(outlines.map(({ length }) => length)).toEqual([18]);
  expect(warnings).toEqual([]);
  expect(ground.ends.length).toBeLessThan(polygons.ends.length);
  expect(plan.sorts).toEqual([
    { tag: 0, name: 'fare', cost: 1 }, { tag: 1, name: 'water', cost: 4 },
    { tag: 2, name: 'deep', cost: null }, { tag: 3, name: 'road', cost: 0.6 },
  ]);
  const links = plan.things.filter(({ kind }) => kind === 'link');
  const told = links.map(({ link, name, outline, tags }) => ({ link, name, outline: [...outline], tags }));
  expect(told).toEqual([
    {
      name: 'ferry', outline: [8, 19.5, 8, 27.5],
      link: { length: 14, isTwoWay: true, isShut: false }, tags: 1,
    },
    {
      name: 'well shaft', outline: [41.5, 15.5, 54.5, 39],
      link: { length: 5, isTwoWay: false, isShut: false }, tags: 0,
    },
  ]);
  expect(plan.places.map(({ name }) => name)).toContain('taproom');
  const watch = plan.things.find(({ name }) => name === 'night watch');
  expect(watch).toMatchObject({ isLoop: true, kind: 'route' });
  // Nothing changes for what is there already; the mill is in the way from the landing to the square.
  const asked: Plan = { ...EMPTY_PLAN, ...plan, from: { x: 8, y: 17 }, to: { x: 24, y: 17 } };
  const before = scene.show(asked);
  const things = plan.things.filter(({ name }) => name !== 'mill');
  const after = scene.show({ ...asked, things });
  expect(after.exact.cost).toBeLessThan(before.exact.cost);
  expect(scene.show(asked).exact.cost).toBeCloseTo(before.exact.cost, 9);
  // Ground costs what the plan says of it, not the file.
  const waded: Plan = { ...asked, from: { x: 18, y: 19.5 }, to: { x: 18, y: 33 } };
  const free = { ...waded, sorts: plan.sorts.map((sort) => ({ ...sort, cost: 1 })) };
  expect(scene.show(waded).exact.cost).toBeGreaterThan(scene.show(free).exact.cost + 10);
  expect(scene.show(free).exact).toMatchObject({ cost: scene.show(free).exact.length });
});

test('ends are the places that are named so, and what is odd is told', async () => {
  const words = `{"xunlu": 1, "kind": "scene", "ground": [[[0, 0], [9, 0], [9, 9], [0, 9]]],
    "regions": [{"outline": [[6, 1], [8, 3], [8, 1], [6, 3]]}],
    "places": [{"name": "start", "at": [1, 2]}, {"name": "goal", "at": [8, 8]},
      {"name": "well", "at": [4, 4]}]}`;
  const { planned } = (await open('plans', 'a.json', bytesOf(words))).ground();
  expect(planned!.plan).toMatchObject({ from: { x: 1, y: 2 }, to: { x: 8, y: 8 } });
  expect(planned!.plan.places.map(({ name }) => name)).toEqual(['well']);
  const warnings = planned!.warnings.map(({ message }) => message);
  expect(warnings).toEqual([expect.stringContaining('crosses itself')]);
  const grid = bytesOf('{"xunlu": 1, "kind": "grid", "terrain": [".."]}');
  await expect(open('plans', 'grid.json', grid)).rejects.toThrow('no scene');
});

test('a map of shapes that was drawn in Tiled is a scene', async () => {
  const scene = await open('shapes', 'harbour.tmx', readFileSync(TILED));
  const { planned } = scene.ground();
  const names = planned!.plan.things.map(({ kind, name }) => `${kind} ${name}`);
  expect(names).toEqual(expect.arrayContaining(
    ['obstacle warehouse', 'region bay', 'route night watch', 'link ferry'],
  ));
});

test('a plan that is written down opens again as it was', async () => {
  const { planned } = (await open('plans', 'riverside.json', bytesOf(riverside))).ground();
  const { outlines, plan } = planned!;
  const patrol = Float64Array.of(2, 30, 5, 39, 20, 40);
  const route = { ...OBSTACLE, kind: 'route', id: 99, name: 'new', outline: patrol } as const;
  const jump = {
    ...OBSTACLE, kind: 'link', id: 100, name: 'jump', outline: Float64Array.of(3, 30, 9, 31),
    link: { length: 2.5, isTwoWay: false, isShut: true },
  } as const;
  const things = [...plan.things, route, jump];
  const asked: Plan = { ...EMPTY_PLAN, ...plan, things, from: { x: 8, y: 17 }, to: { x: 24, y: 40 } };
  const text = written(asked, outlines, ({ name }) => name);
  const again = (await open('plans', 'again.json', bytesOf(text))).ground().planned!;
  // They stand in the order of their kinds.
  const bare = (all: Plan['things']) => KINDS.map((wanted) =>
    all.filter(({ kind }) => kind === wanted).map(({ id: _, ...rest }) => rest));
  expect(bare(again.plan.things)).toEqual(bare(things));
  expect(again.plan).toMatchObject({
    places: plan.places, sorts: plan.sorts, from: asked.from, to: asked.to,
  });
  expect(again.outlines).toEqual(outlines);
});

test('a mesh is written down by its polygons', async () => {
  const rooms = 'mesh 2 6 2 0 0 1 0 4 0 2 0 1 4 4 2 0 1 0 4 1 0 9 1 1 1 9 3 1 1'
    + ' 4 0 1 2 3 -1 -1 1 -1 4 1 4 5 2 0 -1 -1 -1';
  const { ground } = (await open('scene', 'rooms.mesh', bytesOf(rooms))).ground();
  const asked: Plan = { ...EMPTY_PLAN, from: { x: 1, y: 3 }, to: { x: 8, y: 2 } };
  const text = written(asked, outlinesOf(ground), ({ name }) => name);
  const scene = await open('plans', 'rooms.json', bytesOf(text));
  const before = (await open('scene', 'rooms.mesh', bytesOf(rooms))).show(asked).exact.length;
  expect(scene.show(asked).exact.length).toBeCloseTo(before, 9);
});
