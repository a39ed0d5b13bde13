// The gallery: each of its pictures is drawn by a search, and chosen it is what the page shows.

import { answered, becomes, button, openPage } from './hands.mjs';

export const name = 'the gallery';
export const seconds = 120;
export const variants = { 'english': {}, 'chinese': { locale: 'zh-CN' } };

/** The searches on maps of cells, the scenes without cells, and a map of one's own. */
const SEARCHES = 13;
const SCENES = 5;
const CARDS = SEARCHES + SCENES + 1;

/** How many colours there are in a small picture, of those seen at every fourth pixel. */
const colours = (canvas) => canvas.evaluate((each) => {
  const { data } = each.getContext('2d').getImageData(0, 0, each.width, each.height);
  const seen = new Set();
  for (let at = 0; at < data.length; at += 16) seen.add(data.slice(at, at + 3).join());
  return seen.size;
});

export async function run({ page, url, variant, expect, shot }) {
  await openPage(page, url);
  const isEnglish = variant === 'english';
  const open = () => button(page, isEnglish ? 'Gallery' : '图库').click();
  const cards = page.getByRole('dialog').getByRole('listitem');
  await open();
  await becomes(() => cards.count(), CARDS, `there are ${CARDS}`);
  for (let at = 0; at < CARDS - 1; at += 1) {
    const canvas = cards.nth(at).locator('canvas');
    await becomes(async () => (await colours(canvas)) > 6, true, `picture ${at + 1} is drawn`);
  }
  await shot('open');
  const names = await cards.allInnerTexts();
  expect.ok(names.every((each) => !/gallery\./.test(each)), `each has its words: ${names}`);
  await page.keyboard.press('Escape');
  // A dialog that closes is out of sight before it is gone, while pictures are still being searched.
  const unseen = await page.addStyleTag({ content: 'dialog { display: none !important }' });
  await open();
  await page.waitForTimeout(1500);
  expect.equal(await page.locator('.message.error').allInnerTexts(), [], 'it closes without a complaint');
  await unseen.evaluate((tag) => tag.remove());
  await page.keyboard.press('Escape');
  if (!isEnglish) return;
  await open();
  const seen = new Set();
  for (let at = 0; at < SEARCHES; at += 1) {
    if (at > 0) await open();
    await cards.nth(at).getByRole('button').click();
    await becomes(() => page.getByRole('dialog').isVisible(), false, 'the gallery closes');
    await answered(page);
    const map = page.getByRole('application');
    const label = await map.first().getAttribute('aria-label');
    seen.add(label);
    const isRace = /Dijkstra/.test(names[at]);
    await becomes(() => map.count(), isRace ? 2 : 1, `${names[at]}: so many panes`);
    await page.keyboard.press('End');
    const told = page.locator('p.unseen[role=status]');
    await becomes(() => told.innerText(), /Path found/, `${names[at]}: there is a path`);
  }
  expect.ok(seen.size >= 8, `they are maps of their own: ${[...seen].join('; ')}`);
  await open();
  await cards.nth(CARDS - 1).getByRole('button').click();
  await becomes(() => page.getByRole('dialog', { name: 'Open a file' }).isVisible(), true, 'one’s own map');
}
