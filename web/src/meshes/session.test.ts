// Scenes in the engine, their searches replayed: what is told hangs together; every sample has a path.

import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { start } from '../engine/wasm';
import {
  boundsOf, distance, EMPTY_PLAN, isPriced, METHODS, NOTHING, OBSTACLE, region, SORTS, type Plan, type Thing,
} from './model';
import { cornerAt, sideAt, snapped, withCorner, withMore, withoutCorner } from './corners';
import { boundaryBeside, lengthOf, momentOf, nextOf } from './moment';
import { farEnds } from './ends';
import { box, disc, holds, moved } from './outlines';
import { SAMPLES } from './samples';
import { openScene, type Family, type Opening } from './session';

const compiled = (name: string) =>
  WebAssembly.compile(readFileSync(new URL(`../engine/wasm/${name}.wasm`, import.meta.url)));
const [module, forTriangles] = await Promise.all(['scene', 'storeys'].map(compiled));
const open = async (opening: Opening) => openScene(await start(module), opening);
const written = (words: string) => new TextEncoder().encode(words);
const file = (name: string, family: Family, words: string) =>
  ({ name, family, files: [{ name, bytes: written(words) }] });

const SQUARE = [box({ x: 0, y: 0 }, { x: 10, y: 10 })];
const PLAN: Plan = { ...EMPTY_PLAN, from: { x: 1, y: 5 }, to: { x: 9, y: 5 } };
const CRATE: Thing = { ...OBSTACLE, id: 7, outline: box({ x: 4, y: 4 }, { x: 6, y: 6 }) };
const AROUND = 2 + 2 * Math.sqrt(10);

test('a scene follows plans, forth and back', async () => {
  const scene = await open({ ground: SQUARE });
  expect(scene.show(PLAN)).toMatchObject({ polygons: null, exact: { outcome: 'found', length: 8 } });
  const there = scene.show({ ...PLAN, things: [CRATE] });
  expect(there.exact.length).toBeCloseTo(AROUND, 9);
  expect(there.polygons!.beyond.some((beyond) => beyond !== NOTHING)).toBe(true);
  const aside = { ...CRATE, outline: moved(CRATE.outline, 0, 3) };
  expect(scene.show({ ...PLAN, things: [aside] }).exact.length).toBe(8);
  expect(scene.show({ ...PLAN, things: [CRATE], radius: 1 }).exact.length).toBeGreaterThan(AROUND + 0.5);
  expect(scene.show(PLAN).exact.length).toBe(8);
  // Nobody goes anywhere.
  expect(scene.show({ ...PLAN, to: PLAN.from }).exact.length).toBe(0);
  const shut: Thing = { ...OBSTACLE, id: 1, outline: box({ x: 3, y: -1 }, { x: 4, y: 11 }) };
  expect(scene.show({ ...PLAN, things: [shut] }).exact).toMatchObject({ outcome: 'partial', length: 2 });
  expect(scene.show({ ...PLAN, radius: 6 }).exact).toMatchObject({ outcome: 'blocked' });
});

test('regions are gone through, gone round, or kept out of', async () => {
  const scene = await open({ ground: SQUARE });
  const shown = (sort: string) => {
    const tag = SORTS.find(({ name }) => name === sort)?.tag;
    const own = tag === undefined ? CRATE : { ...CRATE, ...region(tag) };
    return scene.show({ ...PLAN, things: [own] }).exact;
  };
  expect(shown('obstacle').length).toBeCloseTo(AROUND, 9);
  expect(shown('closed')).toMatchObject({ length: shown('obstacle').length, cost: shown('obstacle').cost });
  expect(shown('swamp').cost).toBeLessThan(AROUND * 1.05);
  expect(shown('road').cost).toBeCloseTo(7, 1);
  expect(shown('mud').cost).toBeGreaterThan(shown('mud').leastCost - 1e-9);
  expect(scene.show(PLAN).exact).toMatchObject({ length: 8, cost: 8, leastCost: 8 });
});

