// Scenes without cells: opened from the gallery and from files, their ends dragged, the path following.

import { readFileSync } from 'node:fs';
import { becomes, button, drop, fileOf, openPage } from './hands.mjs';

export const name = 'a scene without cells';
const PHONE = { viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true };
export const variants = {
  'english': {},
  'dark-chinese': { locale: 'zh-CN', colorScheme: 'dark' },
  'phone': PHONE,
};
export const further = ['dark-chinese'];
export const seconds = 60;

const wordsOf = (language) =>
  JSON.parse(readFileSync(new URL(`../src/words/${language}.json`, import.meta.url), 'utf8'));

/** Two rooms, joined by a side between two polygons. */
const ROOMS = `mesh\n2\n6 2\n0 0 1 0\n4 0 2 0 1\n4 4 2 0 1\n0 4 1 0\n9 1 1 1\n9 3 1 1
4 0 1 2 3 -1 -1 1 -1\n4 1 4 5 2 0 -1 -1 -1\n`;

export async function run({ page, url, variant, expect, shot }) {
  const words = wordsOf(variant === 'dark-chinese' ? 'zh' : 'en');
  const t = (key) => words[key];
  const view = page.locator('.scene-view');
  const canvas = view.locator('canvas');
  const numberOf = async (key) => {
    const row = view.locator('.counters div, .scene-table tr')
      .filter({ has: page.getByText(t(key), { exact: true }) });
    return Number((await row.locator('dd, td').first().innerText()).replace(/[^\d.]/g, ''));
  };
  const which = view.getByRole('combobox', { name: t('scene.sample') });
  const isPhone = variant === 'phone';

  /** The search, step by step and played, by either method. */
  async function search() {
    await which.selectOption('square');
    await expect.soon(async () => (await numberOf('scene.polygonCount')) < 110, 'the square again');
    const scrubber = view.getByRole('slider', { name: t('play.timeline') });
    const now = async () => Number(await scrubber.inputValue());
    await expect.soon(async () => (await now()) > 50, 'its search is on the timeline');
    const whole = await now();
    await button(view, t('play.first')).click();
    await becomes(now, 0, 'the beginning');
    for (const name of ['step', 'expansion', 'expansion', 'expansion', 'back', 'backExpansion']) {
      await button(view, t(`play.${name}`)).click();
    }
    await expect.soon(async () => (await now()) > 5, 'some steps on');
    for (let press = 0; press < 16; press += 1) await page.keyboard.press('j');
    await shot('search');
    expect.ok((await view.locator('.open-list tbody tr').count()) > 1, 'some wait in the open list');
    await view.getByRole('combobox', { name: t('scene.method') }).selectOption('funnel');
    await expect.soon(async () => Number(await scrubber.getAttribute('max')) !== whole, 'another search');
    for (const key of ['Home', '.', ',']) await page.keyboard.press(key);
    for (let press = 0; press < 24; press += 1) await page.keyboard.press('j');
    await shot('funnel');
    const speed = view.getByRole('slider', { name: t('play.speed') });
    for (let press = 0; press < 6; press += 1) await speed.press('ArrowRight');
    await button(view, t('play.play')).click();
    const all = Number(await scrubber.getAttribute('max'));
    await becomes(now, all, 'it plays to the end', 10);
    await shot('both');
    await view.getByRole('combobox', { name: t('scene.method') }).selectOption('exact');
    await button(view, t('play.last')).click();
    await view.getByRole('checkbox', { name: t('scene.search') }).uncheck();
    await view.getByRole('checkbox', { name: t('scene.polygons') }).uncheck();
    await canvas.focus();
  }

  await openPage(page, url);
  await button(page, t('gallery.title')).click();
  await page.getByRole('dialog').getByRole('button', { name: t('scene.sample.square') }).click();
  await becomes(() => page.getByRole('dialog').isVisible(), false, 'the gallery closes');
  await canvas.waitFor();
  if (isPhone) {
    await shot('bare');
    await button(view, t('panel.panels')).click();
  }
  await expect.soon(async () => (await numberOf('scene.length')) > 30, 'there is a path');
  await shot('square');
  const before = await numberOf('scene.length');

  // The goal is dragged nearer; the path follows before it is let go.
  if (isPhone) await button(view, t('panel.panels')).click();
  const box = await canvas.boundingBox();

  /** Drops things in the path's way, drags one, draws one, takes them away; a ray follows the pointer. */
  async function obstacles() {
    if (isPhone) await button(view, t('panel.panels')).click();
    const length = async () => {
      if (!isPhone) return numberOf('scene.length');
      // The panel lies over the picture.
      await button(view, t('panel.panels')).click();
      const told = await numberOf('scene.length');
      await button(view, t('panel.panels')).click();
      return told;
    };
    const drag = async (...spots) => {
      await page.mouse.move(...at(...spots[0]));
      await page.mouse.down();
      for (const spot of spots.slice(1)) await page.mouse.move(...at(...spot), { steps: 4 });
      await page.mouse.up();
    };
    const tool = (name) => button(view, t(`scene.tool.${name}`)).click();
    const isLonger = (than) => expect.soon(async () => (await length()) > than + 0.02, 'a longer path');
    const first = await length();
    await tool('circle');
    await drag([12, 9.2], [13.2, 9.2]);
    await isLonger(first);
    const withCircle = await length();
    await tool('move');
    await drag([12, 9.2], [12.2, 12.4]);
    await expect.soon(async () => (await length()) !== withCircle, 'the path follows what is dragged');
    await button(view, t('tool.undo')).click();
    await becomes(length, withCircle, 'it is back where it was');
    await button(view, t('tool.undo')).click();
    await becomes(length, first, 'it is gone');
    await tool('box');
    await drag([16.5, 9.4], [18.6, 10.4]);
    await tool('polygon');
    await drag([6, 7.4], [11, 7.2], [12, 8.8], [8, 9.7], [6, 8.6]);
    await isLonger(first);
    await shot('obstacles');
    await tool('erase');
    const withBoth = await length();
    await page.mouse.click(...at(9, 8.4));
    await expect.soon(async () => (await length()) !== withBoth, 'the polygon is taken away');
    await tool('move');
    if (isPhone) return button(view, t('panel.panels')).click();
    await button(view, t('scene.ray')).click();
    await page.mouse.move(...at(4, 20), { steps: 3 });
    await page.waitForTimeout(150);
    await shot('ray');
    await page.mouse.move(...at(25.4, 5), { steps: 3 });
    await page.waitForTimeout(150);
    await shot('nearest');
    await page.keyboard.press('r');
    await regions(drag, tool);
    const keys = 'c Enter ArrowLeft Delete b Enter [ ] Backspace p e m';
    for (const key of keys.split(' ')) await page.keyboard.press(key);
  }

  /** Draws a region, makes it cost more and less, closes it, and changes its corners. */
  async function regions(drag, tool) {
    // By their tags: 1 is closed, 2 a swamp, 3 mud, 4 a road.
    const kind = view.getByRole('combobox', { name: t('scene.kind'), exact: true });
    const cost = () => numberOf('scene.cost');
    const before = await numberOf('scene.length');
    await kind.selectOption('3');
    await tool('box');
    await drag([18.8, 8.4], [21.6, 11.6]);
    await expect.soon(async () => (await cost()) > before + 0.5, 'mud costs twice its length');
    const mud = await cost();
    await kind.selectOption('2');
    await expect.soon(async () => (await cost()) > mud + 0.5, 'a swamp costs more');
    await kind.selectOption('4');
    await expect.soon(async () => (await cost()) < before, 'a road costs less');
    await tool('move');
    const road = await cost();
    await drag([18.8, 11.6], [17.8, 12.2]);
    await expect.soon(async () => (await cost()) !== road, 'a corner was dragged');
    await drag([18.3, 10.3], [19.3, 10.3]);
    await shot('regions');
    const wide = await cost();
    await page.mouse.click(...at(19.3, 10.3), { button: 'right' });
    await expect.soon(async () => (await cost()) !== wide, 'a corner that was put in is taken away');
    await kind.selectOption('1');
    await view.getByText(t('scene.goalBeside'), { exact: false }).first().waitFor();
    await page.keyboard.press('Delete');
    await becomes(() => numberOf('scene.length'), before, 'the region is gone');
    await kind.selectOption('obstacle');
    await canvas.focus();
  }
  const { x, y, scale } = await canvas.evaluate((each) => {
    const [width, height] = [each.clientWidth, each.clientHeight];
    const margin = Math.max(10, Math.min(width, height) * 0.05);
    const [left, top, right, bottom] = [1, 1, 35, 23];
    const scale = Math.min((width - 2 * margin) / (right - left), (height - 2 * margin) / (bottom - top), 64);
    return {
      scale, x: width / 2 - ((left + right) / 2) * scale, y: height / 2 - ((top + bottom) / 2) * scale,
    };
  });
  const at = (sceneX, sceneY) => [box.x + x + sceneX * scale, box.y + y + sceneY * scale];
  await page.mouse.move(...at(32.5, 16));
  await page.mouse.down();
  await page.mouse.move(...at(20, 10), { steps: 6 });
  await page.mouse.up();
  if (isPhone) await button(view, t('panel.panels')).click();
  await expect.soon(async () => (await numberOf('scene.length')) < before - 8, 'the path is shorter');
  const near = await numberOf('scene.length');
  await button(view, t('tool.undo')).click();
  await becomes(() => numberOf('scene.length'), before, 'undo brings the goal back');
  await button(view, t('tool.redo')).click();
  await becomes(() => numberOf('scene.length'), near, 'redo moves it again');

  await obstacles();

  // Whoever is larger goes farther round, and may not fit at all.
  await which.selectOption('gaps');
  await expect.soon(async () => (await numberOf('scene.polygonCount')) < 70, 'another scene');
  const slim = await numberOf('scene.length');
  const radius = view.getByRole('slider', { name: t('scene.radius') });
  for (let press = 0; press < 5; press += 1) await radius.press('ArrowRight');
  await expect.soon(async () => (await numberOf('scene.length')) > slim + 2, 'a longer path for a radius');
  await shot('gaps');
  await which.selectOption('wood');
  await expect.soon(async () => (await numberOf('scene.polygonCount')) > 500, 'a wood of many polygons');
  await shot('wood');
  await which.selectOption('river');
  await expect.soon(async () => (await numberOf('scene.cost')) > 20, 'what the path costs is told');
  await shot('river');
  if (isPhone) return;

  // Keys: the goal by arrows, then the start; zoomed and fitted.
  await canvas.focus();
  const whole = await numberOf('scene.length');
  for (let press = 0; press < 4; press += 1) await page.keyboard.press('Shift+ArrowLeft');
  await expect.soon(async () => (await numberOf('scene.length')) < whole - 3, 'the goal comes nearer');
  await page.keyboard.press('s');
  const moved = await numberOf('scene.length');
  for (let press = 0; press < 4; press += 1) await page.keyboard.press('Shift+ArrowRight');
  await expect.soon(async () => (await numberOf('scene.length')) < moved - 3, 'and so does the start');
  await search();
  for (const key of ['+', '-', '0', 'n', 'n']) await page.keyboard.press(key);
  for (const name of ['map.zoomIn', 'map.zoomOut', 'map.fit']) await button(view, t(name)).click();

  // A file of polygons takes its place; one that is broken does not.
  await drop(page, [fileOf('rooms.mesh', ROOMS)]);
  await becomes(() => numberOf('scene.polygonCount'), 2, 'the file is shown');
  await drop(page, [fileOf('floor.obj', 'v 0 0 0\nv 9 0 0\nv 9 0 9\nv 0 0 9\nf 1 4 3 2\n')]);
  await view.getByText(t('scene.storeys')).waitFor();
  expect.ok(await button(view, t('scene.tool.box')).isDisabled(), 'storeys take no obstacles');
  await shot('floor');
  await drop(page, [fileOf('rooms.mesh', ROOMS)]);
  await becomes(() => numberOf('scene.polygonCount'), 2, 'the first file again');
  await drop(page, [fileOf('broken.mesh', ROOMS.slice(0, 60))]);
  await becomes(() => page.getByRole('dialog').getByRole('alert').count(), 1, 'what is wrong is told');
  await page.keyboard.press('Escape');
  await becomes(() => page.getByRole('dialog').isVisible(), false, 'it is closed');
  expect.equal(await numberOf('scene.polygonCount'), 2, 'what was there is still there');
  await page.keyboard.press('Escape');
  await becomes(() => view.count(), 0, 'back at the map');
  await becomes(() => page.locator('.bar[inert]').count(), 0, 'which is awake again');
}
