// The making of a large map tells how far the maker is and can be given up; the map before it stays.

import { becomes, button, counter, makeMap, mapIs, mapPanel, openPage } from './hands.mjs';

export const name = 'making a map is given up';
export const seconds = 60;

export async function run({ page, url, expect, shot }) {
  await openPage(page, url);
  const form = mapPanel(page);
  await form.getByLabel('Generator').selectOption({ label: 'Caves' });
  for (const side of ['Width', 'Height']) await form.getByLabel(side).fill('4096');
  await watchProgress(page);
  await button(form, 'Generate').click();
  await expect.soon(async () => (await shares(page)).some((share) => share > 20), 'the maker goes on');
  await shot('making');
  await button(page, 'Cancel').click();
  rises(expect, await shares(page), 'caves that are given up');
  await becomes(() => page.getByText(/Generating the map/).count(), 0, 'it is given up at once', 1);
  await mapIs(page, 9, 7);
  expect.equal(await counter(page, 'Cost'), '52', 'the answer before it stays');
  expect.equal(await page.getByRole('log').count(), 0, 'nothing is complained of');

  await makeMap(page, { maker: 'Caves', width: 40, height: 30 });
  await makeMap(page, { maker: 'Caves', width: 600, height: 600 });
  await becomes(() => counter(page, 'Cost'), /^[\d.,]+$/, 'another one is made and searched', 20);

  for (const maker of ['Maze', 'Islands']) {
    await watchProgress(page);
    await makeMap(page, { maker, width: 2048, height: 2048 });
    await becomes(() => page.getByText(/Generating the map/).count(), 0, `${maker} are made`, 30);
    const told = await shares(page);
    rises(expect, told, maker);
    expect.ok(told.length > 10 && told.at(-1) > 90, `${maker} tell of it to the end: ${told.join(' ')}`);
  }
}

/** Keeps every share of the work that the page shows from now on. */
const watchProgress = (page) => page.evaluate(() => {
  const told = [];
  window.toldShares?.observer.disconnect();
  const observer = new MutationObserver(() => {
    const share = document.querySelector('.veil progress')?.value;
    if (share !== undefined && share !== told.at(-1)) told.push(share);
  });
  observer.observe(document.body, { subtree: true, childList: true, attributes: true, characterData: true });
  window.toldShares = { told, observer };
});
const shares = (page) => page.evaluate(() => window.toldShares.told);

function rises(expect, told, what) {
  expect.ok(told.every((share, at) => at === 0 || share > told[at - 1]), `${what}: ${told.join(' ')} rises`);
}
