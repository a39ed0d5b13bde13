// Maps of Tiled are shown with their tiles, pixel by pixel where the editor has them.

import { readFileSync } from 'node:fs';
import {
  becomes, button, counter, drop, fileOf, longTasks, mapIs, mapPanel, messages, openPage, picture,
  spoken,
} from './hands.mjs';
import { pngOf } from './png.mjs';

export const name = 'tiles of the game';

export const variants = {
  'flips': {}, 'isometric': {}, 'hexagonal': {}, 'lacking': {}, 'example': {}, 'painted': {}, 'large': {},
};
export const seconds = 60;

const [RED, GREEN, BLUE, YELLOW, WHITE, BLACK] =
  [[220, 30, 30], [30, 180, 60], [40, 60, 210], [240, 220, 40], [255, 255, 255], [0, 0, 0]];

const layer = (name, rows, more = '') =>
  `<layer name="${name}" width="${rows[0].length}" height="${rows.length}" ${more}>`
  + `<data encoding="csv">\n${rows.map((row) => row.join(',')).join(',\n')}\n</data></layer>`;

const place = (name, x, y) =>
  `<object id="${name.length}" name="${name}" x="${x}" y="${y}"><point/></object>`;

/** A map with one set of tiles that lie side by side on one picture. */
function mapOf({ kind, size, tile, count, layers, start, goal, more = '' }) {
  const set = `<tileset firstgid="1" name="t" tilewidth="${tile[0]}" tileheight="${tile[1]}" `
    + `tilecount="${count}" columns="${count}"><image source="art/t.png" width="${tile[0] * count}" `
    + `height="${tile[1]}"/></tileset>`;
  const ends = `<objectgroup name="ends">${place('start', ...start)}${place('goal', ...goal)}</objectgroup>`;
  return `<map version="1.10" orientation="${kind}" width="${size[0]}" height="${size[1]}" `
    + `tilewidth="${tile[0]}" tileheight="${tile[1]}" ${more}>${set}${layers.join('')}${ends}</map>`;
}

/** What the picture shows at a place of its own, as red, green and blue. */
const colourAt = (page, x, y) => picture(page).evaluate((canvas, [left, top]) => {
  const ratio = canvas.width / canvas.clientWidth;
  return [...canvas.getContext('2d').getImageData(left * ratio, top * ratio, 1, 1).data].slice(0, 3);
}, [x, y]);

const isNear = (a, b) => a.every((part, at) => Math.abs(part - b[at]) <= 2);

/** From steps of the world, whose middle lies in the middle of the picture, to places of it. */
async function viewOf(page, width, height) {
  const box = await picture(page).boundingBox();
  const margin = Math.max(8, Math.min(28, Math.min(box.width, box.height) * 0.05));
  const scale = Math.min((box.width - 2 * margin) / width, (box.height - 2 * margin) / height, 64);
  const at = (x, y) =>
    [box.width / 2 + (x - width / 2) * scale, box.height / 2 + (y - height / 2) * scale];
  return { at, scale };
}

/** Waits until places of the world show their colours. */
async function shows(page, expect, view, places) {
  for (const [what, [x, y], colour] of places) {
    await expect.soon(async () => {
      const seen = await colourAt(page, ...view.at(x, y));
      if (!isNear(seen, colour)) throw new Error(`${what} shows ${seen}, not ${colour}`);
      return true;
    }, what);
  }
}