test('links are taken, told with their legs, changed, and given up', async () => {
  const bank = (x: number) => box({ x, y: 0 }, { x: x + 4, y: 4 });
  const scene = await open({ ground: [bank(0), bank(6)] });
  const plan: Plan = { ...EMPTY_PLAN, from: { x: 1, y: 2 }, to: { x: 9, y: 2 } };
  const jump: Thing = {
    ...OBSTACLE, id: 4, kind: 'link', outline: Float64Array.of(4, 2, 6, 2),
    link: { length: 5, isTwoWay: false, isShut: false },
  };
  const exact = (next: Partial<Plan>) => scene.show({ ...plan, ...next }).exact;
  const as = (next: Partial<Thing['link'] & object>, id = 4): Thing =>
    ({ ...jump, id, link: { ...jump.link!, ...next } });
  const leg = { leg: 1, id: 4, isBack: false, length: 5 };
  expect(exact({})).toMatchObject({ outcome: 'partial', taken: [] });
  expect(exact({ things: [jump] })).toMatchObject({ outcome: 'found', length: 3 + 5 + 3, taken: [leg] });
  expect(scene.show({ ...plan, things: [jump] }).polygons).toBeNull();
  const back = { from: plan.to, to: plan.from };
  expect(exact({ ...back, things: [jump] }).outcome).toBe('partial');
  const twoWay = as({ isTwoWay: true });
  const taken = [{ ...leg, isBack: true }];
  expect(exact({ ...back, things: [twoWay] })).toMatchObject({ length: 11, taken });
  expect(exact({ things: [as({ isShut: true })] }).outcome).toBe('partial');
  // The cheaper of two, which is there while the other one comes and goes; of somebody with a size, too.
  const both = [as({ length: 3 }, 9), jump];
  expect(exact({ things: both })).toMatchObject({ length: 9, taken: [{ ...leg, id: 9, length: 3 }] });
  expect(exact({ things: both, radius: 0.5 }).outcome).toBe('partial');
  const inland: Thing = { ...jump, outline: Float64Array.of(3, 2, 7, 2) };
  expect(exact({ things: [both[0], inland], radius: 0.5 })).toMatchObject({ length: 9, taken: [leg] });
  expect(exact({ things: [jump] })).toMatchObject({ length: 11, taken: [leg] });
  // Where ground costs something, and what a path over a link costs there.
  const mud: Thing = { ...OBSTACLE, ...region(3), id: 1, outline: bank(6) };
  const paid = exact({ things: [mud, jump] });
  expect(paid).toMatchObject({ outcome: 'found', taken: [leg] });
  expect(paid.length).toBeCloseTo(11, 9);
  expect(paid.cost).toBeCloseTo(3 + 5 + 2 * 3, 9);
});

test('corners are moved, put in, taken away and drawn to others', () => {
  const square = box({ x: 0, y: 0 }, { x: 4, y: 4 });
  expect(cornerAt(square, { x: 3.5, y: 0.2 }, 1)).toBe(1);
  expect(cornerAt(square, { x: 2, y: 2 }, 1)).toBeNull();
  const closed = { ...OBSTACLE, outline: square };
  expect(sideAt(closed, { x: 2, y: 4.1 }, 1)).toBe(2);
  expect(sideAt(closed, { x: 0.2, y: 3.2 }, 1)).toBe(3);
  expect(sideAt({ ...closed, kind: 'route' }, { x: 0.2, y: 3.2 }, 1)).toBeNull();
  expect([...withCorner(square, 1, { x: 5, y: -1 })]).toEqual([0, 0, 5, -1, 4, 4, 0, 4]);
  const more = withMore(square, 3, { x: -1, y: 2 });
  expect([...more]).toEqual([0, 0, 4, 0, 4, 4, 0, 4, -1, 2]);
  expect([...withoutCorner(more, 4)!]).toEqual([...square]);
  expect(withoutCorner(Float64Array.of(0, 0, 1, 0, 0, 1), 0)).toBeNull();
  expect(snapped([CRATE], 1, { x: 4.1, y: 4.2 }, 0.5)).toEqual({ x: 4, y: 4 });
  expect(snapped([CRATE], 1, { x: 5.2, y: 3.9 }, 0.5)).toEqual({ x: 5.2, y: 4 });
  expect(withoutCorner(Float64Array.of(0, 0, 1, 0, 0, 1), 1, 2)).toEqual(Float64Array.of(0, 0, 0, 1));
  expect(snapped([CRATE], CRATE.id, { x: 4.1, y: 4.2 }, 0.5)).toEqual({ x: 4.1, y: 4.2 });
});

