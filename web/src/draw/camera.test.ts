// Looking: what is fitted is seen whole, what is zoomed at stays where it is.

import { expect, it } from 'vitest';
import {
  SCALE_LEAST, SCALE_MOST, fit, held, pan, reveal, toScreen, toWorld, visible, zoomAt,
} from './camera';
import { geometryOf } from './geometry';

const viewport = { width: 800, height: 600, ratio: 1 };
const bounds = { left: 0, top: 0, right: 100, bottom: 30 };

it('fits all of a map in the middle', () => {
  const camera = fit(bounds, viewport, 10);
  expect(camera.scale).toBeCloseTo(7.8);
  expect(toScreen(camera, 0, 15)).toEqual([expect.closeTo(10), expect.closeTo(300)]);
  expect(toScreen(camera, 100, 15)).toEqual([expect.closeTo(790), expect.closeTo(300)]);
});

it('does not blow a small map up', () => {
  expect(fit({ left: 0, top: 0, right: 2, bottom: 2 }, viewport).scale).toBe(64);
});

it('zooms around a pixel, within limits', () => {
  const camera = fit(bounds, viewport);
  const before = toWorld(camera, 123, 456);
  const nearer = zoomAt(camera, 123, 456, 1.7);
  expect(nearer.scale).toBeCloseTo(camera.scale * 1.7);
  toWorld(nearer, 123, 456).forEach((value, axis) => expect(value).toBeCloseTo(before[axis]));
  expect(zoomAt(camera, 0, 0, 1e9).scale).toBe(SCALE_MOST);
  const farthest = zoomAt(camera, 123, 456, 1e-9);
  expect(farthest.scale).toBe(SCALE_LEAST);
  toWorld(farthest, 123, 456).forEach((value, axis) => expect(value).toBeCloseTo(before[axis]));
});

it('drags the world along with the hand', () => {
  const camera = { x: 3, y: 4, scale: 10 };
  expect(toScreen(pan(camera, 25, -5), 5, 5)).toEqual([45, 5]);
});

it('moves to show a point, and not at all when it shows', () => {
  const camera = { x: 0, y: 0, scale: 10 };
  expect(reveal(camera, viewport, 40, 30)).toBe(camera);
  expect(toScreen(reveal(camera, viewport, 90, 30), 90, 30)).toEqual([776, 300]);
});

it('never loses the map', () => {
  const camera = held({ x: 9999, y: -9999, scale: 10 }, bounds, viewport);
  expect(toScreen(camera, 100, 0)).toEqual([400, 300]);
});

it('names the cells in view', () => {
  const geometry = geometryOf({
    shape: 'square', arrangement: 'odd-r', width: 100, height: 30, terrain: new Uint8Array(3000),
    prices: new Map(), isometric: false,
  });
  const view = visible({ x: 2.5, y: -3, scale: 20 }, viewport, geometry);
  expect(view).toEqual({ left: 2, top: 0, right: 43, bottom: 28 });
});
