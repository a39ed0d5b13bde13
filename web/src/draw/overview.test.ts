// The mean of all cells of a pixel is held against their colours, one by one.

import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { OPEN, VOID, WALL, type GameMap } from '../model';
import { geometryOf } from './geometry';
import { averaged, overviewOf } from './overview';
import { frameOf, type Look } from './pixels';
import { SHADES } from './shades';

const [WHITE, BLACK] = [0xffffffff, 0xff000000];
const table = new Uint32Array(SHADES).fill(WHITE);
table[WALL] = BLACK;
table[VOID] = 0;

function lookingAt(width: number, height: number, groundOf: (x: number, y: number) => number) {
  const terrain = Uint8Array.from({ length: width * height }, (_, cell) =>
    groundOf(cell % width, Math.floor(cell / width)));
  const map: GameMap = {
    shape: 'square', arrangement: 'odd-r', width, height, terrain, prices: new Map(), isometric: false,
  };
  const look: Look = { map, trace: null, time: 0, heat: 'none', truth: null, heats: null };
  return { map, look, geometry: geometryOf(map) };
}

function pixelsOf(given: ReturnType<typeof lookingAt>, scale: number, across: number) {
  const { geometry, look } = given;
  const frame = frameOf(geometry, { x: 0, y: 0, scale }, { width: 8, height: 8, ratio: 1 });
  const out = new Uint32Array(frame.width * frame.height);
  for (const _ of averaged(out, frame, geometry, look, table, across));
  return { out, frame };
}

it('shows how many cells of a pixel are walls', () => {
  // In the pixel x, y of 4 by 4 cells the first x + y cells of each row are walls, at most all.
  const given = lookingAt(32, 32, (x, y) =>
    (x % 4 < Math.min(4, (x >> 2) + (y >> 2)) ? WALL : OPEN));
  const { out, frame } = pixelsOf(given, 0.25, 4);
  expect([frame.width, frame.height]).toEqual([8, 8]);
  out.forEach((colour, at) => {
    const walls = Math.min(4, (at % 8) + (at >> 3));
    const light = Math.round(255 * (1 - walls / 4));
    expect(colour).toBe(((255 << 24) | (light << 16) | (light << 8) | light) >>> 0);
  });
});

it('lets nothing be seen through by as much as there is nothing', () => {
  const given = lookingAt(16, 16, (x) => (x % 2 ? VOID : WALL));
  const { out } = pixelsOf(given, 0.5, 2);
  expect(new Set(out)).toEqual(new Set([(128 << 24) >>> 0]));
});

it.each([{}, { isometric: true }, { shape: 'hex' }, { shape: 'hex', arrangement: 'odd-q' }] as const)(
  'leaves what is all of one colour as it is: %j', (form) => {
    const plain = lookingAt(40, 40, () => WALL);
    const map = { ...plain.map, ...form };
    const { out } = pixelsOf({ map, look: { ...plain.look, map }, geometry: geometryOf(map) }, 0.3, 4);
    const seen = out.filter((colour) => colour >>> 24 === 255);
    expect(seen.length).toBeGreaterThan(out.length / 4);
    expect(seen.every((colour) => colour === BLACK)).toBe(true);
  },
);

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

it('shows a part at once and all when nothing moves', async () => {
  // Every eighth column is a wall: who looks at a few of them sees none, or nothing else.
  const given = lookingAt(4096, 4096, (x) => (x % 8 === 0 ? WALL : OPEN));
  const { geometry, look } = given;
  const repaint = vi.fn();
  const overview = overviewOf(repaint);
  const frame = frameOf(geometry, { x: 0, y: 0, scale: 0.25 }, { width: 1024, height: 1024, ratio: 1 });
  const out = new Uint32Array(frame.width * frame.height);
  overview.fill(out, frame, geometry, look, table);
  expect(repaint).not.toHaveBeenCalled();
  await vi.runAllTimersAsync();
  expect(repaint).toHaveBeenCalledTimes(1);
  overview.fill(out, frame, geometry, look, table);
  const grey = Math.round(255 * 0.75);
  const shade = ((255 << 24) | (grey << 16) | (grey << 8) | grey) >>> 0;
  expect(new Set(out)).toEqual(new Set([WHITE, shade]));
  // Another moment of the search is another picture, and what is closed paints no more.
  overview.fill(out, frame, geometry, { ...look, time: 1 }, table);
  overview.close();
  await vi.runAllTimersAsync();
  expect(repaint).toHaveBeenCalledTimes(1);
}, 30_000);
