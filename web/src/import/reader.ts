// Files to maps, by the engine with its readers: what the reading worker does.

import { toldBy, toldIn, type Told } from '../coded';
import { ARRANGEMENTS, NONE, type GameMap, type Scenery, type TileUse } from '../model';
import { readScenery } from '../tiles/scenery';
import type { Abi } from '../engine/wasm';
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
  read(module: WebAssembly.Module, read: ToRead): ReadMap;
}

const bytesOf = (text: string) => new TextEncoder().encode(text);

/** The file's facts by their kinds, and its warnings: below each stands what is told of it. */
function factsOf(text: string): { facts(kind: string): string[]; warnings: Told[] } {
  const lines = text.split('\n');
  const facts = (kind: string) =>
    lines.filter((line) => line.startsWith(`${kind}\t`)).map((line) => line.slice(kind.length + 1));
  const starts = lines.flatMap((line, at) => (line.startsWith('warning\t') ? [at + 1] : []));
  const ofMap = /^(warning|shape|isometric|place|price)\t/;
  const warnings = starts.map((start) => {
    const length = lines.slice(start).findIndex((line) => ofMap.test(line));
    return toldIn(lines.slice(start, length < 0 ? lines.length : start + length));
  });
  return { facts, warnings };
}

/** Reads a map. The error says where in the file, and what was expected. */
export function readMap(abi: Abi, { name, files, roles, assignments = [] }: ToRead): ReadMap {
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
  const [width, height] = [0, 1].map((side) => abi.call('map_size', session, side));
  const terrain = abi.bytes((at, room) => abi.call('terrain', session, at, room));
  abi.status(abi.call('close', session));
  const looks = looksOf(abi);
  abi.call('files_forget');
  const prices = facts('price').map((fact) => {
    const [ground, percent] = fact.split(' ').map(Number);
    // No price: the ground is closed.
    return [ground, percent === NONE ? null : percent] as const;
  });
  const map: GameMap = {
    shape: shape === 0 ? 'square' : 'hex',
    arrangement: ARRANGEMENTS[Math.max(0, shape - 1)],
    width, height, terrain,
    prices: new Map(prices),
    isometric: facts('isometric')[0] === '1',
  };
  const places = facts('place').map((fact) => {
    const cut = fact.indexOf(' ');
    return { cell: Number(fact.slice(0, cut)), name: fact.slice(cut + 1) };
  });
  const isKnown = (told: Told) => warnings.some((other) => JSON.stringify(other) === JSON.stringify(told));
  const all = [...warnings, ...looks.warnings.filter((told) => !isKnown(told))];
  return { map, places, warnings: all, scenery: looks.scenery, changed };
}

/** Writes into the files what they are to say; those that change. */
function assigned(abi: Abi, open: () => number, assignments: readonly Assignment[]): ReadMap['changed'] {
  if (assignments.length === 0) return [];
  abi.status(abi.call('close', open()));
  for (const each of assignments) {
    abi.status('role' in each ? abi.call('assign_layer', each.layer, ROLES.indexOf(each.role))
      : abi.call('assign_tile', each.sheet, each.tile, each.says ?? NONE));
  }
  const names = abi.text((at, room) => abi.call('assigned', at, room)).split('\n').filter((name) => name);
  return names.map((name) => {
    const bytes = abi.bytes((to, room) =>
      abi.give(bytesOf(name), (at, length) => abi.call('file_bytes', at, length, to, room)));
    return { name: name.replace(/^.*[/\\]/, ''), bytes };
  });
}

/** What the map looks like; a map whose looks cannot be told is a map all the same. */
function looksOf(abi: Abi): ReturnType<typeof readScenery> {
  const none = { scenery: null, warnings: [] };
  try {
    const looks = readScenery(abi);
    // Nobody who has no pictures wants to hear which tiles lack theirs.
    return looks.scenery?.images.length === 0 ? none : looks;
  } catch (error) {
    return { ...none, warnings: [toldBy(error)] };
  }
}
