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

const files = import.meta.glob<string>(['../**/*.ts', '../**/*.tsx', '!../**/*.test.ts'], {
  query: '?raw', import: 'default', eager: true,
});

// Words that people who teach searching do not use, or use for something else. A path, a cost and a
// heuristic are called so; 启发函数, 代价 and 占地大小 in Chinese. No reader of the page is told of flags.
const BANNED = {
  en: /\b(?<!one-)ways?\b|\bprices?\b|\bestimat|\bguess|\btwo-way\b|\bdear|\bgave up\b|\bnobody\b|--[a-z]/i,
  zh: /价格|同价|便宜|估计|体型|移动者|放弃|走不通|漫开|--[a-z]/,
};

test('nothing is called by another word than in the field', () => {
  const isBanned = (words: RegExp) => (text: string) => words.test(text);
  expect(Object.values(en).filter(isBanned(BANNED.en))).toEqual([]);
  expect(Object.values(zh).filter(isBanned(BANNED.zh))).toEqual([]);
  // Labels, titles and text in the page's own script would be words of no dictionary.
  const said = /(?:aria-label|title|label|alt)="([^"]*[a-z][^"]*)"|<title>([^<{]+)</g;
  const drawn = Object.entries(files).filter(([name]) => /\/(?:ui|export)\//.test(name));
  expect(drawn.length).toBeGreaterThan(15);
  expect(drawn.flatMap(([, text]) => [...text.matchAll(said)].map(([whole]) => whole))).toEqual([]);
});

test('the field’s own words are there, in either language', () => {
  const [english, chinese] = [en, zh].map((words) => Object.values(words).join('\n'));
  const theirs = [
    'Heuristic (h)', 'Bidirectional A*', 'Jump point search (JPS)', 'No path exists',
    'The start cell is blocked', 'Above optimal', 'admissible', 'closed list',
  ];
  for (const word of theirs) expect(english).toContain(word);
  const ours = [
    '启发函数', '代价', '展开', '占地大小', '地形代价', '跳点搜索', '双向 A*', '开放列表', '关闭列表', '没有路径', '高于最优',
  ];
  for (const word of ours) expect(chinese).toContain(word);
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
    'x 4, y 7, in closed list, g 5, h 6.2',
  );
  await choose('zh');
  expect(language.value).toBe('zh');
  expect(t('tool.weight', { n: 3 })).toBe('地形代价 3');
  expect(t('no.such.key')).toBe('no.such.key');
  expect(t('tool.weight')).toBe('地形代价 {n}');
  expect(createWords('en').t('cell.goal'), 'others go on in theirs').toBe('goal');
});

test('numbers are written for people', () => {
  expect(number(700000)).toBe('700,000');
  expect(number(1.005, 1)).toBe('1');
});
