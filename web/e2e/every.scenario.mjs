// Every control of the page is touched once, and nothing is complained of, on the console or on the page.

import { readFileSync } from 'node:fs';
import { answered, button, exampleOf } from './hands.mjs';

export const name = 'every control, once';
export const variants = { 'english': {}, 'chinese': { locale: 'zh-CN' } };
export const further = ['chinese'];
export const seconds = 400;

/** What can be touched. */
const CONTROLS = 'button, select, input, summary, [role=slider]';
const MOST = 400;

/**
 * What there is to touch now, each with a name that stays: its kind, its label, and which of those it is; and
 * whether it lies in a dialog.
 */
const collect = (page) => page.evaluate((selector) => {
  const dialog = document.querySelector('dialog');
  const within = dialog ?? document.querySelector('.scene-view') ?? document;
  const shown = [...within.querySelectorAll(selector)]
    .filter((each) => each.checkVisibility() && !each.disabled);
  // What lies below has names of its own.
  for (const each of document.querySelectorAll('[data-touch]')) delete each.dataset.touch;
  const seen = new Map();
  const all = shown.map((each) => {
    const kind = each.localName === 'input' ? each.type : each.localName;
    const label = each.labels?.[0]?.innerText || each.getAttribute('aria-label');
    const said = label || each.innerText || each.title;
    const name = `${kind} ${said.trim().replace(/\s+/g, ' ').replace(/\d+/g, '#').slice(0, 60)}`;
    const count = (seen.get(name) ?? 0) + 1;
    seen.set(name, count);
    each.dataset.touch = `${name} ${count}`;
    return { kind, key: each.dataset.touch };
  });
  return { all, isInDialog: dialog !== null };
}, CONTROLS);

/** That there is no path, or nobody can stand somewhere, is an answer and no complaint. */
const ANSWERS = ['en', 'zh'].flatMap((language) => {
  const words = JSON.parse(readFileSync(new URL(`../src/words/${language}.json`, import.meta.url)));
  return ['unreachable.title', 'blocked.start', 'blocked.goal', 'blocked.via'].map((key) => words[key]);
});

/** What is complained of in words. */
const complaints = (page) => page.evaluate((answers) =>
  [...document.querySelectorAll('.message.error, .trouble, .note')]
    .map((each) => each.innerText.replace(/\s+/g, ' '))
    .filter((text) => !answers.some((answer) => text.startsWith(answer))), ANSWERS);

async function touch(page, { kind, key }) {
  const control = page.locator(`[data-touch="${key.replaceAll('"', '\\"')}"]`).first();
  if (kind === 'select') {
    const values = await control.locator('option').evaluateAll((all) => all.map((each) => each.value));
    const before = await control.inputValue();
    for (const value of [...values, before]) {
      await control.selectOption(value);
      await quiet(page, `${key}: ${value}`);
    }
  } else if (kind === 'number') {
    const before = Number(await control.inputValue());
    const least = Number(await control.getAttribute('min'));
    const most = Number(await control.getAttribute('max'));
    for (const value of [Math.min(most, before + 3), Math.max(least, before - 1), before]) {
      await control.fill(String(value));
      await control.press('Tab');
      await quiet(page, `${key}: ${value}`);
    }
  } else if (kind === 'checkbox' || kind === 'summary') {
    await control.click();
    await quiet(page, key);
    // What lies in the small window of weights is touched next.
    if (!(await control.evaluate((each) => each.closest('.drawer')))) await control.click();
  } else if (kind === 'range' || kind === 'canvas') {
    for (const press of ['End', 'ArrowLeft', 'Home', 'ArrowRight']) await control.press(press);
  } else if (kind === 'file') {
    const { name, bytes } = exampleOf('tutorial.txt');
    await control.setInputFiles({ name, mimeType: 'text/plain', buffer: Buffer.from(bytes) });
  } else if (kind === 'button') {
    // What stops something is gone when that has ended by itself.
    await control.click({ timeout: 8000 }).catch(async (error) => {
      if (await control.isVisible()) throw error;
    });
    await settled(page);
    if (await page.locator('dialog').isVisible()) await page.locator('dialog .inside > *').first().waitFor();
    // What folds a panel unfolds it again.
    if (/ (Map|Panels|地图|面板) \d+$/.test(key)) await control.click();
  }
  await quiet(page, key);
}

/** What each page has asked for and not received yet. */
const awaited = new WeakMap();
function countRequests(page) {
  const all = new Set();
  page.on('request', (request) => all.add(request));
  for (const end of ['requestfinished', 'requestfailed']) page.on(end, (request) => all.delete(request));
  awaited.set(page, all);
}

/** Waits until what was pressed has come: a dialog's code may have to be fetched first, and drawn. */
async function settled(page) {
  for (let calm = 0; calm < 3;) {
    await page.evaluate(() => new Promise((done) => {
      requestAnimationFrame(() => setTimeout(done, 30));
    }));
    calm = awaited.get(page).size === 0 ? calm + 1 : 0;
  }
}

/** Waits until no pane is at work, and fails if something was complained of. */
async function quiet(page, what) {
  await page.waitForFunction(() => !document.querySelector('.veil'), null, { timeout: 40_000 });
  const heard = await complaints(page);
  if (heard.length > 0) throw new Error(`after “${what}” it says: ${heard.join(' | ')}`);
}

/** Touches whatever there is and was not touched yet. */
async function touchAll(page, touched) {
  const isKept = ({ key }) => /^(select (Language|语言)|button (Close|关闭))/.test(key);
  const isLast = ({ key }) =>
    /^button (Back to the map|End the tour|Remove pane|返回地图|结束导览|移除|关闭窗格)/.test(key);
  for (let left = MOST; left > 0; left -= 1) {
    const { all, isInDialog } = await collect(page);
    const rest = all.filter((each) => !touched.has(each.key) && !isKept(each));
    const next = rest.find((each) => !isLast(each)) ?? rest[0];
    if (next === undefined) {
      if (!isInDialog) break;
      // One that is about to be shown, or is closing, has nothing to touch.
      if (all.length > 0) await page.keyboard.press('Escape');
      await page.waitForTimeout(100);
      continue;
    }
    touched.add(next.key);
    await touch(page, next);
  }
}

export async function run({ page, url, variant, expect, context }) {
  await context.grantPermissions(['clipboard-read', 'clipboard-write']);
  countRequests(page);
  await page.goto(url);
  await answered(page);
  const touched = new Set();
  await touchAll(page, touched);
  expect.ok(touched.size > 80 && touched.size < MOST, `${touched.size} controls were touched`);
  // A scene lies over the maps, with controls of its own.
  const [gallery, scene] = variant === 'english' ? ['Gallery', 'A market square'] : ['图库', '集市广场'];
  await button(page, gallery).click();
  await page.getByRole('dialog').getByRole('button', { name: scene }).click();
  await page.locator('.scene-view .transport').waitFor();
  // What its bar opens are the dialogs that were touched before.
  const isDialog = (key) => /^button (Gallery|Open a file|Settings|图库|打开文件|设置) /.test(key);
  const ofScene = new Set([...touched].filter(isDialog));
  await touchAll(page, ofScene);
  expect.ok(ofScene.size > 30, `${ofScene.size} controls of a scene were touched`);
  expect.equal(await page.locator('.scene-view').count(), 0, 'back at the map');
}
