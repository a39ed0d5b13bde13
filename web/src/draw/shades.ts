// Every colour that a cell's inside can have, as one table of pixels that is looked up by number.

import { VOID, WALL, type GameMap } from '../model';
import { mixed, packed } from './colour';
import { rampAt, weightShade, type Theme } from './themes';

/** Numbers of colours: unseen ground, then open, then closed, by terrain; then two ramps of 256. */
export const SEEN_OPEN = 256;
export const SEEN_CLOSED = 512;
export const RAMP = 768;
/** The ramp of cells that are still open, softer than the one of closed cells. */
export const RAMP_OPEN = 1024;
export const SHADES = 1280;
/** The table that leaves numbers as they are. */
export const CODES = Uint32Array.from({ length: SHADES }, (_, code) => code);

export interface Shades {
  readonly colours: readonly string[];
  /** The same as pixels; what is nothing is transparent. */
  readonly pixels: Uint32Array;
}

const known = new WeakMap<Theme, WeakMap<GameMap['prices'], Shades>>();

/** The table of a theme for the prices of a map; made once. */
export function shadesOf(theme: Theme, prices: GameMap['prices']): Shades {
  let byPrices = known.get(theme);
  if (!byPrices) known.set(theme, (byPrices = new WeakMap()));
  let shades = byPrices.get(prices);
  if (!shades) byPrices.set(prices, (shades = madeShades(theme, prices)));
  return shades;
}

/** How many times as expensive as open ground a terrain is; null: closed. */
export function weightOf(terrain: number, prices: GameMap['prices']): number | null {
  const price = prices.get(terrain);
  if (terrain >= WALL || price === null) return null;
  if (price !== undefined) return price / 100;
  // Classes that no digit stands for cost as much as open ground unless they have a price.
  return terrain > 9 ? 1 : Math.max(1, terrain);
}

function madeShades(theme: Theme, prices: GameMap['prices']): Shades {
  const colours = new Array<string>(SHADES);
  for (let terrain = 0; terrain < 256; terrain += 1) {
    const ground = groundOf(theme, terrain, prices);
    const weight = weightOf(terrain, prices) ?? 1;
    const lean = Math.min(1, Math.max(0, weight - 1) / 8) * 0.45;
    colours[terrain] = ground;
    colours[SEEN_OPEN + terrain] = terrain < WALL ? mixed(theme.open, theme.weight, lean) : ground;
    colours[SEEN_CLOSED + terrain] = terrain < WALL ? mixed(theme.closed, theme.weight, lean) : ground;
  }
  for (let level = 0; level < 256; level += 1) {
    const colour = rampAt(theme, level / 255);
    colours[RAMP + level] = colour;
    colours[RAMP_OPEN + level] = mixed(colour, theme.ground, 0.4);
  }
  const pixels = Uint32Array.from(colours, packed);
  for (const seen of [0, SEEN_OPEN, SEEN_CLOSED]) pixels[seen + VOID] = 0;
  return { colours, pixels };
}

function groundOf(theme: Theme, terrain: number, prices: GameMap['prices']): string {
  if (terrain === VOID) return theme.page;
  if (terrain === WALL) return theme.wall;
  const weight = weightOf(terrain, prices);
  return weight === null ? theme.shut : weightShade(theme, weight);
}
