// What is taken away: documents, traces, pictures, tables and code hold what is on the screen.

import { describe, expect, test } from 'vitest';
import { bendOf } from '../draw/bend';
import { drawnOf } from '../draw/features';
import { themeOf } from '../draw/themes';
import { readDrawn } from '../import/drawn';
import { CLOSED, IMPROVED, NONE, OPENED, type GameMap, type Method, type Question } from '../model';
import { GOLDEN_MAP, TUTORIAL_MOVER } from '../tour/golden';
import { traceOf } from '../trace';
import { snippetsOf } from './code';
import { jsonOf } from './json';
import { placeText } from './place';
import { posthocOf } from './posthoc';
import { svgOf, type Colours, type Picture } from './svg';
import { csvOf, markdownOf } from './table';
import { textOf } from './text';
import { traceLines } from './trace';

const whole = (pieces: Iterable<string>) => [...pieces].join('');
const golden = readDrawn(GOLDEN_MAP);
const hexes = readDrawn('S . #\n . 2 .\n. . G\n', { shape: 'hex', arrangement: 'odd-r' });
const column = (...numbers: number[]) => new Uint32Array(numbers);
// (0,0) opens (1,0), then (1,0) improves itself by magic and is closed: enough to see every kind.
const trace = traceOf(
  {
    kind: new Uint8Array([OPENED, CLOSED, OPENED, IMPROVED, CLOSED]),
    cell: column(0, 0, 1, 1, 1), parent: column(NONE, NONE, 0, 0, 0),
    g: column(0, 0, 14, 10, 10), h: column(20, 20, 10, 10, 10),
  },
  golden.map.terrain.length,
);
const odd: GameMap = {
  ...readDrawn('.3z\n#. \n').map,
  terrain: new Uint8Array([0, 3, 31, 254, 200, 255]),
  prices: new Map([[3, 250], [200, null]]),
  isometric: true,
};

describe('texts and documents', () => {
  test('a text has directives for what rows cannot say', () => {
    expect(textOf(hexes.map)).toBe('@hex odd-r\n. . #\n . 2 .\n. . .\n');
    expect(textOf(odd)).toBe('@legend A 31\n@legend B 200\n.3A\n#B \n');
  });

  test('a document is JSON with rows, places and prices', () => {
    expect(JSON.parse(whole(jsonOf(odd, { start: 0, goal: 1, via: [4] })))).toEqual({
      xunlu: 1, kind: 'grid', look: 'isometric', legend: { A: 31, B: 200 }, terrain: ['.3A', '#B '],
      places: [{ name: 'start', x: 0, y: 0 }, { name: 'via 1', x: 1, y: 1 }, { name: 'goal', x: 1, y: 0 }],
      named_terrains: [{ terrain: 3, price: 250 }, { terrain: 200, price: 'closed' }],
    });
    const document = JSON.parse(whole(jsonOf(hexes.map, { start: 0, goal: NONE })));
    expect([document.kind, document.arrangement, document.places.length]).toEqual(['hex', 'odd-r', 1]);
  });

  test('layers, links, tags and exits are written, in texts and documents', () => {
    const { map } = readDrawn('..\n.#\n..\n5.');
    const stairs = { from: 1, to: 5, percent: 300, isTwoWay: true, tags: 8, isShut: true };
    const house: GameMap = {
      ...map, layers: 2, links: [stairs], tags: Uint16Array.of(0, 0, 0, 0, 0, 3, 3, 0),
      exits: Uint8Array.of(255, 255, 1, 255, 255, 255, 255, 255), tagNames: new Map([[3, 'red key']]),
      places: [{ name: 'attic', cell: 7 }],
      regions: [{ name: 'hall', parts: [{ cell: 4, width: 2, height: 1 }] }],
    };
    expect(textOf(house)).toBe(`@link 0:1,0 <-> 1:1,0 weight 300 tags 3 shut
@layer
@exits E at 0,1 1x1
..
.#
@layer
@tags 0,1 at 1,0 1x1
@tags 0,1 at 0,1 1x1
..
5.
`);
    const document = JSON.parse(whole(jsonOf(house, { start: 0, goal: 7 })));
    expect([document.kind, document.layers.length, document.layers[0].exits, document.layers[1].tags.length])
      .toEqual(['layers', 2, [{ x: 0, y: 1, width: 1, exits: ['E'] }], 2]);
    expect(document.links).toEqual([
      { from: { layer: 0, x: 1, y: 0 }, to: { layer: 1, x: 1, y: 0 }, weight: 300, tags: [3], shut: true },
    ]);
    expect(document.regions)
      .toEqual([{ name: 'hall', layer: 1, parts: [{ x: 0, y: 0, width: 2, height: 1 }] }]);
    expect(document.places.map(({ name }: { name: string }) => name)).toEqual(['start', 'goal', 'attic']);
  });

  test('hexes are named by q and r', () => {
    const named = (arrangement: GameMap['arrangement']) => placeText({ ...hexes.map, arrangement }, 5);
    expect([named('odd-r'), named('even-r')]).toEqual(['2,1', '1,1']);
    expect([named('odd-q'), named('even-q')]).toEqual(['2,0', '2,0']);
  });
});

