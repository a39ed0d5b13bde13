// On a phone: a finger draws, two fingers zoom, panels open over the map, nothing sticks out.

import { answered, becomes, button, openPage, picture, spotOf, FIRST } from './hands.mjs';

export const name = 'a phone with fingers';

const PHONE = { viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true, deviceScaleFactor: 2 };
export const variants = { 'light': PHONE, 'dark': { ...PHONE, colorScheme: 'dark' } };

export async function run({ page, url, variant, expect, shot, context }) {
  await page.goto(url);
  await answered(page);
  await shot('welcome');
  await openPage(page, url);
  const width = await page.evaluate(() => [document.documentElement.scrollWidth, innerWidth]);
  expect.equal(width, [390, 390], 'nothing sticks out');
  for (const each of await page.getByRole('button').all()) {
    if (!(await each.isVisible())) continue;
    // The tools are a row that a finger moves.
    await each.scrollIntoViewIfNeeded();
    const box = await each.boundingBox();
    const label = await each.getAttribute('aria-label') ?? await each.innerText();
    expect.ok(box.x >= -1 && box.x + box.width <= 391, `${label} lies on the screen`);
  }

  // A wall is tapped into the gap of the worked example, seen in the panel that opens over the map.
  const tap = async (x, y) => {
    const spot = await spotOf(page, FIRST, x, y);
    await page.touchscreen.tap(spot.x, spot.y);
  };
  await tap(4, 4);
  await expect.soon(() => button(page, 'Undo').isEnabled(), 'the finger drew');
  await button(page, 'Panels').tap();
  const told = page.getByRole('complementary', { name: 'Panels' });
  await becomes(() => told.innerText(), /Cell 4, 4 wall/, 'the wall is told');
  await shot('panels');
  await button(page, 'Panels').tap();
  await becomes(() => told.count(), 0, 'the panel is away');
  await button(page, 'Map').tap();
  await shot('map');
  await button(page, 'Map').tap();

  const look = async () => (await picture(page).screenshot()).toString('base64');
  const before = await look();
  const box = await picture(page).boundingBox();
  const [x, y] = [box.x + box.width / 2, box.y + box.height / 2];
  const hand = await context.newCDPSession(page);
  const fingers = (type, apart) => hand.send('Input.dispatchTouchEvent', {
    type, touchPoints: type === 'touchEnd' ? [] : [{ x: x - apart, y, id: 1 }, { x: x + apart, y, id: 2 }],
  });
  const undone = await button(page, 'Redo').isDisabled();
  await fingers('touchStart', 30);
  for (const apart of [40, 60, 80, 100]) await fingers('touchMove', apart);
  await fingers('touchEnd', 0);
  await expect.soon(async () => (await look()) !== before, 'two fingers zoom in');
  expect.equal(await button(page, 'Redo').isDisabled(), undone, 'and draw nothing');
  await shot('zoomed');
  await button(page, 'Play').tap();
  await expect.soon(() => button(page, 'Pause').isVisible(), 'it plays');
  await button(page, 'Pause').tap();
  await button(page, 'Panes: 2').tap();
  await becomes(() => page.getByRole('application').count(), 2, 'two panes');
  if (variant === 'light') await shot('race');
}
