// What is on the screen as code that asks the same: Rust, the command line, C#, curl, and TypeScript over
// our engine.
//
// Only doors that exist are offered. Maps that are too large to stand in the code lie beside it as a file.

import type { Algorithm, GameMap, Method, Mover, Question } from '../model';
import { csharp } from './csharp';
import { curl } from './curl';
import { pointOf, placeOf, placeText } from './place';
import { textOf } from './text';

export interface Shown {
  readonly map: GameMap;
  readonly question: Question;
  readonly method: Method;
}

export interface Snippet {
  readonly language: 'rust' | 'typescript' | 'csharp' | 'curl' | 'shell';
  readonly text: string;
  /** Of the map's file that has to lie beside it, its name; none where the code holds all. */
  readonly file: string | null;
}

/** Cells up to which a map stands in the code. */
const CELLS_MAX = 10_000;
const FILE = 'map.txt';

/** Every snippet there is for what is shown. */
export function snippetsOf(shown: Shown): Snippet[] {
  const text = shown.map.terrain.length <= CELLS_MAX ? textOf(shown.map) : null;
  const snippets: Snippet[] = [
    { language: 'rust', text: rust(shown, text), file: text === null ? FILE : null },
    { language: 'shell', text: shell(shown), file: FILE },
  ];
  if (text === null) return snippets;
  // A drawing has no legend: terrains without a character of their own cannot stand in one.
  if (!text.includes('@legend')) {
    snippets.push({ language: 'typescript', text: typescript(shown), file: null });
  }
  snippets.push({ language: 'csharp', text: csharp(shown), file: null });
  snippets.push({ language: 'curl', text: curl(shown, text), file: null });
  return snippets;
}

const ALGORITHMS: Readonly<Record<Exclude<Algorithm, 'auto' | 'weighted-astar'>, string>> = {
  bfs: 'BreadthFirst', dfs: 'DepthFirst', greedy: 'Greedy', dijkstra: 'Dijkstra', astar: 'AStar',
  'two-way-dijkstra': 'TwoWayDijkstra', 'two-way-astar': 'TwoWayAStar',
  jps: 'JumpPoints', 'jps-index': 'JumpIndex', 'jps-weighted': 'JumpWeighted',
};

function rust({ map, question, method }: Shown, text: string | null): string {
  const { mover } = question;
  const isHex = map.shape === 'hex';
  const kind = isHex ? 'HexGrid' : 'Grid';
  const hasIndex = method.algorithm === 'jps-index';
  const options = queryOptions(method);
  const uses = new Set([kind, 'Mover', 'Place', 'Query', 'Workspace', 'World', ...options.uses]);
  if (isHex) uses.add('Hex');
  if (hasIndex) uses.add('MoverId');
  const built = rustMover(mover, map, uses);
  const stops = [question.from, ...question.via, question.to].map((cell) => {
    const { x, y } = placeOf(map, cell);
    return isHex ? `Place::Hex(Hex::new(${x}, ${y}))` : `Place::cell(${x}, ${y})`;
  });
  const read = text === null ? `std::fs::read_to_string("${FILE}")?` : 'MAP';
  const drawn = text === null ? '' : `const MAP: &str = r"\n${text}";\n\n`;
  const make = hasIndex ? '    world.build_index(MoverId::FIRST)?;\n' : '';
  return `use xunlu::{${[...uses].sort().join(', ')}};

${drawn}fn main() -> Result<(), Box<dyn std::error::Error>> {
    let map: ${kind} = ${read}.parse()?;
    let mover = ${built};
    let ${hasIndex ? 'mut ' : ''}world = World::with_mover(map, mover)?;
${make}    let mut workspace = Workspace::new();

    let stops = [${stops.join(', ')}];
    for leg in stops.windows(2) {
        let query = Query::between(leg[0], leg[1])${options.calls};
        let answer = world.find(&query, &mut workspace)?;
        match answer.path() {
            Some(path) => println!("cost {}: {:?}", path.cost, path.places),
            None => println!("{:?}", answer.outcome),
        }
    }
    Ok(())
}
`;
}

