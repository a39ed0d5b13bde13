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
export const further = ['chinese', 'dark-chinese', 'phone'];
export const seconds = 60;

const wordsOf = (language) =>
  JSON.parse(readFileSync(new URL(`../src/words/${language}.json`, import.meta.url), 'utf8'));
const HARBOUR = new URL('../../crates/xunlu-format/tests/tiled/harbour.tmx', import.meta.url);

export async function run({ page, url, variant, expect, shot }) {
  const words = wordsOf(variant.includes('chinese') ? 'zh' : 'en');
  const t = (key, values = {}) => words[key].replace(/\{(\w+)\}/g, (_, name) => values[name]);
  const view = page.locator('.scene-view');
  const isPhone = variant.startsWith('phone');
  const which = view.getByRole('combobox', { name: t('scene.sample') });
  const drawn = () => view.locator('.legend.drawn').innerText();
  const showPanel = async () => {
    if (isPhone && (await view.locator('aside').count()) === 0) await button(view, t('panel.panels')).click();
  };

  /** Draws a route and a region, changes corners, names and costs; saves it all, and opens that again. */
  async function edit() {
    const box = await view.locator('canvas').boundingBox();
    const margin = Math.max(10, Math.min(box.width, box.height) * 0.05);
    const scale = Math.min((box.width - 2 * margin) / 62, (box.height - 2 * margin) / 42);
    const at = (x, y) =>
      [box.x + box.width / 2 + (x - 32) * scale, box.y + box.height / 2 + (y - 22) * scale];
    const click = (x, y, options) => page.mouse.click(...at(x, y), options);
    const drag = async (from, to) => {
      await page.mouse.move(...at(...from));
      await page.mouse.down();
      await page.mouse.move(...at(...to), { steps: 4 });
      await page.mouse.up();
    };
    const kind = view.getByRole('combobox', { name: t('scene.kind'), exact: true });
    const cost = () => numberOf('scene.cost');
    const name = view.getByRole('textbox', { name: t('scene.name') });
    const tool = (which) => button(view, t(`scene.tool.${which}`)).click();

    // A swamp in the path's way: corner by corner, then another corner on a side; undone and done again.
    await page.mouse.wheel(0, 0);
    const before = await cost();
    await kind.selectOption('1');
    await tool('polygon');
    for (const [x, y] of [[2, 6], [2, 2.5], [6, 3], [6, 5], [2, 6]]) await click(x, y);
    await expect.soon(async () => (await cost()) > before, 'the region costs something');
    await tool('move');
    await drag([6, 4], [9, 3.4]);
    await name.fill('bog');
    await button(view, t('tool.undo')).click();
    await becomes(() => name.inputValue(), '', 'the name is undone');
    await button(view, t('tool.redo')).click();
    await becomes(() => name.inputValue(), 'bog', 'and done again');
    // Water is easier for this agent, and then closed to it.
    const water = view.getByRole('combobox', { name: 'water' });
    const wet = await cost();
    await water.selectOption('1');
    await expect.soon(async () => (await cost()) < wet, 'water costs less');
    await water.selectOption('null');
    await expect.soon(async () => (await cost()) !== wet, 'water is closed');
    await water.selectOption('4');
    // A route of three points that leads back the way it came.
    // What is held would turn into one.
    await view.locator('canvas').focus();
    await page.keyboard.press('g');
    await kind.selectOption('route');
    await tool('polygon');
    for (const [x, y] of [[3, 30], [4, 38], [18, 40], [18, 40]]) await click(x, y);
    await name.fill('bank walk');
    await expect.soon(async () => /bank walk/.test(await drawn()), 'the route is told');
    await tool('move');
    await drag([10.8, 39], [11, 37.6]);
    await page.waitForTimeout(200);
    await shot('edited');
    const edited = await drawn();
    const paid = await cost();
    const saved = page.waitForEvent('download');
    await button(view, t('scene.save')).click();
    const download = await saved;
    expect.equal(download.suggestedFilename(), 'riverside.json');
    const text = readFileSync(await download.path(), 'utf8');
    const { regions, routes } = JSON.parse(text);
    const bog = regions.find((each) => each.name === 'bog');
    expect.equal(bog.outline.length, 5, 'corners of the region');
    const walk = routes.find((each) => each.name === 'bank walk');
    expect.ok(walk.points.length === 4 && !walk.closed, 'the route has the corner that was put in');
    await which.selectOption('square');
    await becomes(() => view.locator('.legend.drawn').count(), 0, 'nothing is drawn on the square');
    await drop(page, [fileOf('again.json', text)]);
    await expect.soon(async () => (await drawn()) === edited, 'what was saved says the same', 20);
    await becomes(cost, paid, 'and costs the same');
    await page.waitForTimeout(200);
    await shot('again');
    await drop(page, [exampleOf('riverside.json')]);
    await expect.soon(async () => !/bank walk/.test(await drawn()), 'the first again', 20);
  }

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
  if (!isPhone) await edit();
  const broken = '{"xunlu": 1, "kind": "scene", "ground": [[[0, 0], [9, 0]]], "obstacles": 3}';
  await drop(page, [fileOf('broken.json', broken)]);
  await becomes(() => page.getByRole('dialog').getByRole('alert').count(), 1, 'what is wrong is told');
  await shot('broken');
  await page.keyboard.press('Escape');
  await becomes(() => page.getByRole('dialog').isVisible(), false, 'it is closed');
  expect.ok(/toll collector/.test(await drawn()), 'what was there is still there');
}
