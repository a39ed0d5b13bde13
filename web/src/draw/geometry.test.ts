// Cells are found again where they are said to lie, in every form.

import { describe, expect, it } from 'vitest';
import { NONE, type Arrangement, type GameMap } from '../model';
import { geometryOf } from './geometry';

const map = (over: Partial<GameMap>): GameMap => ({
  shape: 'square', arrangement: 'odd-r', width: 5, height: 4, terrain: new Uint8Array(20),
  prices: new Map(), isometric: false, ...over,
});

const ARRANGEMENTS: Arrangement[] = ['odd-r', 'even-r', 'odd-q', 'even-q'];
const FORMS: [string, GameMap][] = [
  ['square', map({})],
  ['isometric', map({ isometric: true })],
  ...ARRANGEMENTS.map((arrangement): [string, GameMap] => [arrangement, map({ shape: 'hex', arrangement })]),
];

const LOWER = FORMS.map(([name, of]): [string, GameMap] => [`${name}, lower`, { ...of, stretch: 0.7 }]);

describe.each([...FORMS, ...LOWER])('%s', (_, it_map) => {
  const geometry = geometryOf(it_map);
  const cells = it_map.terrain.map((_ground, cell) => cell);

  it('finds every cell at its centre and just inside its corners', () => {
    for (const cell of cells) {
      const [x, y] = geometry.centreOf(cell);
      expect(geometry.cellAt(x, y)).toBe(cell);
      for (const [cornerX, cornerY] of geometry.outline(cell)) {
        expect(geometry.cellAt(x + (cornerX - x) * 0.98, y + (cornerY - y) * 0.98)).toBe(cell);
      }
    }
  });

  it('keeps every corner within its bounds, and touches each of their sides', () => {
    const corners = [...cells].flatMap((cell) => geometry.outline(cell));
    const xs = corners.map(([x]) => x);
    const ys = corners.map(([, y]) => y);
    const { left, top, right, bottom } = geometry.bounds;
    expect(Math.min(...xs)).toBeCloseTo(left);
    expect(Math.max(...xs)).toBeCloseTo(right);
    expect(Math.min(...ys)).toBeCloseTo(top);
    expect(Math.max(...ys)).toBeCloseTo(bottom);
  });

  it('has nothing outside', () => {
    const { left, top, right, bottom } = geometry.bounds;
    expect(geometry.cellAt(left - 0.01, (top + bottom) / 2)).toBe(NONE);
    expect(geometry.cellAt((left + right) / 2, bottom + 0.01)).toBe(NONE);
    expect(geometry.cellAt(right + 0.01, top - 0.01)).toBe(NONE);
  });

  it('names every cell that shows in a part of the world', () => {
    const part = { left: 1.3, top: 0.9, right: 2.6, bottom: 2.1 };
    const range = geometry.within(part);
    for (let x = part.left; x <= part.right; x += 0.05) {
      for (let y = part.top; y <= part.bottom; y += 0.05) {
        const cell = geometry.cellAt(x, y);
        if (cell === NONE) continue;
        expect(cell % 5).toBeGreaterThanOrEqual(range.left);
        expect(cell % 5).toBeLessThan(range.right);
        expect(Math.floor(cell / 5)).toBeGreaterThanOrEqual(range.top);
        expect(Math.floor(cell / 5)).toBeLessThan(range.bottom);
      }
    }
  });
});

it('puts straight neighbours one step apart', () => {
  for (const [, of] of FORMS) {
    const geometry = geometryOf(of);
    const apart = (a: number, b: number) =>
      Math.hypot(geometry.xOf(a) - geometry.xOf(b), geometry.yOf(a) - geometry.yOf(b));
    expect(apart(6, 7)).toBeCloseTo(1);
    expect(apart(6, 11)).toBeCloseTo(1);
  }
});

it('shoves the lines that the arrangement names', () => {
  const at = (arrangement: Arrangement, cell: number) =>
    geometryOf(map({ shape: 'hex', arrangement })).centreOf(cell);
  expect(at('odd-r', 5)[0]).toBe(1);
  expect(at('odd-r', 0)[0]).toBe(0.5);
  expect(at('even-r', 0)[0]).toBe(1);
  expect(at('odd-q', 1)[1]).toBe(1);
  expect(at('even-q', 0)[1]).toBe(1);
});
