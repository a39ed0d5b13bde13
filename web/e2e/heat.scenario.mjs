// Cells are coloured by order, g, h, f, the error of h and re-openings, with the scale told.

import { becomes, makeMap, mapPanel, openPage, picture } from './hands.mjs';

export const name = 'heat maps';

const HEATS = ['Order', 'g', 'h', 'f', 'Error of h', 'Reopenings'];

export async function run({ page, url, expect, shot }) {
  await openPage(page, url);
  await makeMap(page, { maker: 'Noise', width: 40, height: 30, seed: 2 });
  const legend = mapPanel(page).getByLabel('Legend');
  const looks = new Map();
  looks.set('State', (await picture(page).screenshot()).toString('base64'));
  for (const heat of HEATS) {
    await mapPanel(page).getByLabel('Colour cells by').selectOption({ label: heat });
    const scale = async () => (await legend.innerText()).trim().split(/\s+/);
    const isTold = async () => (await scale()).every((each) => /^[\d.,]+$/.test(each));
    await becomes(isTold, true, `the scale of ${heat}`);
    const [least, most] = (await scale()).map((each) => Number(each.replaceAll(',', '')));
    const isWide = heat === 'Reopenings' ? most >= least : most > least;
    expect.ok(isWide, `the scale of ${heat} goes from ${least} to ${most}`);
    if (heat === 'g') expect.equal(least, 0, 'the least g');
    if (heat === 'Error of h') expect.ok(least >= 0, 'the estimate is never too high');
    await expect.soon(async () => {
      const look = (await picture(page).screenshot()).toString('base64');
      looks.set(heat, look);
      return ![...looks].some(([other, known]) => other !== heat && known === look && heat !== 'Reopenings');
    }, `${heat} looks like no other`);
    await shot(heat.replaceAll(' ', '-'));
  }
}
