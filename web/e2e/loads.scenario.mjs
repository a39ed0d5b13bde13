// The page loads, in the browser's language, served and from a file.

export const name = 'the page loads';

export const variants = {
  'english': { locale: 'en-US' },
  'chinese': { locale: 'zh-CN' },
  'english-file': { locale: 'en-US' },
  'chinese-file': { locale: 'zh-CN' },
};

const HAN = /\p{Script=Han}/u;

export async function run({ page, url, file, variant, expect, shot }) {
  await page.goto(variant.endsWith('-file') ? file : url);
  await expect.soon(() => page.locator('main').isVisible(), 'the main part of the page is seen');
  const language = await page.evaluate(() => document.documentElement.lang);
  const wanted = variant.startsWith('chinese') ? /^zh/ : /^en/;
  expect.match(language, wanted, 'the language the page says it is in');
  // Tools have names where there is room, and the welcome comes a little later.
  const isChinese = async () => HAN.test(await page.locator('main').innerText());
  if (variant.startsWith('chinese')) await expect.soon(isChinese, 'the words on the page are Chinese');
  expect.match(await page.title(), /xunlu/i, 'the title');
  await shot('page');
}