function rustMover(mover: Mover, map: GameMap, uses: Set<string>): string {
  const calls: string[] = [];
  const corners = { always: 'Always', 'one-free': 'OneFree', 'no-cutting': 'NoCutting', never: 'Never' };
  if (mover.rule === 'eight') uses.add('Corners');
  const rule = mover.rule === 'eight' ? `eight(Corners::${corners[mover.corners]})` : `${mover.rule}()`;
  const { straight, diagonal, footprint } = mover;
  if (straight === 10 && diagonal === 14) {
    uses.add('StepCosts');
    calls.push('costs(StepCosts::TEN_FOURTEEN)');
  } else if (straight !== 2378 || diagonal !== 3363) {
    uses.add('Cost').add('StepCosts');
    calls.push(`costs(StepCosts { straight: Cost(${straight}), diagonal: Cost(${diagonal}) })`);
  }
  for (const [terrain, price] of map.prices) {
    uses.add('Terrain');
    if (price !== null) uses.add('Weight');
    const ground = `Terrain(${terrain})`;
    calls.push(price === null ? `closed(${ground})` : `price(${ground}, Weight::percent(${price}))`);
  }
  if (footprint.width !== 1 || footprint.height !== 1) {
    uses.add('Size');
    calls.push(`footprint(Size::new(${footprint.width}, ${footprint.height}))`);
  }
  if (mover.turnCost > 0) {
    uses.add('Cost');
    calls.push(`turn_cost(Cost(${mover.turnCost}))`);
  }
  return ['Mover::' + rule, ...calls, 'build()?'].join('\n        .');
}

function queryOptions({ algorithm, percent, estimate, ties }: Method): { calls: string; uses: string[] } {
  let calls = '';
  const uses: string[] = [];
  if (algorithm !== 'auto') {
    const weighted = `WeightedAStar { percent: ${percent} }`;
    const variant = algorithm === 'weighted-astar' ? weighted : ALGORITHMS[algorithm];
    calls += `.algorithm(Algorithm::${variant})`;
    uses.push('Algorithm');
  }
  if (estimate !== 'auto') {
    const variant = estimate.replace(/(?:^|-)(.)/g, (_, first: string) => first.toUpperCase());
    calls += `.estimate(Estimate::${variant})`;
    uses.push('Estimate');
  }
  if (ties !== 'near-goal') {
    calls += '.ties(Ties::NearStart)';
    uses.push('Ties');
  }
  return { calls, uses };
}

function shell({ map, question, method }: Shown): string {
  const { mover } = question;
  const words: string[] = [`--mover ${mover.rule}`];
  if (mover.rule === 'eight') words.push(`--corners ${mover.corners}`);
  words.push(`--costs ${mover.straight}/${mover.diagonal}`);
  const { width, height } = mover.footprint;
  if (width !== 1 || height !== 1) words.push(`--size ${width}x${height}`);
  if (mover.turnCost > 0) words.push(`--turn-cost ${mover.turnCost}`);
  for (const [terrain, price] of map.prices) words.push(`--terrain ${terrain}=${price ?? 'closed'}`);
  const weight = method.algorithm === 'weighted-astar' ? `:${method.percent}` : '';
  if (method.algorithm !== 'auto') words.push(`--algorithm ${method.algorithm}${weight}`);
  if (method.estimate !== 'auto') words.push(`--estimate ${method.estimate}`);
  if (method.ties !== 'near-goal') words.push(`--ties ${method.ties}`);
  const stops = [question.from, ...question.via, question.to].map((cell) => placeText(map, cell));
  const legs = stops.slice(1).map((to, at) => {
    return `xunlu find ${FILE} --from ${stops[at]} --to ${to} \\\n  ${words.join(' ')}\n`;
  });
  return legs.join('');
}

function typescript({ map, question, method }: Shown): string {
  const kind = map.shape === 'hex' ? `, { shape: 'hex', arrangement: '${map.arrangement}' }` : '';
  const rows = textOf(map).split('\n').filter((line) => !line.startsWith('@')).join('\n');
  const prices = map.prices.size === 0 ? 'map' : `{ ...map, prices: new Map(${json([...map.prices])}) }`;
  const said = (cell: number) => {
    const { x, y } = pointOf(map, cell);
    return `${cell}, // ${x},${y}`;
  };
  return `// Lies in web/src of xunlu's sources, until there is a package.
import { readDrawn } from './import/drawn';
import type { Engine, Watched } from './engine/engine';

const DRAWING = \`
${rows}\`;

export async function find(engine: Engine): Promise<Watched> {
  const { map } = readDrawn(DRAWING${kind});
  await engine.load(${prices});
  const question = {
    from: ${said(question.from)}
    via: ${json(question.via)},
    to: ${said(question.to)}
    mover: ${json(question.mover)} as const,
  };
  return engine.ask(question, ${json(method)}, { eventsMax: 0 });
}
`;
}

/** JSON as it is written by hand in TypeScript: plain keys, single quotes. */
function json(value: unknown): string {
  return JSON.stringify(value)
    .replace(/"(\w+)":/g, '$1: ')
    .replace(/"/g, "'")
    .replace(/,/g, ', ')
    .replace(/\{/g, '{ ')
    .replace(/\}/g, ' }');
}
