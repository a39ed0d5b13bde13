// Maps of Tiled are shown with their tiles, pixel by pixel where the editor has them.

import {
  becomes, button, counter, drop, fileOf, longTasks, mapIs, mapPanel, messages, openPage, picture,
} from './hands.mjs';
import { pngOf } from './png.mjs';
import {
  BLACK, BLUE, GREEN, RED, WHITE, YELLOW, colourAt, isNear, layer, mapOf, shows, viewOf,
} from './tile-maps.mjs';

export const name = 'tiles of the game';

export const variants = {
  'flips': {}, 'isometric': {}, 'staggered': {}, 'hexagonal': {}, 'lacking': {}, 'example': {}, 'large': {},
};
export const seconds = 60;

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
  async staggered({ page, expect, shot }) {
    const [columns, rows] = [4, 6];
    const isIn = (x, y) => Math.abs(x % 16 + 0.5 - 8) / 8 + Math.abs(y + 0.5 - 4) / 4 <= 1;
    const art = pngOf(32, 8, (x, y) => (isIn(x, y) ? (x < 16 ? GREEN : BLUE) : null));
    // Blue tiles across the map.
    const tiles = [[1, 1, 1, 1], [1, 2, 1, 1], [1, 2, 1, 1], [1, 2, 1, 1], [1, 1, 1, 1], [1, 1, 1, 1]];
    const spot = (column, row) => [16 * column + 8 + 8 * (row % 2), 4 * row + 4];
    const text = mapOf({
      kind: 'staggered', size: [columns, rows], tile: [16, 8], count: 2, layers: [layer('g', tiles)],
      start: spot(0, 2), goal: spot(3, 3), more: 'staggeraxis="y" staggerindex="odd"',
    });
    await drop(page, [fileOf('staggered.tmx', text), fileOf('t.png', art)]);
    // One axis runs down to the right, the other down to the left; what lies beside the tiles is no ground.
    const [wide, high] = [columns + rows / 2, columns + Math.floor((rows - 1) / 2)];
    await mapIs(page, wide, high);
    const half = 2 / Math.sqrt(5);
    const view = await viewOf(page, (wide + high) * half, ((wide + high) * half) / 2);
    const middle = (column, row) => {
      const x = column + Math.floor((row + 1) / 2);
      const y = Math.floor(row / 2) - column + columns - 1;
      return [(x - y + high) * half, ((x + y + 1) * half) / 2];
    };
    // Before anything is searched.
    await page.keyboard.press('Home');
    await shows(page, expect, view, tiles.flatMap((row, y) => row.flatMap((tile, x) =>
      ((x === 0 && y === 2) || (x === 3 && y === 3)
        ? [] : [[`the tile ${x}, ${y}`, middle(x, y), tile === 1 ? GREEN : BLUE]]))));
    await page.keyboard.press('End');
    await shot('staggered');
    const straight = Number(await counter(page, 'Cost'));
    await page.getByRole('application', { name: 'Tiles of t' }).focus();
    for (const key of ['ArrowRight', 'ArrowRight', 'Enter']) await page.keyboard.press(key);
    const isDearer = async () => Number(await counter(page, 'Cost')) > straight;
    await expect.soon(isDearer, 'blue tiles block: round them');
    await shot('staggered-blocked');
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