const KINDS = {
  async flips({ page, expect, shot }) {
    // One tile of four colours, one of white.
    const quarters = (x, y) => (x >= 8 ? WHITE : y < 4 ? (x < 4 ? RED : GREEN) : (x < 4 ? BLUE : YELLOW));
    const [H, V, D] = [0x80000000, 0x40000000, 0x20000000];
    const none = [0, 0, 0, 0, 0, 0];
    const text = mapOf({
      kind: 'orthogonal', size: [6, 5], tile: [8, 8], count: 2, start: [4, 36], goal: [12, 36],
      layers: [
        layer('below', [
          [1, 1 + H, 1 + V, 1 + D, 1 + D + H, 1 + H + V + D], [1, 1, 1, 1, 1, 1],
          [1, 1, 1, 1, 1, 1], [1, 1, 1, 1, 1, 1], [1, 1, 1, 1, 1, 1],
        ]),
        layer('above', [none, [2, 0, 0, 0, 0, 0], none, none, none], 'offsetx="12" opacity="0.5"'),
        layer('hidden', [none, [0, 0, 0, 0, 2, 0], none, none, none], 'visible="0"'),
      ],
    });
    await drop(page, [fileOf('flips.tmx', text), fileOf('t.png', pngOf(16, 8, quarters))]);
    await mapIs(page, 6, 5);
    const view = await viewOf(page, 6, 5);
    // Upper left, upper right, lower left and lower right of each.
    const turned = [
      ['a tile as it is', [RED, GREEN, BLUE, YELLOW]],
      ['mirrored to the side', [GREEN, RED, YELLOW, BLUE]],
      ['mirrored upside down', [BLUE, YELLOW, RED, GREEN]],
      ['with its axes exchanged', [RED, BLUE, GREEN, YELLOW]],
      ['turned by a quarter', [BLUE, RED, YELLOW, GREEN]],
      ['with all three', [YELLOW, GREEN, BLUE, RED]],
    ];
    const quartersOf = (x, y, what, colours) => colours.map((colour, at) =>
      [`${what}, quarter ${at + 1}`, [x + 0.25 + (at % 2) * 0.5, y + (at < 2 ? 0.25 : 0.75)], colour]);
    await shows(page, expect, view,
      turned.flatMap(([what, colours], column) => quartersOf(column, 0, what, colours)));
    const half = (colour) => colour.map((part) => Math.round((part + 255) / 2));
    await shows(page, expect, view, [
      ['beside the layer above', [1.25, 1.25], RED],
      ['under the layer above, half a tile on', [1.75, 1.25], half(GREEN)],
      ['under its right half', [2.25, 1.75], half(BLUE)],
      ['behind its edge', [2.75, 1.75], YELLOW],
      ['under a layer that is not shown', [4.25, 1.25], RED],
    ]);
    await shot('flips');
    await mapPanel(page).getByLabel('Tiles', { exact: true }).uncheck();
    await expect.soon(async () => !isNear(await colourAt(page, ...view.at(1.25, 1.25)), RED),
      'the switch puts the tiles away');
    await mapPanel(page).getByLabel('Tiles', { exact: true }).check();
    await shows(page, expect, view, [['and shows them again', [1.25, 1.25], RED]]);
    await button(page, 'Generate').click();
    await mapIs(page, 6, 5);
    await expect.soon(async () => (await mapPanel(page).getByLabel('Tiles', { exact: true }).count()) === 0,
      'a map without tiles has no switch');
    await page.keyboard.press('Control+z');
    await shows(page, expect, view, [['the map comes back with its tiles', [1.25, 1.25], RED]]);
  },
  async isometric({ page, expect, shot }) {
    // Diamonds that fill their tiles, twice as wide as high.
    const isIn = (x, y) => Math.abs(x % 16 + 0.5 - 8) / 8 + Math.abs(y + 0.5 - 4) / 4 <= 1;
    const art = pngOf(32, 8, (x, y) => (isIn(x, y) ? (x < 16 ? GREEN : BLUE) : null));
    const rows = [[1, 1, 2, 1], [1, 2, 1, 1], [1, 1, 1, 2], [1, 1, 1, 1]];
    const text = mapOf({
      kind: 'isometric', size: [4, 4], tile: [16, 8], count: 2, layers: [layer('g', rows)],
      start: [4, 28], goal: [12, 28],
    });
    await drop(page, [fileOf('aside.tmx', text), fileOf('t.png', art)]);
    await mapIs(page, 4, 4);
    const half = 2 / Math.sqrt(5);
    const view = await viewOf(page, 8 * half, 4 * half);
    const middle = (x, y) => [(x - y + 4) * half, ((x + y + 1) * half) / 2];
    await shows(page, expect, view, [
      ['a diamond', middle(0, 0), GREEN], ['one to the lower right', middle(2, 0), BLUE],
      ['one of the next row', middle(1, 1), BLUE], ['one at the edge', middle(3, 2), BLUE],
      ['and its neighbour', middle(3, 1), GREEN],
    ]);
    await shot('isometric');
  },
  async hexagonal({ page, expect, shot }) {
    // Lower than regular hexes are: the page draws cells as the game does.
    const art = pngOf(28, 12, (x) => (x < 14 ? GREEN : BLUE));
    const rows = [[1, 2, 1, 1], [1, 1, 2, 1], [2, 1, 1, 1], [1, 1, 1, 1], [1, 1, 1, 1]];
    const text = mapOf({
      kind: 'hexagonal', size: [4, 5], tile: [14, 12], count: 2, layers: [layer('g', rows)],
      start: [7, 42], goal: [21, 42], more: 'hexsidelength="6" staggeraxis="y" staggerindex="odd"',
    });
    await drop(page, [fileOf('hexes.tmx', text), fileOf('t.png', art)]);
    await mapIs(page, 4, 5);
    const pitch = 9 / 14;
    const view = await viewOf(page, 4.5, 4 * pitch + 12 / 14);
    const middle = (x, y) => [x + 0.5 + (y % 2) / 2, y * pitch + 6 / 14];
    await shows(page, expect, view, [
      ['a hex', middle(0, 0), GREEN], ['the one beside it', middle(1, 0), BLUE],
      ['one of a shoved row', middle(2, 1), BLUE], ['one of the next row', middle(0, 2), BLUE],
    ]);
    await shot('hexagonal');
  },
  async lacking({ page, expect }) {
    const art = pngOf(16, 8, (x) => (x < 8 ? RED : BLACK));
    const text = mapOf({
      kind: 'orthogonal', size: [5, 4], tile: [8, 8], count: 2, start: [4, 28], goal: [12, 28],
      layers: [layer('g', Array.from({ length: 4 }, () => [1, 1, 1, 1, 1]))],
    });
    await drop(page, [fileOf('lacking.tmx', text)]);
    await mapIs(page, 5, 4);
    await becomes(() => messages(page), /tiles of this map, add t\.png/, 'it is told what is missing');
    const tiles = mapPanel(page).getByLabel('Tiles', { exact: true });
    expect.equal(await tiles.count(), 0, 'there is no switch without tiles');
    // The picture alone is no map of its own now.
    await drop(page, [fileOf('t.png', art)]);
    const view = await viewOf(page, 5, 4);
    await shows(page, expect, view, [['the picture that was missing comes', [2.5, 0.5], RED]]);
    await mapIs(page, 5, 4);
  },
  async example({ page, expect, shot }) {
    await page.keyboard.press('o');
    await button(page, 'Open the example Tiled map').click();
    await mapIs(page, 28, 18);
    const view = await viewOf(page, 28, 18);
    await becomes(() => counter(page, 'Cost'), '236', 'its walls and costs are read');
    // The middle of the water, behind glass.
    await expect.soon(async () => {
      const [red, , blue] = await colourAt(page, ...view.at(17, 15.5));
      return blue > red + 60;
    }, 'its river is blue');
    await shot('village');
  },
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
    const box = await palette.boundingBox();
    await palette.click({ position: { x: box.width * 0.75, y: box.height / 2 } });
    await becomes(() => counter(page, 'Cost'), '104', 'round the wall, once its tile blocks');
    const inFile = (line) => set.replace(/\n<\/tileset>/, `\n <tile id="1">\n  <properties>\n   ${line}\n  `
      + '</properties>\n </tile>\n</tileset>');
    const saved = async () => {
      const saving = page.getByRole('button', { name: /^Save/ });
      const [download] = await Promise.all([page.waitForEvent('download'), saving.click()]);
      return [download.suggestedFilename(), readFileSync(await download.path(), 'utf8')];
    };
    const blocked = '<property name="walkable" type="bool" value="false"/>';
    expect.equal(await saved(), ['t.tsx', inFile(blocked)], 'the file differs by the property alone');
    // By hand on the map, with another brush: blocked becomes expensive.
    await button(page, 'Cost').click();
    await page.getByLabel('Click on the map as well').check();
    const view = await viewOf(page, 7, 5);
    const onPage = await picture(page).boundingBox();
    const [x, y] = view.at(3.5, 1.5);
    await page.mouse.click(onPage.x + x, onPage.y + y);
    await becomes(() => counter(page, 'Cost'), '80', 'through the wall, at three times the cost');
    const expensive = '<property name="cost" type="float" value="3"/>';
    expect.equal(await saved(), ['t.tsx', inFile(expensive)], 'and is saved so');
    await shot('painted');
    await page.keyboard.press('Control+z');
    await becomes(() => counter(page, 'Cost'), '104', 'taken back, the tile blocks again');
    expect.equal(await saved(), ['t.tsx', inFile(blocked)], 'in its file, too');
    // The same from the keyboard: what is blocked is opened again.
    await button(page, 'Blocked').click();
    await palette.focus();
    await page.keyboard.press('ArrowRight');
    await page.keyboard.press('ArrowRight');
    await becomes(() => spoken(page), /^Tile 1 of t: blocked/, 'the keys tell the tile');
    await page.keyboard.press('Enter');
    await becomes(() => counter(page, 'Cost'), '60', 'straight on again');
    expect.equal(await saved(), ['t.tsx', set], 'and nothing is left in the file');
  },
  async large({ page, expect, shot }) {
    const side = 400;
    const art = pngOf(16, 8, (x) => (x < 8 ? GREEN : BLUE));
    const places = [...Array(side).keys()];
    const rows = places.map((y) => places.map((x) => 1 + ((x ^ y) & 1)));
    const text = mapOf({
      kind: 'orthogonal', size: [side, side], tile: [8, 8], count: 2, layers: [layer('g', rows)],
      start: [4, 4], goal: [12, 4],
    });
    const quick = await longTasks(page);
    await page.reload();
    await drop(page, [fileOf('large.tmx', text), fileOf('t.png', art)]);
    await mapIs(page, side, side);
    const view = await viewOf(page, side, side);
    const mean = GREEN.map((part, at) => (part + BLUE[at]) / 2);
    await expect.soon(async () => {
      const [red, green, blue] = await colourAt(page, ...view.at(200.5, 200.5));
      return Math.abs(red - mean[0]) < 60 && green + blue > 150;
    }, 'small tiles are drawn as well');
    const box = await picture(page).boundingBox();
    await page.mouse.move(box.x + box.width / 2, box.y + box.height / 2);
    await quick('zooming and panning over tiles', async () => {
      for (let turn = 0; turn < 12; turn += 1) {
        await page.mouse.wheel(0, turn < 8 ? -240 : 240);
        await page.waitForTimeout(60);
      }
    });
    await shot('large');
  },
};

export async function run(given) {
  await openPage(given.page, given.url);
  await KINDS[given.variant](given);
}
