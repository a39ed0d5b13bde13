// On a map of 4096 by 4096 cells drawing, undo, scrubbing and zooming never make the page wait.

import {
  becomes, button, counter, eventNow, makeMap,
  longTasks, openPage, picture, timeline,
} from './hands.mjs';

export const name = 'a large map in the hand';
export const seconds = 120;
export const alone = 'no task of the page may take long';

export async function run({ page, url, expect, shot }) {
  const calm = await longTasks(page);
  await openPage(page, url);
  const isQuiet = async () => !(await button(page, 'Cancel').isVisible());
  const isIdle = async () => (await isQuiet()) && (await eventNow(page)).total > 100;
  await makeMap(page, { maker: 'Open field', width: 4096, height: 4096 });
  await becomes(isIdle, true, 'the map is searched', 20);
  const cost = await counter(page, 'Cost');

  const { x, y, width, height } = await picture(page).boundingBox();
  await calm('drawing and undo', async () => {
    await page.mouse.move(x + width * 0.4, y + height * 0.6);
    await page.mouse.down();
    await page.mouse.move(x + width * 0.6, y + height * 0.4, { steps: 10 });
    await page.mouse.up();
    const isRound = async () => (await isIdle()) && (await counter(page, 'Cost')) !== cost;
    await becomes(isRound, true, 'the way goes round the stroke', 20);
    await shot('drawn');
    await button(page, 'Undo').click();
    const isBack = async () => (await isIdle()) && (await counter(page, 'Cost')) === cost;
    await becomes(isBack, true, 'the stroke is taken back', 20);
  });

  const strip = await timeline(page).boundingBox();
  await calm('scrubbing', async () => {
    await page.mouse.move(strip.x + 5, strip.y + 10);
    await page.mouse.down();
    for (const share of [0.2, 0.4, 0.6, 0.8, 0.5]) {
      await page.mouse.move(strip.x + strip.width * share, strip.y + 10, { steps: 3 });
    }
    await page.mouse.up();
    const { now, total } = await eventNow(page);
    expect.ok(now > total * 0.4 && now < total * 0.6, `the middle of the timeline: ${now} of ${total}`);
  });
  await calm('zooming', async () => {
    await page.mouse.move(x + width / 2, y + height / 2);
    for (let i = 0; i < 6; i += 1) await page.mouse.wheel(0, -300);
    await button(page, 'Fit to window').click();
  });
}
