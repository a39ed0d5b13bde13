// Scenes changed and asked in the engine's WASM: every bit that is told is the one that is told natively.

import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { start, type Abi, type UseBuffer } from '../engine/wasm';

/** So many events of a search are told, as `crates/xunlu-abi/src/tests/scene_corpus.rs` has it. */
const EVENTS_MAX = 400;

type Step = [word: string, number: number, points: number[]];
interface Scene {
  ground: number[][];
  steps: Step[];
}

/** FNV-1a, a word at a time. */
const eat = (digest: number, words: ArrayLike<number>): number =>
  Array.from(words).reduce((eaten, word) => Math.imul(eaten ^ word, 0x0100_0193), digest) >>> 0;

function digest({ bytes, call, give, numbers }: Abi, { ground, steps }: Scene, before: number): number {
  let end = 0;
  const ends = Uint32Array.from(ground, (outline) => (end += outline.length));
  const scene = give(Float64Array.from(ground.flat()), (at, count) =>
    give(ends, (endsAt, outlines) => call('scene', at, count, endsAt, outlines)));
  let eaten = eat(before, [scene === 0 ? 0 : 1]);
  if (scene === 0) return eaten;
  /** The words of numbers, the low one of each first. */
  const eatDoubles = (fill: UseBuffer) => {
    const told = bytes((at, room) => fill(at, room / 8) * 8);
    eaten = eat(eaten, new Uint32Array(told.buffer as ArrayBuffer));
  };
  const eatMesh = () => {
    eaten = eat(eaten, numbers((at, room) => call('scene_polygons', scene, at, room)));
    eatDoubles((at, room) => call('scene_corners', scene, at, room));
  };
  eatMesh();
  for (const [word, number, points] of steps) {
    const given = (use: UseBuffer) => give(Float64Array.from(points), use);
    const changes: Record<string, () => number> = {
      put: () => given((at, count) => call('scene_put', scene, at, count)),
      put_region: () => given((at, count) => call('scene_put_region', scene, at, count, number)),
      put_link: () => given((at, count) =>
        call('scene_put_link', scene, at, count, number, number % 1 === 0 ? 1 : 0, 0)),
      take_link: () => call('scene_take_link', scene, number),
      avoid: () => call('scene_avoid', scene, number),
      cost: () => call('scene_cost', scene, 12, number),
      move: () => given((at, count) => call('scene_move', scene, number, at, count)),
      take: () => call('scene_take', scene, number),
      radius: () => call('scene_radius', scene, number),
      within: () => call('scene_within', scene, number),
      find: () => given((at, count) => call('scene_find', scene, at, count, number, EVENTS_MAX)),
    };
    eaten = eat(eaten, [changes[word]?.() ?? 0]);
    const asked = (name: string) => given((from, count) => {
      eatDoubles((at, room) => call(name, scene, from, count, at, room));
      return 0;
    });
    if (word === 'find') {
      eatDoubles((at, room) => call('scene_found', scene, at, room));
      eatDoubles((at, room) => call('scene_found_links', scene, at, room));
      eatDoubles((at, room) => call('scene_events', scene, at, room));
    } else if (word === 'ray') asked('scene_ray');
    else if (word === 'slide') asked('scene_slide');
    else if (word === 'nearest') {
      eatDoubles((at, room) => call('scene_nearest', scene, points[0], points[1], at, room));
    } else if (!['within', 'avoid', 'cost', 'put_link', 'take_link'].includes(word)) eatMesh();
  }
  call('scene_close', scene);
  return eaten;
}

test('the scenes have the same digest as natively', async () => {
  const wasm = readFileSync(new URL('../engine/wasm/scene.wasm', import.meta.url));
  const abi = await start(await WebAssembly.compile(wasm));
  const file = readFileSync(new URL('../../../crates/xunlu-abi/scenes.json', import.meta.url), 'utf8');
  const corpus = JSON.parse(file) as { scenes: Scene[]; digest: number };
  expect(corpus.scenes.length).toBeGreaterThan(100);
  expect(corpus.scenes.reduce((eaten, scene) => digest(abi, scene, eaten), 0x811c_9dc5)).toBe(corpus.digest);
});
