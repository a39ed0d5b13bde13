// What the readers say of files that are broken is said in the reader's language, in words of the page.

import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { readMap } from '../import/reader';
import { start } from '../engine/wasm';
import { en } from './en';
import { setLanguage, takeWords } from './index';
import { told } from './told';
import { zh } from './zh';

takeWords('en', en);
takeWords('zh', zh);
const wasm = new URL('../engine/wasm/formats.wasm', import.meta.url);
const abi = await start(new WebAssembly.Module(readFileSync(wasm)));
const tutorial = readFileSync(new URL('../../../examples/maps/tutorial.tmx', import.meta.url), 'utf8');
const WALLS = '<map version="1.10" orientation="orthogonal" width="2" height="1" '
  + 'tilewidth="8" tileheight="8">'
  + '<tileset firstgid="1" name="t" tilewidth="8" tileheight="8" tilecount="2" columns="2"/>'
  + '<layer name="Mauer" width="2" height="1"><data encoding="csv">1,2</data></layer></map>';

/** What is said of a file: what is wrong with it, or its warnings. */
function said(name: string, text: string): string {
  const bytes = new TextEncoder().encode(text);
  try {
    return readMap(abi, { name, files: [{ name, bytes }], roles: [] }).warnings.join();
  } catch (error) {
    return (error as Error).message;
  }
}

test('nobody on the page is told of flags', async () => {
  for (const language of ['en', 'zh'] as const) {
    await setLanguage(language);
    const warning = said('w.tmx', WALLS);
    expect(warning).toContain('--role');
    expect(told(warning)).not.toContain('--role');
    expect(told(warning)).toContain('Mauer');
  }
});

test('the commonest errors are said in Chinese', async () => {
  await setLanguage('zh');
  const wrong = [
    ['tutorial.tmx', tutorial],
    ['cut.tmx', tutorial.slice(0, 300)],
    ['cut.map', 'type octile\nheight 3\nwidth 3\nmap\n...\n...\n'],
    ['odd.map', 'type octile\nheight 2\nwidth 3\nmap\n...\n..\n'],
    ['odd.json', '{ "xunlu": 1, "kind": "grid",\n "terrain": ["..", "."] }'],
    ['cut.json', '{ "xunlu": 1,\n "kind": '],
    ['list.json', '[1]'],
    ['a.txt', '..\n.!'],
  ];
  for (const [name, text] of wrong) {
    const words = told(said(name, text)).replaceAll(/[\w-]+\.\w+|xunlu|Tiled|terrain\[/g, '');
    expect([name, words.match(/[a-z]{2,}/g) ?? []]).toEqual([name, []]);
  }
  expect(told('something else')).toBe('something else');
});

test('English stays as the engine says it', async () => {
  await setLanguage('en');
  expect(told('a.txt, line 2, column 2: "!"; expected .')).toBe('a.txt, line 2, column 2: "!"; expected .');
});
