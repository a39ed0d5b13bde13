// Who asked for less motion gets it: nothing slides, and the figure stands on cells.

import { becomes, button, mapPanel, openPage, picture } from './hands.mjs';

export const name = 'reduced motion';
export const alone = { full: 'it counts the pictures that it is quick enough to take' };

export const variants = {
  'full': { reducedMotion: 'no-preference' },
  'reduced': { reducedMotion: 'reduce' },
  'set': { reducedMotion: 'no-preference' },
};

export async function run({ page, url, variant, expect }) {
  await openPage(page, url);
  if (variant === 'set') {
    await button(page, 'Settings').click();
    await page.getByRole('dialog').getByLabel('Motion').selectOption({ label: 'Reduced' });
    await button(page.getByRole('dialog'), 'Close').click();
  }
  await mapPanel(page).getByText('Figure', { exact: true }).click();
  await page.getByRole('slider', { name: 'Walking speed' }).fill('2');
  await button(page, 'Walk the path').click();
  await becomes(() => button(page, 'Stop').isVisible(), true, 'it walks');
  // The way has five cells: as many pictures where it stands on them, more where it slides.
  const looks = new Set();
  await expect.soon(async () => {
    looks.add((await picture(page).screenshot()).toString('base64'));
    return button(page, 'Walk the path').isVisible();
  }, 'it arrives', 9);
  const moving = await page.evaluate(() => {
    const isSeen = ({ effect }) => effect.getComputedTiming().duration > 1;
    return document.getAnimations().filter(isSeen).length;
  });
  if (variant === 'full') expect.ok(looks.size > 6, `it slides: ${looks.size} pictures`);
  else {
    expect.ok(looks.size <= 6, `it stands on cells: ${looks.size} pictures`);
    expect.equal(moving, 0, 'how many things move');
  }
}
