// Two playgrounds on a page of somebody else: each is changed and ended without the other one.

import { becomes, counter, FIRST, stroke } from './hands.mjs';

export const name = 'two playgrounds on one page';
export const isFirstVisit = true;

const PAGE = `<!doctype html><html lang="en"><head><title>A lesson</title>
<meta charset="utf-8"><link rel="stylesheet" href="playground.css"></head>
<body><h1>Two</h1><div id="one"></div><input aria-label="name"><div id="two"></div></body></html>`;

export async function run({ page, url, expect, shot }) {
  await page.setViewportSize({ width: 1280, height: 1500 });
  const pictures = (of) => of.locator('canvas[role=application]');
  const workers = () => page.workers().length;
  await page.route('**/lesson.html', (route) => route.fulfill({ body: PAGE, contentType: 'text/html' }));
  await page.goto(`${url}lesson.html`);
  await page.addStyleTag({ content: '#one, #two { height: 660px; margin: 8px; }' });
  await page.evaluate(async () => {
    const { createPlayground } = await import('./playground.js');
    const at = (id) => document.getElementById(id);
    globalThis.one = createPlayground(at('one'), { light: 'light', hasPanels: true });
    const map = 'S....\n.###.\n....G';
    globalThis.two = createPlayground(at('two'), { language: 'zh', light: 'dark', map, hasPanels: true });
    await Promise.all([globalThis.one.ready, globalThis.two.ready]);
  });
  const [one, two] = [page.locator('#one'), page.locator('#two')];
  const link = (which) => page.evaluate((which) => globalThis[which].link(), which);
  const cost = (of) => of.locator('dl.counters dd').nth(6).innerText();
  await becomes(() => cost(one), '52', 'one answers');
  await becomes(() => cost(two), '54', 'two answers on a map of its own');
  const brand = (of) => of.getByRole('heading', { level: 1 }).getAttribute('title');
  expect.match(await brand(two), /搜索/, 'two speaks Chinese');
  expect.match(await brand(one), /search/, 'one English');
  await shot('two');
  const before = await link('two');
  expect.equal(await page.title(), 'A lesson', 'the title is the host\'s');
  expect.equal(await page.evaluate(() => document.documentElement.lang), 'en', 'and so is its language');

  // Draws, races and chooses in one.
  await stroke(page, FIRST, [0, 0], [3, 0]);
  await one.getByRole('button', { name: 'Panes: 2', exact: true }).click();
  await one.getByRole('button', { name: 'Undo', exact: true }).waitFor();
  await expect.soon(async () => (await link('one')).length > 60, 'one has changed');
  expect.equal(await link('two'), before, 'two has not');
  expect.equal(await pictures(two).count(), 1, 'it has its one pane');
  expect.ok(await two.getByRole('button', { name: '撤销', exact: true }).isDisabled(), 'nothing to undo in it');

  // Keys go to whom they are pressed in, and to nobody in the host's own field.
  await pictures(two).focus();
  await page.keyboard.press('p');
  await expect.soon(async () => (await pictures(two).count()) === 2, 'two has two panes');
  expect.equal(await pictures(one).count(), 2, 'one has as many as before');
  await page.getByRole('textbox', { name: 'name' }).fill('p');
  await page.getByRole('textbox', { name: 'name' }).press('?');
  expect.equal(await page.getByRole('dialog').count(), 0, 'the host\'s field is its own');
  expect.equal(new URL(page.url()).hash, '', 'nobody writes into the address');
  expect.equal(await page.evaluate(() => localStorage.length), 0, 'nor into the browser\'s memory');
  expect.equal(workers(), 2, 'each has a worker, which its panes share');

  await page.evaluate(() => globalThis.one.destroy());
  expect.equal(await one.innerHTML(), '', 'one is gone');
  await expect.soon(() => workers() === 1, 'and its worker with it');
  await pictures(two).first().focus();
  await page.keyboard.press('p');
  await expect.soon(async () => (await pictures(two).count()) === 3, 'two still hears');
  await becomes(() => two.locator('.pane-head').last().innerText(), /54/, 'and searches');
  expect.ok(await page.evaluate((link) => globalThis.two.show(link), before), 'it shows a link');
  await becomes(() => cost(two), '54', 'as it was');
  await page.evaluate(() => globalThis.two.destroy());
  await expect.soon(() => workers() === 0, 'nothing is left');
}
