// A map as our own JSON document, version 1, start and goal named. Its form is that of
// crates/xunlu-format/schema/document-1.json.

import { NONE, rowsOf as rowsIn, tagNumbers, type GameMap, type Link } from '../model';
import { pointOf } from './place';
import { exitNames, lettersOf, planeRuns, rowsOf } from './text';

/** Cells with names that go with a map; NONE is left out. */
export interface Places {
  readonly start: number;
  readonly goal: number;
  readonly via?: readonly number[];
}

/** The document's text in pieces, a row on each line so that a changed map is a short difference. */
export function* jsonOf(map: GameMap, { start, goal, via = [] }: Places): Generator<string, void> {
  const letters = yield* lettersOf(map);
  const { legend } = letters;
  const places = [
    { name: 'start', cell: start },
    ...via.map((cell, at) => ({ name: `via ${at + 1}`, cell })),
    { name: 'goal', cell: goal },
    ...(map.places ?? []),
  ];
  const named = places.filter(({ cell }) => cell !== NONE);
  const head: [string, unknown][] = [
    ['xunlu', 1],
    ['kind', map.shape === 'hex' ? 'hex' : rowsIn(map) < map.height ? 'layers' : 'grid'],
    ['look', map.isometric ? 'isometric' : undefined],
    ['arrangement', map.shape === 'hex' ? map.arrangement : undefined],
    ['legend', legend.size > 0 && rowsIn(map) === map.height ? Object.fromEntries(legend) : undefined],
  ];
  const fields = head.filter(([, value]) => value !== undefined).map(([name, value]) => field(name, value));
  yield `{\n${fields.join(',\n')}`;
  const rows = rowsIn(map);
  const isLayered = rows < map.height;
  let y = 0;
  for (const row of rowsOf(map, letters)) {
    if (y % rows === 0) {
      const layer = { ...(legend.size > 0 ? { legend: Object.fromEntries(legend) } : {}) };
      const begun = JSON.stringify(layer).slice(0, -1);
      const opening = `${begun}${begun === '{' ? '' : ', '}"terrain": [`;
      if (isLayered) yield `,\n${y === 0 ? '  "layers": [\n' : ''}  ${opening}`;
      else yield ',\n  "terrain": [';
    }
    yield `${y % rows === 0 ? '' : ','}\n    ${JSON.stringify(row)}`;
    y += 1;
    if (y % rows > 0) continue;
    yield '\n  ]';
    yield* planes(map, y - rows, rows);
    if (isLayered) yield '}';
  }
  if (isLayered) yield '\n  ]';
  if (map.links?.length) yield list('links', map.links.map((link) => linkOf(map, link)));
  if (named.length > 0) {
    yield list('places', named.map(({ name, cell }) => ({ name, ...pointOf(map, cell) })));
  }
  if (map.regions?.length) {
    yield list('regions', map.regions.map(({ name, parts }) => {
      const layer = parts[0] && pointOf(map, parts[0].cell).layer;
      const told = parts.map(({ cell, width, height }) => {
        const { x, y } = pointOf(map, cell);
        return { x, y, width, height };
      });
      return { name, ...(layer === undefined ? {} : { layer }), parts: told };
    }));
  }
  if (map.tagNames?.size) yield list('named_tags', [...map.tagNames].map(([tag, name]) => ({ tag, name })));
  if (map.prices.size > 0) {
    const prices = [...map.prices].map(([terrain, price]) => ({ terrain, price: price ?? 'closed' }));
    yield list('named_terrains', prices);
  }
  yield '\n}\n';
}

/** The tags and exits of some rows, where cells have any. */
function* planes(map: GameMap, first: number, rows: number): Generator<string, void> {
  for (const plane of ['tags', 'exits'] as const) {
    const runs = [...planeRuns(map, first, rows)].filter((run) => run.plane === plane);
    const items = runs.map(({ x, y, width, value }) => ({
      x, y: y - first, width, [plane]: plane === 'tags' ? tagNumbers(value) : exitNames(map, value),
    }));
    if (items.length > 0) yield list(plane, items);
  }
}

function linkOf(map: GameMap, { from, to, percent, isTwoWay, tags, isShut }: Link): unknown {
  return {
    from: pointOf(map, from), to: pointOf(map, to), weight: percent,
    ...(isTwoWay ? {} : { one_way: true }),
    ...(tags ? { tags: tagNumbers(tags) } : {}),
    ...(isShut ? { shut: true } : {}),
  };
}

function field(name: string, value: unknown): string {
  return `  ${JSON.stringify(name)}: ${JSON.stringify(value)}`;
}

function list(name: string, items: readonly unknown[]): string {
  const lines = items.map((item) => `    ${JSON.stringify(item)}`);
  return `,\n  ${JSON.stringify(name)}: [\n${lines.join(',\n')}\n  ]`;
}
