// Paints one square of a map's tiles, at its size or halved some times: what the tiles' worker does.

import type { Scenery } from '../model';
import { indexOf, type Box } from './within';
import { canvasOf, spritesOf } from './sprites';

/** The side of a square of the picture, in its own pixels. */
export const SQUARE = 512;

/** What stands for an image that is not there. */
const UNKNOWN = '#8a869e';

/** A square: how often the picture is halved, and the square's column and row from the extent's corner. */
export interface Wanted {
  readonly level: number;
  readonly column: number;
  readonly row: number;
}

export interface Painter {
  readonly extent: Box;
  paint(wanted: Wanted): ImageBitmap;
}

export function createPainter(
  scenery: Scenery, images: readonly (CanvasImageSource | null)[],
): Painter {
  const { area, backdrop, layers, pieces, poses, sprites } = scenery;
  const floats = new Float32Array(pieces.buffer, pieces.byteOffset, pieces.length);
  const { extent, boxes, within } = indexOf(scenery);
  const spriteOf = spritesOf(scenery, images);
  /** Where each layer's pieces end. */
  const ends: number[] = [];
  for (const layer of layers) ends.push((ends.at(-1) ?? 0) + layer.pieces);

  function paint({ level, column, row }: Wanted): ImageBitmap {
    const [canvas, ctx] = canvasOf(SQUARE, SQUARE);
    const share = 2 ** -level;
    const side = SQUARE / share;
    const part = { left: extent.left + column * side, top: extent.top + row * side };
    const [right, bottom] = [part.left + side, part.top + side];
    const across = (x: number) => Math.round((x - part.left) * share);
    const down = (y: number) => Math.round((y - part.top) * share);
    if (backdrop) {
      const [red, green, blue, alpha] = backdrop;
      ctx.fillStyle = `rgb(${red} ${green} ${blue} / ${alpha / 255})`;
      const [x, y] = [across(area[0]), down(area[1])];
      ctx.fillRect(x, y, across(area[0] + area[2]) - x, down(area[1] + area[3]) - y);
    }
    let layer = 0;
    ctx.imageSmoothingEnabled = false;
    for (const piece of within({ ...part, right, bottom })) {
      const at = piece * 4;
      if (boxes[at] >= right || boxes[at + 1] >= bottom) continue;
      if (boxes[at + 2] <= part.left || boxes[at + 3] <= part.top) continue;
      // Edges are drawn into whole pixels, the same for both neighbours: no gap is left between tiles.
      const [x, y] = [across(boxes[at]), down(boxes[at + 1])];
      const [wide, high] = [across(boxes[at + 2]) - x, down(boxes[at + 3]) - y];
      if (wide === 0 || high === 0) continue;
      while (piece >= ends[layer]) layer += 1;
      const { opacity, tint } = layers[layer];
      ctx.globalAlpha = opacity * (tint[3] / 255);
      const placed = spriteOf(pieces[at], level, tint);
      if (!placed) {
        ctx.fillStyle = UNKNOWN;
        if (images[sprites[pieces[at] * 7]] === null) ctx.fillRect(x, y, wide, high);
        continue;
      }
      const { from, x: left, y: top, width, height } = placed;
      const pose = pieces[at + 1] * 4;
      const [a, b, c, d] = [poses[pose], poses[pose + 1], poses[pose + 2], poses[pose + 3]];
      if (a > 0 && d > 0 && b === 0 && c === 0) {
        ctx.imageSmoothingEnabled = level === 0 && (a !== 1 || d !== 1);
        ctx.drawImage(from, left, top, width, height, x, y, wide, high);
        continue;
      }
      // What is turned by quarters fills whole pixels, too.
      const isSquare = (b === 0 && c === 0) || (a === 0 && d === 0);
      const [fx, fy] = isSquare
        ? [wide / (boxes[at + 2] - boxes[at]), high / (boxes[at + 3] - boxes[at + 1])] : [share, share];
      const [ex, ey] = isSquare
        ? [x + (floats[at + 2] - boxes[at]) * fx, y + (floats[at + 3] - boxes[at + 1]) * fy]
        : [(floats[at + 2] - part.left) * share, (floats[at + 3] - part.top) * share];
      const sprite = pieces[at] * 7;
      ctx.imageSmoothingEnabled = !isSquare;
      ctx.setTransform(a * fx, b * fy, c * fx, d * fy, ex, ey);
      ctx.drawImage(from, left, top, width, height, 0, 0, sprites[sprite + 3], sprites[sprite + 4]);
      ctx.setTransform(1, 0, 0, 1, 0, 0);
    }
    return canvas.transferToImageBitmap();
  }

  return { extent, paint };
}
