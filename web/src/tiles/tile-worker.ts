// The worker that paints a map's tiles, square by square, so that the page never waits for it.

import { answerCalls } from '../engine/calls';
import type { Rgba, Scenery } from '../model';
import type { Box } from './within';
import { createPainter, type Painter, type Wanted } from './painter';
import { canvasOf } from './sprites';

/** What the tiles' worker can be asked. */
export interface TileCalls {
  /** Files in the order of the scenery's images; null: it is not there. Gives the extent of all tiles. */
  begin(scenery: Scenery, files: readonly (Blob | null)[]): Box;
  paint(wanted: Wanted): ImageBitmap;
}

let painter: Painter | null = null;

answerCalls<TileCalls>(self, {
  async begin(_, scenery, files) {
    const images = await Promise.all(scenery.images.map(({ clear }, at) => imageOf(files[at], clear)));
    painter = createPainter(scenery, images);
    return painter.extent;
  },
  paint(_, wanted) {
    if (!painter) throw new Error('the tiles were not begun');
    return painter.paint(wanted);
  },
});

/** An image, without the colour that is not painted; null where there is none that can be shown. */
async function imageOf(file: Blob | null, clear: Rgba | null): Promise<CanvasImageSource | null> {
  if (!file) return null;
  const image = await createImageBitmap(file).catch(() => null);
  if (!image || !clear) return image;
  const [canvas, ctx] = canvasOf(image.width, image.height);
  ctx.drawImage(image, 0, 0);
  const pixels = ctx.getImageData(0, 0, image.width, image.height);
  for (let at = 0; at < pixels.data.length; at += 4) {
    const [red, green, blue] = pixels.data.subarray(at, at + 3);
    if (red === clear[0] && green === clear[1] && blue === clear[2]) pixels.data[at + 3] = 0;
  }
  ctx.putImageData(pixels, 0, 0);
  return canvas;
}