describe('traces', () => {
  test('ours says each event as the program does', () => {
    const lines = whole(traceLines(golden.map, trace)).trimEnd().split('\n');
    expect(lines[0]).toBe('{"type":"opened","id":"0,0","pId":null,"f":20,"g":0,"h":20}');
    expect(lines[3]).toBe('{"type":"improved","id":"1,0","pId":"0,0","f":20,"g":10,"h":10}');
    expect(lines.length).toBe(5);
  });

  test('Posthoc’s has its words in its order', () => {
    const text = whole(posthocOf(golden.map, trace, 0, 1));
    expect(text.startsWith('version: 1.4.0\n')).toBe(true);
    const types = [...text.matchAll(/type: (\w+),/g)].map((found) => found[1]);
    expect(types).toEqual([
      'source', 'destination', 'generating', 'expanding', 'generating', 'updating', 'closing', 'expanding',
      'end',
    ]);
    expect(text).toContain('  - { type: updating, id: 1, x: 1, y: 0, pId: 0, f: 20, g: 10, h: 10 }\n');
  });
});

describe('pictures', () => {
  const colours: Colours = {
    open: '#fff', wall: '#333', dear: '#dca', opened: '#bb7733', closed: '#5588dd',
    path: '#eb2', start: '#d33', goal: '#3a4', via: '#84b', grid: '#ccc', jump: '#606',
    ink: '#000000', paper: '#ffffff',
  };
  const drawn = (picture: Picture) => whole(svgOf(picture, colours));
  const count = (svg: string, what: string) => svg.split(what).length - 1;

  test('a picture shows ground, search, way and ends', () => {
    const svg = drawn({ ...golden, trace, path: [0, 1] });
    expect(svg).toMatch(/^<svg xmlns="[^"]+" viewBox="0 0 180 140">/);
    expect(count(svg, 'class="wall"')).toBe(3);
    expect(svg).toContain('<rect class="closed" x="0" y="0" width="40" height="20"/>');
    expect(svg).toContain('d="M10 10L30 10"');
    expect([count(svg, '<circle class="start"'), count(svg, '<circle class="goal"')]).toEqual([1, 1]);
    expect(svg).toContain('.wall{fill:#333}');
    expect(svg).toContain('stroke:#eb2');
  });

  test('a jump is drawn as it bends', () => {
    const map = readDrawn('S....\n.....\n#...G').map;
    const jump = traceOf({
      kind: new Uint8Array([OPENED, CLOSED, OPENED]), cell: column(0, 0, 14), parent: column(NONE, NONE, 0),
      g: column(0, 0, 48), h: column(48, 48, 0),
    }, map.terrain.length);
    const picture = { map, start: 0, goal: 14, trace: jump };
    const bends = drawn({ ...picture, bend: bendOf(map, TUTORIAL_MOVER) });
    expect(bends).toContain('<path class="jumps" d="M10,10L50,50L90,50"/>');
    expect(drawn(picture)).not.toContain('class="jumps"');
    expect(drawn({ ...picture, time: 2, bend: bendOf(map, TUTORIAL_MOVER) })).not.toContain('class="jumps"');
  });

  test('time decides what was seen', () => {
    expect(drawn({ ...golden, trace, time: 1 })).toContain('class="opened"');
    expect(drawn({ ...golden, trace, time: 0 })).not.toContain('class="opened"');
  });

  test('cells that were seen have their numbers, and an arrow to where they were reached from', () => {
    const svg = drawn({ ...golden, trace, path: [0, 1], say: String });
    const texts = [...svg.matchAll(/<text class="(\w)"[^>]*>(\d+)</g)].map(([, name, told]) => name + told);
    expect(texts).toEqual(['f20', 'g0', 'h20', 'f20', 'g10', 'h10']);
    expect(count(svg, '<path fill="none"')).toBe(1);
    expect(drawn({ ...golden, trace, path: [0, 1] })).not.toContain('<text');
    // Before the second cell is opened only the first has any.
    expect(count(drawn({ ...golden, trace, time: 2, say: String }), '<text')).toBe(3);
  });

  test('links, tags, exits and names are drawn', () => {
    const { map } = readDrawn('S.#..\n..#.G');
    const link = { from: 1, to: 3, percent: 150, isTwoWay: false, tags: 0, isShut: false };
    const said = {
      ...map, links: [link], exits: new Uint8Array(10).fill(255), tags: new Uint16Array(10),
      regions: [{ name: 'A & B', parts: [{ cell: 3, width: 2, height: 2 }] }],
      places: [{ name: 'well', cell: 5 }],
    };
    said.exits[6] = 1;
    said.tags[8] = 4;
    const drawnNow = drawnOf(said, themeOf('tutorial', false), 0, () => false);
    const picture = { map: said, start: 0, goal: 9, path: [0, 1, 3, 4, 9], drawn: drawnNow };
    const svg = whole(svgOf(picture, colours));
    expect(svg).toContain('class="way" d="M10 10L30 10Q50 26 70 10L90 10L90 30"');
    expect([count(svg, '<g id="ground"'), count(svg, '<g id="links"')]).toEqual([1, 1]);
    expect(svg).toContain('>A &amp; B</text>');
    expect(svg).toContain('>well</text>');
    expect(count(whole(svgOf({ ...picture, drawn: null }, colours)), '<g id=')).toBe(0);
  });

  test('hexes are hexes, and void is not drawn', () => {
    expect(count(drawn(hexes), '<use ')).toBe(9);
    const side = drawn({ map: odd, start: NONE, goal: NONE });
    expect(side).toContain('viewBox="0 0 100 50"');
    expect(count(side, '<rect ')).toBe(4);
  });
});

