// Levels: one is seen at a time, chosen by hand or by key; a path tells where it changes level.

import { readFileSync } from 'node:fs';
import {
  answered, becomes, button, counter, drop, exampleOf, fileOf, keptAddress, mapIs, openPage, picture, spoken,
} from './hands.mjs';

export const name = 'levels';

export const variants = {
  'gallery': {}, 'house': { locale: 'zh-CN' }, 'many changes': {}, 'an LDtk project': {},
};

/** A map whose path goes up and down four times. */
const UP_AND_DOWN = JSON.stringify({
  xunlu: 1, kind: 'layers',
  layers: [{ terrain: ['..##...##...##...##.'] }, { terrain: ['#....#....#....#....'] }],
  links: [1, 4, 6, 9, 11, 14, 16, 19].map((x) =>
    ({ from: { layer: 0, x, y: 0 }, to: { layer: 1, x, y: 0 }, weight: 100 })),
  places: [{ name: 'start', layer: 0, x: 0, y: 0 }, { name: 'goal', layer: 0, x: 19, y: 0 }],
});

const levels = (page) => page.getByRole('navigation', { name: /^(Levels|楼层)$/ });
const seen = (page) => levels(page).locator('[aria-current]').innerText();

export async function run({ page, url, variant, expect, shot }) {
  await openPage(page, url);
  expect.equal(await levels(page).count(), 0, 'a map of one level has no levels to choose from');
  if (variant === 'house') {
    await drop(page, [exampleOf('house.txt')]);
    await becomes(() => levels(page).count(), 1, 'a file with two layers has levels');
    await answered(page);
    await shot('house');
    return;
  }
  if (variant === 'an LDtk project') {
    const folder = new URL('../../crates/xunlu-format/tests/ldtk/', import.meta.url);
    const project = ['house.ldtk', 'house/Cellar.ldtkl', 'house/Upstairs.ldtkl'];
    const read = (path) => fileOf(path.split('/').at(-1), readFileSync(new URL(path, folder)));
    await drop(page, project.map(read));
    await becomes(() => levels(page).count(), 1, 'depths of the world are levels');
    await answered(page);
    await picture(page).focus();
    const keys = ['ArrowRight', 'PageUp', 'ArrowRight', 'ArrowRight', 'ArrowUp', 's'];
    for (const key of keys) await page.keyboard.press(key);
    await answered(page);
    await page.keyboard.press('End');
    await becomes(() => counter(page, 'Cost'), '34', 'from upstairs a path leads by the stair');
    await expect.soon(
      () => levels(page).getByRole('button', { name: /goes from level 2 to level 1/ }).isVisible(),
      'which tells where it changes level',
    );
    await shot('ldtk');
    return;
  }
  if (variant === 'many changes') {
    await drop(page, [fileOf('stairs.json', UP_AND_DOWN)]);
    await becomes(() => levels(page).count(), 1, 'the map has levels');
    await answered(page);
    await page.keyboard.press('End');
    await expect.soon(() => levels(page).getByText('and 2 more').isVisible(), 'the others are counted');
    const listed = levels(page).getByRole('button', { name: /goes from level/ });
    expect.equal(await listed.count(), 6, 'six are listed');
    await shot('many');
    return;
  }
  await button(page, 'Gallery').click();
  await expect.soon(() => page.getByText('Stairs are links').isVisible(), 'three floors are in the gallery');
  await page.waitForTimeout(1500);
  await page.getByText('Three floors').scrollIntoViewIfNeeded();
  await shot('cards');
  await page.getByText('Three floors').click();
  await mapIs(page, 24, 11);
  await becomes(() => seen(page), '1', 'the level of the start is seen');
  await answered(page);
  await page.keyboard.press('End');
  const cost = await counter(page, 'Cost');
  const change = levels(page).getByRole('button', { name: /goes from level 2 to level 3/ });
  await expect.soon(() => change.isVisible(), 'the path tells where it changes level');
  await shot('first');
  await picture(page).focus();
  await page.keyboard.press('PageUp');
  await becomes(() => seen(page), '2', 'a key looks at the next level');
  await becomes(() => spoken(page), /level 2/i, 'which is spoken');
  await shot('second');
  await levels(page).getByRole('button', { name: /^Level 3.*goal/ }).click();
  await becomes(() => seen(page), '3', 'a press looks at a level');
  await shot('third');
  expect.equal(await counter(page, 'Cost'), cost, 'looking at levels asks nothing anew');
  const link = await keptAddress(page, 'the address holds it');
  await page.goto('about:blank');
  await openPage(page, link);
  await mapIs(page, 24, 11);
  await becomes(() => counter(page, 'Cost'), cost, 'the link holds levels and stairs');
  await button(page, 'Walk the path').click();
  await becomes(() => seen(page), '2', 'who walks is followed to the next level', 12);
  await shot('walks');
}
