// What the readers tell of how a map looks in its game, from lines and columns.

import type { Abi } from '../engine/wasm';
import { toldIn, type Told } from '../coded';
import {
  NONE, type Rgba, type Scenery, type SceneryLayer, type TileSheet, type TileUse, type ValueSheet,
} from '../model';

/** Asked of a file's format that says nothing of it. */
const NOTHING = 3;

export interface ReadScenery {
  readonly scenery: Scenery | null;
  readonly warnings: readonly Told[];
}

/** What the file that was read last looks like in its game; none, if it says nothing of that. */
export function readScenery(abi: Abi): ReadScenery {
  const status = abi.call('scenery');
  if (status === NOTHING) return { scenery: null, warnings: [] };
  abi.status(status);
  const lines = abi.text((at, room) => abi.call('scenery_facts', at, room)).split('\n');
  const columns = abi.numbers((at, room) => abi.call('scenery_columns', at, room));
  return { scenery: sceneryOf(lines, columns), warnings: warningsIn(lines) };
}

/** Lines that belong to the line before that begins something. */
const BEGINS = /^(warning|area|backdrop|frame|image|layer|sheet|values)\t/;

function sceneryOf(lines: readonly string[], columns: Uint32Array): Scenery {
  const [sprites, poses] = columns;
  const posesAt = 2 + sprites * 7;
  const piecesAt = posesAt + poses * 4;
  const groups = groupsOf(lines);
  const first = (kind: string) => groups.find((group) => group.kind === kind)?.what ?? '';
  const all = <T>(kind: string, made: (group: Group) => T) =>
    groups.filter((group) => group.kind === kind).map(made);
  return {
    area: numbersIn(first('area')) as unknown as Scenery['area'],
    backdrop: colourIn(first('backdrop')),
    frame: numbersIn(first('frame')) as unknown as Scenery['frame'],
    images: all('image', ({ what, told }) => ({ name: what, clear: colourIn(told('clear')[0]) })),
    layers: all('layer', layerOf),
    sheets: all('sheet', sheetOf),
    values: all('values', valuesOf),
    sprites: columns.slice(2, posesAt),
    poses: new Float32Array(columns.slice(posesAt, piecesAt).buffer),
    pieces: columns.slice(piecesAt),
  };
}

interface Group {
  readonly kind: string;
  readonly what: string;
  readonly told: (kind: string) => string[];
}

const cut = (line: string): [string, string] => {
  const tab = line.indexOf('\t');
  return [line.slice(0, tab), line.slice(tab + 1)];
};

/** Lines with those that stand below them. */
function groupsOf(lines: readonly string[]): Group[] {
  const starts = lines.flatMap((line, at) => (BEGINS.test(line) ? [at] : []));
  return starts.map((start, at) => {
    const [kind, what] = cut(lines[start]);
    const below = lines.slice(start + 1, starts[at + 1] ?? lines.length).map(cut);
    return { kind, what, told: (kind) => below.filter(([name]) => name === kind).map(([, text]) => text) };
  });
}

function warningsIn(lines: readonly string[]): Told[] {
  const starts = lines.flatMap((line, at) => (line.startsWith('warning\t') ? [at + 1] : []));
  return starts.map((start) => {
    const length = lines.slice(start).findIndex((line) => BEGINS.test(line));
    return toldIn(lines.slice(start, length < 0 ? lines.length : start + length));
  });
}

const numbersIn = (text: string): number[] => text.split(' ').map(Number);

function colourIn(text: string | undefined): Rgba | null {
  if (!text) return null;
  const [red, green, blue, alpha = 255] = numbersIn(text);
  return [red, green, blue, alpha];
}

const layerOf = ({ what, told }: Group): SceneryLayer => ({
  name: what, role: told('role')[0] ?? '', pieces: Number(told('pieces')[0]),
  opacity: Number(told('opacity')[0]),
  tint: colourIn(told('tint')[0]) ?? [255, 255, 255, 255],
});

const useOf = (percent: number): TileUse => (percent === NONE ? null : percent);

const sheetOf = ({ what, told }: Group): TileSheet => ({
  name: what, file: told('in')[0] ?? '', first: Number(told('first')[0]),
  usual: useOf(Number(told('usual')[0])),
  uses: new Map(told('use').map(numbersIn).map(([tile, percent]) => [tile, useOf(percent)])),
  grid: told('grid').map(numbersIn)[0] ?? null, pictures: told('picture').map(numbersIn),
});

const valuesOf = ({ what, told }: Group): ValueSheet => ({
  name: what,
  values: told('value').map((line) => {
    const words = line.split(' ');
    const [value, percent, red, green, blue] = words.slice(0, 5).map(Number);
    return { value, says: useOf(percent), colour: [red, green, blue], name: words.slice(5).join(' ') };
  }),
});
