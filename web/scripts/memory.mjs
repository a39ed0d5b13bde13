// Measures how much memory the built page takes with one pane and with four on a large map: `npm run
// bench:memory [-- --side N --maker WORDS]`, after `cargo xtask web`. What the system says of the browser's
// process that has the page, so on Linux alone; at rest, and the most there ever was.

import { existsSync } from 'node:fs';
import { chromium } from 'playwright-core';
import { findChromium, FLAGS } from '../e2e/chromium.mjs';
import { becomes, button, makeMap, openPage } from '../e2e/hands.mjs';
import { memoryOf } from '../e2e/memory.mjs';
import { serve } from '../e2e/serve.mjs';

const SIDE = 4096;
const MAKERS = ['Caves', 'Open field'];
const MB = 1_000_000;

function given(name, usual) {
  const at = process.argv.indexOf(name);
  return at < 0 ? usual : process.argv[at + 1];
}

const dist = new URL('../dist/', import.meta.url);
if (!existsSync(new URL('index.html', dist))) {
  console.error('web/dist is not built: run `cargo xtask web` first.');
  process.exit(1);
}
const side = Number(given('--side', SIDE));
const makers = given('--maker', '') ? [given('--maker', '')] : MAKERS;
const server = await serve(dist);

/** Nothing is asked any more, and all is timed. */
async function settled(page, panes) {
  const isQuiet = async () => !(await button(page, 'Cancel').isVisible());
  await becomes(isQuiet, true, 'all is searched', 240);
  await becomes(() => page.getByRole('application').count(), panes, 'there are the panes', 20);
  await page.waitForTimeout(3000);
  await becomes(isQuiet, true, 'all is searched', 240);
}

console.log('| map | panes | at rest, MB | at most, MB | workers |\n| --- | ---: | ---: | ---: | ---: |');
for (const maker of makers) {
  const browser = await chromium.launch({ executablePath: findChromium(), args: FLAGS });
  const context = await browser.newContext({ viewport: { width: 1280, height: 800 }, locale: 'en-US' });
  await context.addInitScript(() => localStorage.setItem('xunlu', '{"left":true,"right":true}'));
  const page = await context.newPage();
  await openPage(page, server.url);
  for (const panes of [1, 4]) {
    if (panes === 1) await makeMap(page, { maker, width: side, height: side, seed: 3 });
    else await button(page, `Panes: ${panes}`).click();
    await page.waitForTimeout(1000);
    await settled(page, panes);
    await page.waitForTimeout(Number(given('--wait', 20_000)));
    await page.requestGC();
    await page.waitForTimeout(5000);
    const { now, most } = await memoryOf(browser);
    const cells = [`${maker}, ${side} x ${side}`, panes, Math.round(now / MB), Math.round(most / MB),
      page.workers().length];
    console.log(`| ${cells.join(' | ')} |`);
  }
  await browser.close();
}
server.close();
