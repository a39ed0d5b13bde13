// Scenes to begin with: drawn by a few numbers, the same on every machine.

import { fetched } from '../app/fetched';
import {
  EMPTY_PLAN, OBSTACLE, region, type Outline, type Plan, type Sample, type Source, type Spot,
} from './model';

const outline = (...points: readonly number[]): Outline => Float64Array.from(points);

const box = (x: number, y: number, width: number, height: number): Outline =>
  outline(x, y, x + width, y, x + width, y + height, x, y + height);

/** Points all round, as far from the middle as is said, on a grid that forgets what machines round. */
export function round({ x, y }: Spot, radii: readonly number[], turn = 0): Outline {
  const count = radii.length;
  return Float64Array.from({ length: 2 * count }, (_, at) => {
    const angle = ((Math.floor(at / 2) + turn) / count) * 2 * Math.PI;
    const along = at % 2 === 0 ? Math.cos(angle) : Math.sin(angle);
    return Math.round(((at % 2 === 0 ? x : y) + along * radii[Math.floor(at / 2)]) * 256) / 256;
  });
}

/** Numbers from 0 up to 1, the same ones each time (the "minimal standard" of Park and Miller, 1988). */
function chances(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state * 48271) % 0x7fffffff;
    return state / 0x7fffffff;
  };
}

const planned = (
  outlines: readonly Outline[], from: Spot, to: Spot, radius: number,
  regions: readonly [tag: number, Outline][] = [],
): Plan => {
  const all = [
    ...regions.map(([tag, outline]) => ({ ...region(tag), outline })),
    ...outlines.map((outline) => ({ ...OBSTACLE, outline })),
  ];
  return { ...EMPTY_PLAN, things: all.map((each, id) => ({ ...each, id })), from, to, radius };
};

/** A market square: stalls, wells and a crooked house. */
function square(): Sample {
  const things = [
    box(5, 4, 5, 3), box(5, 10, 3, 6), outline(13, 3, 19, 4, 20, 8, 16, 9, 16, 6, 13, 6),
    round({ x: 14, y: 14 }, Array.from({ length: 12 }, () => 2.4)),
    outline(20, 12, 26, 11, 27, 14, 21, 15), box(24, 3, 3, 5),
    round({ x: 30, y: 8.5 }, [1.5, 1.5, 1.5, 1.5, 1.5, 1.5, 1.5, 1.5]), box(22, 18, 9, 1),
    outline(9, 19, 14, 18, 17, 20, 13, 21.5),
  ];
  const ground = [outline(1, 3, 8, 1, 27, 1, 35, 5, 35, 17, 30, 22, 12, 23, 3, 20)];
  const plan = planned(things, { x: 3.5, y: 5 }, { x: 32.5, y: 16 }, 0.4);
  return { name: 'square', ground, plan };
}

/** Walls with gaps of many widths: who is larger goes farther round. */
function gaps(): Sample {
  const things: Outline[] = [];
  for (const [column, widths] of [[0.6, 1.4, 2.6], [2.6, 0.6, 1.4], [1.4, 2.6, 0.6]].entries()) {
    const x = 8 + column * 8;
    let y = 0;
    for (const [at, width] of widths.entries()) {
      const next = 3.5 + at * 6.5 - width / 2;
      things.push(box(x, y, 1.2, next - y));
      y = next + width;
    }
    things.push(box(x, y, 1.2, 20 - y));
  }
  const plan = planned(things, { x: 4, y: 3.5 }, { x: 28.5, y: 16.5 }, 0.25);
  return { name: 'gaps', ground: [box(0, 0, 32, 20)], plan };
}

/** A wood: hundreds of trunks and rocks. */
function wood(): Sample {
  const chance = chances(20171);
  const things: Outline[] = [];
  for (let row = 0; row < 13; row += 1) {
    for (let column = 0; column < 20; column += 1) {
      const at = { x: 3 + column * 4 + chance() * 3, y: 3 + row * 4 + chance() * 3 };
      const count = 5 + Math.floor(chance() * 4);
      const size = 0.4 + chance() ** 3 * 2;
      const radii = Array.from({ length: count }, () => size * (0.7 + chance() * 0.6));
      if (Math.hypot((at.x - 43) / 39, (at.y - 28) / 24) < 1) things.push(round(at, radii, chance()));
    }
  }
  const rim = round({ x: 43, y: 28 }, Array.from({ length: 36 }, (_, at) => {
    const across = (at / 36) * 2 * Math.PI;
    return (42 * 27) / Math.hypot(27 * Math.cos(across), 42 * Math.sin(across)) + chance() * 2.5 - 1.5;
  }));
  return { name: 'wood', ground: [rim], plan: planned(things, { x: 4, y: 29 }, { x: 78.5, y: 31 }, 0.3) };
}

/** A river with a ford and a bridge, a swamp, a road, and a garden that is nobody's to cross. */
function river(): Sample {
  const things = [
    outline(15, 0, 19, 0, 18, 4, 20, 8, 17.5, 8), outline(17.5, 10, 20, 10, 22, 17, 18.5, 17),
    outline(18.5, 20, 22, 20, 24, 26, 20, 26), box(5, 5, 3, 3), box(6, 12, 4, 2.5), box(30, 6, 3, 4),
  ];
  const [CLOSED, SWAMP, MUD, ROAD] = [1, 2, 3, 4];
  const regions: [number, Outline][] = [
    [MUD, outline(17.5, 17, 23, 17, 23, 20, 17.5, 20)],
    [ROAD, outline(1, 8.4, 38, 8.4, 38, 9.6, 1, 9.6)],
    [SWAMP, outline(22, 11, 30, 12, 35, 17, 32, 23, 25, 22)],
    [CLOSED, outline(27, 1, 34, 1, 34, 4.5, 27, 4.5)],
  ];
  const plan = planned(things, { x: 4, y: 18 }, { x: 35.5, y: 20 }, 0.2, regions);
  return { name: 'river', ground: [box(0, 0, 40, 26)], plan };
}

/** Those that are made here. */
export const SAMPLES: Readonly<Record<'square' | 'gaps' | 'wood' | 'river', () => Sample>> =
  { square, gaps, wood, river };
export const SAMPLE_NAMES = [...Object.keys(SAMPLES) as (keyof typeof SAMPLES)[], 'riverside'] as const;
export type SampleName = (typeof SAMPLE_NAMES)[number];

/** A scene by its name; that of the examples is a file, as somebody else would bring it. */
export async function openSample(name: SampleName): Promise<Source> {
  if (name !== 'riverside') return { ...SAMPLES[name](), isSample: true };
  const { riverside } = await fetched(() => import('./riverside'));
  return { ...riverside(), isSample: true };
}
