// Where a pixel has many cells it shows the mean of them: of ground strewn evenly with walls, one grey.

import { becomes, button, counter, makeMap, openPage, picture } from './hands.mjs';

export const name = 'the overview of a large map';
export const seconds = 90;

export async function run({ page, url, expect, shot }) {
  await openPage(page, url);
  await makeMap(page, { maker: 'Noise', width: 2048, height: 2048, seed: 4 });
  const isQuiet = async () => !(await button(page, 'Cancel').isVisible());
  const isIdle = async () => (await isQuiet()) && (await counter(page, 'Cost')) !== '';
  await becomes(isIdle, true, 'the map is searched', 30);
  await page.keyboard.press('Home');
  await expect.soon(() => spread(page), 'nearly all pixels are alike', 20);
  await shot('grey');
  // An edit shows there, and the rest of it stays as it is.
  const { x, y, width, height } = await picture(page).boundingBox();
  await button(page, 'Rectangle').click();
  await page.mouse.move(x + width * 0.45, y + height * 0.45);
  await page.mouse.down();
  await page.mouse.move(x + width * 0.55, y + height * 0.55, { steps: 3 });
  await page.mouse.up();
  await page.keyboard.press('Home');
  await expect.soon(async () => (await middle(page)) < 90, 'the rectangle is seen', 20);
  await shot('drawn');
  await button(page, 'Undo').click();
  await page.keyboard.press('Home');
  await expect.soon(() => spread(page), 'the rectangle is gone', 20);
}

/** How light the very middle is. */
const middle = (page) => page.evaluate(() => {
  const { width, height } = document.querySelector('.stage canvas');
  const ctx = document.querySelector('.stage canvas').getContext('2d');
  const { data } = ctx.getImageData(width * 0.48, height * 0.48, width * 0.04, height * 0.04);
  return data.reduce((sum, each) => sum + each, 0) / data.length - 255 / 4;
});

/** Whether of the pixels in the middle of the map nearly all differ little from their mean. */
const spread = (page) => page.evaluate(() => {
  const canvas = document.querySelector('.stage canvas');
  const { width, height } = canvas;
  const [left, top] = [width * 0.4, height * 0.4].map(Math.round);
  const { data } = canvas.getContext('2d').getImageData(left, top, width * 0.2, height * 0.2);
  const reds = Array.from({ length: data.length / 4 }, (_, at) => data[4 * at]);
  const mean = reds.reduce((sum, each) => sum + each) / reds.length;
  return reds.filter((each) => Math.abs(each - mean) < 60).length > reds.length * 0.97;
});
