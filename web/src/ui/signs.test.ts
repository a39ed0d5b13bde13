// Every sign is on some button.

import { expect, test } from 'vitest';
import { SIGNS } from './signs';

const files = import.meta.glob<string>('./*.tsx', { query: '?raw', import: 'default', eager: true });

test('no sign is drawn that nobody shows', () => {
  const code = Object.values(files).join();
  expect(Object.keys(SIGNS).length).toBeGreaterThan(30);
  expect(Object.keys(SIGNS).filter((name) => !new RegExp(`['"]${name}['"]`).test(code))).toEqual([]);
});
