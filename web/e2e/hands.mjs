// What hands and eyes do in every scenario: open the page, find a cell, draw, drop files, read what it says.

import { readFileSync } from 'node:fs';
import { expect } from './expect.mjs';

export const EXAMPLES = new URL('../../examples/maps/', import.meta.url);
const ENGLISH = JSON.parse(readFileSync(new URL('../src/words/en.json', import.meta.url), 'utf8'));
/** The map that the page opens with: the tutorials' worked example. */
export const FIRST = { columns: 9, rows: 7 };

/**
 * No task of the page may take longer. Fifty is what we want; `FROZEN_MS=50 node e2e/run.mjs big` asks for
 * it where nothing else runs; other work on a machine holds tasks up, so twice that is what has to pass, and
 * as much more as the machine is shared (`sharedBy`).
 */
export const FROZEN_MS = Number(process.env.FROZEN_MS ?? 100);

/**
 * How many times as long as alone a page's script takes now, because others use the machine as well: the mean
 * of many short pieces of work over the least of them; no more than six.
 */
export const sharedBy = async (page) => Math.min(SHARED_MOST, await measured(page));
/** A task of six times what is allowed is a fault of ours on any machine. */
const SHARED_MOST = 6;

const measured = (page) => page.evaluate(() => {
  const times = Array.from({ length: 150 }, () => {
    const begun = performance.now();
    let sum = 0;
    for (let at = 0; at < 1_000_000; at += 1) sum = (sum * 31 + at) | 0;
    return performance.now() - begun + (sum & 0);
  });
  const mean = times.reduce((sum, each) => sum + each) / times.length;
  // The browser's clock is coarse.
  return Math.max(1, mean / Math.max(0.1, Math.min(...times)));
});

/**
 * Watches for long tasks, from before the page is opened. What it hands back does something up to three
 * times, since other work on the machine makes some task long but not each time, and fails when each had one.
 */
export async function longTasks(page) {
  await page.addInitScript(() => {
    globalThis.frozen = [];
    new PerformanceObserver((list) => {
      for (const { duration } of list.getEntries()) globalThis.frozen.push(Math.round(duration));
    }).observe({ type: 'longtask', buffered: true });
  });
  const since = () => page.evaluate(() => globalThis.frozen.splice(0));
  return async (what, deed) => {
    const seen = [];
    for (let time = 0; time < 3; time += 1) {
      const most = FROZEN_MS * await sharedBy(page);
      await since();
      await deed();
      // The link is written a little later.
      await page.waitForTimeout(700);
      const frozen = await since();
      if (frozen.every((ms) => ms <= most)) return;
      seen.push(`${frozen.join(' ')} of ${Math.round(most)}`);
    }
    expect.ok(false, `${what} took no longer at once than it may: ${seen.join(', then ')}`);
  };
}

/** Opens the page, waits for its first answer and puts the welcome away. */
export async function openPage(page, url) {
  await page.goto(url);
  await answered(page);
  const welcome = page.getByRole('complementary', { name: /Guided tour|导览|引导/ });
  if (await welcome.isVisible()) await welcome.getByRole('button').last().click();
  await expect.soon(async () => !(await welcome.isVisible()), 'the welcome goes away');
}

/** Waits until the timeline has something to scrub. */
export const answered = (page) =>
  expect.soon(async () => (await eventNow(page)).total > 0, 'a search is on the timeline', 8);

export const picture = (page, at = 0) => page.getByRole('application', { name: /^(Map|地图)/ }).nth(at);
export const timeline = (page) =>
  page.locator('footer, section').getByRole('slider').and(page.locator('canvas'));
export const panels = (page) => page.getByRole('complementary', { name: 'Panels' });
export const mapPanel = (page) => page.getByRole('complementary', { name: 'Map', exact: true });
export const button = (page, name) => page.getByRole('button', { name, exact: true });
export const spoken = (page) => page.locator('p[aria-live]').innerText();
export const messages = (page) => page.getByRole('log').innerText();

export async function eventNow(page) {
  const slider = timeline(page);
  const read = (name) => slider.getAttribute(name);
  const [now, total] = await Promise.all(['aria-valuenow', 'aria-valuemax'].map(read));
  return { now: Number(now), total: Number(total) };
}

/** What the counters say, by their names. */
export async function counters(page) {
  const told = panels(page);
  const [names, values] = await Promise.all(
    [told.getByRole('term').allInnerTexts(), told.getByRole('definition').allInnerTexts()],
  );
  return Object.fromEntries(names.map((name, at) => [name, values[at]]));
}

export const counter = async (page, name) => (await counters(page))[name];

