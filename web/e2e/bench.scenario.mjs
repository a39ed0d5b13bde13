// The benchmark: all rows of a scenario held against what is published, generated maps, and files of results.
// `BENCH_TIMED=1 node e2e/run.mjs arena2 brc202d` takes times on MovingAI's maps too, and prints the tables.

import { existsSync, readFileSync } from 'node:fs';
import {
  becomes, button, drop, exampleOf, fileOf, longTasks, mapIs, openBenchmark, openPage,
} from './hands.mjs';

export const name = 'a benchmark';

// Maps of MovingAI's benchmarks lie beside the project or nowhere: the project holds none.
const BESIDE = new URL('../../../shared/maps/dao/', import.meta.url);
const PUBLISHED = {
  arena2: { width: 281, height: 209, rows: 929 },
  brc202d: { width: 530, height: 481, rows: 2519 },
};
const isHere = (map) => existsSync(new URL(`${map}.map.scen`, BESIDE));

const COPIES = { permissions: ['clipboard-read', 'clipboard-write'] };

export const variants = {
  'rows': COPIES,
  'seeds': {},
  'cancelled': {},
  'chinese-phone': { locale: 'zh-CN', viewport: { width: 390, height: 844 }, colorScheme: 'dark' },
  ...Object.fromEntries(Object.keys(PUBLISHED).filter(isHere).map((map) => [map, COPIES])),
};
export const seconds = process.env.BENCH_TIMED ? 1000 : 150;
export const alone = process.env.BENCH_TIMED ? 'it takes times'
  : { cancelled: 'no task of the page may take long' };

const dialogOf = (page) => page.getByRole('dialog');

async function dropScenario(page, map, read) {
  await drop(page, [read(`${map}.map`), read(`${map}.map.scen`)]);
  await button(dialogOf(page), 'Benchmark all rows').click();
  await becomes(() => button(dialogOf(page), 'Run').isVisible(), true, 'the benchmark is open');
}

/** Runs what the form says; what it says at the end. */
async function runIt(page, seconds) {
  const dialog = dialogOf(page);
  await button(dialog, 'Run').click();
  await becomes(() => dialog.getByRole('status').innerText(), /^(Done|Cancelled)/, 'it ends', seconds);
  return dialog.getByRole('status').innerText();
}

/** The table of results: what each search has in each column. */
async function tableOf(page) {
  const table = dialogOf(page).getByRole('region', { name: 'Results' });
  const heads = await table.getByRole('columnheader').allInnerTexts();
  const rows = table.getByRole('row').filter({ has: page.getByRole('rowheader') });
  const told = {};
  for (const row of await rows.all()) {
    const who = await row.getByRole('rowheader').innerText();
    const cells = await row.getByRole('cell').allInnerTexts();
    told[who] = Object.fromEntries(cells.map((cell, at) => [heads[at + 1], cell]));
  }
  return told;
}

/** Has a file saved, and gives what is in it. */
async function saved(page, label) {
  const coming = page.waitForEvent('download');
  await button(dialogOf(page), label).click();
  const download = await coming;
  return { name: download.suggestedFilename(), text: readFileSync(await download.path(), 'utf8') };
}

