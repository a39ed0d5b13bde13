// The language is switched and remembered, and the page tells the browser which it is in.

import { answered } from './hands.mjs';

export const name = 'both languages';

export const variants = { 'from-english': { locale: 'en-US' }, 'from-chinese': { locale: 'zh-CN' } };

const WORDS = {
  en: { settings: 'Settings', language: 'Language', other: '中文', tag: 'en', play: 'Play', close: 'Close' },
  zh: { settings: '设置', language: '语言', other: 'English', tag: 'zh-CN', play: '播放', close: '关闭' },
};

export async function run({ page, url, variant, expect, shot }) {
  const [from, to] = variant === 'from-english' ? [WORDS.en, WORDS.zh] : [WORDS.zh, WORDS.en];
  const lang = () => page.evaluate(() => document.documentElement.lang);
  await page.goto(url);
  await answered(page);
  expect.equal(await lang(), from.tag, 'the language that the browser asked for');
  await page.getByRole('button', { name: from.settings }).click();
  await shot('before');
  await page.getByRole('dialog').getByLabel(from.language).selectOption({ label: from.other });
  await expect.soon(async () => (await lang()) === to.tag, 'the page says that it is in the other language');
  await page.getByRole('dialog').getByRole('button', { name: to.close }).click();
  expect.ok(await page.getByRole('button', { name: to.play, exact: true }).isVisible(), 'its buttons are');
  await page.reload();
  await answered(page);
  expect.equal(await lang(), to.tag, 'it is remembered');
  const words = await page.locator('body').innerText();
  if (to === WORDS.en) expect.ok(!/\p{Script=Han}/u.test(words.replaceAll('中文', '')), 'no Chinese is left');
  else expect.match(words, /\p{Script=Han}/u, 'it is in Chinese');
  const isRaw = /\b[a-z]+\.[a-zA-Z]+\.(why|title|text)\b|undefined|NaN|\{\w+\}/.test(words);
  expect.ok(!isRaw, 'no key and no hole shows');
  await shot('after');
}
