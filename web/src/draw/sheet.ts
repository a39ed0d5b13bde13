// A palette of tiles: where each lies on it, and what is drawn over those that block or cost more.

import type { TileSheet, TileUse } from '../model';

/** A tile's part of its image, and its place on the palette. */
export interface Laid {
  readonly tile: number;
  readonly image: number;
  readonly from: readonly [number, number, number, number];
  readonly to: readonly [number, number, number, number];
}

export interface Palette {
  readonly width: number;
  readonly height: number;
  readonly tiles: readonly Laid[];
}

/** Tiles are no smaller than this, in pixels of the page. */
const SIDE_LEAST = 22;
const ROOM = 228;
/** Tiles with pictures of their own stand in squares. */
const SQUARE = 44;

/** Lays the tiles of a set as they lie on its image, or in rows. */
export function paletteOf(
  { grid, pictures }: TileSheet, sizes: readonly (readonly [number, number])[],
): Palette {
  const tiles: Laid[] = [];
  if (!grid) {
    const columns = Math.floor(ROOM / SQUARE);
    pictures.forEach(([tile, image, x, y, width, height], at) => {
      const scale = Math.min(1, (SQUARE - 4) / Math.max(width, height));
      const [left, top] = [(at % columns) * SQUARE + 2, Math.floor(at / columns) * SQUARE + 2];
      const to = [left, top, width * scale, height * scale] as const;
      tiles.push({ tile, image, from: [x, y, width, height], to });
    });
    return { width: columns * SQUARE, height: Math.ceil(pictures.length / columns) * SQUARE, tiles };
  }
  const [image, margin, spacing, columns, width, height] = grid;
  const [wide, high] = sizes[image] ?? [0, 0];
  const scale = Math.max(ROOM / Math.max(1, wide), SIDE_LEAST / Math.min(width, height));
  const rows = Math.max(0, Math.floor((high - margin + spacing) / (height + spacing)));
  for (let row = 0; row < rows; row += 1) {
    for (let column = 0; column < columns; column += 1) {
      const [x, y] = [margin + column * (width + spacing), margin + row * (height + spacing)];
      tiles.push({
        tile: row * columns + column, image, from: [x, y, width, height],
        to: [x * scale, y * scale, width * scale, height * scale],
      });
    }
  }
  return { width: wide * scale, height: high * scale, tiles };
}

/** The tile at a place of a palette; null where there is none. */
export const tileAt = ({ tiles }: Palette, x: number, y: number): Laid | null =>
  tiles.find(({ to: [left, top, wide, high] }) =>
    x >= left && y >= top && x < left + wide && y < top + high) ?? null;

export function paintPalette(
  ctx: CanvasRenderingContext2D, palette: Palette, images: readonly (ImageBitmap | null)[],
  useOf: (tile: number) => TileUse, chosen: number | null,
): void {
  ctx.clearRect(0, 0, palette.width, palette.height);
  ctx.imageSmoothingEnabled = false;
  ctx.textAlign = 'center';
  ctx.textBaseline = 'middle';
  for (const { tile, image, from, to } of palette.tiles) {
    const [x, y, wide, high] = to;
    const art = images[image];
    if (art) ctx.drawImage(art, ...from, ...to);
    const use = useOf(tile);
    if (use === null) {
      ctx.fillStyle = '#d0182a66';
      ctx.fillRect(x, y, wide, high);
      for (const [colour, width] of [['#ffffff', 3], ['#b00016', 1.5]] as const) {
        ctx.strokeStyle = colour;
        ctx.lineWidth = width;
        ctx.beginPath();
        ctx.moveTo(x + wide * 0.25, y + high * 0.25);
        ctx.lineTo(x + wide * 0.75, y + high * 0.75);
        ctx.moveTo(x + wide * 0.75, y + high * 0.25);
        ctx.lineTo(x + wide * 0.25, y + high * 0.75);
        ctx.stroke();
      }
    } else if (use !== 100) {
      ctx.font = '600 11px ui-sans-serif, system-ui, sans-serif';
      const text = String(use / 100);
      const room = ctx.measureText(text).width + 8;
      ctx.fillStyle = '#14161acc';
      ctx.beginPath();
      ctx.roundRect(x + (wide - room) / 2, y + high / 2 - 8, room, 16, 5);
      ctx.fill();
      ctx.fillStyle = '#ffffff';
      ctx.fillText(text, x + wide / 2, y + high / 2 + 0.5);
    }
    if (tile !== chosen) continue;
    for (const [colour, width] of [['#ffffff', 4], ['#14161a', 2]] as const) {
      ctx.strokeStyle = colour;
      ctx.lineWidth = width;
      ctx.strokeRect(x + 1, y + 1, wide - 2, high - 2);
    }
  }
}
