// A stroke that is half done ends with its map.

import { beforeEach, expect, test } from 'vitest';
import { readDrawn } from '../import/drawn';
import { WALL } from '../model';
import { createWords } from '../words';
import { createLife } from './life';
import { createMade } from './made';
import { createMessages } from './messages';
import { createStroke } from './stroke';
import { createTools } from './tools';
import { createUndo } from './undo';
import { createWorld } from './world';

const world = createWorld();
const tools = createTools({ world });
const edits = createUndo({ world });
const messages = createMessages({ life: createLife(), words: createWords('en') });
const { beginStroke, endStroke, extendStroke, pulled } =
  createStroke({ messages, world, tools, undo: edits, made: createMade({ world }) });
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
