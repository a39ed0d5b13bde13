// Nothing on the page keeps people out, as far as axe can tell: in either theme and language, in every state.

import { readFileSync } from 'node:fs';
import { answered, becomes, button, openPage, stroke, FIRST } from './hands.mjs';

export const name = 'axe finds no violation';

const PHONE = { viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true };

export const variants = {
  'light-english': { locale: 'en-US', colorScheme: 'light' },
  'dark-english': { locale: 'en-US', colorScheme: 'dark' },
  'light-chinese': { locale: 'zh-CN', colorScheme: 'light' },
  'dark-chinese': { locale: 'zh-CN', colorScheme: 'dark' },
  'gallery': {}, 'gallery-dark': { colorScheme: 'dark' },
  'race': {}, 'race-dark': { colorScheme: 'dark' }, 'keys': {}, 'bring': {},
  'take': {}, 'take-dark': { colorScheme: 'dark' },
  'bench': {}, 'bench-dark': { colorScheme: 'dark' }, 'bench-phone': PHONE,
  'settings': {}, 'tour': {}, 'tour-dark': { colorScheme: 'dark' }, 'no-way': {}, 'heat': {},
  'phone': PHONE, 'phone-map': PHONE, 'phone-panels': { ...PHONE, colorScheme: 'dark' },
};

const AXE = readFileSync(new URL('../node_modules/axe-core/axe.min.js', import.meta.url), 'utf8');

/** How each state is reached. */
const STATES = {
  race: (page) => button(page, 'Panes: 4').click(),
  gallery: (page) => button(page, 'Gallery').click(),
  keys: (page) => button(page, 'Keyboard').click(),
  bring: (page) => button(page, 'Open a file').click(),
  take: (page) => button(page, 'Share and export').click(),
  settings: (page) => button(page, 'Settings').click(),
  tour: (page) => button(page, 'Tour').click(),
  heat: (page) => page.getByLabel('Colour cells by').selectOption({ label: 'g' }),
  async 'no-way'(page) {
    await stroke(page, FIRST, [4, 0]);
    await stroke(page, FIRST, [4, 4], [4, 6]);
    const noWay = page.getByText('No path exists', { exact: true }).first();
    await becomes(() => noWay.isVisible(), true, 'there is no way');
  },
  async bench(page) {
    await button(page, 'Benchmark').click();
    await runBenchmark(page);
  },
  async 'bench-phone'(page) {
    await button(page, 'Panels').tap();
    await button(page, 'Benchmark').tap();
    await runBenchmark(page);
  },
  'phone-map': (page) => button(page, 'Map').tap(),
  'phone-panels': (page) => button(page, 'Panels').tap(),
};

/** A benchmark of a few maps, with its table, its charts and their figures. */
async function runBenchmark(page) {
  const dialog = page.getByRole('dialog');
  await dialog.getByRole('spinbutton', { name: 'Maps' }).fill('30');
  await button(dialog, 'Run').click();
  const isDone = () => dialog.getByText('Done: 30 of 30 questions').isVisible();
  await becomes(isDone, true, 'the benchmark has ended', 20);
  await dialog.getByText('These charts in figures').click();
}

export async function run({ page, url, variant, expect, shot }) {
  const reach = STATES[variant.replace('-dark', '')];
  if (reach) {
    await openPage(page, url);
    await reach(page);
    if (/race/.test(variant)) await becomes(() => page.getByRole('application').count(), 4, 'four panes');
    await becomes(() => button(page, 'Cancel').count(), 0, 'all have searched');
    if (/gallery|keys|bring|take|settings|bench/.test(variant)) {
      await becomes(() => page.getByRole('dialog').isVisible(), true, 'the dialog is open');
    }
  } else {
    await page.goto(url);
    await answered(page);
  }
  await shot('page');
  // Evaluated from outside: the page itself may run no script but its own.
  await page.evaluate(AXE);
  const violations = await page.evaluate(async () => (await globalThis.axe.run()).violations);
  const where = (node) => `${node.target} ${node.any[0]?.message ?? ''}`;
  const told = violations.map(({ id, help, nodes }) => `${id}: ${help}\n  ${nodes.map(where).join('\n  ')}`);
  expect.ok(told.length === 0, `axe has complaints\n${told.join('\n')}\n`);
}
