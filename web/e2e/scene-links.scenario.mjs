// Links of a scene: taken by its path, drawn, moved, changed and taken away; and the link that shows it all
// to others.

import { readFileSync } from 'node:fs';
import { becomes, button, openPage } from './hands.mjs';

export const name = 'links of a scene, and a link to it';
const CLIPBOARD = { permissions: ['clipboard-read', 'clipboard-write'] };
const PHONE = { viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true };
export const variants = {
  'english': CLIPBOARD,
  'dark-chinese': { ...CLIPBOARD, locale: 'zh-CN', colorScheme: 'dark' },
  'phone': { ...CLIPBOARD, ...PHONE },
  'dark-phone-chinese': { ...CLIPBOARD, ...PHONE, colorScheme: 'dark', locale: 'zh-CN' },
};
export const further = ['dark-chinese', 'phone'];
export const seconds = 60;

const wordsOf = (language) =>
  JSON.parse(readFileSync(new URL(`../src/words/${language}.json`, import.meta.url), 'utf8'));

export async function run({ page, url, variant, expect, shot, context }) {
  const words = wordsOf(variant.includes('chinese') ? 'zh' : 'en');
  const t = (key, values = {}) => words[key].replace(/\{(\w+)\}/g, (_, name) => values[name]);
  const isPhone = variant.includes('phone');
  const seen = (on) => {
    const view = on.locator('.scene-view');
    const row = (key) => view.locator('.counters div, .scene-table tr')
      .filter({ has: on.getByText(t(key), { exact: true }) });
    return {
      view,
      told: () => view.locator('.hint', { hasText: t('scene.told.found').split(/[:：]/)[0] }).innerText(),
      async cost() {
        const words = await row('scene.cost').locator('td').first().innerText();
        return Number(words.replace(/[^\d.]/g, ''));
      },
      async showPanel() {
        if (!isPhone || (await view.locator('aside').count()) > 0) return;
        await button(view, t('panel.panels')).click();
      },
    };
  };
  const { cost, showPanel, told, view } = seen(page);

  await openPage(page, url);
  await button(page, t('gallery.title')).click();
  const card = page.getByRole('dialog').getByRole('button', { name: t('scene.sample.riverside') });
  await card.scrollIntoViewIfNeeded();
  await card.click();
  await view.locator('canvas').waitFor();
  await becomes(() => page.getByRole('dialog').isVisible(), false, 'the gallery closes');
  await page.waitForTimeout(300);
  await shot('bare');
  await showPanel();
  await expect.soon(async () => /well shaft \(\+5\)/.test(await told()), 'the shaft is taken, for five', 20);
  const byShaft = await cost();
  await page.waitForTimeout(200);
  await shot('shaft');

  if (!isPhone) await change();
  await share();

  /** Draws a link, moves its end, changes what it counts, shuts it, undoes that, and takes it away. */
  async function change() {
    const box = await view.locator('canvas').boundingBox();
    const margin = Math.max(10, Math.min(box.width, box.height) * 0.05);
    const scale = Math.min((box.width - 2 * margin) / 62, (box.height - 2 * margin) / 42);
    const at = (x, y) =>
      [box.x + box.width / 2 + (x - 32) * scale, box.y + box.height / 2 + (y - 22) * scale];
    const drag = async (from, to) => {
      await page.mouse.move(...at(...from));
      await page.mouse.down();
      await page.mouse.move(...at(...to), { steps: 4 });
      await page.mouse.up();
    };
    const kind = view.getByRole('combobox', { name: t('scene.kind'), exact: true });
    const length = view.getByRole('spinbutton', { name: t('scene.link.length') });
    await kind.selectOption('link');
    await button(view, t('scene.tool.polygon')).click();
    // Pressed at one end, then at the other, beside the path; as long as the straight line, until it is told.
    await page.mouse.click(...at(36, 20));
    await page.mouse.click(...at(40, 38));
    await becomes(() => length.inputValue(), /^1[89](\.\d+)?$/, 'it counts its straight line');
    const drawn = Number(await length.inputValue());
    await view.getByRole('textbox', { name: t('scene.name') }).fill('rope');
    await button(view, t('scene.tool.move')).click();
    await drag([40, 38], [44, 38]);
    await expect.soon(async () => Number(await length.inputValue()) > drawn + 0.3, 'it is longer by then');
    await length.fill('0.5');
    await length.press('Tab');
    await expect.soon(async () => /rope \(\+0[.,]5\)/.test(await told()), 'a cheaper one is taken instead');
    const byRope = await cost();
    expect.ok(byRope < byShaft, `which costs less: ${byRope} and ${byShaft}`);
    await page.waitForTimeout(200);
    await shot('rope');
    const isShut = view.getByRole('checkbox', { name: t('scene.link.isShut') });
    await isShut.check();
    await becomes(cost, byShaft, 'shut, it is not');
    await button(view, t('tool.undo')).click();
    await becomes(cost, byRope, 'undone, it is again');
    await view.getByRole('checkbox', { name: t('scene.link.isTwoWay') }).uncheck();
    await becomes(cost, byRope, 'one way is enough');
    // The same from a hand that lets go at the other end; taken away by key.
    await view.locator('canvas').focus();
    await page.keyboard.press('g');
    await kind.selectOption('link');
    await button(view, t('scene.tool.box')).click();
    await drag([6, 6], [12, 12]);
    await becomes(() => length.count(), 1, 'another one is held');
    await view.locator('canvas').focus();
    await page.keyboard.press('Delete');
    await becomes(() => length.count(), 0, 'it is gone');
    await expect.soon(async () => /rope/.test(await told()), 'the other one is there');
  }

  /** A link to it, copied and opened elsewhere, shows the same. */
  async function share() {
    const paid = await cost();
    const said = await told();
    await button(view, t('scene.share')).click();
    const copied = () => page.evaluate(() => navigator.clipboard.readText());
    await becomes(copied, /#S[\w-]+$/, 'a link is copied');
    const link = await copied();
    await becomes(() => page.url(), link, 'the page has the same behind its #');
    const other = await context.newPage();
    await other.goto(link);
    const there = seen(other);
    await there.view.locator('canvas').waitFor();
    await there.showPanel();
    await becomes(there.cost, paid, 'it costs the same there', 20);
    expect.equal(await there.told(), said, 'and the same is said');
    const drawn = await there.view.locator('.legend.drawn').innerText();
    if (!isPhone) expect.ok(drawn.includes('rope'), `the link that was drawn is told: ${drawn}`);
    // Reloaded it is still there; back at the map, and cut off, it is told.
    await other.reload();
    await there.view.locator('canvas').waitFor();
    await there.showPanel();
    await becomes(there.cost, paid, 'it stays when the page is loaded again', 20);
    await button(there.view, t('scene.close')).click();
    await becomes(() => there.view.count(), 0, 'it can be left');
    expect.ok(!other.url().includes('#S'), 'and no more is behind the #');
    await other.goto(`${link.slice(0, -3)}`);
    const broken = t('share.broken', { reason: '' }).replace(/[.。\s]*$/, '');
    const log = () => other.getByRole('log').innerText();
    await becomes(log, new RegExp(broken), 'a link that was cut off is told');
    await other.close();
  }
}
