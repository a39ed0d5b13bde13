// What goes wrong is a code with its values, and is said in the reader's language, whoever found it.

import { readFileSync } from 'node:fs';
import { beforeEach, expect, test } from 'vitest';
import worlds from '../../../crates/xunlu/src/error.rs?raw';
import abis from '../../../crates/xunlu-abi/src/status.rs?raw';
import formats from '../../../crates/xunlu-format/src/error.rs?raw';
import maps from '../../../crates/xunlu-map/src/error.rs?raw';
import { coded, codedAt, toldBy, toldIn } from '../coded';
import { allReaders } from '../import/all-readers';
import { en } from './en';
import { createWords, takeWords } from './index';
import { zh } from './zh';

takeWords('en', en);
takeWords('zh', zh);
const { choose, sentenceOf, textOf } = createWords('zh');
beforeEach(() => choose('zh'));

const readMap = await allReaders();
const tutorial = readFileSync(new URL('../../../examples/maps/tutorial.tmx', import.meta.url), 'utf8');
const WALLS = '<map version="1.10" orientation="orthogonal" width="2" height="1" '
  + 'tilewidth="8" tileheight="8">'
  + '<tileset firstgid="1" name="t" tilewidth="8" tileheight="8" tilecount="2" columns="2"/>'
  + '<layer name="Mauer" width="2" height="1"><data encoding="csv">1,2</data></layer></map>';

/** What is said of a file: what is wrong with it, or its warnings. */
function said(name: string, text: string): string {
  const bytes = new TextEncoder().encode(text);
  try {
    return readMap({ name, files: [{ name, bytes }], roles: [] }).warnings.map(sentenceOf).join();
  } catch (error) {
    return textOf(error);
  }
}

/** The codes of the page's dictionary, less the templates for places. */
const codesOf = (words: object) => Object.keys(words).flatMap((key) =>
  /^told\.(?!at\b|and$)/.test(key) ? [key.slice('told.'.length)] : []);

test('every code of the engine and its readers has a sentence in Chinese', () => {
  const arms = (source: string, ...kinds: string[]) => kinds.flatMap((kind) =>
    [...source.matchAll(new RegExp(`${kind}::\\w+ =>\\s*"([a-z-]+)"`, 'g'))].map(([, code]) => code));
  const sent = {
    worlds: arms(worlds, 'WorldErrorKind'),
    maps: arms(maps, 'MapErrorKind'),
    formats: arms(formats, 'FormatErrorKind', 'WarningKind'),
    abis: arms(abis, 'AbiCode'),
  };
  const variants = (source: string) => [...source.matchAll(/=> "[a-z-]+",/g)].length;
  for (const [name, source] of Object.entries({ worlds, maps, formats, abis })) {
    expect([name, sent[name as keyof typeof sent].length]).toEqual([name, variants(source)]);
  }
  const all = Object.values(sent).flat();
  expect(all.length).toBeGreaterThan(45);
  expect(all.filter((code) => !codesOf(zh).includes(code))).toEqual([]);
});

const files = import.meta.glob<string>(['../**/*.ts', '../**/*.tsx', '!../**/*.test.ts'], {
  query: '?raw', import: 'default', eager: true,
});

test('every code of the page has a sentence in both languages', () => {
  const thrown = /\bcoded(?:At)?\(((?:[^()]|\([^()]*\))*)\)/g;
  const codes = Object.values(files).flatMap((text) => [...text.matchAll(thrown)].flatMap(([, given]) =>
    [...given.matchAll(/'([a-z]+(?:-[a-z]+)+)'/g)].map(([, code]) => code)));
  expect(new Set(codes).size).toBeGreaterThan(25);
  for (const words of [en, zh]) expect(codes.filter((code) => !codesOf(words).includes(code))).toEqual([]);
});

test('nobody on the page is told of flags', async () => {
  for (const language of ['en', 'zh'] as const) {
    await choose(language);
    expect(said('w.tmx', WALLS)).not.toContain('--role');
    expect(said('w.tmx', WALLS)).toContain('Mauer');
  }
});

test('in Chinese two codes end in words that are not ours', () => {
  // What browsers say, and what the page would have to ask of the engine that makes no sense.
  const ending = Object.entries(zh).flatMap(([key, text]) =>
    /^told\.(?!at\b)/.test(key) && text.includes('{words}') ? [key.slice('told.'.length)] : []);
  expect(ending.sort()).toEqual(['other', 'refused']);
});

