// What is kept to take edits back counts for as much memory as it takes.

import { expect, test } from 'vitest';
import { readDrawn } from '../import/drawn';
import { bytesOf } from './undo';

const { map } = readDrawn('....\n....');
const ends = { from: 0, to: 1, via: [] };

test('a stroke of tags counts for more than one of ground', () => {
  const cells = new Uint32Array(10);
  const patch = { plane: 'terrain', cells, before: new Uint8Array(10), after: new Uint8Array(10) } as const;
  expect(bytesOf({ what: 'cells', patch })).toBe(60);
  const [before, after] = [new Uint16Array(10), new Uint16Array(10)];
  expect(bytesOf({ what: 'cells', patch: { plane: 'tags', cells, before, after } })).toBe(80);
});

test('links and names count, and so does what a map has besides its ground', () => {
  const place = { cell: 0, name: 'somewhere' };
  const bytes = (places: number) =>
    bytesOf({ what: 'said', before: {}, after: { places: new Array(places).fill(place) } });
  expect(bytes(1)).toBeGreaterThan(16);
  expect(bytes(1000)).toBe(1000 * bytes(1));
  const tagged = { ...map, tags: new Uint16Array(8), exits: new Uint8Array(8) };
  const [before, after] = [{ map, ends }, { map: tagged, ends }];
  expect(bytesOf({ what: 'map', before, after })).toBe(8 + 8 + 16 + 8);
});
