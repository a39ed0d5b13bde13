// A stroke that is half done ends with its map.

import { beforeEach, expect, test } from 'vitest';
import { readDrawn } from '../import/drawn';
import { WALL } from '../model';
import { createWords, takeWords } from '../words';
import { en } from '../words/en';
import { createLife } from './life';
import { createMade } from './made';
import { createMessages } from './messages';
import { createStroke } from './stroke';
import { createTools } from './tools';
import { createUndo } from './undo';
import { createWorld } from './world';

takeWords('en', en);
const words = createWords('en');
const messages = createMessages({ life: createLife(), words });
const world = createWorld();
const tools = createTools({ world });
const edits = createUndo({ world });
const { beginStroke, endStroke, extendStroke, pulled } =
  createStroke({ words, messages, world, tools, undo: edits, made: createMade({ world }) });
const { ends, map } = world;
const { ground, tool } = tools;
const { canRedo, changeMap, isDragging, onEdit, redo, undo } = edits;

const SMALL = '..\n..';
const LARGE = '.....\n.....\n.....';
const put = (drawing: string) => changeMap(readDrawn(drawing).map);
const walls = () => [...map.value.terrain.keys()].filter((cell) => map.value.terrain[cell] === WALL);

/** The highest cell that an engine was told of since it had its map. */
let told = 0;
onEdit((cells) => (told = Math.max(told, ...cells)));

beforeEach(() => {
  tool.value = 'pencil';
  ground.value = WALL;
  put(SMALL);
  put(LARGE);
  told = 0;
});

test('a line that was begun on another map is not drawn on this one', () => {
  for (const shape of ['line', 'rectangle'] as const) {
    put(LARGE);
    tool.value = shape;
    beginStroke(7);
    extendStroke(12);
    told = 0;
    put(SMALL);
    expect(pulled.value).toBeNull();
    expect(isDragging.value).toBe(false);
    extendStroke(3);
    endStroke();
    expect([walls(), told]).toEqual([[], 0]);
  }
});

test('a stroke that is half done is all that undo takes back', () => {
  beginStroke(6);
  extendStroke(8);
  expect(walls()).toEqual([6, 7, 8]);
  undo();
  expect([map.value.width, walls(), canRedo.value]).toEqual([5, [], false]);
  extendStroke(13);
  endStroke();
  expect(walls()).toEqual([]);
  undo();
  expect(map.value.width).toBe(2);
});

test('a map that goes while it is drawn on comes back as it was before the stroke', () => {
  beginStroke(6);
  extendStroke(8);
  put(SMALL);
  endStroke();
  expect(walls()).toEqual([]);
  undo();
  expect([map.value.width, walls()]).toEqual([5, []]);
  redo();
  expect([map.value.width, walls()]).toEqual([2, []]);
});

test('a line that is pulled by keys goes when another stroke begins', () => {
  tool.value = 'line';
  beginStroke(0);
  tool.value = 'pencil';
  beginStroke(6);
  endStroke();
  expect(walls()).toEqual([6]);
});

test('no wall is drawn on a place of the question', () => {
  put('S....\n.....\n....G');
  ends.value = { from: 0, via: [7], to: 14 };
  beginStroke(5);
  extendStroke(9);
  endStroke();
  expect(walls()).toEqual([5, 6, 8, 9]);
});

test('exits and tags are drawn like ground, and taken back', async () => {
  changeMap(readDrawn('..#.\n..#.').map);
  tools.takeInk({ plane: 'exits', value: 1 });
  beginStroke(0);
  extendStroke(1);
  endStroke();
  expect(Array.from(map.peek().exits!)).toEqual([1, 1, 255, 255, 255, 255, 255, 255]);
  beginStroke(0);
  endStroke();
  expect(map.peek().exits![0]).toBe(255);
  undo();
  undo();
  expect(map.peek().exits!.every((open) => open === 255)).toBe(true);
  expect(map.peek().terrain).toEqual(readDrawn('..#.\n..#.').map.terrain);
  tools.takeInk({ plane: 'tags', value: 4 });
  tool.value = 'fill';
  beginStroke(3);
  await expect.poll(() => Array.from(map.peek().tags ?? [])).toEqual([0, 0, 0, 4, 0, 0, 0, 4]);
  undo();
  expect(map.peek().tags!.some((asked) => asked !== 0)).toBe(false);
});

test('a press begins a link and the next one ends it; once more it is gone', async () => {
  changeMap(readDrawn('....\n....').map);
  tool.value = 'link';
  const join = () => {
    for (const cell of [0, 7]) {
      beginStroke(cell);
      endStroke();
    }
  };
  join();
  await expect.poll(() => map.peek().links?.map(({ from, to }) => [from, to])).toEqual([[0, 7]]);
  join();
  await expect.poll(() => map.peek().links).toEqual([]);
  undo();
  expect(map.peek().links?.length).toBe(1);
  tool.value = 'region';
  beginStroke(1);
  extendStroke(6);
  endStroke();
  const parts = [{ cell: 1, width: 2, height: 2 }];
  await expect.poll(() => map.peek().regions).toEqual([{ name: 'Region 1', parts }]);
  tool.value = 'place';
  beginStroke(5);
  await expect.poll(() => map.peek().places).toEqual([{ cell: 5, name: 'Place 1' }]);
  beginStroke(5, true);
  await expect.poll(() => map.peek().places).toEqual([]);
});