const method: Method = { algorithm: 'astar', percent: 150, estimate: 'octile', ties: 'near-goal' };
const question: Question = { from: golden.start, via: [], to: golden.goal, mover: TUTORIAL_MOVER };
const code = (map: GameMap, told: Partial<Question & Method> = {}) => {
  const all = snippetsOf({ map, question: { ...question, ...told }, method: { ...method, ...told } });
  return Object.fromEntries(all.map((snippet) => [snippet.language, snippet]));
};

describe('code', () => {
  test('the command line asks what the screen asks', () => {
    expect(code(golden.map).shell.text).toBe(
      'xunlu find map.txt --from 2,2 --to 6,3 \\\n' +
        '  --mover eight --corners one-free --costs 10/14 --algorithm astar --estimate octile\n',
    );
    expect(code(golden.map, { ties: 'near-start' }).shell.text).toContain('--ties near-start');
    expect(code(golden.map, { ties: 'near-start' }).rust.text).toContain('.ties(Ties::NearStart)');
    expect(code(golden.map, { algorithm: 'weighted-astar' }).shell.text).toContain('weighted-astar:150');
    expect(code(odd, { via: [1], from: 0, to: 4 }).shell.text.match(/xunlu find/g)?.length).toBe(2);
    expect(code(odd).shell.text).toContain('--terrain 3=250 --terrain 200=closed');
  });

  test('Rust holds the map, or reads it where it is large', () => {
    const { rust } = code(golden.map);
    expect(rust.text).toContain('Mover::eight(Corners::OneFree)\n        .costs(StepCosts::TEN_FOURTEEN)');
    expect(rust.text).toContain('.algorithm(Algorithm::AStar).estimate(Estimate::Octile)');
    expect(rust.text).toContain('....#....');
    expect(rust.file).toBeNull();
    const terrain = new Uint8Array(200 * 200);
    const large = code({ ...golden.map, width: 200, height: 200, terrain });
    expect(large.rust.text).toContain('read_to_string("map.txt")');
    expect(large.rust.file).toBe('map.txt');
    expect(large.typescript).toBeUndefined();
  });

  test('TypeScript stands on our engine, where a drawing can hold the map', () => {
    expect(code(golden.map).typescript.text).toContain("algorithm: 'astar'");
    expect(code(odd).typescript).toBeUndefined();
  });
});

test('a table has a line for every search, and says nothing where there is nothing to tell', () => {
  const results = [
    ['A*', 'found', 148, 0, 54, 90, 3, 40, 12.345, 13, 9000],
    ['greedy, quick|dirty', 'found', 188, 27.027, 20, 90, 3, 40, 12.345, 13, 9000],
    ['dfs', 'gave-up', null, null, 1, null, null, null, 1, 2, 9000],
  ];
  const rows = markdownOf(results).trimEnd().split('\n');
  expect(rows.length).toBe(5);
  expect(rows[2]).toBe('| A* | found | 148 | 0 | 54 | 90 | 3 | 40 | 12.35 | 13 | 9000 |');
  expect(rows[3]).toContain('quick\\|dirty');
  const [head, , greedy, dfs] = csvOf(results).split('\r\n');
  expect(head.split(',').length).toBe(results[0].length);
  expect(greedy).toBe('"greedy, quick|dirty",found,188,27.03,20,90,3,40,12.35,13,9000');
  expect(dfs).toBe('dfs,gave-up,,,1,,,,1,2,9000');
});
