// The camera stays where it was moved while the map has its shape.

import { expect, test } from 'vitest';
import { readDrawn } from '../import/drawn';
import { createUndo } from './undo';
import { createView } from './view';
import { createWorld } from './world';

const world = createWorld();
const { changeMap, undo } = createUndo({ world });
const { camera, viewport, zoomBy } = createView({ world });

const put = (width: number, height: number) =>
  changeMap(readDrawn(Array(height).fill('.'.repeat(width)).join('\n')).map);

test('a map of another size is shown whole, whatever part of the last one was looked at', () => {
  viewport.value = { width: 800, height: 600, ratio: 1 };
  put(9, 9);
  const whole = camera.value;
  put(200, 200);
  zoomBy(8, 640, 480);
  const near = camera.value;
  put(200, 200);
  expect(camera.value).toEqual(near);
  put(9, 9);
  expect(camera.value).toEqual(whole);
  zoomBy(2);
  undo();
  expect(camera.value.scale).toBeLessThan(whole.scale);
});
