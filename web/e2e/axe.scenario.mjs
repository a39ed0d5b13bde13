// Nothing on the page keeps people out, as far as axe can tell: every view of it, in either theme and
// language, on a phone, and in a page of somebody else.

import { readFileSync } from 'node:fs';
import { answered, becomes, button, drop, exampleOf, fileOf, openBenchmark, openPage } from './hands.mjs';

export const name = 'axe finds no violation';

const VIEWPORT = { width: 1280, height: 800 };
const PHONE = { viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true };

export const variants = {
  'english': { locale: 'en-US', colorScheme: 'light' },
  'chinese': { locale: 'zh-CN', colorScheme: 'dark' },
  'phone-english': { ...PHONE, locale: 'en-US', colorScheme: 'light' },
  'phone-chinese': { ...PHONE, locale: 'zh-CN', colorScheme: 'dark' },
  'compact': {},
};
// Each language is seen by the others, and each view in both themes.
export const further = ['chinese', 'phone-english'];
export const seconds = 300;

/** What a theme changes: all rules are asked in one, and these in the other as well. */
const OF_THEMES = ['color-contrast', 'link-in-text-block'];

const AXE = readFileSync(new URL('../node_modules/axe-core/axe.min.js', import.meta.url), 'utf8');
const wordsOf = (language) =>
  JSON.parse(readFileSync(new URL(`../src/words/${language}.json`, import.meta.url), 'utf8'));

const dialog = (page) => page.getByRole('dialog');
const isOpen = (page) =>
  becomes(() => dialog(page).locator('.inside > *').count(), /[1-9]/, 'a dialog is open');
const press = (page, key) => page.keyboard.press(key);

/** How each view is reached from the page as it opens. */
const VIEWS = {
  async 'four panes'(page) {
    for (let pane = 1; pane < 4; pane += 1) await press(page, 'p');
    await becomes(() => page.getByRole('application').count(), 4, 'four panes');
  },
  heat: (page) => press(page, 'h'),
  'map panel': (page, t) => button(page, t('map.title')).click(),
  'right panel': (page, t) => button(page, t('panel.panels')).click(),
  weights: (page) => page.locator('.weights summary').click(),
  'links and tags': (page) => page.locator('.drawer:not(.weights) summary').click(),
  async gallery(page, t) {
    await button(page, t('gallery.title')).click();
    await isOpen(page);
  },
  async 'a scene'(page, t) {
    await button(page, t('gallery.title')).click();
    await dialog(page).getByRole('button', { name: t('scene.sample.gaps') }).click();
    await page.locator('.scene-view .counters').or(page.locator('.scene-view canvas')).first().waitFor();
  },
  async keys(page) {
    await press(page, '?');
    await isOpen(page);
  },
  async files(page) {
    await press(page, 'o');
    await isOpen(page);
  },
  async 'a broken file'(page) {
    await drop(page, [fileOf('broken.map', 'type nothing')]);
    await becomes(() => dialog(page).getByRole('alert').count(), 1, 'what is wrong with it');
  },
  async 'rows of a scenario'(page) {
    await drop(page, [exampleOf('rooms.map'), exampleOf('rooms.map.scen')]);
    await becomes(() => dialog(page).getByRole('listitem').count(), /[1-9]/, 'rows');
  },
  async tiles(page) {
    await drop(page, ['tutorial.tmx', 'tutorial.tsx', 'tutorial.png'].map(exampleOf));
    await becomes(() => page.getByRole('log').innerText(), /tutorial/, 'the map is told of');
  },
  async take(page) {
    await press(page, 'x');
    await isOpen(page);
  },
  async settings(page, t) {
    await button(page, t('settings.title')).click();
    await isOpen(page);
  },
  async benchmark(page, t) {
    await openBenchmark(page, t);
    await dialog(page).getByRole('spinbutton', { name: t('bench.maps') }).fill('20');
    await button(dialog(page), t('bench.run')).click();
    const done = t('bench.done').replaceAll(/\{n\}|\{of\}/g, '20');
    await becomes(() => dialog(page).getByText(done).count(), 1, 'the benchmark has ended', 20);
    await dialog(page).getByText(t('bench.figures')).click();
  },
  async tour(page) {
    await press(page, 't');
    await becomes(() => page.locator('.card.tour').count(), 1, 'the tour has begun');
  },
  async 'no path'(page, t) {
    await drop(page, [fileOf('closed.txt', 'S.#..\n..#..\n..#.G\n')]);
    const noWay = page.getByRole('status').filter({ has: page.locator('.sign') })
      .getByText(t('unreachable.title'), { exact: true });
    await becomes(() => noWay.isVisible(), true, 'there is no path');
  },
};

