// A search followed by ear alone: step by step from what is said, to the path that it says it found.

import { becomes, openPage } from './hands.mjs';

export const name = 'a search is followed by ear';
export const seconds = 60;

export async function run({ page, url, expect }) {
  await openPage(page, url);
  const told = () => page.locator('p.unseen[role=status]').innerText();
  const press = (key) => page.keyboard.press(key);
  await press('Home');
  await becomes(told, /^Event 0 of \d+$/, 'it says that it is at the start');
  const total = Number((await told()).match(/of (\d+)/)[1]);
  const [parents, closed] = [new Map(), []];
  let [start, goal, result] = ['', '', ''];
  for (let event = 1; event <= total; event += 1) {
    await press('.');
    await becomes(told, new RegExp(`^Event ${event} of ${total}: `), `event ${event} is said`);
    const said = await told();
    const [, cell, what, g] = said.match(/: (x \d+, y \d+) (.*), g (\d+)/);
    const from = what.match(/from (x \d+, y \d+)/);
    if (from) parents.set(cell, { from: from[1], g: Number(g) });
    else if (/closed/.test(what)) closed.push(cell);
    else start = cell;
    goal = cell;
    result = said;
  }
  const [, cost, steps] = result.match(/Path found: cost (\d+), (\d+) steps/);
  let walked = 0;
  for (let at = goal; at !== start; at = parents.get(at).from) walked += 1;
  expect.equal([parents.get(goal).g, walked], [Number(cost), Number(steps)], 'who listens knows the path');
  expect.ok(closed.includes(start), 'and in which order cells were closed');

  // Playing is said when it begins and pauses, not at each frame.
  await press('Home');
  await becomes(told, /^Event 0/, 'at the start again');
  await press(' ');
  await becomes(told, 'Play', 'it plays');
  await press(' ');
  await becomes(told, /^Pause\. Event|^Event/, 'and pauses somewhere');
  await press('Home');
  await becomes(told, /Event 0 of/, 'at the start once more');

  // After an edit nothing is said of the search before it, and what came of the new one at its end.
  await press('End');
  await becomes(told, /Path found/, 'the result is said');
  await page.getByRole('application').first().focus();
  await press('ArrowRight');
  await press('ArrowDown');
  await press('w');
  await press('Enter');
  const cell = () => page.locator('p[aria-live]').innerText();
  await becomes(cell, /wall/, 'a wall is drawn');
  expect.ok(!/ g \d/.test(await cell()), 'a wall has no g');
  await becomes(told, /^Path found: cost \d+/, 'the new result is said');
  // What was taken back is said with what came of it, or before it if that takes long.
  await page.evaluate(() => {
    window.heard = [];
    const region = document.querySelector('p.unseen[role=status]');
    new MutationObserver(() => window.heard.push(region.textContent))
      .observe(region, { childList: true, characterData: true, subtree: true });
  });
  await press('Control+z');
  const heard = () => page.evaluate(() => window.heard.join(' | '));
  await becomes(heard, /Undo.*Path found: cost 52/, 'what was taken back is said, and what came of it');
}
