// On screens of every size nothing is cut in two, squeezed or hidden: words, timeline, panes, tools.

import { becomes, mapPanel, openPage, picture, timeline } from './hands.mjs';

export const name = 'screens of every size';
export const variants = {
  'tablet': { viewport: { width: 900, height: 700 } },
  'resized': {},
  'landscape': { viewport: { width: 844, height: 390 } },
  'phone': { viewport: { width: 390, height: 844 } },
};

const KINDS = {
  /** No label of a field is broken within a word. */
  async tablet({ page, expect }) {
    const labels = mapPanel(page).locator('.field .name');
    const broken = await labels.evaluateAll((all) => all.filter((label) => {
      const range = document.createRange();
      return [...label.innerText.matchAll(/\p{Script=Latin}+/gu)].some(({ index, 0: word }) => {
        range.setStart(label.firstChild, index);
        range.setEnd(label.firstChild, index + word.length);
        return range.getClientRects().length > 1;
      });
    }).map((label) => label.innerText));
    expect.equal(broken, [], 'labels that are broken within a word');
  },
  /** The timeline is painted again in its new size. */
  async resized({ page, expect }) {
    for (const [width, height] of [[1000, 700], [1400, 800], [600, 800]]) {
      await page.setViewportSize({ width, height });
      await expect.soon(() => timeline(page).evaluate((canvas) => {
        const ratio = Math.min(devicePixelRatio, 3);
        return canvas.width === Math.round(canvas.clientWidth * ratio);
      }), `the timeline has as many pixels as it shows at ${width} px`);
    }
  },
  async landscape(given) {
    const { page, expect } = given;
    await toolsAreSeen(given);
    for (const count of [1, 2, 3]) {
      if (count > 1) await page.keyboard.press('p');
      await becomes(() => page.getByRole('application').count(), count, `${count} panes`);
      const { height } = await picture(page).boundingBox();
      expect.ok(height >= 150, `${count} panes are ${height} px high`);
      await given.shot(String(count));
    }
  },
  phone: toolsAreSeen,
};

/** Every tool can be seen without anything being moved. */
async function toolsAreSeen({ page, expect }) {
  const palette = page.getByRole('toolbar', { name: 'Tools' });
  const hidden = await palette.evaluate((bar) => {
    const box = bar.getBoundingClientRect();
    return [...bar.querySelectorAll('button, summary')].filter((each) => each.checkVisibility())
      .filter((each) => !each.closest('.choices'))
      .filter((each) => {
        const at = each.getBoundingClientRect();
        return at.left < box.left || at.right > box.right || at.top < box.top || at.bottom > box.bottom;
      }).map((each) => each.getAttribute('aria-label'));
  });
  expect.equal(hidden, [], 'tools that are hidden');
}

export async function run(given) {
  await openPage(given.page, given.url);
  await KINDS[given.variant](given);
  await given.shot('seen');
}
