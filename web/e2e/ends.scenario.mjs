// Start and goal are dragged with the way following, and a via point is passed.

import {
  becomes, button, counter, history, makeMap, mapIs, mapPanel, openPage, pointAt, spotOf, stroke, FIRST,
} from './hands.mjs';

export const name = 'start and goal are dragged, via points are passed';

export async function run({ page, url, expect, shot }) {
  await openPage(page, url);
  const cost = () => counter(page, 'Cost');
  await becomes(cost, '52', 'the worked example costs 52');
  await stroke(page, FIRST, [6, 3], [5, 5]);
  await becomes(cost, '42', 'the goal was dragged to 5, 5');
  await stroke(page, FIRST, [2, 2], [3, 5]);
  await becomes(cost, '20', 'the start was dragged to 3, 5');
  await button(page, 'Undo').click();
  await button(page, 'Undo').click();
  await becomes(cost, '52', 'both drags are taken back');

  await button(page, 'Via point').click();
  await stroke(page, FIRST, [0, 6]);
  await becomes(cost, '120', 'the way by 0, 6 costs 48 and 72');
  await shot('via');
  await stroke(page, FIRST, [0, 6], [2, 4]);
  await becomes(cost, '64', 'the via point was dragged to 2, 4');
  await button(mapPanel(page), 'Remove all via points').click();
  await becomes(cost, '52', 'without via points it is as before');

  await button(mapPanel(page), 'Random start').click();
  const isElsewhere = async () => (await cost()) !== '52' || !(await startIsAt(page, 2, 2));
  await expect.soon(isElsewhere, 'the start is elsewhere');
  await giveUpDrag(page, expect);
}

/** A drag that is half done ends with the map it is on, and with it what undo takes back. */
async function giveUpDrag(page, expect) {
  const wide = { columns: 30, rows: 20 };
  await makeMap(page, { maker: 'Open field', width: 5, height: 5 });
  await makeMap(page, { width: 30, height: 20 });
  await becomes(() => counter(page, 'Cost'), '366', 'from corner to corner');
  const [from, to] = [await spotOf(page, wide, 0, 0), await spotOf(page, wide, 20, 15)];
  await page.mouse.move(from.x, from.y);
  await page.mouse.down();
  await page.mouse.move(to.x, to.y, { steps: 4 });
  await page.keyboard.press('Control+z');
  await page.mouse.up();
  await becomes(() => counter(page, 'Cost'), '366', 'the start is where it was');
  await page.keyboard.press('Control+z');
  await mapIs(page, 5, 5);
  await becomes(() => counter(page, 'Cost'), '56', 'the small map with its ends');
  await page.mouse.move(from.x, from.y);
  await page.mouse.down();
  await page.keyboard.press('Control+Shift+z');
  await page.mouse.move(to.x, to.y, { steps: 4 });
  await page.mouse.up();
  await page.keyboard.press('Control+z');
  await mapIs(page, 5, 5);
  await becomes(() => counter(page, 'Cost'), '56', 'nothing of the one is on the other');
  expect.equal(await page.getByRole('log').count(), 0, 'no cell is asked for that is not there');
}

async function startIsAt(page, x, y) {
  await pointAt(page, FIRST, x, y);
  return (await history(page)).includes('opened as the start');
}
