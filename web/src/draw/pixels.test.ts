// Pixels are held against the geometry and against the state of each cell, worked out one by one.

import { describe, expect, it } from 'vitest';
import { CLOSED, NONE, OPENED, VOID, WALL, type Arrangement, type GameMap, type Heat } from '../model';
import { eventAt, stateAt, traceOf } from '../trace';
import { geometryOf } from './geometry';
import * as heats from './heat';
import { numbersOf, spanOf } from './heat';
import { codeOf, fillPixels, frameOf, type Look } from './pixels';
import { RAMP, RAMP_OPEN, SEEN_CLOSED, SEEN_OPEN, SHADES } from './shades';

const [WIDTH, HEIGHT] = [7, 5];
const itself = Uint32Array.from({ length: SHADES }, (_, code) => code + 1);

function madeMap(over: Partial<GameMap> = {}): GameMap {
  const terrain = Uint8Array.from({ length: WIDTH * HEIGHT }, (_, cell) => cell);
  terrain[9] = WALL;
  terrain[10] = VOID;
  return {
    shape: 'square', arrangement: 'odd-r', width: WIDTH, height: HEIGHT, terrain, prices: new Map(),
    isometric: false, ...over,
  };
}

/** Events as `[kind, cell]`; g counts up and h counts down. */
function traced(events: [number, number][]) {
  return traceOf({
    kind: Uint8Array.from(events, ([kind]) => kind),
    cell: Uint32Array.from(events, ([, cell]) => cell),
    parent: new Uint32Array(events.length).fill(NONE),
    g: Uint32Array.from(events, (_, at) => at * 10),
    h: Uint32Array.from(events, (_, at) => 100 - at),
  }, WIDTH * HEIGHT);
}

const once = traced([[OPENED, 0], [CLOSED, 0], [OPENED, 1], [OPENED, 8], [CLOSED, 8], [OPENED, 15]]);
const again = traced([[OPENED, 0], [CLOSED, 0], [OPENED, 1], [CLOSED, 1], [OPENED, 0], [CLOSED, 0]]);
const looking = (over: Partial<Look> = {}): Look =>
  ({ map: madeMap(), trace: null, time: 0, heat: 'none', truth: null, heats, ...over });

const ARRANGEMENTS: Arrangement[] = ['odd-r', 'even-r', 'odd-q', 'even-q'];
const FORMS: [string, Partial<GameMap>][] = [
  ['square', {}], ['isometric', { isometric: true }], ['lower squares', { stretch: 0.7 }],
  ['higher hexes', { stretch: 1.4, shape: 'hex', arrangement: 'even-q' }],
  ...ARRANGEMENTS.map(
    (arrangement): [string, Partial<GameMap>] => [arrangement, { shape: 'hex', arrangement }],
  ),
];

describe.each(FORMS)('%s', (_, form) => {
  const map = madeMap(form);
  const geometry = geometryOf(map);
  const viewport = { width: 61, height: 47, ratio: 1 };

  it.each([0.11, 0.7, 1, 3.3, 9])('puts the cell under every pixel, %f pixels large', (scale) => {
    const camera = { x: -1.234, y: -0.77, scale };
    const frame = frameOf(geometry, camera, viewport);
    const out = new Uint32Array(frame.width * frame.height);
    const look = looking({ map, trace: once, time: 4 });
    fillPixels(out, frame, geometry, look, itself);
    expect(out.length).toBeGreaterThan(0);
    out.forEach((code, at) => {
      const x = frame.worldX + (at % frame.width) * frame.step;
      const y = frame.worldY + Math.floor(at / frame.width) * frame.step;
      const cell = geometry.cellAt(x, y);
      expect(code).toBe(cell === NONE ? 0 : codeOf(look, cell) + 1);
    });
  });

  it('covers all of the map that is in view', () => {
    const camera = { x: -1, y: -1, scale: 2.5 };
    const { x, y, width, height, size } = frameOf(geometry, camera, viewport);
    const { bounds } = geometry;
    expect(x).toBeLessThanOrEqual((bounds.left + 1) * 2.5);
    expect(y).toBeLessThanOrEqual((bounds.top + 1) * 2.5);
    expect(x + width * size).toBeGreaterThanOrEqual(Math.min(61, (bounds.right + 1) * 2.5));
    expect(y + height * size).toBeGreaterThanOrEqual(Math.min(47, (bounds.bottom + 1) * 2.5));
  });
});

it.each([['without', once], ['with', again]])('shows cells as of any time, %s re-openings', (_, trace) => {
  const { map } = looking();
  for (let time = 0; time <= trace.length; time += 1) {
    map.terrain.forEach((terrain, cell) => {
      const { state } = stateAt(trace, cell, time);
      const seen = { unseen: 0, open: SEEN_OPEN, closed: SEEN_CLOSED }[state];
      expect(codeOf(looking({ trace, time }), cell)).toBe(terrain + seen);
    });
  }
});

it('colours from the least to the most of the whole search', () => {
  const look = (heat: Heat, time = 6) => looking({ trace: once, time, heat });
  expect(codeOf(look('order'), 0)).toBe(RAMP + 51);
  expect(codeOf(look('order'), 15)).toBe(RAMP_OPEN + 255);
  expect(codeOf(look('g'), 8)).toBe(RAMP + 204);
  expect(codeOf(look('g'), 2)).toBe(2);
  expect(codeOf(look('f', 4), 9)).toBe(WALL);
  expect(spanOf({ trace: once, heat: 'f', truth: null })).toEqual({ least: 100, most: 145 });
});

it('tells by how much the estimate misses the truth', () => {
  const truth = new Uint32Array(WIDTH * HEIGHT).fill(NONE);
  truth[0] = 130;
  truth[1] = 100;
  const source = { trace: once, heat: 'error' as const, truth };
  const missed = numbersOf(source);
  expect([0, 1, 8].map((cell) => missed(eventAt(once, cell, Infinity)))).toEqual([31, 2, 0]);
  expect(spanOf(source)).toEqual({ least: 0, most: 31 });
});

it('counts re-openings as of a time', () => {
  const counted = numbersOf({ trace: again, heat: 'reopenings', truth: null });
  expect([2, 4, 5, 6].map((time) => counted(eventAt(again, 0, time)))).toEqual([0, 0, 1, 1]);
  expect(counted(eventAt(again, 1, 6))).toBe(0);
  const look = (time: number) => looking({ trace: again, time, heat: 'reopenings' });
  expect([4, 5, 6].map((time) => codeOf(look(time), 0))).toEqual([RAMP, RAMP + 255, RAMP + 255]);
});
