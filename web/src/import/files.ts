// Files that people drop on the page: which of them is the map, what lies beside it, and what it says.

import { coded, codedAt, type Told } from '../coded';
import { geometryOf } from '../draw/geometry';
import { NONE, type GameMap, type Scenery } from '../model';
import { stretchOf } from '../tiles/stretch';
import { layersOf, type Layer, type Role } from './layers';
import type { Assignment } from './reader';
import { readInWorker } from './reader-client';
import { readScenario, type Row } from './scenario';

/** What came of the files. */
export interface Brought {
  readonly map: GameMap;
  readonly start?: number;
  readonly goal?: number;
  readonly via?: readonly number[];
  /** Of Tiled maps: their layers, and what they are for. */
  readonly layers?: readonly Layer[];
  readonly scenarios?: readonly Row[];
  /** What it looks like in its game. */
  readonly scenery?: Scenery;
  /** Its files that were written to. */
  readonly changed?: readonly File[];
  readonly warnings: readonly Told[];
}

/** The most bytes that are read of one file. */
const BYTES_MAX = 256 * 1024 * 1024;

/** Pictures of tiles. */
const ART = /\.(png|jpe?g|gif|webp|bmp)$/i;
const HEAD_BYTES = 1 << 16;
/** Files that only stand beside a map. */
const BESIDE = /\.(tsx|tsj|tx|tj|scen)$/i;
/** Files that are maps of cells; what has another ending or none is not read as whatever it may look like. */
const MAP = /\.(tmx|tmj|xml|ldtk|map|png|txt|json|xunlu)$/i;
/** Pictures are maps, unless there is another map that they may be the tiles of. */
const PICTURE = /\.png$/i;

/** What places are called where a question begins and ends. */
const START = ['start', 's', 'spawn', 'from'];
const GOAL = ['goal', 'g', 'end', 'exit', 'to'];

/** The file that is the map: what is no tileset, scenario or, where there is more, picture. */
export function mapAmong(files: readonly File[]): File {
  const maps = files.filter(({ name }) => MAP.test(name));
  const drawn = maps.filter(({ name }) => !PICTURE.test(name));
  const [map, another] = drawn.length > 0 ? drawn : maps;
  if (map === undefined) {
    const names = files.map(({ name }) => name).join(', ');
    throw coded(files.some(({ name }) => BESIDE.test(name)) ? 'beside-a-map' : 'not-a-map', names);
  }
  if (another !== undefined && drawn.length > 1) {
    throw coded('two-maps', map.name, another.name);
  }
  return map;
}

/** Reads what was dropped. The error of a file that is broken says where and what was expected. */
export async function readFiles(
  files: readonly File[], roles: ReadonlyMap<string, Role> = new Map(),
  assignments: readonly Assignment[] = [],
): Promise<Brought> {
  const file = mapAmong(files);
  for (const { name, size } of files) {
    if (size > BYTES_MAX) throw codedAt({ file: name }, 'file-too-large', size, BYTES_MAX);
  }
  // The pictures of tiles are for those who paint them; readers look at their heads, for their size.
  const headOf = (each: File) => (each !== file && ART.test(each.name) ? each.slice(0, HEAD_BYTES) : each);
  const read = files.map(headOf);
  const bytes = await Promise.all(read.map(async (each) => new Uint8Array(await each.arrayBuffer())));
  const layers = layersOf(file.name, bytes[files.indexOf(file)], roles);
  const isScenario = (name: string) => /\.scen$/i.test(name);
  const scenario = files.findIndex(({ name }) => isScenario(name));
  const all = files.map(({ name }, at) => ({ name, bytes: bytes[at] }));
  const mapAndBeside = all.filter(({ name }) => !isScenario(name));
  const { map: flat, places, warnings, scenery, changed } =
    await readInWorker({ name: file.name, files: mapAndBeside, roles: [...roles], assignments });
  const stretch = scenery ? stretchOf(scenery, geometryOf(flat).form) : 1;
  const start = placeNamed(places, START);
  const goal = placeNamed(places, GOAL);
  const via = viaOf(places);
  // Those that are ends of the question are marked as such, not by their names.
  const named = places.filter(({ cell }) => ![start, goal, ...via].includes(cell));
  const map: GameMap = {
    ...flat, ...(stretch === 1 ? {} : { stretch }), ...(named.length > 0 ? { places: named } : {}),
  };
  // What a layer says of itself goes before its name.
  const roleOf = ({ name, role }: Layer, at: number) => {
    const earlier = layers.slice(0, at).filter((layer) => layer.name === name).length;
    const same = scenery?.layers.filter((layer) => layer.name === name)[earlier];
    return roles.get(name) ?? (same?.role as Role | '' | undefined) ?? role;
  };
  const rows = scenario < 0 ? [] : readScenario(files[scenario].name, bytes[scenario], map);
  return {
    map,
    ...(start === NONE ? {} : { start }),
    ...(goal === NONE ? {} : { goal }),
    via,
    ...(layers.length > 0 ? { layers: layers.map((layer, at) => ({ ...layer, role: roleOf(layer, at) })) }
      : {}),
    ...(rows.length > 0 ? { scenarios: rows } : {}),
    ...(scenery ? { scenery } : {}),
    changed: changed.map(({ name, bytes }) => new File([bytes as BlobPart], name)),
    warnings,
  };
}

/** Places that are named as our own documents name via points, in their order. */
export function viaOf(places: readonly { name: string; cell: number }[]): number[] {
  const numbered = places.filter(({ name }) => /^via \d+$/.test(name));
  return numbered.sort((a, b) => +a.name.slice(4) - +b.name.slice(4)).map(({ cell }) => cell);
}

function placeNamed(places: readonly { name: string; cell: number }[], names: string[]): number {
  return places.find(({ name }) => names.includes(name.toLowerCase()))?.cell ?? NONE;
}
