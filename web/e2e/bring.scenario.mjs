// Files of every kind are dropped and shown; a scenario's row is run with a click.

import { becomes, counter, drop, exampleOf, fileOf, FIRST, mapIs, openPage, stroke } from './hands.mjs';

export const name = 'files are dropped';

export const variants = { 'tiled': {}, 'movingai': {}, 'picture': {}, 'json': {} };

const JSON_MAP = JSON.stringify({
  xunlu: 1, kind: 'grid', terrain: ['.....', '.###.', '.....'],
  places: [{ name: 'start', x: 0, y: 1 }, { name: 'goal', x: 4, y: 1 }],
});

const KINDS = {
  async tiled({ page }) {
    await drop(page, [exampleOf('tutorial.tmx'), exampleOf('tutorial.tsx')]);
    await mapIs(page, 12, 10);
    await becomes(() => counter(page, 'Cost'), '52', 'the tutorial map of Tiled costs what the worked example does');
  },
  async movingai({ page, expect, shot }) {
    await drop(page, [exampleOf('rooms.map'), exampleOf('rooms.map.scen')]);
    await mapIs(page, 64, 48);
    const row = page.getByRole('dialog').getByRole('button', { name: /^Row 2:/ });
    await expect.soon(() => row.isVisible(), 'the rows of the scenario are listed');
    expect.match(await row.innerText(), /14, 24 .* 12, 25.*2\.41/, 'a row says from where, to where and how far');
    await shot('rows');
    await row.click();
    await becomes(() => counter(page, 'Cost'), '24', 'the row was run: one straight and one diagonal step');
  },
  async picture({ page }) {
    await drop(page, [exampleOf('tutorial.png')]);
    await mapIs(page, 64, 32);
    await becomes(() => counter(page, 'Cost'), '434', 'a way from the first free cell of the picture to the last');
  },
  async json({ page }) {
    await drop(page, [fileOf('ring.json', JSON_MAP)]);
    await mapIs(page, 5, 3);
    await becomes(() => counter(page, 'Cost'), '48', 'a way round, with start and goal from the file');
  },
};

export async function run(given) {
  const { page, url, variant } = given;
  await openPage(page, url);
  // Another map than those of the files, so that each is seen to come.
  await stroke(page, FIRST, [4, 4], [4, 6]);
  await becomes(() => counter(page, 'Cost'), '66', 'a map of one\'s own');
  await KINDS[variant](given);
  await given.shot('brought');
}
