// Which of the files that are dropped is the map, and which of its places are passed by on the way.

import { expect, test } from 'vitest';
import { mapAmong, viaOf } from './files';

const among = (...names: string[]) => mapAmong(names.map((name) => new File([], name))).name;

test('the map is found among what lies beside it', () => {
  expect(among('a.tsx', 'tiles.png', 'a.tmx', 'tiles.jpg')).toBe('a.tmx');
  expect(among('rooms.map.scen', 'rooms.map')).toBe('rooms.map');
  expect(among('wall.PNG')).toBe('wall.PNG');
  expect(among('rock.tx', 'a.tmj', 'tree.tj')).toBe('a.tmj');
  expect(() => among('a.tsx')).toThrow('beside-a-map a.tsx');
  expect(() => among('a.txt', 'b.json')).toThrow('two-maps a.txt b.json');
});

test('what is no map is not read as a drawing', () => {
  for (const name of ['x.jpg', 'noext', 'x.webp', 'letter.pdf']) {
    expect(() => among(name)).toThrow('not-a-map');
  }
});

test('via points come back in their order', () => {
  const places = [
    ['via 2', 7], ['start', 1], ['via 10', 9], ['via 1', 5], ['via', 3], ['viaduct 1', 4],
  ] as const;
  expect(viaOf(places.map(([name, cell]) => ({ name, cell })))).toEqual([5, 7, 9]);
});
