// Links to scenes: what comes back is what was there; what is broken is told.

import { expect, test } from 'vitest';
import { Coded } from '../coded';
import { EMPTY_PLAN, OBSTACLE, region, type Plan, type Sample, type Thing } from './model';
import { SAMPLES } from './samples';
import { HASH_MAX } from '../share/bytes';
import { decodeScene, encodeScene, type SharedScene } from './shared';

const line = (...numbers: number[]) => Float64Array.from(numbers);
const LINK: Thing = {
  ...OBSTACLE, id: 70, kind: 'link', name: '渡船', tags: 3, outline: line(1, 2, -3.5, 4.25),
  link: { length: 0.1, isTwoWay: true, isShut: true },
};
const ROUTE: Thing = { ...OBSTACLE, id: 71, kind: 'route', isLoop: true, outline: line(0, 0, 5, 5) };
const MIRE = line(1, 1, 2, 1, 2, 2);
const REGION: Thing = { ...OBSTACLE, ...region(2, 15), id: 72, name: 'mire', outline: MIRE };

/** The plan that a link opens with. */
async function opened(shared: SharedScene): Promise<Plan> {
  const hash = encodeScene(shared);
  expect(hash.length).toBeLessThanOrEqual(HASH_MAX);
  const source = await decodeScene(hash);
  const { plan } = source as Sample;
  const made = source.adapt?.('base' in shared.of ? shared.of.base : plan) ?? plan;
  expect(source.name).toBe(shared.name);
  expect(source.method).toBe(shared.method);
  if ('ground' in shared.of) expect((source as Sample).ground).toEqual(shared.of.ground);
  return made;
}
const bare = ({ things, ...rest }: Plan) => ({ ...rest, things: things.map(({ id: _, ...thing }) => thing) });

test('a scene that was drawn comes back exactly', async () => {
  const plan: Plan = {
    things: [LINK, { ...REGION, link: null }, ROUTE, { ...OBSTACLE, id: 2, outline: line(9, 9, 8, 9, 8, 8) }],
    sorts: [{ tag: 2, name: 'bog', cost: 0.1 }, { tag: 15, name: '', cost: null }],
    places: [{ name: '酒馆', at: { x: -1.5, y: 1 / 1024 } }],
    from: { x: -20000.25, y: 3 }, to: { x: 32768, y: 0 }, radius: 0.3,
  };
  const of = { ground: [line(0, 0, 40_000, 0, 40_000, 9), line(-1, -1, -2, -2, -3, 7)] };
  expect(bare(await opened({ name: 'mine.json', of, plan, method: 'funnel' }))).toEqual(bare(plan));
});

test('a sample comes back with what was changed of it, and the rest is the very same', async () => {
  for (const [name, sample] of Object.entries(SAMPLES)) {
    const base = sample().plan;
    const of = { base };
    expect(await opened({ name, of, plan: base, method: 'exact' })).toMatchObject({ radius: base.radius });
    const [first, second, ...rest] = base.things;
    const moved = { ...second, outline: second.outline.map((number) => Math.round(number * 4 + 1) / 4) };
    const plan = { ...base, things: [...rest, moved, LINK], radius: 1.25, from: { x: 2, y: 2.5 } };
    const made = await opened({ name, of, plan, method: 'exact' });
    expect(made.things.slice(0, rest.length).every((thing, at) => thing === rest[at])).toBe(true);
    expect(made.things).not.toContain(first);
    expect(bare(made).things.slice(-2)).toEqual(bare(plan).things.slice(-2));
    expect(new Set(made.things.map(({ id }) => id)).size).toBe(made.things.length);
    expect(made).toMatchObject({ sorts: base.sorts, radius: 1.25, from: { x: 2, y: 2.5 } });
  }
});

test('a sample that is another by now is refused, and so is what does not fit', async () => {
  const { plan: base } = SAMPLES.square();
  const hash = encodeScene({ name: 'square', of: { base }, plan: base, method: 'exact' });
  const source = await decodeScene(hash);
  expect(() => source.adapt!({ ...base, things: base.things.slice(1) })).toThrow(Coded);
  const things = Array.from({ length: 900 }, (_, id): Thing =>
    ({ ...OBSTACLE, id, outline: line(id, id / 7, 2 * id, 3, 4, 5.5) }));
  const plan = { ...EMPTY_PLAN, things };
  expect(() => encodeScene({ name: 'many', of: { ground: [] }, plan, method: 'exact' })).toThrow(Coded);
});

test('a link that was cut off or changed is told, whatever of it', async () => {
  const { plan: base } = SAMPLES.river();
  const plan = { ...base, things: [...base.things, LINK, REGION] };
  const whole = encodeScene({ name: 'river', of: { base }, plan, method: 'exact' });
  for (let at = 1; at < whole.length; at += 1) {
    await expect(decodeScene(whole.slice(0, at))).rejects.toThrow(Coded);
    const other = whole[at] === 'A' ? 'B' : 'A';
    await expect(decodeScene(whole.slice(0, at) + other + whole.slice(at + 1))).rejects.toThrow(Coded);
  }
});
