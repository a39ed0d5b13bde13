// What a frame costs in JavaScript: the filling of pixels, of the largest map and a search of 700,000 events.

import { bench, describe } from 'vitest';
import { CLOSED, HEATS, NONE, OPENED, WALL, type GameMap } from '../model';
import { traceOf } from '../trace';
import { fit } from './camera';
import { geometryOf } from './geometry';
import { fillPixels, frameOf, type Look } from './pixels';
import { shadesOf } from './shades';
import { themeOf } from './themes';

const SIDE = 4096;
const EVENTS = 700_000;
const VIEW = { width: 1600, height: 1000, ratio: 1 };
const MIDDLE = (SIDE / 2) * SIDE + SIDE / 2;

/** Every fifth cell a wall, and dear ground here and there; the same ones each time. */
function madeMap(over: Partial<GameMap>): GameMap {
  const terrain = new Uint8Array(SIDE * SIDE);
  let seed = 1;
  for (let cell = 0; cell < terrain.length; cell += 1) {
    seed = (Math.imul(seed, 1_664_525) + 1_013_904_223) >>> 0;
    terrain[cell] = seed % 1000 < 200 ? WALL : seed % 1000 < 300 ? 1 + (seed % 9) : 0;
  }
  return {
    shape: 'square', arrangement: 'odd-r', width: SIDE, height: SIDE, terrain, prices: new Map(),
    isometric: false, ...over,
  };
}

/** A flood from the middle, each cell opened and some time later closed. */
function flood({ terrain }: GameMap) {
  const kind = new Uint8Array(EVENTS);
  const cell = new Uint32Array(EVENTS);
  const parent = new Uint32Array(EVENTS).fill(NONE);
  const g = new Uint32Array(EVENTS);
  const h = new Uint32Array(EVENTS);
  const seen = new Uint8Array(terrain.length);
  const queue = [MIDDLE];
  seen[MIDDLE] = 1;
  let event = 0;
  const put = (what: number, at: number, from: number) => {
    if (event === EVENTS) return;
    [kind[event], cell[event], parent[event], g[event], h[event]] = [what, at, from, event, EVENTS - event];
    event += 1;
  };
  put(OPENED, MIDDLE, NONE);
  for (let next = 0; next < queue.length && event < EVENTS; next += 1) {
    const at = queue[next];
    put(CLOSED, at, NONE);
    for (const to of [at + 1, at - 1, at + SIDE, at - SIDE]) {
      if (seen[to] || terrain[to] === WALL) continue;
      seen[to] = 1;
      queue.push(to);
      put(OPENED, to, at);
    }
  }
  if (event < EVENTS) throw new Error(`only ${event} events`);
  return traceOf({ kind, cell, parent, g, h }, terrain.length);
}

const squares = madeMap({});
const trace = flood(squares);
const truth = new Uint32Array(squares.terrain.length).fill(EVENTS);
const out = new Uint32Array(VIEW.width * VIEW.height);
const usual = { time: 600, warmupTime: 100 };

function frames(map: GameMap, heat: Look['heat'], scale: number | 'fit') {
  const geometry = geometryOf(map);
  const [x, y] = geometry.centreOf(MIDDLE);
  const camera = scale === 'fit' ? fit(geometry.bounds, VIEW)
    : { x: x - VIEW.width / 2 / scale, y: y - VIEW.height / 2 / scale, scale };
  const table = shadesOf(themeOf('tutorial', false), map.prices).pixels;
  const frame = frameOf(geometry, camera, VIEW);
  let time = 0;
  return () => {
    time = (time + 9973) % EVENTS;
    fillPixels(out, frame, geometry, { map, trace, time, heat, truth }, table);
  };
}

describe('squares', () => {
  for (const scale of ['fit', 1, 8] as const) bench(`${scale}`, frames(squares, 'none', scale), usual);
});

describe('squares, heat maps at 1 px', () => {
  for (const heat of HEATS.slice(1)) bench(heat, frames(squares, heat, 1), usual);
});

describe('hexes and diamonds', () => {
  const forms: [string, Partial<GameMap>][] = [
    ['pointy', { shape: 'hex' }], ['flat', { shape: 'hex', arrangement: 'odd-q' }], ['diamond', { isometric: true }],
  ];
  for (const [name, form] of forms) {
    for (const scale of ['fit', 1, 8] as const) {
      bench(`${name} ${scale}`, frames({ ...squares, ...form }, 'none', scale), usual);
    }
  }
});
