// Who comes for the first time sees a search, its path and somebody who walks it, with the panels folded; and
// has the page at the first touch.

import { answered, becomes, button, eventNow, mapPanel, panels } from './hands.mjs';

export const name = 'the first ten seconds';
export const isFirstVisit = true;
export const seconds = 60;

const MOVES = { reducedMotion: 'no-preference' };
export const variants = {
  'watched': MOVES, 'touched': MOVES, 'player': MOVES, 'reduced': { reducedMotion: 'reduce' },
};

export async function run({ page, url, variant, expect, shot }) {
  await page.goto(url);
  await answered(page);
  expect.ok(!(await mapPanel(page).isVisible()), 'the map’s panel is folded');
  expect.ok(!(await panels(page).isVisible()), 'the panels are folded');
  const now = async () => (await eventNow(page)).now;
  const isWalking = () => button(page, 'Stop').isVisible();

  if (variant === 'reduced') {
    const { now: time, total } = await eventNow(page);
    expect.equal(time, total, 'nothing plays');
    await page.waitForTimeout(1500);
    expect.ok(!(await isWalking()), 'nobody walks');
  } else if (variant === 'watched') {
    const { total } = await eventNow(page);
    await becomes(async () => (await now()) < total / 2, true, 'it begins at the start');
    await shot('searching');
    await becomes(async () => (await now()) === total, true, 'it comes to the end', 15);
    await becomes(isWalking, true, 'somebody walks the path');
    await shot('walking');
    await becomes(isWalking, false, 'and arrives', 15);
  } else if (variant === 'touched') {
    await becomes(async () => (await now()) < 5, true, 'it plays');
    await page.getByRole('application').first().click({ position: { x: 20, y: 20 } });
    const { now: time, total } = await eventNow(page);
    expect.equal(time, total, 'who touches the map has it as it is at the end');
    await page.waitForTimeout(1500);
    expect.ok(!(await isWalking()), 'nobody walks then');
  } else {
    await becomes(async () => (await now()) < 5, true, 'it plays');
    await button(page, 'Pause').click();
    const paused = await now();
    await page.waitForTimeout(700);
    expect.equal(await now(), paused, 'the player is the visitor’s');
    expect.ok(paused < 25, 'and stands where it was paused');
  }

  // What was unfolded is unfolded the next time.
  await button(page, 'Map').click();
  await becomes(() => mapPanel(page).isVisible(), true, 'the map’s panel is there');
  await page.reload();
  await answered(page);
  expect.ok(await mapPanel(page).isVisible(), 'the next time as well');
  expect.ok(!(await panels(page).isVisible()), 'the others are folded');
}
