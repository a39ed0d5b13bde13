// Every sign that a button may have is drawn, and every drawing has a name.

import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';

const read = (path: string) => readFileSync(new URL(path, import.meta.url), 'utf8');

test('signs and drawings agree', () => {
  const names = [...read('./signs.ts').matchAll(/\| '(\w+)'/g)].map(([, name]) => name);
  const drawn = [...read('../../index.html').matchAll(/<symbol id="sign-(\w+)"/g)].map(([, name]) => name);
  expect(names.length).toBeGreaterThan(30);
  expect(drawn.sort()).toEqual(names.sort());
});
