// What is shared comes back exactly, over random maps and settings; rubbish gives an Error and nothing else.

import { expect, test } from 'vitest';
import { readDrawn } from '../import/drawn';
import { ALGORITHMS, ESTIMATES, HEATS, POINTS_MAX, TIES, WALL, type GameMap, type Rule } from '../model';
import { GOLDEN_MAP, TUTORIAL_MOVER } from '../tour/golden';
import { atOnce } from '../slices';
import type { Features } from './features';
import { HASH_MAX, applyRuns, decode, encode, runsOf, type Shared } from './hash';

/** Numbers that look random and are the same for the same seed (xorshift, Marsaglia 2003). */
function dice(seed: number) {
  let state = seed * 2654435761 + 1;
  const below = (n: number) => {
    state ^= state << 13;
    state ^= state >>> 17;
    state ^= state << 5;
    return (state >>> 0) % n;
  };
  return { below, of: <T>(all: readonly T[]) => all[below(all.length)] };
}

function randomMap(seed: number): GameMap {
  const { below, of } = dice(seed);
  const [width, height] = [below(40) + 1, below(40) + 1];
  const kinds = of([[0, 254], [0], [0, 1, 2, 3, 254, 255], [7, 200]]);
  const terrain = Uint8Array.from({ length: width * height }, () => of(kinds));
  const prices = new Map(below(2) ? [[3, 250], [7, null], [9, 0]] as const : []);
  const shape = of(['square', 'hex'] as const);
  const arrangement = of(['odd-r', 'even-r', 'odd-q', 'even-q'] as const);
  return { shape, arrangement, width, height, terrain, prices, isometric: below(2) === 1 };
}

function randomState(seed: number): Shared {
  const { below, of } = dice(seed + 7);
  const map = randomMap(seed);
  const { shape, arrangement, width, height } = map;
  const cells = width * height;
  const before = map.terrain.map((terrain) => (below(9) === 0 ? 5 : terrain));
  const recipe = {
    maker: of(['noise', 'maze']), shape, arrangement, width, height, seed: below(2 ** 32) * 1000,
    knobs: below(2) ? { walls_percent: below(100) } : {},
  };
  const drawn = { kind: 'drawn', map } as const;
  const made = { kind: 'made', recipe, edits: atOnce(runsOf(before, map.terrain)) } as const;
  const rule: Rule = shape === 'hex' ? 'hex' : of(['four', 'eight', 'knight'] as const);
  const mover = {
    rule, corners: of(['always', 'one-free', 'no-cutting', 'never'] as const),
    straight: below(5000) + 1, diagonal: below(5000) + 1, turnCost: below(300),
    footprint: { width: below(64) + 1, height: below(64) + 1 },
  };
  const method = () => {
    return { algorithm: of(ALGORITHMS), percent: 100 + below(400), estimate: of(ESTIMATES), ties: of(TIES) };
  };
  return {
    world: below(2) ? drawn : made,
    question: { from: below(cells), to: below(cells), via: [below(cells), 0].slice(below(3)), mover },
    methods: Array.from({ length: below(4) + 1 }, method),
    view: { time: below(3) ? below(800000) : 'end', heat: of(HEATS), pointsATurn: below(POINTS_MAX + 1) },
  };
}

/** A map with some of everything besides its ground, drawn by dice. */
function withFeatures(map: GameMap, seed: number): GameMap {
  const { below } = dice(seed + 3);
  const cells = map.terrain.length;
  const layers = map.shape === 'square' && map.height % 2 === 0 && below(2) ? { layers: 2 } : {};
  const from = below(cells);
  const link = { from, to: (from + 1) % cells, percent: below(900), isTwoWay: below(2) === 1 };
  const exits = new Uint8Array(cells).fill(255);
  exits[below(cells)] = below(255);
  const tags = new Uint16Array(cells);
  tags.fill(1 + below(65535), below(cells));
  tags[cells - 1] = 7;
  return {
    ...map, ...layers, exits, tags, tagNames: new Map([[below(16), '红钥匙']]),
    ...(cells > 1 ? { links: [{ ...link, tags: below(65536), isShut: below(2) === 1 }] } : {}),
    places: [{ cell: below(cells), name: 'Hauptstraße 3' }],
    regions: [{ name: '', parts: [{ cell: from, width: 1, height: 1 }] }],
  };
}

test('links, layers, tags, exits, names and keys come back exactly', () => {
  for (let seed = 1; seed <= 200; seed += 1) {
    const state = randomState(seed);
    const map = withFeatures(randomMap(seed), seed);
    const { exits, layers, links, places, regions, tagNames, tags } = map;
    const mover = { ...state.question.mover, keys: 1 + dice(seed).below(65535) };
    const some = { ...(layers ? { layers } : {}), ...(links ? { links } : {}) };
    const said = { exits, places, regions, tagNames, tags, ...some };
    const world = state.world.kind === 'drawn' ? { kind: 'drawn', map } as const
      : { ...state.world, features: said as Features };
    const shared: Shared = { ...state, world, question: { ...state.question, mover } };
    expect([seed, decode(encode(shared))]).toEqual([seed, shared]);
  }
});

