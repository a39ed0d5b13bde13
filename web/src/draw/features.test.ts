// What a map has besides its ground, drawn frame by frame.

import { afterEach, expect, test, vi } from 'vitest';
import { readDrawn } from '../import/drawn';
import type { GameMap } from '../model';
import { featuresOf } from './features';
import { geometryOf } from './geometry';
import { themeOf } from './themes';

afterEach(() => vi.unstubAllGlobals());

test('the outlines of regions are made once and drawn in every frame', () => {
  const drawn: string[] = [];
  vi.stubGlobal('Path2D', class {
    constructor(d: string) {
      drawn.push(d);
    }
  });
  const regions = [{ name: 'Yard', parts: [{ cell: 0, width: 2, height: 2 }] }];
  const map: GameMap = { ...readDrawn('...\n...').map, regions };
  let looks = 0;
  const flat = geometryOf(map, 0);
  const xOf = (cell: number) => {
    looks += 1;
    return flat.xOf(cell);
  };
  const features = featuresOf(map, { ...flat, xOf }, themeOf('clear', false), 0);
  const made = looks;
  expect(made).toBeGreaterThan(0);
  const nothing = () => undefined;
  const ctx = {
    save: nothing, restore: nothing, setTransform: nothing, fill: nothing, stroke: nothing,
    setLineDash: nothing,
  } as unknown as CanvasRenderingContext2D;
  const camera = { x: 0, y: 0, scale: 20 };
  for (let frame = 0; frame < 3; frame += 1) {
    features.under(ctx, camera, { width: 60, height: 40, ratio: 1 });
  }
  expect(drawn.length).toBe(3);
  expect(new Set(drawn).size).toBe(1);
  expect(looks).toBe(made);
});
