// What tiles and values are for is painted on the page, searched, and saved into the files they came in.

import { readFileSync } from 'node:fs';
import {
  becomes, button, counter, drop, fileOf, history, mapIs, mapPanel, messages, openPage, picture, pointAt,
  spoken, stroke,
} from './hands.mjs';
import { pngOf } from './png.mjs';
import { BLACK, GREEN, RED, layer, mapOf, shows, viewOf } from './tile-maps.mjs';

export const name = 'what tiles are for';

export const variants = { 'painted': {}, 'hand': {}, 'ldtk': {} };
export const seconds = 60;

/** Presses the button that saves; the file's name and text. */
async function saved(page) {
  const saving = page.getByRole('button', { name: /^Save/ });
  const [download] = await Promise.all([page.waitForEvent('download'), saving.click()]);
  return [download.suggestedFilename(), readFileSync(await download.path(), 'utf8')];
}

/** A project of LDtk with a wall of water, values with tiles on them, and a set with two tiles. */
function projectOf() {
  const rows = ['...2...', '...2...', '...2...', '...2...', '.......'].map((row) => row.replaceAll('.', '0'));
  const values = rows.map((row) => [...row].join(',')).join(',\n\t\t\t\t\t');
  const cells = rows.flatMap((row, y) => [...row].map((value, x) => [value, x * 8, y * 8]));
  const tile = (at, [x, y]) => `{ "px": [${x},${y}], "src": [${at * 8},0], "f": 0, "t": ${at}, "a": 1 }`;
  const drawn = cells.map(([value, x, y]) => tile(value === '2' ? 1 : 0, [x, y])).join(', ');
  const entity = (name, x) => `{ "__identifier": "${name}", "iid": "${name}", "__pivot": [0,0], `
    + `"px": [${x},0], "width": 8, "height": 8, "fieldInstances": [] }`;
  const layerOf = (name, kind, rest) => `{ "__identifier": "${name}", "__type": "${kind}", "__cWid": 7, `
    + `"__cHei": 5, "__gridSize": 8, "__tilesetDefUid": 5, "visible": true, ${rest} }`;
  const grid = `"intGridCsv": [\n\t\t\t\t\t${values}\n\t\t\t\t], "autoLayerTiles": [${drawn}]`;
  const entities = `"entityInstances": [${entity('Start', 8)}, ${entity('Goal', 40)}]`;
  return `{
\t"jsonVersion": "1.5.3", "worldLayout": "Free",
\t"defs": { "layers": [
\t\t{ "identifier": "Ends", "doc": null, "intGridValues": [] },
\t\t{ "identifier": "Terrain", "doc": null, "intGridValues": [
\t\t\t{ "value": 1, "identifier": "walls", "color": "#222222" },
\t\t\t{ "value": 2, "identifier": "water", "color": "#0099DB" }
\t\t] }
\t], "tilesets": [
\t\t{ "__cWid": 2, "__cHei": 1, "identifier": "Land", "uid": 5, "relPath": "art/land.png",
\t\t\t"pxWid": 16, "pxHei": 8, "tileGridSize": 8, "spacing": 0, "padding": 0, "enumTags": [],
\t\t\t"customData": [], "tags": ["\\u00e9"] }
\t] },
\t"levels": [
\t\t{ "identifier": "One", "worldX": 0, "worldY": 0, "pxWid": 56, "pxHei": 40, "layerInstances": [
\t\t\t${layerOf('Ends', 'Entities', entities)},
\t\t\t${layerOf('Terrain', 'IntGrid', grid)}
\t\t] }
\t]
}
`;
}

