// What a frame costs in JavaScript: `npm run bench:frame`. The largest map and a search of 700,000 events.

import { CLOSED, HEATS, NONE, OPENED, WALL, type GameMap, type Heat } from '../model';
import { traceOf } from '../trace';
import { fit } from './camera';
import { geometryOf } from './geometry';
import * as heats from './heat';
import { fillPixels, frameOf } from './pixels';
import { shadesOf } from './shades';
import { themeOf } from './themes';

const SIDE = 4096;
const EVENTS = 700_000;
const FRAMES = 100;
const WARM_UPS = 15;
const VIEW = { width: 1600, height: 1000, ratio: 1 };
const MIDDLE = (SIDE / 2) * SIDE + SIDE / 2;

/** Every fifth cell a wall, and expensive ground here and there; the same ones each time. */
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
// Cells at the edges are seen in part: one more each way.
const out = new Uint32Array((VIEW.width + 1) * (VIEW.height + 1));

/** Fills frames at times all over the search, and prints what they cost. */
function measure(name: string, map: GameMap, heat: Heat, scale: number | 'fit'): void {
  const geometry = geometryOf(map);
  const [x, y] = geometry.centreOf(MIDDLE);
  const camera = scale === 'fit' ? fit(geometry.bounds, VIEW)
    : { x: x - VIEW.width / 2 / scale, y: y - VIEW.height / 2 / scale, scale };
  const table = shadesOf(themeOf('tutorial', false), map.prices).pixels;
  const frame = frameOf(geometry, camera, VIEW);
  const costs: number[] = [];
  for (let turn = 0; turn < WARM_UPS + FRAMES; turn += 1) {
    const time = (turn * 9973 * 7) % EVENTS;
    const before = performance.now();
    fillPixels(out, frame, geometry, { map, trace, time, heat, truth, heats }, table);
    if (turn >= WARM_UPS) costs.push(performance.now() - before);
  }
  costs.sort((a, b) => a - b);
  const mean = costs.reduce((sum, cost) => sum + cost, 0) / costs.length;
  const most = costs[Math.floor(costs.length * 0.99)];
  const columns = [costs[0], costs[FRAMES / 2], mean, most].map((cost) => cost.toFixed(2).padStart(8));
  console.log(`${name.padEnd(24)} ${String(scale).padStart(4)} ${columns.join(' ')}`);
}

console.log(`${'ms a frame'.padEnd(24)}   px    least   median     mean      p99`);
const SCALES = ['fit', 1, 8] as const;
for (const scale of SCALES) measure('squares', squares, 'none', scale);
for (const heat of HEATS.slice(1)) measure(`squares by ${heat}`, squares, heat, 1);
for (const scale of SCALES) measure('pointy hexes', { ...squares, shape: 'hex' }, 'none', scale);
const flat: GameMap = { ...squares, shape: 'hex', arrangement: 'odd-q' };
for (const scale of SCALES) measure('flat hexes', flat, 'none', scale);
for (const scale of SCALES) measure('diamonds', { ...squares, isometric: true }, 'none', scale);