test('a place is told with the wall before it, and the nearest point', async () => {
  const scene = await open({ ground: SQUARE });
  scene.show({ ...PLAN, things: [CRATE] });
  const { hit, nearest } = scene.probe(PLAN.from, { x: 4.5, y: 5 });
  expect(nearest).toEqual({ x: 4, y: 5 });
  expect(hit).toMatchObject({ at: { x: 4, y: 5 }, normal: { x: -1, y: 0 } });
  expect(scene.probe(PLAN.from, { x: 2, y: 2 })).toMatchObject({ hit: null, nearest: null });
});

test('every sample has a path, which the funnel does not make shorter', async () => {
  for (const sample of Object.values(SAMPLES)) {
    const { name, ground, plan } = sample();
    const scene = await open({ ground });
    const { exact, funnel } = scene.show(plan);
    expect([name, exact.outcome, funnel.outcome]).toEqual([name, 'found', 'found']);
    // The cheapest path may be longer than the shortest.
    const hasCosts = isPriced(plan);
    expect(hasCosts || funnel.length >= exact.length - 1e-9).toBe(true);
    expect(exact.cost).toBeLessThanOrEqual(exact.leastCost * 1.0501);
    expect(exact.cost === exact.length).toBe(!hasCosts);
    const [x, y] = exact.path;
    expect(distance(plan.from, { x, y })).toBeLessThan(1e-2);
  }
});

test('what left the open list had waited there, and was the next', async () => {
  for (const sample of Object.values(SAMPLES)) {
    const { ground, plan } = sample();
    const scene = await open({ ground });
    scene.show(plan);
    for (const method of METHODS) {
      const trace = scene.watch(plan, method);
      const whole = momentOf(trace, lengthOf(trace));
      expect(whole.now?.kind).toBe('goal');
      expect(whole.roots.every(({ before }, at) => before < at)).toBe(true);
      let time = 0;
      for (let steps = 0; steps < 40 && time < lengthOf(trace); steps += 1) {
        const before = momentOf(trace, time);
        const [next] = nextOf(before, 1);
        const after = boundaryBeside(trace, time, 1);
        const now = momentOf(trace, after).now;
        if (time > 0) expect([method, now]).toEqual([method, next]);
        expect(boundaryBeside(trace, after, -1)).toBeLessThan(after);
        time = after;
      }
    }
  }
});

test('a file is read, and ends are laid far apart', async () => {
  const rooms = 'mesh 2 6 2 0 0 1 0 4 0 2 0 1 4 4 2 0 1 0 4 1 0 9 1 1 1 9 3 1 1'
    + ' 4 0 1 2 3 -1 -1 1 -1 4 1 4 5 2 0 -1 -1 -1';
  const scene = await open(file('rooms.mesh', 'scene', rooms));
  const { polygons } = scene.ground();
  expect(polygons.ends).toEqual(Uint32Array.of(4, 8));
  expect(boundsOf(polygons.corners)).toEqual({ left: 0, top: 0, right: 9, bottom: 4 });
  expect(farEnds(polygons)).toEqual({ from: { x: 0.4, y: 0.4 }, to: { x: 8.5, y: 2.8 } });
  await expect(open(file('broken.mesh', 'scene', rooms.slice(0, 40)))).rejects.toThrow('broken.mesh');
});

test('triangles become ground, which is as it is', async () => {
  const text = 'v 0 0 0\nv 9 0 0\nv 9 0 9\nv 0 0 9\nf 1 4 3 2\n';
  const scene = openScene(await start(forTriangles), file('floor.obj', 'storeys', text));
  const plan = { ...PLAN, from: { x: 2, y: 4 }, to: { x: 7, y: 4 } };
  const { exact } = scene.show(plan);
  expect(exact.outcome).toBe('found');
  expect(exact.length).toBeCloseTo(5, 1);
  expect(() => scene.show({ ...plan, things: [CRATE] })).toThrow('storeys');
});

test('outlines hold what lies within', () => {
  expect(holds(CRATE.outline, { x: 5, y: 5 })).toBe(true);
  expect(holds(CRATE.outline, { x: 7, y: 5 })).toBe(false);
  const ring = disc({ x: 0, y: 0 }, 2);
  expect(holds(ring, { x: 1.9, y: 0.1 })).toBe(true);
  expect(holds(ring, { x: 1.9, y: 1 })).toBe(false);
});
