// Links and names as they are edited, and what is said of them.

import { beforeEach, expect, test } from 'vitest';
import { readFloors } from '../import/floors';
import { createWords, takeWords } from '../words';
import { en } from '../words/en';
import { zh } from '../words/zh';
import { besidesIn } from './besides';
import { joinCells, namePlace, needsOf, rename } from './edit-features';
import { createLife } from './life';
import { createMessages } from './messages';
import { createUndo } from './undo';
import { createWorld } from './world';

takeWords('en', en);
takeWords('zh', zh);
const words = createWords('en');
const messages = createMessages({ life: createLife(), words });
const world = createWorld();
const { map } = world;
const parts = { words, messages, world, undo: createUndo({ world }) };
const TWO_FLOORS = '@layer\n....\n....\n@layer\n....\n....\n';

beforeEach(async () => {
  await words.choose('en');
  world.putMap(readFloors(TWO_FLOORS));
});

test('a link between floors is told with both of its floors', () => {
  joinCells(parts, 6, 14);
  expect(messages.messages.value.at(-1)?.text).toBe('Linked: 2, 1 (level 1) – 2, 1 (level 2)');
  const said = besidesIn(words.t)(map.value, 6, 0);
  expect(said).toEqual(['level 1', 'linked with 2, 1 (level 2)']);
});

test('a place whose name is emptied has the usual one', () => {
  namePlace(parts, 3);
  rename(parts, 'places', 0, ' Yard ');
  expect(map.value.places).toEqual([{ cell: 3, name: 'Yard' }]);
  rename(parts, 'places', 0, ' ');
  expect(map.value.places).toEqual([{ cell: 3, name: 'Place 1' }]);
});

test('a link that asks for several tags shows them all', () => {
  const link = { from: 0, to: 5, percent: 100, isTwoWay: true, tags: 0b10_0010, isShut: false };
  const now = { ...map.value, links: [link], tagNames: new Map([[5, 'red']]) };
  expect(needsOf(words.t, now, link).at(-1)).toEqual({ tags: link.tags, name: 'tag 1, red' });
  const single = needsOf(words.t, now, { ...link, tags: 2 });
  expect(single.map(({ tags }) => tags)).toEqual([0, 1, 2, 4, 8, 32]);
});

test('the sides of a one-way cell are listed as the language does', async () => {
  const now = { ...map.value, exits: new Uint8Array(16).fill(255) };
  now.exits[0] = 0b101;
  const said = () => besidesIn(words.t)(now, 0, 0).at(-1);
  expect(said()).toBe('one-way: left to the east, west only');
  await words.choose('zh');
  expect(said()).toBe('单向格子，只能向东、西离开');
});
