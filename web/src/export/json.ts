// A map as our own JSON document, version 1, start and goal named. Its form is that of
// crates/xunlu-format/schema/document-1.json.

import { NONE, type GameMap } from '../model';
import { pointOf } from './place';
import { lettersOf, rowsOf } from './text';

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
  ];
  const named = places.filter(({ cell }) => cell !== NONE);
  const head: [string, unknown][] = [
    ['xunlu', 1],
    ['kind', map.shape === 'hex' ? 'hex' : 'grid'],
    ['look', map.isometric ? 'isometric' : undefined],
    ['arrangement', map.shape === 'hex' ? map.arrangement : undefined],
    ['legend', legend.size > 0 ? Object.fromEntries(legend) : undefined],
  ];
  const fields = head.filter(([, value]) => value !== undefined).map(([name, value]) => field(name, value));
  yield `{\n${fields.join(',\n')},\n  "terrain": [`;
  let before = '\n';
  for (const row of rowsOf(map, letters)) {
    yield `${before}    ${JSON.stringify(row)}`;
    before = ',\n';
  }
  yield '\n  ]';
  if (named.length > 0) {
    yield list('places', named.map(({ name, cell }) => ({ name, ...pointOf(map, cell) })));
  }
  if (map.prices.size > 0) {
    const prices = [...map.prices].map(([terrain, price]) => ({ terrain, price: price ?? 'closed' }));
    yield list('named_terrains', prices);
  }
  yield '\n}\n';
}

function field(name: string, value: unknown): string {
  return `  ${JSON.stringify(name)}: ${JSON.stringify(value)}`;
}

function list(name: string, items: readonly unknown[]): string {
  const lines = items.map((item) => `    ${JSON.stringify(item)}`);
  return `,\n  ${JSON.stringify(name)}: [\n${lines.join(',\n')}\n  ]`;
}