const KINDS = {
  async rows({ page, expect, shot }) {
    await mapIs(page, 9, 7);
    await dropScenario(page, 'rooms', exampleOf);
    const dialog = dialogOf(page);
    await dialog.getByLabel('Greedy best-first search').check();
    await dialog.getByLabel('JPS with an index').check();
    expect.equal(await runIt(page, 120), 'Done: 114 of 114 questions', 'all rows are answered');
    const table = await tableOf(page);
    expect.equal(Object.keys(table), [
      'A*', 'Greedy best-first search', 'Dijkstra', 'Jump point search (JPS)', 'JPS with an index',
    ], 'who took part');
    for (const who of ['A*', 'Dijkstra', 'Jump point search (JPS)', 'JPS with an index']) {
      expect.equal(table[who]['Published length'], 'matches 114 of 114', `${who} against what is published`);
      expect.equal(table[who]['Cost / optimal'], '1.000', `${who} finds cheapest paths`);
    }
    const greedy = table['Greedy best-first search'];
    const over = /^1\.\d\d\d\s+at most [1-9]\.\d\d\d$/;
    expect.match(greedy['Cost / optimal'], over, 'greedy search costs more');
    expect.match(greedy['Published length'], /^matches \d\d? of 114$/, 'and is seldom as published');
    const total = (who) => Number(table[who]['Expanded (total)'].replaceAll(',', ''));
    expect.ok(total('A*') < total('Dijkstra'), 'A* expands less than Dijkstra');
    const time = /^[\d.,]+ (µs|ms)\s+[\d.,]+ (µs|ms) to [\d.,]+ (µs|ms)$/;
    for (const row of Object.values(table)) expect.match(row['Time (median)'], time, 'a time');
    expect.equal(await dialog.getByRole('img').count(), 4, 'two charts of spreads, two by length');
    await shot('table');
    await dialog.getByRole('img').last().scrollIntoViewIfNeeded();
    await shot('charts');

    const csv = await saved(page, 'Save as CSV');
    expect.equal(csv.name, 'rooms.map.csv', 'the file is named after the scenario');
    const lines = csv.text.trim().split('\r\n').map((line) => line.split(','));
    expect.equal(lines.length, 1 + 5 * 114, 'a line for each row and search');
    const column = (title) => lines[0].indexOf(title);
    const sum = lines.filter((line) => line[column('search')] === 'astar')
      .reduce((all, line) => all + Number(line[column('expanded')]), 0);
    expect.equal(sum, total('A*'), 'and expansions add up');
    const [length, best] = ['length', 'published length'].map((title) => Number(lines[1][column(title)]));
    expect.ok(Math.abs(length - best) < 1e-4, `a length as published: ${length} and ${best}`);
    const json = JSON.parse((await saved(page, 'Save as JSON')).text);
    expect.equal(json.lines.length, 5 * 114, 'JSON has as many');
    expect.equal(json.summaries[0].published, { same: 114, of: 114 }, 'and the summary');
    expect.equal(json.summaries[0].expansions.total, total('A*'), 'with the same sum');
    await button(dialog, 'Copy as Markdown').click();
    const clipboard = () => page.evaluate(() => navigator.clipboard.readText());
    await becomes(clipboard, /114 questions[^]*\| A\* \|[^]*114 of 114/, 'the table in Markdown');

    // What was found is still there when the dialog is opened again; an edited map is not as published.
    await page.keyboard.press('Escape');
    await becomes(() => dialog.count(), 0, 'the dialog is closed');
    await button(page, 'Random obstacles').click();
    await openBenchmark(page);
    await becomes(() => dialog.getByRole('img').count(), 4, 'the results are still there');
  },

  async seeds({ page, expect, shot }) {
    await openBenchmark(page);
    const dialog = dialogOf(page);
    await dialog.getByLabel('Generator').selectOption({ label: 'Caves' });
    await dialog.getByRole('spinbutton', { name: 'Maps' }).fill('40');
    await dialog.getByLabel('Width').fill('40');
    await dialog.getByLabel('Height').fill('40');
    await dialog.getByLabel('Bidirectional A*').check();
    expect.equal(await runIt(page, 60), 'Done: 40 of 40 questions', 'all maps are searched');
    const first = await tableOf(page);
    expect.equal(first['A*']['Cost / optimal'], '1.000', 'cheapest paths');
    expect.equal(first['A*']['Published length'], undefined, 'nothing is published of them');
    await shot('page');
    await dialog.getByLabel('Measure times, which takes longer').uncheck();
    await runIt(page, 60);
    const again = await tableOf(page);
    expect.equal(again['A*']['Time (median)'], undefined, 'nothing was timed');
    const expanded = (table) => Object.values(table).map((row) => row['Expanded (total)']);
    expect.equal(expanded(again), expanded(first), 'the same seeds, the same expansions');
  },

  async cancelled({ page, expect }) {
    const calmly = await longTasks(page);
    await page.reload();
    await openPage(page, page.url());
    await dropScenario(page, 'rooms', exampleOf);
    const dialog = dialogOf(page);
    await calmly('a benchmark that runs', async () => {
      await button(dialog, 'Run').click();
      await becomes(() => dialog.getByText(/^Timing: \d+ of 114$/).isVisible(), true, 'it takes times', 20);
      await page.waitForTimeout(2500);
      if (await button(dialog, 'Cancel').isVisible()) await button(dialog, 'Cancel').click();
      await becomes(() => button(dialog, 'Run').isVisible(), true, 'it can be run again');
    });
    const said = await dialog.getByRole('status').innerText();
    expect.match(said, /^(Cancelled|Done): 114 of 114/, 'all were searched');
    expect.ok((await dialog.getByRole('img').count()) >= 2, 'what is known is shown');
    if (/^Cancelled/.test(said)) {
      const some = dialog.getByText(/So far \d+ of 114 questions are timed/);
      expect.equal(await some.count(), 1, 'how many were timed is told');
    }
    await button(dialog, 'Run').click();
    await page.keyboard.press('Escape');
    await becomes(() => dialog.count(), 0, 'the dialog can be closed while it runs');
    await openBenchmark(page);
    await becomes(() => dialog.getByRole('status').innerText(), /^Done: 114/, 'and it goes on', 60);
  },

  async 'chinese-phone'({ page, expect, shot }) {
    const words = JSON.parse(readFileSync(new URL('../src/words/zh.json', import.meta.url), 'utf8'));
    await openBenchmark(page, (key) => words[key]);
    const dialog = dialogOf(page);
    await dialog.getByLabel('地图数').fill('30');
    await button(dialog, '运行').click();
    const said = () => dialog.getByRole('status').innerText();
    await becomes(said, '完成：30 / 30 题', 'all maps are searched', 60);
    await shot('form');
    await dialog.getByRole('img').first().scrollIntoViewIfNeeded();
    await shot('charts');
    const wide = await dialog.locator('.inside').evaluate((box) => box.scrollWidth - box.clientWidth);
    expect.equal(wide, 0, 'nothing but the table goes beyond its edge');
  },
};

