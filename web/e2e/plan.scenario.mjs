// Plans of scenes: from the gallery, from a file of ours and from one of Tiled's, drawn and asked.

import { readFileSync } from 'node:fs';
import { becomes, button, drop, exampleOf, fileOf, openPage } from './hands.mjs';

export const name = 'a plan of a scene';
export const variants = {
  'english': {},
  'chinese': { locale: 'zh-CN' },
  'dark-chinese': { locale: 'zh-CN', colorScheme: 'dark' },
  'phone': { viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true },
  'phone-chinese': { viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true, locale: 'zh-CN' },
};
export const seconds = 60;

const wordsOf = (language) =>
  JSON.parse(readFileSync(new URL(`../src/words/${language}.json`, import.meta.url), 'utf8'));
const HARBOUR = new URL('../../crates/xunlu-format/tests/tiled/harbour.tmx', import.meta.url);

export async function run({ page, url, variant, expect, shot }) {
  const words = wordsOf(variant.includes('chinese') ? 'zh' : 'en');
  const t = (key, values = {}) => words[key].replace(/\{(\w+)\}/g, (_, name) => values[name]);
  const view = page.locator('.scene-view');
  const isPhone = variant.startsWith('phone');
  const drawn = () => view.locator('.legend.drawn').innerText();
  const showPanel = async () => {
    if (isPhone && (await view.locator('aside').count()) === 0) await button(view, t('panel.panels')).click();
  };

  await openPage(page, url);
  await button(page, t('gallery.title')).click();
  await page.waitForTimeout(300);
  await shot('gallery');
  const card = page.getByRole('dialog').getByRole('button', { name: t('scene.sample.riverside') });
  await card.scrollIntoViewIfNeeded();
  await shot('card');
  await card.click();
  await view.locator('canvas').waitFor();
  await becomes(() => page.getByRole('dialog').isVisible(), false, 'the gallery closes');
  await page.waitForTimeout(400);
  await shot('bare');
  await showPanel();
  await expect.soon(async () => /night watch/.test(await drawn()), 'routes are told by their names', 20);
  const told = await drawn();
  for (const part of ['ferry', 'taproom', t('scene.sort.costs', { name: 'water', n: '4' })]) {
    expect.ok(told.toLowerCase().includes(part.toLowerCase()), `${part} is told: ${told}`);
  }
  const numberOf = async (key) => {
    const row = view.locator('.counters div, .scene-table tr')
      .filter({ has: page.getByText(t(key), { exact: true }) });
    return Number((await row.locator('dd, td').first().innerText()).replace(/[^\d.]/g, ''));
  };
  // Through the shaft it is but five; on foot more than the straight line, which is some thirty.
  await expect.soon(async () => (await numberOf('scene.cost')) > 10, 'a cheapest path is found');
  expect.ok((await numberOf('scene.cost')) < 29, 'it leads through the shaft');
  await shot('riverside');
  await view.getByRole('checkbox', { name: t('scene.names') }).uncheck();
  await view.getByRole('checkbox', { name: t('scene.polygons') }).uncheck();
  await page.waitForTimeout(150);
  await shot('quiet');

  // What was drawn in Tiled, with no cell at all.
  await drop(page, [fileOf('harbour.tmx', readFileSync(HARBOUR))]);
  await expect.soon(async () => /customs/.test(await drawn()), 'the map of shapes is a scene', 20);
  await view.getByRole('checkbox', { name: t('scene.names') }).check();
  await expect.soon(async () => (await numberOf('scene.length')) > 10, 'a path is found there');
  await shot('harbour');
  // The same file as somebody has it; and one that is none, which is told.
  await drop(page, [exampleOf('riverside.json')]);
  await expect.soon(async () => /toll collector/.test(await drawn()), 'a file of ours is a scene', 20);
  const broken = '{"xunlu": 1, "kind": "scene", "ground": [[[0, 0], [9, 0]]], "obstacles": 3}';
  await drop(page, [fileOf('broken.json', broken)]);
  await becomes(() => page.getByRole('dialog').getByRole('alert').count(), 1, 'what is wrong is told');
  await shot('broken');
  await page.keyboard.press('Escape');
  await becomes(() => page.getByRole('dialog').isVisible(), false, 'it is closed');
  expect.ok(/toll collector/.test(await drawn()), 'what was there is still there');
}
