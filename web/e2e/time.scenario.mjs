// The timeline is scrubbed, stepped and played: what is read is the same at the same time, back and forth.

import { becomes, button, counters, eventNow, openPage, panels, timeline } from './hands.mjs';

export const name = 'the timeline is scrubbed, stepped and played';

export async function run({ page, url, expect, shot }) {
  await openPage(page, url);
  const event = async () => (await eventNow(page)).now;
  const { total } = await eventNow(page);
  expect.equal(await event(), total, 'the page opens with the search done');

  const scrubTo = async (share) => {
    const box = await timeline(page).boundingBox();
    await page.mouse.move(box.x + 4, box.y + box.height / 2);
    await page.mouse.down();
    await page.mouse.move(box.x + box.width * share, box.y + box.height / 2, { steps: 5 });
    await page.mouse.up();
  };
  const readOut = async () => {
    const { Expanded, Opened, Improved, 'Open now': openNow } = await counters(page);
    const list = await panels(page).getByRole('table').allInnerTexts();
    return { Expanded, Opened, Improved, openNow, list };
  };
  await scrubTo(0.5);
  const middle = await event();
  expect.ok(middle > 0 && middle < total, `the middle lies between 0 and ${total}: ${middle}`);
  const seen = await readOut();
  await shot('middle');
  await scrubTo(0.8);
  const later = await readOut();
  expect.ok(Number(later.Opened) > Number(seen.Opened), 'more was opened later');
  await scrubTo(0.5);
  expect.equal(await event(), middle, 'the same place is the same time');
  expect.equal(await readOut(), seen, 'and the same is read there');

  await button(page, 'Step').click();
  await becomes(event, middle + 1, 'one step on');
  await button(page, 'Step back').click();
  await becomes(event, middle, 'one step back');
  expect.equal(await readOut(), seen, 'stepping on and back changes nothing');
  await page.keyboard.press(']');
  await becomes(event, total, 'a hundred steps on end at the end');
  await button(page, '100 steps back').click();
  await becomes(event, 0, 'a hundred steps back at the start');
  expect.equal((await counters(page))['Open now'], '0', 'nothing is open before the first event');
  await button(page, '100 steps').click();
  await becomes(event, total, 'a hundred steps on');

  await button(page, 'To the start').click();
  await becomes(event, 0, 'at the start');
  await page.keyboard.press('j');
  await becomes(event, 1, 'the start is in the open list');
  await button(page, 'Next expansion').click();
  await becomes(event, 10, 'the start is expanded: closed, and its eight neighbours opened');
  const running = panels(page).locator('.pseudo .running');
  await becomes(() => running.count(), 1, 'a line of the pseudo-code runs');
  expect.ok(await panels(page).locator('.pseudo .ran').count() > 2, 'and those that led to it are marked');
  await page.keyboard.press('k');
  await becomes(event, 1, 'back before the expansion');
  await button(page, 'To the start').click();
  await button(page, 'Play').click();
  await expect.soon(async () => (await event()) > 1, 'it plays');
  await button(page, 'Pause').click();
  const paused = await event();
  expect.ok(paused > 0 && paused < total, `it was paused on its way, at ${paused}`);
  expect.ok(await button(page, 'Play').isVisible(), 'it can be played on');
  await page.getByRole('slider', { name: 'Speed' }).fill('3');
  await button(page, 'Play').click();
  await becomes(event, total, 'it plays to the end');
  expect.ok(await button(page, 'Play').isVisible(), 'and stops there');
}
