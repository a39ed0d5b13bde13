// The plan of a scene as the engine tells it: numbers for each part, and a line of text with its name.

import { toldIn, type Told } from '../coded';
import { OBSTACLE, SORTS, type Outline, type Place, type Planned, type Sort, type Thing } from './model';

/** As `xunlu_scene_plan` numbers them. */
const PARTS = ['obstacle', 'region', 'link', 'route', 'place', 'cost', 'ground'] as const;
const IS_CLOSED = 1;
const IS_SHUT = 2;

/** Places of these names are the ends. */
export const END_NAMES = { from: 'start', to: 'goal' } as const;

/** Reads what `xunlu_scene_plan`, `xunlu_scene_plan_names` and `xunlu_read_facts` tell. */
export function planIn(numbers: Float64Array, names: string, facts: string): Planned {
  const lines = names.split('\n').map((line) => line.split('\t'));
  const called = lines.filter(([kind]) => kind === 'part').map(([, name = '']) => name);
  const tagNames = new Map(lines.filter(([kind]) => kind === 'tag').map(([, told = '']) => {
    const [bit] = told.split(' ', 1);
    return [Math.log2(Number(bit)), told.slice(bit.length + 1)];
  }));
  const outlines: Outline[] = [];
  const things: Thing[] = [];
  const places: Place[] = [];
  const costs = new Map<number, number | null>();
  for (let at = 0, part = 0; at < numbers.length; part += 1) {
    const [kind, tags, bits, number, count] = numbers.subarray(at, at + 5);
    const outline = numbers.slice(at + 5, at + 5 + 2 * count);
    at += 5 + 2 * count;
    const [x, y] = outline;
    const name = called[part] ?? '';
    const is = PARTS[kind];
    if (is === 'obstacle' || is === 'region' || is === 'route') {
      const isLoop = (bits & IS_CLOSED) !== 0;
      things.push({ ...OBSTACLE, id: things.length, kind: is, name, tags, isLoop, outline });
    } else if (is === 'link') {
      const [isTwoWay, isShut] = [IS_CLOSED, IS_SHUT].map((bit) => (bits & bit) !== 0);
      const link = { length: number, isTwoWay, isShut };
      things.push({ ...OBSTACLE, id: things.length, kind: is, name, tags, link, outline });
    } else if (is === 'place') places.push({ name, at: { x, y } });
    else if (is === 'cost') costs.set(Math.log2(tags), bits & IS_CLOSED ? null : number);
    else if (is === 'ground') outlines.push(outline);
  }
  const ends = Object.entries(END_NAMES).flatMap(([end, wanted]) => {
    const place = places.find(({ name }) => name === wanted);
    return place ? [[end, place.at] as const] : [];
  });
  const isEnd = ({ name }: Place) => ends.length === 2 && Object.values<string>(END_NAMES).includes(name);
  return {
    outlines,
    plan: {
      things, places: places.filter((place) => !isEnd(place)), sorts: sortsOf(things, costs, tagNames),
      ...(ends.length === 2 ? Object.fromEntries(ends) : {}),
    },
    warnings: warningsIn(facts),
  };
}

/** The sorts of ground that a plan knows; with those that every scene begins with where it knows none. */
function sortsOf(
  things: readonly Thing[], costs: ReadonlyMap<number, number | null>, names: ReadonlyMap<number, string>,
): readonly Sort[] {
  const worn = things.reduce((bits, { tags }) => bits | tags, 0);
  const all = Array.from({ length: 16 }, (_, tag) => tag)
    .filter((tag) => costs.has(tag) || names.has(tag) || worn & (1 << tag));
  if (all.length === 0) return SORTS;
  return all.map((tag) => ({ tag, name: names.get(tag) ?? '', cost: costs.has(tag) ? costs.get(tag)! : 1 }));
}

/** What is odd about the file: after each warning stands what is told of it. */
function warningsIn(facts: string): Told[] {
  return facts.split(/^warning\t.*\n?/m).slice(1).map((told) => toldIn(told.split('\n')));
}