/** MovingAI's own maps: every path is as long as published. */
async function published({ page, expect, shot, variant }) {
  const { width, height, rows } = PUBLISHED[variant];
  const isTimed = Boolean(process.env.BENCH_TIMED);
  await dropScenario(page, variant, (file) => fileOf(file, readFileSync(new URL(file, BESIDE))));
  await mapIs(page, width, height);
  await dialogOf(page).getByLabel('Measure times, which takes longer').setChecked(isTimed);
  const begun = performance.now();
  const all = rows.toLocaleString('en');
  expect.equal(await runIt(page, 900), `Done: ${all} of ${all} questions`, 'all rows are answered');
  const table = await tableOf(page);
  if (isTimed) {
    await button(dialogOf(page), 'Copy as Markdown').click();
    const seconds = ((performance.now() - begun) / 1000).toFixed(1);
    console.log(`${seconds} s\n\n${await page.evaluate(() => navigator.clipboard.readText())}`);
  }
  for (const [who, row] of Object.entries(table)) {
    expect.equal(row['Published length'], `matches ${all} of ${all}`, `${who} against what is published`);
  }
  await shot('table');
  await dialogOf(page).getByRole('img').last().scrollIntoViewIfNeeded();
  await shot('charts');
}

export async function run(given) {
  await openPage(given.page, given.url);
  await (KINDS[given.variant] ?? published)(given);
}
