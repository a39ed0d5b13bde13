// Closed cells take on their colour within a moment, the newest being the farthest from it.

import { expect, test } from 'vitest';
import { readDrawn } from '../import/drawn';
import { CLOSED, OPENED, type Trace } from '../model';
import { geometryOf } from './geometry';
import { paintEasing } from './overlay';
import { emptyScene } from './paint';
import { themeOf } from './themes';

const { map } = readDrawn('......');
const geometry = geometryOf(map);
const kind = Uint8Array.of(OPENED, CLOSED, CLOSED, OPENED, CLOSED, CLOSED);
const trace = { kind, cell: Uint32Array.of(0, 1, 2, 3, 4, 5), length: 6 } as unknown as Trace;

/** How strongly cells are still of the colour of open ones, in the order of their events. */
function shares(now: number, span: number, scale = 40): number[] {
  const painted: number[] = [];
  const ignore = () => undefined;
  const ctx = {
    globalAlpha: 1, beginPath: ignore, moveTo: ignore, lineTo: ignore, rect: ignore, closePath: ignore,
    fill: () => painted.push(Number(ctx.globalAlpha.toFixed(3))),
  };
  const scene = { ...emptyScene(map, geometry, themeOf('clear', false)), trace, time: Math.floor(now) };
  const camera = { x: 0, y: 0, scale };
  paintEasing(ctx as unknown as CanvasRenderingContext2D, scene, { now, span }, camera);
  expect(ctx.globalAlpha).toBe(1);
  return painted;
}

test('a cell that was just closed is the farthest from its colour', () => {
  // The events before 2 happened at 2 and earlier: that of number 1, a closing, this moment.
  expect(shares(2, 2)).toEqual([1]);
  expect(shares(3.5, 2)).toEqual([0.25, 0.75]);
  expect(shares(6, 2)).toEqual([0.5, 1]);
});

test('what is over is left alone, and so are small cells', () => {
  expect(shares(5.9, 0.5)).toEqual([]);
  expect(shares(6, 6, 6)).toEqual([]);
});
