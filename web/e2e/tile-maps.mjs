// Maps of tiles for scenarios, as Tiled writes them, and what is seen of them on the page.

import { picture } from './hands.mjs';

export const [RED, GREEN, BLUE, YELLOW, WHITE, BLACK] =
  [[220, 30, 30], [30, 180, 60], [40, 60, 210], [240, 220, 40], [255, 255, 255], [0, 0, 0]];

export const layer = (name, rows, more = '') =>
  `<layer name="${name}" width="${rows[0].length}" height="${rows.length}" ${more}>`
  + `<data encoding="csv">\n${rows.map((row) => row.join(',')).join(',\n')}\n</data></layer>`;

const place = (name, x, y) =>
  `<object id="${name.length}" name="${name}" x="${x}" y="${y}"><point/></object>`;

/** A map with one set of tiles that lie side by side on one picture. */
export function mapOf({ kind, size, tile, count, layers, start, goal, more = '' }) {
  const set = `<tileset firstgid="1" name="t" tilewidth="${tile[0]}" tileheight="${tile[1]}" `
    + `tilecount="${count}" columns="${count}"><image source="art/t.png" width="${tile[0] * count}" `
    + `height="${tile[1]}"/></tileset>`;
  const ends = `<objectgroup name="ends">${place('start', ...start)}${place('goal', ...goal)}</objectgroup>`;
  return `<map version="1.10" orientation="${kind}" width="${size[0]}" height="${size[1]}" `
    + `tilewidth="${tile[0]}" tileheight="${tile[1]}" ${more}>${set}${layers.join('')}${ends}</map>`;
}

/** What the picture shows at a place of its own, as red, green and blue. */
export const colourAt = (page, x, y) => picture(page).evaluate((canvas, [left, top]) => {
  const ratio = canvas.width / canvas.clientWidth;
  return [...canvas.getContext('2d').getImageData(left * ratio, top * ratio, 1, 1).data].slice(0, 3);
}, [x, y]);

export const isNear = (a, b) => a.every((part, at) => Math.abs(part - b[at]) <= 2);

/** From steps of the world, whose middle lies in the middle of the picture, to places of it. */
export async function viewOf(page, width, height) {
  const box = await picture(page).boundingBox();
  const margin = Math.max(8, Math.min(28, Math.min(box.width, box.height) * 0.05));
  const scale = Math.min((box.width - 2 * margin) / width, (box.height - 2 * margin) / height, 64);
  const at = (x, y) =>
    [box.width / 2 + (x - width / 2) * scale, box.height / 2 + (y - height / 2) * scale];
  return { at, scale };
}

/** Waits until places of the world show their colours. */
export async function shows(page, expect, view, places) {
  for (const [what, [x, y], colour] of places) {
    await expect.soon(async () => {
      const seen = await colourAt(page, ...view.at(x, y));
      if (!isNear(seen, colour)) throw new Error(`${what} shows ${seen}, not ${colour}`);
      return true;
    }, what);
  }
}
