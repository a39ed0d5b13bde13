// A figure walks the way; a wall dropped in front of it makes it go another way, and it arrives.

import { becomes, button, counter, mapPanel, messages, openPage, spotOf, stroke, FIRST } from './hands.mjs';

export const name = 'a figure walks and finds another way';

export const variants = { '': { reducedMotion: 'no-preference' } };

export async function run({ page, url, expect, shot }) {
  await openPage(page, url);
  await becomes(() => counter(page, 'Cost'), '52', 'there is a way');
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
  await becomes(() => messages(page), /There is no way on from here/, 'shut in, it says so');

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
