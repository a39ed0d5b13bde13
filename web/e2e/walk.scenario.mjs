// A figure walks the way; a wall dropped in front of it makes it go another way, and it arrives.

import { becomes, button, counter, mapPanel, messages, openPage, spotOf, stroke, FIRST } from './hands.mjs';

export const name = 'a figure walks and finds another way';

export const variants = { '': { reducedMotion: 'no-preference' } };

export async function run({ page, url, expect, shot }) {
  await openPage(page, url);
  await becomes(() => counter(page, 'Cost'), '52', 'there is a way');
  const goal = await spotOf(page, FIRST, 6, 3);
  const around = { x: goal.x - 20, y: goal.y - 20, width: 40, height: 40 };
  const lookAtGoal = async () => (await page.screenshot({ clip: around })).toString('base64');
  const reset = async () => {
    await button(mapPanel(page), 'Reset').focus();
    await page.keyboard.press('Enter');
    await becomes(() => counter(page, 'Cost'), '104', 'the walls are gone');
    await page.mouse.move(goal.x, goal.y + 260);
  };
  await reset();
  const empty = await lookAtGoal();
  await button(page, 'Undo').click();
  await becomes(() => counter(page, 'Cost'), '52', 'the walls are there');
  await mapPanel(page).getByText('Figure', { exact: true }).click();
  const speed = page.getByRole('slider', { name: 'Walking speed' });
  await speed.fill('20');
  await button(page, 'Walk the path').click();
  await becomes(() => messages(page), /It has arrived/, 'the figure arrives');
  await button(page, 'Close').first().click();

  await speed.fill('3');
  // Nobody comes by this cell, unless the way below the wall is shut.
  const { x, y, side } = await spotOf(page, FIRST, 4, 0);
  const clip = { x: x - side / 2, y: y - side / 2, width: side, height: side };
  const look = async () => (await page.screenshot({ clip })).toString('base64');
  await button(page, 'Walk the path').click();
  await becomes(() => button(page, 'Stop').isVisible(), true, 'it walks');
  await stroke(page, FIRST, [4, 4], [4, 6]);
  await becomes(() => counter(page, 'Cost'), '66', 'the way is shut in front of it');
  await page.mouse.move(x, y + 300);
  const looks = new Set();
  await expect.soon(async () => {
    looks.add(await look());
    return looks.size >= 3 && looks.size;
  }, 'the figure is seen to pass above the wall', 9);
  await shot('above');
  await becomes(() => messages(page), /It has arrived/, 'it arrives all the same', 9);

  await button(page, 'Walk the path').click();
  await becomes(() => button(page, 'Stop').isVisible(), true, 'it walks again');
  await stroke(page, FIRST, [4, 0]);
  await becomes(() => messages(page), /No path exists from here/, 'shut in, it says so');
  await button(page, 'Undo').click();
  await speed.fill('20');
  await becomes(() => button(page, 'Walk the path').isVisible(), true, 'let out, it arrives', 9);
  expect.ok(!/No path exists from/.test(await messages(page)), 'and says no longer that there is no way');

  // Where it arrived it stands until another map comes.
  await button(page, 'Walk the path').click();
  await becomes(() => button(page, 'Stop').isVisible(), true, 'it walks once more');
  await becomes(() => button(page, 'Walk the path').isVisible(), true, 'and arrives', 9);
  await reset();
  await becomes(lookAtGoal, empty, 'nobody stands there on another map');
  await button(page, 'Undo').click();
  await becomes(() => counter(page, 'Cost'), '66', 'the walls are back again');
  await button(page, 'Walk the path').click();
  await becomes(() => button(page, 'Stop').isVisible(), true, 'it walks for the last time');
  await reset();
  await becomes(() => button(page, 'Walk the path').isVisible(), true, 'another map ends the walk', 1);

  // By a place on the way: a wall elsewhere changes nothing of where it goes.
  await page.goto('about:blank');
  await openPage(page, url);
  await button(page, 'Via point').click();
  await stroke(page, FIRST, [4, 5]);
  await becomes(() => counter(page, 'Cost'), '66', 'the way goes by the place');
  await button(page, 'Wall').click();
  const via = await spotOf(page, FIRST, 4, 5);
  const at = { x: via.x - via.side / 2, y: via.y - via.side / 2, width: via.side, height: via.side };
  const seen = new Set();
  await button(page, 'Walk the path').click();
  await stroke(page, FIRST, [8, 0]);
  await expect.soon(async () => {
    seen.add((await page.screenshot({ clip: at })).toString('base64'));
    return seen.size >= 3 && seen.size;
  }, 'the figure comes by the place on its way', 9);
}
