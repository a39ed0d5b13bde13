// On a map of 4096 by 4096 cells what touches all of them is done in slices: the page answers meanwhile.

import {
  becomes, button, counter, makeMap, mapPanel,
  longTasks, openPage, panels, picture,
} from './hands.mjs';

export const name = 'a large map as a whole';
export const seconds = 240;
export const alone = 'no task of the page may take long';
export const variants = { field: {}, caves: {} };
// Both are held to the same.
export const further = ['field'];

const MAKERS = { field: 'Open field', caves: 'Caves' };

export async function run({ page, url, variant, expect }) {
  const calm = await longTasks(page);
  await openPage(page, url);
  const isIdle = async () =>
    !(await button(page, 'Cancel').isVisible()) && (await counter(page, 'Cost')) !== '';
  const remake = async (seed) => {
    await makeMap(page, { maker: MAKERS[variant], width: 4096, height: 4096, seed });
    await becomes(isIdle, true, 'the map is searched', 30);
    await page.waitForTimeout(700);
  };
  // What it takes to show a search of millions of events is another scenario's.
  await panels(page).getByLabel('Algorithm').selectOption({ label: 'Jump point search (JPS)' });
  let seed = 3;
  await calm('making', () => remake(seed += 1));
  await becomes(() => counter(page, 'Cost'), /^[\d.,]+$/, 'its ends are connected', 20);

  const { x, y, width, height } = await picture(page).boundingBox();
  const [undo, redo] = [button(page, 'Undo'), button(page, 'Redo')];
  const settled = async () => {
    await page.waitForTimeout(2500);
    await becomes(isIdle, true, 'it is searched again', 30);
  };
  for (const tool of ['Fill', 'Rectangle']) {
    await button(page, tool).click();
    await calm(tool, async () => {
      await page.mouse.move(x + width * 0.2, y + height * 0.2);
      await page.mouse.down();
      await page.mouse.move(x + width * 0.8, y + height * 0.8, { steps: 3 });
      await page.mouse.up();
      await settled();
      await undo.click();
      await settled();
    });
    await calm(`${tool} done again and undone`, async () => {
      await redo.click();
      await settled();
      await undo.click();
      await settled();
    });
  }
  await calm('Reset', async () => {
    await button(mapPanel(page), 'Reset').click();
    await settled();
    await undo.click();
    await settled();
  });
  await calm('the dialog', async () => {
    await button(page, 'Share and export').click();
    await page.waitForTimeout(500);
    await button(page.getByRole('dialog'), 'Close').click();
  });
  await button(page, 'Share and export').click();
  for (const kind of ['PNG image', 'SVG image', 'Map as JSON']) {
    await calm(kind, async () => {
      const [download] = await Promise.all([
        page.waitForEvent('download', { timeout: 60_000 }), button(page.getByRole('dialog'), kind).click(),
      ]);
      await download.path();
    });
  }
}