test('the commonest errors are said in Chinese', () => {
  const wrong = [
    ['tutorial.tmx', tutorial],
    ['cut.tmx', tutorial.slice(0, 300)],
    ['cut.map', 'type octile\nheight 3\nwidth 3\nmap\n...\n...\n'],
    ['odd.map', 'type octile\nheight 2\nwidth 3\nmap\n...\n..\n'],
    ['odd.json', '{ "xunlu": 1, "kind": "grid",\n "terrain": ["..", "."] }'],
    ['cut.json', '{ "xunlu": 1,\n "kind": '],
    ['list.json', '[1]'],
    ['a.txt', '..\n.!'],
    ['wide.map', `type octile\nheight 1\nwidth ${2 ** 24}\nmap\n`],
    ['flat.map', 'type octile\nheight 0\nwidth 1\nmap\n'],
    ['twice.json', '{ "xunlu": 1, "kind": "waypoints", "waypoints": ['
      + '{ "name": "甲", "x": 0, "y": 0 }, { "name": "甲", "x": 1, "y": 0 }] }'],
  ];
  for (const [name, text] of wrong) {
    const words = said(name, text).replaceAll(/[\w-]+\.\w+|\w+\[/g, '');
    expect([name, words.match(/[a-z]{2,}/g) ?? []]).toEqual([name, []]);
  }
  expect(said('cut.map', wrong[2][1])).toBe('cut.map 第 7 行第 1 列：地图到第 2 行就结束了，应有 3 行');
  expect(said('tutorial.tmx', tutorial)).toMatch(/：还需要 tutorial\.tsx，请与地图一起拖入$/);
  expect(textOf(coded('two-maps', 'a.txt', 'b.txt'))).toBe('a.txt 和 b.txt 是两张地图，请一次拖入一张');
});

test('what is wrong with a map and what belongs there is said in Chinese', () => {
  const layer = (data: string) => WALLS.replace(/<data.*data>/, data);
  expect(said('a.tmx', layer('<data encoding="csv">1,x</data>'))).toMatch(/："x" 在这里不合要求$/);
  expect(said('a.tmx', layer('<data encoding="csv">1</data>'))).toMatch(/：这里有 1 个，应为 2 个$/);
  expect(said('a.tmx', layer('<data encoding="rot13">1</data>')))
    .toMatch(/：这里不能是 "rot13"，应为以下之一：csv, base64$/);
  expect(said('a.tmx', layer('<data encoding="base64" compression="zlib">AAAA</data>')))
    .toMatch(/：数据已损坏或不完整$/);
  expect(said('a.map', 'type octile\nheight x\nwidth 2\nmap\n')).toMatch(/："x" 在这里不合要求$/);
  expect(said('a.txt', '@origin 3\n..')).toMatch(/："3" 在这里不合要求，应像这样写：3,1$/);
  expect(said('a.txt', '..\n\n..')).toMatch(/：地图的行与行之间有空行$/);
});

test('what has no sentence is said in the words it came with', () => {
  const told = { code: 'from-tomorrow', where: { file: 'a.tmx' }, values: ['1'], message: 'no moon' };
  expect(sentenceOf(told)).toBe('a.tmx：原文：no moon');
  expect(textOf(new TypeError('Failed to fetch'))).toBe('原文：Failed to fetch');
  expect(toldBy('no error at all').message).toBe('no error at all');
});

test('English stays as the engine says it', async () => {
  await choose('en');
  expect(said('b.map', 'type octile\nheight 2\nwidth x\nmap\n'))
    .toBe('b.map, line 3, column 7: "x"; expected a whole number of cells');
  expect(said('odd.json', '{ "xunlu": 1, "kind": "grid", "terrain": ["..", "."] }'))
    .toBe('odd.json, terrain[1]: a row of 1 characters; expected 2, to fit the first row');
  expect(textOf(codedAt({ file: 's.scen', line: '3' }, 'scenario-fields', 2)))
    .toBe('s.scen, line 3: the row has 2 fields instead of 9');
});

test('numbers of many digits are written for people, and several names as a list', () => {
  expect(textOf(codedAt({ file: 'a.tmx' }, 'file-too-large', 700000000, 268435456)))
    .toBe('a.tmx：文件有 700,000,000 字节，最多读取 268,435,456 字节');
  const told = toldIn(['code\tno-walls', 'value\tMauer', 'value\tBoden', '']);
  expect(sentenceOf(told)).toMatch(/图块图层：Mauer、Boden$/);
});
