// Files of every kind, read by the engine's readers as the page has them.

import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { WALL } from '../model';
import { allReaders } from './all-readers';
import { layersOf } from './layers';
import type { Assignment } from './reader';
import { readScenario } from './scenario';

const readMap = await allReaders();
const examples = new URL('../../../examples/maps/', import.meta.url);
const example = (name: string) => ({ name, bytes: new Uint8Array(readFileSync(new URL(name, examples))) });
const drawn = (name: string, text: string) => ({ name, bytes: new TextEncoder().encode(text) });
const read = (...files: { name: string; bytes: Uint8Array }[]) =>
  readMap({ name: files[0].name, files, roles: [] });

test('a Tiled map is read with its tileset, its places and its prices', () => {
  const { map, places } = read(example('tutorial.tmx'), example('tutorial.tsx'));
  expect(map.terrain.length).toBe(map.width * map.height);
  expect(map.terrain).toContain(WALL);
  expect(places.map(({ name }) => name)).toEqual(expect.arrayContaining(['start', 'goal']));
});

test('a Tiled map is read with what it looks like', () => {
  const { scenery } = read(example('village.tmx'), example('village.tsx'));
  expect([scenery?.area, scenery?.frame, scenery?.images])
    .toEqual([[0, 0, 448, 288], [8, 8, 16, 16], [{ name: 'village.png', clear: null }]]);
  expect(scenery!.layers.map(({ name }) => name)).toEqual(['Ground', 'Things', 'Above', 'Places']);
  expect(scenery!.layers[0])
    .toEqual({ name: 'Ground', role: 'ground', pieces: 504, opacity: 1, tint: [255, 255, 255, 255] });
  const pieces = scenery!.layers.reduce((sum, layer) => sum + layer.pieces, 0);
  expect(scenery!.pieces.length).toBe(4 * pieces);
  // Tiles as they are, and those that are mirrored.
  expect([...scenery!.poses]).toEqual([1, 0, 0, 1, -1, 0, 0, 1]);
  expect([...scenery!.sheets[0].uses].slice(0, 3)).toEqual([[3, 300], [4, null], [5, null]]);
  expect(scenery!.sheets).toEqual([
    {
      name: 'village', file: 'village.tsx', first: 1, grid: [0, 0, 0, 8, 16, 16], pictures: [],
      usual: 100, uses: expect.any(Map),
    },
  ]);
  expect(read(drawn('small.map', 'type octile\nheight 1\nwidth 1\nmap\n.\n')).scenery).toBe(null);
});

test('what tiles are for is written into the files, and nothing else', () => {
  const files = [example('village.tmx'), example('village.tsx')];
  const assign = (...assignments: Assignment[]) =>
    readMap({ name: 'village.tmx', files, roles: [], assignments });
  const said = [{ sheet: 0, tile: 2, says: null }, { sheet: 0, tile: 0, says: 400 }];
  const { changed, map, scenery } = assign(...said);
  expect(changed.map(({ name }) => name)).toEqual(['village.tsx']);
  expect([scenery!.sheets[0].uses.get(2), scenery!.sheets[0].uses.get(0)]).toEqual([null, 400]);
  expect(map.terrain[map.width * 6 + 3]).toBe(WALL);
  const [before, after] = [files[1].bytes, changed[0].bytes].map((bytes) => new TextDecoder().decode(bytes));
  const lines = before.split('\n');
  const rest = after.split('\n').filter((line) => lines[0] === line && lines.shift() !== undefined);
  expect([lines, rest.join('\n')]).toEqual([[], before]);
  expect(assign({ layer: 1, role: 'ignore' }).changed.map(({ name }) => name)).toEqual(['village.tmx']);
  expect(() => assign({ sheet: 3, tile: 2, says: null })).toThrow(/set of tiles number 3/);
  expect(read(...files).changed).toEqual([]);
});

test('maps of the benchmarks and drawn texts are read', () => {
  const octile = read(drawn('small.map', 'type octile\nheight 2\nwidth 3\nmap\n..@\n.T.\n')).map;
  expect([octile.width, octile.height]).toEqual([3, 2]);
  expect(octile.terrain[0]).toBe(0);
  const hexes = read(drawn('hexes.txt', '@hex odd-q\n. 3\n. .\n')).map;
  expect([hexes.shape, hexes.arrangement]).toEqual(['hex', 'odd-q']);
  const json = read(drawn('a.json', '{"xunlu": 1, "kind": "grid", "terrain": ["..#", ".4."]}')).map;
  expect(Array.from(json.terrain)).toEqual([0, 0, WALL, 0, 4, 0]);
});

test('what is broken is said with its place', () => {
  expect(() => read(drawn('b.map', 'type octile\nheight 2\nwidth x\nmap\n'))).toThrow(/b\.map 3 7 /);
  expect(() => read(drawn('c.tmx', '<map'))).toThrow(/c\.tmx 1 1 /);
  expect(() => read(example('tutorial.tmx'))).toThrow('a file beside the map tutorial.tsx');
  expect(() => readMap({ name: 'x', files: [], roles: [] })).toThrow('not put at hand');
});

test('layers are named with what they are for', () => {
  const { bytes } = example('tutorial.tmx');
  const layers = layersOf('tutorial.tmx', bytes, new Map());
  const told = layers.map(({ name, role }) => `${name} ${role}`);
  expect(told).toEqual(['road ground', 'wall wall', 'places ']);
  expect(layersOf('a.tmx', drawn('', '<layer id="1" name="A &amp; B"/>').bytes, new Map([['A & B', 'wall']])))
    .toEqual([{ name: 'A & B', role: 'wall' }]);
  const tmj = '{"tiledversion": "1.10", "layers": [{"name": "Walls", "type": "tilelayer"}]}';
  expect(layersOf('a.tmj', drawn('', tmj).bytes, new Map())).toEqual([{ name: 'Walls', role: 'wall' }]);
  expect(layersOf('a.tmj', drawn('', '{').bytes, new Map())).toEqual([]);
});

test('a scenario is for its map, row by row', () => {
  const { map } = read(drawn('small.map', 'type octile\nheight 2\nwidth 3\nmap\n...\n...\n'));
  const rows = (text: string) => readScenario('s.scen', new TextEncoder().encode(text), map);
  expect(rows('version 1\n0\tsmall.map\t3\t2\t0\t0\t2\t1\t2.41421356\n'))
    .toEqual([{ from: 0, to: 5, best: 2.41421356 }]);
  expect(() => rows('0\tsmall.map')).toThrow('s.scen 1 scenario-version');
  expect(() => rows('version 1\n0\tsmall.map\t3\t2\t0\t0\t3\t1\t2')).toThrow('scenario-cell 3,1 3 x 2');
  expect(() => rows('version 1\n0\tsmall.map\t4\t2\t0\t0\t2\t1\t2')).toThrow('scenario-size 4 x 2 3 x 2');
  expect(() => rows('version 1\n0 small.map')).toThrow('scenario-fields 2');
});
