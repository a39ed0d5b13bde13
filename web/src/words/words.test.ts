// Both dictionaries have the same keys and the same holes, and the language follows the browser.

import { expect, test } from 'vitest';
import reasons from '../../../crates/xunlu/src/reason.rs?raw';
import kinds from '../../../crates/xunlu-map/src/make/kind.rs?raw';
import { ALGORITHMS, ESTIMATES, HEATS, TIES } from '../model';
import { en } from './en';
import { createWords, languageFor, takeWords } from './index';
import { REASONS, reasonOf } from './reason';
import { zh } from './zh';

takeWords('en', en);
takeWords('zh', zh);

const dictionaries: Readonly<Record<string, string>>[] = [en, zh];
const holes = (text: string) => [...new Set(text.match(/\{\w+\}/g))].sort();

const words = createWords('en');
const { choose, language, number, t } = words;

// What the engine says in English needs no English of the page: coded.test.ts holds these to its codes.
const isTold = (key: string) => /^told\.(?!at\b)/.test(key);
const keysOf = (words: object) => Object.keys(words).filter((key) => !isTold(key)).sort();

test('keys agree', () => {
  expect(keysOf(zh)).toEqual(keysOf(en));
});

test('holes agree', () => {
  for (const [key, text] of Object.entries<string>(en)) {
    expect([key, holes((zh as Record<string, string>)[key])]).toEqual([key, holes(text)]);
  }
});

test('no text is empty, and Chinese uses Chinese marks', () => {
  for (const words of dictionaries) {
    for (const [key, text] of Object.entries(words)) expect([key, text.trim()]).toEqual([key, text]);
  }
  for (const text of Object.values(zh)) expect(text).not.toMatch(/[一-龥][,;:!?]/);
});

const makers = [...kinds.matchAll(/Kind::\w+ .*=> "(\w+)"/g)].map((found) => found[1]);
const knobs = [...kinds.matchAll(/\("(\w+)", \w+, /g)].map((found) => found[1]);

test('everything there is to choose from has a name and a line', () => {
  const named = [
    ...ALGORITHMS.map((name) => `algorithm.${name}`),
    ...ESTIMATES.map((name) => `estimate.${name}`),
    ...TIES.map((name) => `ties.${name}`),
    ...HEATS.map((name) => `heat.${name}`),
    ...makers.map((name) => `maker.${name}`),
    ...['always', 'one-free', 'no-cutting', 'never'].map((name) => `mover.${name}`),
  ];
  for (const key of named) {
    expect(Object.keys(en)).toContain(key);
    expect(Object.keys(en)).toContain(`${key}.why`);
  }
});

test('every maker and knob of the engine has a name', () => {
  expect(makers.length).toBe(8);
  expect(new Set(knobs).size).toBeGreaterThan(8);
  for (const knob of knobs) expect(Object.keys(en)).toContain(`knob.${knob}`);
});

const files = import.meta.glob<string>(['../**/*.ts', '../**/*.tsx', '!../**/*.test.ts'], {
  query: '?raw', import: 'default', eager: true,
});

test('no word is there that the page does not say', () => {
  const code = Object.values(files).join('\n');
  expect(code).toContain('export function createWords(');
  const literals = new Set([...code.matchAll(/'([\w.-]+)'/g)].map((found) => found[1]));
  for (const name of [...makers, ...knobs]) literals.add(name);
  // Families: `heat.${name}.why`, and choices('heat', names).
  const holes = code.matchAll(/`([\w.-]*)\$\{[^{}]*\}([\w.-]*)`/g);
  const templates = [...holes].map(([, before, after]) => [before, after]);
  for (const [, family] of code.matchAll(/choices\(t, '([\w.]+)'/g)) templates.push([`${family}.`, '']);
  const isMade = (key: string) => templates.some(([before, after]) =>
    before + after !== '' && key.startsWith(before) && key.endsWith(after)
      && literals.has(key.slice(before.length, key.length - after.length)));
  expect(keysOf(en).filter((key) => !literals.has(key) && !isMade(key))).toEqual([]);
  expect(isMade('heat.cold')).toBe(false);
});

test('every reason of the engine has words in either language', () => {
  const codes = [...reasons.matchAll(/Reason::\w+ =>[\s({]*"([a-z-]+)"/g)].map((found) => found[1]);
  expect(codes.length).toBeGreaterThan(20);
  expect([...REASONS].sort()).toEqual(codes.sort());
  for (const words of [en, zh]) {
    const told = Object.keys(words).filter((key) => key.startsWith('reason.'));
    expect(told.sort()).toEqual(codes.map((code) => `reason.${code}`).sort());
  }
  expect(reasonOf(words, 'because')).toBe('because');
});

test('the language follows the browser', () => {
  expect(languageFor(['zh-TW', 'en'])).toBe('zh');
  expect(languageFor(['de', 'zh'])).toBe('zh');
  expect(languageFor(['en-GB', 'zh'])).toBe('en');
  expect(languageFor(['de'])).toBe('en');
  expect(languageFor([])).toBe('en');
});

test('words change with the language, and holes are filled', async () => {
  expect(t('cell.goal')).toBe('goal');
  expect(t('say.searched', { x: 4, y: 7, what: t('cell.closed'), g: number(5), h: number(6.2) })).toBe(
    'x 4, y 7, closed, g 5, h 6.2',
  );
  await choose('zh');
  expect(language.value).toBe('zh');
  expect(t('tool.weight', { n: 3 })).toBe('3 倍代价');
  expect(t('no.such.key')).toBe('no.such.key');
  expect(t('tool.weight')).toBe('{n} 倍代价');
  expect(createWords('en').t('cell.goal'), 'others go on in theirs').toBe('goal');
});

test('numbers are written for people', () => {
  expect(number(700000)).toBe('700,000');
  expect(number(1.005, 1)).toBe('1');
});