/** The history of the cell under the pointer, or of the one that was chosen, as it is written. */
export const history = (page) =>
  panels(page).getByRole('group').filter({ hasText: 'Cell history' }).innerText();

/** The middle of a cell of a map of squares that is fitted into its picture. */
export async function spotOf(page, { columns, rows }, x, y, pane = 0) {
  const box = await picture(page, pane).boundingBox();
  const margin = Math.max(8, Math.min(28, Math.min(box.width, box.height) * 0.05));
  const side = Math.min((box.width - 2 * margin) / columns, (box.height - 2 * margin) / rows, 64);
  return {
    x: box.x + box.width / 2 + (x + 0.5 - columns / 2) * side,
    y: box.y + box.height / 2 + (y + 0.5 - rows / 2) * side,
    side,
  };
}

/** Points at a cell and makes sure that the page thinks so too. */
export async function pointAt(page, map, x, y) {
  const spot = await spotOf(page, map, x, y);
  await page.mouse.move(spot.x, spot.y);
  const isThere = async () => (await history(page)).includes(`Cell ${x}, ${y}`);
  await expect.soon(isThere, `cell ${x}, ${y} is pointed at`);
}

/** Draws from cell to cell with the button held. */
export async function stroke(page, map, ...cells) {
  const spots = [];
  for (const [x, y] of cells) spots.push(await spotOf(page, map, x, y));
  await page.mouse.move(spots[0].x, spots[0].y);
  await page.mouse.down();
  for (const { x, y } of spots.slice(1)) await page.mouse.move(x, y, { steps: 4 });
  await page.mouse.up();
}

/** Files as they come to `drop`: of a text, or of one of the examples. */
export const fileOf = (name, content) => ({ name, bytes: [...Buffer.from(content)] });
export const exampleOf = (name) => fileOf(name, readFileSync(new URL(name, EXAMPLES)));

/** Drops files on the page as a hand does: over it, then let go. */
export async function drop(page, files) {
  const held = await page.evaluateHandle((given) => {
    const transfer = new DataTransfer();
    for (const { name, bytes } of given) transfer.items.add(new File([Uint8Array.from(bytes)], name));
    return transfer;
  }, files);
  // A scene lies over the map.
  const map = page.getByRole('main').last();
  for (const what of ['dragenter', 'dragover', 'drop']) await map.dispatchEvent(what, { dataTransfer: held });
}

export const mapIs = (page, width, height) => becomes(
  async () => (await picture(page).getAttribute('aria-label')).replaceAll(',', ''),
  `Map ${width} by ${height}`, `the map is ${width} by ${height}`, 25,
);

/** Chooses in the panel of the map and makes one. */
export async function makeMap(page, { maker, cells, width, height, seed }) {
  const form = mapPanel(page);
  if (maker) await form.getByLabel('Generator').selectOption({ label: maker });
  if (cells) await form.getByRole('combobox', { name: 'Cells', exact: true }).selectOption({ label: cells });
  await form.getByLabel('Width', { exact: true }).fill(String(width));
  await form.getByLabel('Height').fill(String(height));
  if (seed !== undefined) await form.getByLabel('Seed', { exact: true }).fill(String(seed));
  await button(form, 'Generate').click();
  await mapIs(page, width, height);
}

/** Opens the benchmark from the panel at the right, in the language whose words are given. */
export async function openBenchmark(page, t = (key) => ENGLISH[key]) {
  const panel = page.getByRole('complementary', { name: t('panel.panels') });
  if ((await panel.count()) === 0) await button(page, t('panel.panels')).click();
  await button(panel, t('bench.title')).click();
  const form = page.getByRole('dialog').getByRole('combobox', { name: t('bench.source') });
  await becomes(() => form.count(), 1, 'the benchmark is open');
}

/** Waits until something that is read stays as it is wanted. */
export const becomes = (read, wanted, what, seconds) => expect.soon(async () => {
  const value = await read();
  if (wanted instanceof RegExp ? wanted.test(value) : value === wanted) return true;
  throw new Error(`it was still ${JSON.stringify(value)}`);
}, what, seconds);

/**
 * The address once it holds the map: it is written a while after the map changes, and again once more is
 * known, so it counts when it has stayed for a second. `isWanted` says no to addresses that are not it yet.
 */
export async function keptAddress(page, what, isWanted = (address) => /#.{20,}/.test(address)) {
  let [last, since] = [page.url(), performance.now()];
  await expect.soon(() => {
    if (page.url() !== last) [last, since] = [page.url(), performance.now()];
    return performance.now() - since > 1000 && isWanted(last);
  }, what, 15);
  return last;
}