test('what is shared comes back exactly', () => {
  for (let seed = 1; seed <= 400; seed += 1) {
    const state = randomState(seed);
    const hash = encode(state);
    expect([seed, decode(hash)]).toEqual([seed, state]);
    expect(decode(`#${hash}`)).toEqual(decode(hash));
    expect(hash).toMatch(/^1[\w-]+$/);
  }
});

test('runs draw the difference', () => {
  for (let seed = 1; seed <= 50; seed += 1) {
    const { terrain } = randomMap(seed);
    const { below } = dice(seed);
    const before = terrain.map((ground) => (below(3) ? ground : below(4)));
    const again = before.slice();
    applyRuns(again, atOnce(runsOf(before, terrain)));
    expect([seed, again]).toEqual([seed, terrain]);
  }
});

const { map, start, goal } = readDrawn(GOLDEN_MAP);
const GOLDEN: Shared = {
  world: { kind: 'drawn', map },
  question: { from: start, to: goal, via: [], mover: TUTORIAL_MOVER },
  methods: [{ algorithm: 'astar', percent: 150, estimate: 'auto', ties: 'near-goal' }],
  view: { time: 'end', heat: 'none', pointsATurn: 0 },
};

test('a link of today is read tomorrow', () => {
  expect(encode(GOLDEN).length).toBeLessThan(60);
  expect(encode(GOLDEN)).toBe('1AQAACQcAAAIA_gEYAQ4BDgE8FCEAAQEKDgEBAAEFlgEAAAB2Rw');
});

test('rubbish gives an error with a code, and never a state', () => {
  const hash = encode(GOLDEN);
  for (const wrong of ['', '#', '1', '2abc', '1%%%', '1!', 'hello', '1AAAA', `${hash}A`, hash.slice(0, -1)]) {
    expect(() => decode(wrong), wrong).toThrow(/./);
  }
  expect(() => decode('2abc')).toThrow('link-version 2 1');
  expect(() => decode(hash.slice(0, -4))).toThrow('link-cut');
});

test('a changed letter is noticed, or what comes back is whole all the same', () => {
  const letters = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_';
  const hash = encode(GOLDEN);
  let noticed = 0;
  for (let at = 1; at < hash.length; at += 1) {
    for (const letter of letters) {
      if (letter === hash[at]) continue;
      try {
        const state = decode(hash.slice(0, at) + letter + hash.slice(at + 1));
        expect(decode(encode(state))).toEqual(state);
      } catch (error) {
        noticed += 1;
        expect(error).toBeInstanceOf(Error);
      }
    }
  }
  expect(noticed).toBeGreaterThan(0.99 * 63 * (hash.length - 1));
});

test('what could not be read back is not written', () => {
  const { methods, question } = GOLDEN;
  const hexMover = { ...question, mover: { ...TUTORIAL_MOVER, rule: 'hex' } } as const;
  const wrong: Shared[] = [
    { ...GOLDEN, methods: [] },
    { ...GOLDEN, methods: [...methods, ...methods, ...methods, ...methods, ...methods] },
    { ...GOLDEN, question: { ...question, to: 63 } },
    { ...GOLDEN, question: hexMover },
    { ...GOLDEN, world: { kind: 'drawn', map: { ...map, prices: new Map([[WALL, 100]]) } } },
  ];
  for (const state of wrong) expect(() => encode(state)).toThrow('link-value');
});

test('a map that is too large says so', () => {
  const { below } = dice(3);
  const terrain = Uint8Array.from({ length: 512 * 512 }, () => below(2) * 254);
  const large = { ...map, width: 512, height: 512, terrain };
  expect(() => encode({ ...GOLDEN, world: { kind: 'drawn', map: large } })).toThrow(String(HASH_MAX));
});

test('a name that is too long for a link is told, and so are too many links', () => {
  const told = (some: Features) =>
    () => encode({ ...GOLDEN, world: { kind: 'drawn', map: { ...map, ...some } } });
  const name = '名'.repeat(67);
  expect(told({ places: [{ cell: 0, name }] })).toThrow(`link-name ${name.slice(0, 40)} 201 200`);
  const link = { from: 0, to: 1, percent: 100, isTwoWay: true, tags: 0, isShut: false };
  expect(told({ links: new Array(4097).fill(link) })).toThrow('link-list 4097 4096');
});

test('what is more than a link holds is not looked at to its end', () => {
  const after = new Uint8Array(1 << 20).map((_, at) => at & 1);
  const edits = atOnce(runsOf(new Uint8Array(after.length), after));
  expect(edits.length).toBeLessThan(10_000);
  const shape = { shape: 'square', arrangement: 'odd-r' } as const;
  const recipe = { maker: 'field', ...shape, width: 1024, height: 1024 };
  const world = { kind: 'made', recipe: { ...recipe, seed: 1, knobs: {} }, edits } as const;
  expect(() => encode({ ...randomState(1), world })).toThrow('link-long');
});
