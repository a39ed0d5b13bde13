// What a map looks like in its game, and what is said of its tiles.

import type { Rgba } from './model';

/** What a map looks like in its game, in pixels: parts of images, each put somewhere. */
export interface Scenery {
  /** Left, top, width and height of all of it. */
  readonly area: readonly [number, number, number, number];
  /** What is seen where nothing is drawn. */
  readonly backdrop: Rgba | null;
  /** The centre of the map's first cell, and how far the next column and the next row are. */
  readonly frame: readonly [number, number, number, number];
  /** Files, and the colour of each that is not painted. */
  readonly images: readonly { readonly name: string; readonly clear: Rgba | null }[];
  /** From the bottom to the top; `pieces` are those of the columns that come next. */
  readonly layers: readonly SceneryLayer[];
  readonly sheets: readonly TileSheet[];
  readonly values: readonly ValueSheet[];
  /** Image, left, top, width, height, sheet and tile of each part of an image. */
  readonly sprites: Uint32Array;
  /** What pieces do to their sprites: four numbers each, as a canvas takes them. */
  readonly poses: Float32Array;
  /** Sprite, pose, left and top of each piece; the latter two are the bits of floats. */
  readonly pieces: Uint32Array;
}

export interface SceneryLayer {
  readonly name: string;
  /** What it is for; '' where nothing says it. */
  readonly role: string;
  /** How many pieces are shown of it. */
  readonly pieces: number;
  readonly opacity: number;
  readonly tint: Rgba;
}

/** How many hundredths of a step a tile costs; null: it blocks. */
export type TileUse = number | null;

/** A layer whose cells hold values: numbers with colours in place of pictures. */
export interface ValueSheet {
  readonly name: string;
  readonly values: readonly {
    readonly value: number;
    /** '' where it has none. */
    readonly name: string;
    readonly colour: readonly [number, number, number];
    readonly says: TileUse;
  }[];
}

/** A set of tiles, and the part of an image that each shows. */
export interface TileSheet {
  readonly name: string;
  /** The file that holds it; '' where the map itself does. */
  readonly file: string;
  /** The number by which the map knows its first tile. */
  readonly first: number;
  /** What is said of its tiles: in general, and of those of which it is something else. */
  readonly usual: TileUse;
  readonly uses: ReadonlyMap<number, TileUse>;
  /** Of tiles on one image: image, margin, spacing, columns, width and height of a tile. */
  readonly grid: readonly number[] | null;
  /** Of tiles with images of their own: tile, image, left, top, width and height. */
  readonly pictures: readonly (readonly number[])[];
}
