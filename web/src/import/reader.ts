// Files to maps, by the engine with its readers: what the reading worker does.

import { toldBy, toldIn, type Told } from '../coded';
import {
  ARRANGEMENTS, NONE, type GameMap, type Link, type NamedRegion, type Scenery, type TileUse,
} from '../model';
import { readScenery, type ReadScenery } from '../tiles/scenery';
import type { Abi } from '../engine/wasm';
import { WITH_LOOKS, type Family } from './family';
import { ROLES, type Role } from './layers';

/** A file and those that lie beside it. */
export interface ToRead {
  readonly name: string;
  readonly files: readonly { readonly name: string; readonly bytes: Uint8Array }[];
  readonly roles: readonly (readonly [string, Role])[];
  /** What its files are to say before it is read. */
  readonly assignments?: readonly Assignment[];
}

/** What a tile costs, or a layer is for, from now on. */
export type Assignment =
  | { readonly sheet: number; readonly tile: number; readonly says: TileUse }
  | { readonly values: number; readonly value: number; readonly says: TileUse }
  | { readonly layer: number; readonly role: Role };

/** What was read. */
export interface ReadMap {
  readonly map: GameMap;
  readonly places: readonly { readonly name: string; readonly cell: number }[];
  readonly warnings: readonly Told[];
  /** What it looks like in its game, if the file says so. */
  readonly scenery: Scenery | null;
  /** Files that are not as they were, for what was assigned. */
  readonly changed: readonly { readonly name: string; readonly bytes: Uint8Array }[];
}

/** What the reading worker can be asked. */
export interface ReaderCalls {
  read(module: WebAssembly.Module, family: Family, read: ToRead): ReadMap;
}

const bytesOf = (text: string) => new TextEncoder().encode(text);

/** The file's facts by their kinds, and its warnings: below each stands what is told of it. */
function factsOf(text: string): { facts(kind: string): string[]; warnings: Told[] } {
  const lines = text.split('\n');
  const facts = (kind: string) =>
    lines.filter((line) => line.startsWith(`${kind}\t`)).map((line) => line.slice(kind.length + 1));
  const starts = lines.flatMap((line, at) => (line.startsWith('warning\t') ? [at + 1] : []));
  const ofMap = /^(warning|shape|isometric|place|region|tag|price)\t/;
  const warnings = starts.map((start) => {
    const length = lines.slice(start).findIndex((line) => ofMap.test(line));
    return toldIn(lines.slice(start, length < 0 ? lines.length : start + length));
  });
  return { facts, warnings };
}

/** Reads a map by the readers of a family. The error says where in the file, and what was expected. */
export function readMap(abi: Abi, family: Family, { name, files, roles, assignments = [] }: ToRead): ReadMap {
  abi.call(`reads_${family}`);
  abi.call('files_forget');
  for (const file of files) {
    abi.status(abi.give(bytesOf(file.name), (at, length) =>
      abi.give(file.bytes, (bytes, count) => abi.call('file', at, length, bytes, count))));
  }
  const told = roles.map(([layer, role]) => `${layer}\t${role}\n`).join('');
  const open = () => abi.session(abi.give(bytesOf(name), (at, length) =>
    abi.give(bytesOf(told), (text, count) => abi.call('read', at, length, text, count))));
  const changed = assigned(abi, open, assignments);
  const session = open();
  const { facts, warnings } = factsOf(abi.text((at, room) => abi.call('read_facts', at, room)));
  const shape = Number(facts('shape')[0]);
  const [width, rows, layers] = [0, 1, 2].map((side) => abi.call('map_size', session, side));
  const terrain = abi.bytes((at, room) => abi.call('terrain', session, at, room));
  const features = featuresOf(abi, session, facts);
  abi.status(abi.call('close', session));
  const looks = WITH_LOOKS.includes(family) ? looksOf(abi) : NO_LOOKS;
  abi.call('files_forget');
  const prices = facts('price').map((fact) => {
    const [ground, percent] = fact.split(' ').map(Number);
    // No price: the ground is closed.
    return [ground, percent === NONE ? null : percent] as const;
  });
  const map: GameMap = {
    shape: shape === 0 ? 'square' : 'hex',
    arrangement: ARRANGEMENTS[Math.max(0, shape - 1)],
    width, height: rows * layers, terrain,
    prices: new Map(prices),
    isometric: facts('isometric')[0] === '1',
    ...(layers > 1 ? { layers } : {}),
    ...features,
  };
  const places = facts('place').map((fact) => {
    const [cell, name] = namedIn(fact);
    return { cell: Number(cell), name };
  });
  const isKnown = (told: Told) => warnings.some((other) => JSON.stringify(other) === JSON.stringify(told));
  const all = [...warnings, ...looks.warnings.filter((told) => !isKnown(told))];
  return { map, places, warnings: all, scenery: looks.scenery, changed };
}

