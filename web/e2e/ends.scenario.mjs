// Start and goal are dragged with the way following, and a via point is passed.

import { becomes, button, counter, history, mapPanel, openPage, pointAt, stroke, FIRST } from './hands.mjs';

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
}

async function startIsAt(page, x, y) {
  await pointAt(page, FIRST, x, y);
  return (await history(page)).includes('opened as the start');
}
