// Parts of images at half their size, at a quarter, and so on, each apart from its neighbours: what is made
// smaller on the image itself would take colour from the tiles beside it.

import type { Rgba, Scenery } from '../model';

/** Where the sprite of a piece lies, ready to be drawn. */
export interface Placed {
  readonly from: CanvasImageSource;
  readonly x: number;
  readonly y: number;
  readonly width: number;
  readonly height: number;
}

/** Gives a sprite by its number, halved so many times, in a layer's tint; null where there is no image. */
export type Sprites = (sprite: number, level: number, tint: Rgba) => Placed | null;

/** The side of a canvas on which small sprites lie; larger ones have canvases of their own. */
const SIDE = 1024;

type Canvas = readonly [OffscreenCanvas, OffscreenCanvasRenderingContext2D];

export function canvasOf(width: number, height: number): Canvas {
  const canvas = new OffscreenCanvas(Math.max(1, width), Math.max(1, height));
  const ctx = canvas.getContext('2d');
  if (!ctx) throw new Error('The browser gives no 2D canvas.');
  return [canvas, ctx];
}

/** Room for sprites on as few canvases as they need, row by row. */
function createShelf(): (width: number, height: number) => readonly [Canvas, number, number] {
  let canvas: Canvas | null = null;
  let [x, y, high] = [0, 0, 0];
  return (width, height) => {
    if (width > SIDE / 4 || height > SIDE / 4) return [canvasOf(width, height), 0, 0];
    if (x + width > SIDE) [x, y, high] = [0, y + high, 0];
    if (!canvas || y + height > SIDE) {
      canvas = canvasOf(SIDE, SIDE);
      [x, y, high] = [0, 0, 0];
    }
    const at = x;
    x += width;
    high = Math.max(high, height);
    return [canvas, at, y];
  };
}

export function spritesOf({ sprites }: Scenery, images: readonly (CanvasImageSource | null)[]): Sprites {
  const shelf = createShelf();
  const known = new Map<string, Placed | null>();

  /** A copy of something, of another size or in another colour. */
  function copied({ from, x, y, width, height }: Placed, wide: number, high: number, tint: Rgba): Placed {
    const [[canvas, ctx], left, top] = shelf(wide, high);
    ctx.save();
    ctx.beginPath();
    ctx.rect(left, top, wide, high);
    ctx.clip();
    ctx.imageSmoothingQuality = 'high';
    const draw = () => ctx.drawImage(from, x, y, width, height, left, top, wide, high);
    draw();
    if (isTinted(tint)) {
      ctx.globalCompositeOperation = 'multiply';
      ctx.fillStyle = `rgb(${tint[0]} ${tint[1]} ${tint[2]})`;
      ctx.fillRect(left, top, wide, high);
      // Multiplied with nothing is the colour itself: what was clear is made so again.
      ctx.globalCompositeOperation = 'destination-in';
      draw();
    }
    ctx.restore();
    return { from: canvas, x: left, y: top, width: wide, height: high };
  }

  function made(sprite: number, level: number, tint: Rgba): Placed | null {
    if (level === 0) {
      const [image, x, y, width, height] = sprites.subarray(sprite * 7, sprite * 7 + 5);
      const from = images[image];
      if (!from || width === 0 || height === 0) return null;
      const whole = { from, x, y, width, height };
      return isTinted(tint) ? copied(whole, width, height, tint) : whole;
    }
    const larger = get(sprite, level - 1, tint);
    return larger && copied(larger, Math.ceil(larger.width / 2), Math.ceil(larger.height / 2), PLAIN);
  }

  function get(sprite: number, level: number, tint: Rgba): Placed | null {
    const key = `${sprite} ${level} ${tint}`;
    let placed = known.get(key);
    if (placed === undefined) known.set(key, (placed = made(sprite, level, tint)));
    return placed;
  }
  return get;
}

const PLAIN: Rgba = [255, 255, 255, 255];
const isTinted = ([red, green, blue]: Rgba): boolean => Math.min(red, green, blue) < 255;
