// Each file is opened by those readers that read it, and by no larger ones.

import { expect, test } from 'vitest';
import { allReaders, FAMILIES } from './all-readers';
import { familyOf, type Family } from './family';
import type { Assignment } from './reader';

const readMap = await allReaders();

const bytesOf = (text: string) => new TextEncoder().encode(text);
const latin = (text: string) => Uint8Array.from(text, (letter) => letter.charCodeAt(0));
const OCTILE = 'type octile\nheight 1\nwidth 2\nmap\n.@\n';
const TMX = '<map version="1.10" orientation="orthogonal" width="1" height="1" tilewidth="8" tileheight="8">';
const TMJ = '{"orientation":"orthogonal","width":1,"height":1,"tilewidth":8,"tileheight":8,"layers":[';

/** Files by name, text, and who reads them. */
const FILES: readonly (readonly [string, string, Family])[] = [
  ['a.tmx', '\n<?xml version="1.0"?>\n<map', 'tmx'],
  ['a.xml', '\ufeff <map', 'tmx'],
  ['a.txt', '<map', 'tmx'],
  ['a.tmx', '..#', 'tmx'],
  ['a.tmj', '{', 'tmj'],
  ['a.json', '{"tiledversion": "1.10"}', 'documents'],
  ['a.map', '{"tiledversion": "1.10"}', 'tmj'],
  ['a.json', '{"__header__": {}}', 'ldtk'],
  ['a.ldtk', '{', 'ldtk'],
  ['a.xunlu', '{', 'tmj'],
  ['a.tmj', ' {"xunlu": 1', 'documents'],
  ['a.json', '[1]', 'documents'],
  ['a.xunlu', '', 'documents'],
  ['a.map', OCTILE, 'texts'],
  ['a.json', OCTILE, 'texts'],
  ['A.TXT', '..#\n', 'texts'],
  ['noext', '..#\n', 'texts'],
  ['.png', '..', 'images'],
  ['a.json', '<graphml', 'texts'],
  ['a.txt', 'mesh\n2\n', 'texts'],
];

/** Whether these readers know the format; what is wrong with the file they say only then. */
function know(family: Family, name: string, bytes: Uint8Array): boolean {
  try {
    readMap({ name, files: [{ name, bytes }], roles: [] }, family);
    return true;
  } catch (error) {
    return !/of the format \w+ cannot be shown/.test(String(error));
  }
}

test('a file goes to the readers that know its format', () => {
  const magic = [['a.txt', '\x89PNG\r\n', 'images'], ['a.png', '\x89xunlu\r\n', 'documents']] as const;
  const files = [
    ...FILES.map(([name, text, family]) => [name, bytesOf(text), family] as const),
    ...magic.map(([name, text, family]) => [name, latin(text), family] as const),
  ];
  for (const [name, bytes, expected] of files) {
    const family = familyOf({ name, files: [{ name, bytes }], roles: [] });
    const knowing = FAMILIES.filter((each) => know(each, name, bytes));
    const larger = family === 'tmx' || family === 'tmj' ? ['tiled'] : [];
    const isShown = !['<graphml', 'mesh\n2\n'].includes(new TextDecoder().decode(bytes));
    expect([name, bytes, family]).toEqual([name, bytes, expected]);
    expect([name, bytes, knowing]).toEqual([name, bytes, isShown ? [family, ...larger] : []]);
  }
});

test('what few maps of Tiled need comes with larger readers', () => {
  const check = (
    map: readonly [string, string], beside: readonly (readonly [string, string])[],
    assignments: Assignment[], expected: Family,
  ) => {
    const files = [...beside, map].map(([name, text]) => ({ name, bytes: bytesOf(text) }));
    expect(familyOf({ name: map[0], files, roles: [], assignments })).toBe(expected);
  };
  const xml = ['t.tsx', ' <tileset>'] as const;
  const json = ['t.tsj', '{"name":"t"}'] as const;
  check(['a.tmx', TMX], [xml, ['t.png', '\x89'], ['a.scen', 'version 1']], [], 'tmx');
  check(['a.tmj', TMJ], [json], [], 'tmj');
  check(['a.tmx', TMX], [json], [], 'tiled');
  check(['a.tmj', TMJ], [json, xml], [], 'tiled');
  check(['a.tmx', `${TMX}<data encoding="base64" compression="zstd">`], [], [], 'tiled');
  check(['a.tmx', `${TMX}<data encoding="base64" compression="zlib">zst zstzst`], [], [], 'tmx');
  check(['a.tmx', TMX], [xml], [{ layer: 0, role: 'wall' }], 'tiled');
});

test('a packed layer and a tileset of the other spelling are read', () => {
  const zstd = 'KLUv/SAEIQAAAQAAAA==';
  const layer = `"type":"tilelayer","name":"a","width":1,"height":1`;
  const text = `${TMJ}{${layer},"encoding":"base64","compression":"zstd","data":"${zstd}"}],`
    + '"tilesets":[{"firstgid":1,"source":"t.tsx"}]}';
  const tileset = '<tileset name="t" tilewidth="8" tileheight="8" tilecount="1" columns="1">'
    + '<tile id="0"><properties><property name="walkable" type="bool" value="false"/></properties></tile>'
    + '</tileset>';
  const files = [{ name: 'a.tmj', bytes: bytesOf(text) }, { name: 't.tsx', bytes: bytesOf(tileset) }];
  expect([...readMap({ name: 'a.tmj', files, roles: [] }).map.terrain]).toEqual([254]);
});
