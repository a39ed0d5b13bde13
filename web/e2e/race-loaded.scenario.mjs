// Races on a machine that is busy with other things: who is quicker is never told wrongly. RACES=20 repeats
// it as often as one likes.

import { spawn } from 'node:child_process';
import { becomes, button, openPage, panels } from './hands.mjs';

export const name = 'no race on a loaded machine is won by the wrong search';

export const variants = { 'unlike': {}, 'equal': {} };

const RACES = Number(process.env.RACES ?? 3);
export const seconds = 20 + 15 * RACES;
export const alone = 'it loads the machine itself, and times searches on it';

/** Keeps a processor busy, for a while at most. */
const busy = () =>
  spawn(process.execPath, ['-e', `const end = Date.now() + ${seconds * 1000}; while (Date.now() < end);`]);

export async function run({ page, url, variant, expect }) {
  const loops = [busy(), busy()];
  const won = [];
  try {
    for (let race = 0; race < RACES; race += 1) {
      await page.goto('about:blank');
      await openPage(page, url);
      await button(page, 'Panes: 2').click();
      const rival = panels(page).getByRole('group', { name: 'Pane 2' }).getByLabel('Algorithm');
      // Dijkstra closes every cell that A* does, and many more.
      await rival.selectOption({ label: variant === 'equal' ? 'A*' : 'Dijkstra' });
      const times = panels(page).getByRole('row').filter({ hasText: /^Time/ }).getByRole('cell');
      await becomes(async () => (await times.allInnerTexts()).every((text) => /µs|ms/.test(text)), true,
        'both are timed', 15);
      won.push(await times.evaluateAll((cells) => cells.findIndex((cell) => cell.matches('.best'))));
      if (process.env.SHOW) console.log(won.at(-1), await times.allInnerTexts());
      const improved = panels(page).getByRole('row').filter({ hasText: /^Improved/ }).getByRole('cell');
      const isBest = (cells) => cells.some((cell) => cell.matches('.best'));
      expect.equal(await improved.evaluateAll(isBest), false, 'few improvements win nothing');
    }
  } finally {
    for (const loop of loops) loop.kill();
  }
  const wins = (at) => won.filter((each) => each === at).length;
  console.log(`    ${variant}: of ${RACES} races ${wins(0)} won by the first, ${wins(1)} by the second, `
    + `${wins(-1)} by none`);
  expect.equal(wins(1), 0, 'what is slower never wins');
  if (variant === 'equal') expect.equal(wins(0), 0, 'nor does one of two that are the same');
}
