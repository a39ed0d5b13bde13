// Files of every kind are dropped and shown; a scenario's row is run with a click.

import { crc32, deflateSync } from 'node:zlib';
import {
  becomes, counter, drop, exampleOf, fileOf, FIRST, makeMap, mapIs, mapPanel, messages, openPage, stroke,
} from './hands.mjs';

export const name = 'files are dropped';

export const variants = {
  'tiled': {}, 'walls': {}, 'movingai': {}, 'rows': {}, 'picture': {}, 'json': {}, 'words': {},
};

const JSON_MAP = JSON.stringify({
  xunlu: 1, kind: 'grid', terrain: ['.....', '.###.', '.....'],
  places: [{ name: 'start', x: 0, y: 1 }, { name: 'goal', x: 4, y: 1 }],
});

/** A grey picture as a PNG. */
function pngOf(width, height, greyAt) {
  const chunk = (kind, content) => {
    const body = Buffer.concat([Buffer.from(kind), content]);
    const [length, sum] = [Buffer.alloc(4), Buffer.alloc(4)];
    length.writeUInt32BE(content.length);
    sum.writeUInt32BE(crc32(body));
    return Buffer.concat([length, body, sum]);
  };
  const head = Buffer.from([0, 0, 0, width, 0, 0, 0, height, 8, 0, 0, 0, 0]);
  const rowOf = (y) => [0, ...Array.from({ length: width }, (_, x) => greyAt(x, y))];
  const rows = Array.from({ length: height }, (_, y) => rowOf(y));
  const pixels = deflateSync(Buffer.from(rows.flat()));
  const signature = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]);
  const end = chunk('IEND', Buffer.alloc(0));
  return Buffer.concat([signature, chunk('IHDR', head), chunk('IDAT', pixels), end]);
}

const KINDS = {
  async tiled({ page }) {
    await drop(page, [exampleOf('tutorial.tmx'), exampleOf('tutorial.tsx')]);
    await mapIs(page, 12, 10);
    await becomes(() => counter(page, 'Cost'), '52', 'it costs what the worked example does');
  },
  async walls({ page, expect }) {
    // Walls around a room and a tile that nobody said anything of: no ground but below that tile.
    const layer = (name, rows) => `<layer name="${name}" width="5" height="4"><data encoding="csv">\n`
      + `${rows.join(',\n')}\n</data></layer>`;
    const walls = layer('Walls', ['1,1,1,1,1', '1,0,0,1,0', '1,0,0,1,0', '1,1,1,1,0']);
    const above = layer('Roofs', ['0,0,0,0,0', '0,0,0,0,0', '0,0,1,0,0', '0,0,0,0,0']);
    const tiles = '<tileset firstgid="1" name="t" tilewidth="8" tileheight="8" tilecount="1" columns="1"/>';
    const size = 'width="5" height="4" tilewidth="8" tileheight="8"';
    const text = `<map version="1.10" orientation="orthogonal" ${size}>${tiles}${walls}${above}</map>`;
    await drop(page, [fileOf('walls.tmx', text)]);
    await mapIs(page, 5, 4);
    await expect.soon(() => page.getByText('where it draws nothing, one can walk').isVisible(),
      'what was made of it is told');
    await becomes(() => counter(page, 'Cost'), '14', 'start and goal are apart in the largest room');
  },
  async movingai({ page, expect, shot }) {
    await drop(page, [exampleOf('rooms.map'), exampleOf('rooms.map.scen')]);
    await mapIs(page, 64, 48);
    const row = page.getByRole('dialog').getByRole('button', { name: /^Row 2:/ });
    await expect.soon(() => row.isVisible(), 'the rows of the scenario are listed');
    expect.match(await row.innerText(), /14, 24 .* 12, 25.*2\.41/, 'a row says from where to where, how far');
    await shot('rows');
    await row.click();
    // The page walks by the tutorials' costs and cuts corners where one side is free: the benchmark does not.
    await becomes(() => messages(page), /Row 2: length 2\.41421, as published/,
      'the row is held against its length');
    const costs = await mapPanel(page).getByLabel('Step costs').inputValue();
    expect.equal(costs, 'exact', 'by the exact root of two');
    await page.keyboard.press('d');
    await becomes(() => messages(page), /Row 3: length [\d.]+, as published/, 'the next row by a key');
    await page.keyboard.press('b');
    await becomes(async () => (await messages(page)).match(/Row 2/g)?.length ?? 0, 1, 'and the one before');
    await makeMap(page, { maker: 'Open field', width: 5, height: 5 });
    await page.keyboard.press('o');
    const dialog = page.getByRole('dialog');
    await becomes(() => dialog.isVisible(), true, 'the dialog for files is open again');
    expect.equal(await row.count(), 0, 'rows of a map that is gone are gone with it');
    await drop(page, [fileOf('broken.map', 'type nothing')]);
    await becomes(() => dialog.getByRole('alert').count(), 1, 'a broken file is told of');
    await page.keyboard.press('Escape');
    await becomes(() => dialog.count(), 0, 'the dialog is closed');
    await page.keyboard.press('o');
    await becomes(() => dialog.isVisible(), true, 'and open once more');
    expect.equal(await dialog.getByRole('alert').count(), 0, 'what was wrong with a file is not told again');
  },
  async rows({ page, expect }) {
    // Far more rows than can be buttons at once, of a room of three by two.
    const count = 5000;
    const line = (at) =>
      `0\tsmall.map\t3\t2\t0\t0\t${at % 2 + 1}\t1\t${at % 2 ? '2.41421356' : '1.41421356'}\n`;
    const rows = Array.from({ length: count }, (_, at) => line(at)).join('');
    await drop(page, [
      fileOf('small.map', 'type octile\nheight 2\nwidth 3\nmap\n...\n...\n'),
      fileOf('small.map.scen', `version 1\n${rows}`),
    ]);
    const dialog = page.getByRole('dialog');
    const first = dialog.getByRole('button', { name: /^Row 1:/ });
    await expect.soon(() => first.isVisible(), 'rows are listed');
    expect.ok((await dialog.getByRole('listitem').count()) < 60, 'those in sight alone are drawn');
    await first.focus();
    await page.keyboard.press('End');
    const last = dialog.getByRole('button', { name: /^Row 5,000:/ });
    await expect.soon(() => last.isVisible(), 'the last of all rows can be reached');
    await becomes(() => last.evaluate((row) => row === document.activeElement), true, 'and has the focus');
    await page.keyboard.press('Enter');
    await becomes(() => messages(page), /Row 5,000: length 2\.41421, as published/, 'and is run');
  },
  async picture({ page }) {
    await drop(page, [fileOf('wall.png', pngOf(10, 7, (x, y) => (x === 4 && y < 6 ? 0 : 255)))]);
    await mapIs(page, 10, 7);
    await becomes(() => counter(page, 'Cost'), '126', 'six down, four of them aslant, and on below the wall');
  },
  async words({ page, expect }) {
    await drop(page, [fileOf('hello.txt', 'hello world\n')]);
    const alert = page.getByRole('dialog').getByRole('alert');
    await becomes(() => alert.count(), 1, 'it is refused');
    expect.match(await alert.innerText(), /hello\.txt is a text to read, not a drawn map/, 'with a sentence');
    await page.keyboard.press('Escape');
    await mapIs(page, FIRST.columns, FIRST.rows);
    await becomes(() => counter(page, 'Cost'), '66', 'and the map is untouched');
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