/** What axe has to say of the page as it stands there, in the theme it is in and then in the other. */
async function complaintsOf(page, what) {
  // Evaluated from outside: the page itself may run no script but its own.
  await page.evaluate(AXE);
  const ask = async (where, options) => {
    const violations = await page.evaluate(
      async (given) => (await globalThis.axe.run(document, given)).violations, options,
    );
    const told = (node) => `${node.target} ${node.any[0]?.message ?? ''}`;
    return violations.map(({ id, help, nodes }) =>
      `${where}: ${id}: ${help}\n  ${nodes.map(told).join('\n  ')}`);
  };
  const told = await ask(what, {});
  const isDark = await page.evaluate(() => matchMedia('(prefers-color-scheme: dark)').matches);
  const [own, other] = isDark ? ['dark', 'light'] : ['light', 'dark'];
  await turn(page, other);
  told.push(...await ask(`${what} (${other})`, { runOnly: OF_THEMES }));
  await turn(page, own);
  return told;
}

/** Turns the page to a theme, which it takes on a frame later. */
async function turn(page, theme) {
  await page.emulateMedia({ colorScheme: theme });
  const marked = page.locator('[data-light]').first();
  await becomes(() => marked.getAttribute('data-light'), theme, `the page is ${theme}`);
}

const LESSON = `<!doctype html><html lang="en"><head><title>A lesson</title><meta charset="utf-8">
<link rel="stylesheet" href="playground.css"></head><body><main><h1>A lesson</h1><div id="here"></div></main>
</body></html>`;

/** A playground in a page of somebody else, with its panels folded and then not. */
async function compact({ page, url, shot }) {
  await page.route('**/lesson.html', (route) => route.fulfill({ body: LESSON, contentType: 'text/html' }));
  await page.goto(`${url}lesson.html`);
  await page.addStyleTag({ content: '#here { height: 620px; }' });
  await page.evaluate(async () => {
    const { createPlayground } = await import('./playground.js');
    await createPlayground(document.getElementById('here'), { isCompact: true }).ready;
  });
  await answered(page);
  await shot('folded');
  const folded = await complaintsOf(page, 'folded');
  await button(page, 'Panels').click();
  await button(page, 'Map').click();
  await shot('unfolded');
  return [...folded, ...(await complaintsOf(page, 'unfolded'))];
}

/** The page as it opens to who was never there: nothing is unfolded, and it plays by itself. */
async function firstVisit({ context, url, variant }) {
  // Nothing fades, and so no colour is looked at half way.
  const settings = { viewport: VIEWPORT, reducedMotion: 'reduce', ...variants[variant] };
  const fresh = await context.browser().newContext(settings);
  const page = await fresh.newPage();
  await page.goto(url);
  await answered(page);
  const told = await complaintsOf(page, 'as it opens');
  await fresh.close();
  return told;
}

export async function run(given) {
  const { page, url, variant, expect, shot } = given;
  const told = [];
  if (variant === 'compact') told.push(...(await compact(given)));
  else {
    const words = wordsOf(variant.endsWith('chinese') ? 'zh' : 'en');
    const t = (key) => words[key];
    told.push(...(await firstVisit(given)));
    for (const [what, reach] of Object.entries(VIEWS)) {
      await openPage(page, url);
      await reach(page, t);
      await becomes(() => button(page, t('state.cancel')).count(), 0, 'all have searched');
      await shot(what.replaceAll(' ', '-'));
      told.push(...(await complaintsOf(page, what)));
    }
  }
  expect.ok(told.length === 0, `axe has complaints\n${told.join('\n')}\n`);
}
