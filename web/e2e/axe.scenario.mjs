// Nothing on the page keeps people out, as far as axe can tell, in either theme and language.

import { readFileSync } from 'node:fs';

export const name = 'axe finds no violation';

export const variants = {
  'light-english': { locale: 'en-US', colorScheme: 'light' },
  'dark-english': { locale: 'en-US', colorScheme: 'dark' },
  'light-chinese': { locale: 'zh-CN', colorScheme: 'light' },
  'dark-chinese': { locale: 'zh-CN', colorScheme: 'dark' },
};

const AXE = readFileSync(new URL('../node_modules/axe-core/axe.min.js', import.meta.url), 'utf8');

export async function run({ page, url, expect, shot }) {
  await page.goto(url);
  await expect.soon(() => page.locator('main').isVisible(), 'the main part of the page is seen');
  await shot('page');
  // Evaluated from outside: the page itself may run no script but its own.
  await page.evaluate(AXE);
  const violations = await page.evaluate(async () => (await globalThis.axe.run()).violations);
  const told = violations.map(({ id, help, nodes }) => `${id}: ${help}\n  ${nodes.map((node) => node.target).join('\n  ')}`);
  expect.ok(told.length === 0, `axe has complaints\n${told.join('\n')}\n`);
}