/** A fact that ends in a name. */
function namedIn(fact: string): [string, string] {
  const cut = fact.indexOf(' ');
  return [fact.slice(0, cut), fact.slice(cut + 1)];
}

/** What a map has besides its ground; nothing is told of what it has not. */
function featuresOf(
  abi: Abi, session: number, facts: (kind: string) => string[],
): Pick<GameMap, 'exits' | 'links' | 'regions' | 'tagNames' | 'tags'> {
  const column = (name: string) => abi.numbers((at, room) => abi.call(name, session, at, room));
  const [exits, tags, numbers] = [column('exits'), column('tags'), column('links')];
  const links = Array.from({ length: numbers.length / 7 }, (_, at): Link => {
    const [, from, to, percent, isTwoWay, asked, isShut] = numbers.subarray(at * 7);
    return { from, to, percent, isTwoWay: isTwoWay === 1, tags: asked, isShut: isShut === 1 };
  });
  const regions = facts('region').map((fact): NamedRegion => {
    const [parts, name] = namedIn(fact);
    const part = (told: string) => {
      const [cell, width, height] = told.split(',').map(Number);
      return { cell, width, height };
    };
    return { name, parts: parts.split(';').map(part) };
  });
  const names = facts('tag').map(namedIn).map(([tag, name]) => [Number(tag), name] as const);
  return {
    ...(exits.length > 0 ? { exits: Uint8Array.from(exits) } : {}),
    ...(tags.length > 0 ? { tags: Uint16Array.from(tags) } : {}),
    ...(links.length > 0 ? { links } : {}),
    ...(regions.length > 0 ? { regions } : {}),
    ...(names.length > 0 ? { tagNames: new Map(names) } : {}),
  };
}

/** Writes into the files what they are to say; those that change. */
function assigned(abi: Abi, open: () => number, assignments: readonly Assignment[]): ReadMap['changed'] {
  if (assignments.length === 0) return [];
  abi.status(abi.call('close', open()));
  const numbers = Uint32Array.from(assignments.flatMap(numbersOf));
  abi.status(abi.give(numbers, (at, count) => abi.call('assign', at, count)));
  const names = abi.text((at, room) => abi.call('assigned', at, room)).split('\n').filter((name) => name);
  return names.map((name) => {
    const bytes = abi.bytes((to, room) =>
      abi.give(bytesOf(name), (at, length) => abi.call('file_bytes', at, length, to, room)));
    return { name: name.replace(/^.*[/\\]/, ''), bytes };
  });
}

/** An assignment as it crosses the line. */
function numbersOf(each: Assignment): number[] {
  if ('role' in each) return [2, each.layer, 0, ROLES.indexOf(each.role)];
  if ('value' in each) return [1, each.values, each.value, each.says ?? NONE];
  return [0, each.sheet, each.tile, each.says ?? NONE];
}

const NO_LOOKS: ReadScenery = { scenery: null, warnings: [] };

/** What the map looks like; a map whose looks cannot be told is a map all the same. */
function looksOf(abi: Abi): ReadScenery {
  try {
    const looks = readScenery(abi);
    // Nobody who has no pictures wants to hear which tiles lack theirs.
    if (looks.scenery?.images.length !== 0) return looks;
    return looks.scenery.values.length > 0 ? { ...looks, warnings: [] } : NO_LOOKS;
  } catch (error) {
    return { ...NO_LOOKS, warnings: [toldBy(error)] };
  }
}