const KINDS = {
  async painted({ page, expect, shot }) {
    // A room with a wall of tile 1 across it, which nobody said blocks; the set is in a file of its own.
    const rows = Array.from({ length: 5 }, (_, y) => [1, 1, 1, y < 4 ? 2 : 1, 1, 1, 1]);
    const art = pngOf(16, 8, (x) => (x < 8 ? GREEN : BLACK));
    const set = '<?xml version="1.0" encoding="UTF-8"?>\n<tileset name="t" tilewidth="8" tileheight="8" '
      + 'tilecount="2" columns="2">\n <!-- ours -->\n <image source="t.png" width="16" height="8"/>\n'
      + '</tileset>\n';
    const inside = mapOf({
      kind: 'orthogonal', size: [7, 5], tile: [8, 8], count: 2, layers: [layer('g', rows)],
      start: [4, 4], goal: [52, 4],
    });
    const map = inside.replace(/<tileset .*?<\/tileset>/, '<tileset firstgid="1" source="t.tsx"/>');
    // The panel with the palette unfolds by itself.
    if (await mapPanel(page).isVisible()) await button(page, 'Map').click();
    await becomes(() => mapPanel(page).isVisible(), false, 'the panel is folded');
    await drop(page, [fileOf('room.tmx', map), fileOf('t.tsx', set), fileOf('t.png', art)]);
    await mapIs(page, 7, 5);
    await becomes(() => counter(page, 'Cost'), '60', 'straight on, for nothing blocks');
    const palette = page.getByRole('application', { name: 'Tiles of t' });
    await becomes(async () => (await palette.boundingBox()).width > 0, true, 'the image is decoded');
    const box = await palette.boundingBox();
    await palette.click({ position: { x: box.width * 0.75, y: box.height / 2 } });
    await becomes(() => counter(page, 'Cost'), '104', 'round the wall, once its tile blocks');
    const inFile = (line) => set.replace(/\n<\/tileset>/, `\n <tile id="1">\n  <properties>\n   ${line}\n  `
      + '</properties>\n </tile>\n</tileset>');
    const blocked = '<property name="walkable" type="bool" value="false"/>';
    expect.equal(await saved(page), ['t.tsx', inFile(blocked)], 'the file differs by the property alone');
    // By hand on the map, with another brush: blocked becomes expensive.
    await button(page, 'Cost').click();
    await page.getByLabel('Click on the map as well').check();
    const view = await viewOf(page, 7, 5);
    const onPage = await picture(page).boundingBox();
    const [x, y] = view.at(3.5, 1.5);
    await page.mouse.click(onPage.x + x, onPage.y + y);
    await becomes(() => counter(page, 'Cost'), '80', 'through the wall, at three times the cost');
    const expensive = '<property name="cost" type="float" value="3"/>';
    expect.equal(await saved(page), ['t.tsx', inFile(expensive)], 'and is saved so');
    await shot('painted');
    await page.keyboard.press('Control+z');
    await becomes(() => counter(page, 'Cost'), '104', 'taken back, the tile blocks again');
    expect.equal(await saved(page), ['t.tsx', inFile(blocked)], 'in its file, too');
    // The same from the keyboard: what is blocked is opened again.
    await button(page, 'Blocked').click();
    await palette.focus();
    await page.keyboard.press('ArrowRight');
    await page.keyboard.press('ArrowRight');
    await becomes(() => spoken(page), /^Tile 1 of t: blocked/, 'the keys tell the tile');
    await page.keyboard.press('Enter');
    await becomes(() => counter(page, 'Cost'), '60', 'straight on again');
    expect.equal(await saved(page), ['t.tsx', set], 'and nothing is left in the file');
  },
  async hand({ page, expect, shot }) {
    const rows = Array.from({ length: 5 }, (_, y) => [1, 1, 1, y < 4 ? 2 : 1, 1, 1, 1]);
    const art = pngOf(16, 8, (x) => (x < 8 ? GREEN : BLACK));
    const text = mapOf({
      kind: 'orthogonal', size: [7, 5], tile: [8, 8], count: 2, layers: [layer('g', rows)],
      start: [4, 4], goal: [52, 4],
    });
    const map = { columns: 7, rows: 5 };
    await drop(page, [fileOf('room.tmx', text), fileOf('t.png', art)]);
    await mapIs(page, 7, 5);
    const cost = () => counter(page, 'Cost');
    await becomes(cost, '60', 'straight on');
    // A wall by hand where the way round leads, but for its last cell, and one taken back.
    await stroke(page, map, [5, 3], [5, 4]);
    await stroke(page, map, [1, 1], [1, 2]);
    await button(page, 'Undo').click();
    const palette = page.getByRole('application', { name: 'Tiles of t' });
    await palette.focus();
    for (const key of ['ArrowRight', 'ArrowRight', 'Enter']) await page.keyboard.press(key);
    await becomes(cost, '104', 'round the tiles that block now');
    await pointAt(page, map, 5, 3);
    expect.match(await history(page), /wall/, 'what was drawn by hand is there still');
    await pointAt(page, map, 1, 1);
    expect.match(await history(page), /open ground/, 'and what was taken back is not');
    await shot('by-hand');
    await palette.focus();
    await page.keyboard.press('Enter');
    await becomes(cost, '60', 'straight on again');
    await pointAt(page, map, 5, 3);
    expect.match(await history(page), /wall/, 'by hand, and twice over');
    expect.ok(!/gone/.test(await messages(page)), 'nothing was lost');
  },
  async ldtk({ page, expect, shot }) {
    const before = projectOf();
    const art = pngOf(16, 8, (x) => (x < 8 ? GREEN : RED));
    await drop(page, [fileOf('land.ldtk', before), fileOf('land.png', art)]);
    await mapIs(page, 7, 5);
    const view = await viewOf(page, 7, 5);
    // Before anything is searched.
    await page.keyboard.press('Home');
    await shows(page, expect, view, [
      ['the ground of the project', [0.5, 1.5], GREEN], ['its water', [3.35, 1.65], RED],
    ]);
    await page.keyboard.press('End');
    const cost = () => counter(page, 'Cost');
    await becomes(cost, '40', 'straight through the water, of which nothing is said');
    await shot('ldtk');
    // A value blocks.
    const water = page.getByRole('button', { name: /^2 water/ });
    await becomes(() => water.innerText(), '2 water: open', 'the value is told of');
    await water.click();
    await becomes(cost, '96', 'round the water');
    await becomes(() => water.innerText(), '2 water: blocked', 'and is shown so');
    const note = '"Terrain", "doc": "value 2: blocked"';
    const noted = before.replace('"Terrain", "doc": null', note);
    expect.equal(await saved(page), ['land.ldtk', noted], 'the file differs by the note alone');
    // A tile costs, on the palette.
    await button(page, 'Cost').click();
    await water.click();
    await becomes(cost, '60', 'through the water, at three times the cost');
    await button(page, 'Open').click();
    await water.click();
    await becomes(cost, '40', 'as it came');
    expect.equal(await saved(page), ['land.ldtk', before], 'with nothing left in the file');
    await button(page, 'Blocked').click();
    await page.getByLabel('Click on the map as well').check();
    const onPage = await picture(page).boundingBox();
    const [x, y] = view.at(3.5, 2.5);
    await page.mouse.click(onPage.x + x, onPage.y + y);
    await becomes(cost, '96', 'round the tiles of the water');
    const said = '"customData": [{ "tileId": 1, "data": "{ \\"walkable\\": false }" }]';
    expect.equal(await saved(page), ['land.ldtk', before.replace('"customData": []', said)],
      'the file differs by the custom data alone');
    await shot('ldtk-blocked');
    await page.keyboard.press('Control+z');
    await becomes(cost, '40', 'taken back');
  },
};

export async function run(given) {
  await openPage(given.page, given.url);
  await KINDS[given.variant](given);
}
