// Walls that are seen from the side stand up a little.

import { WALL } from '../model';
import { visible, type Camera, type Viewport } from './camera';
import { isNear, POLYGONS_FROM, tracePolygon } from './cells';
import { faint, mixed } from './colour';
import type { Geometry } from './geometry';
import type { Theme } from './themes';

/** How high walls stand, in steps: low enough for the numbers behind them to be read. */
const HEIGHT = 0.18;

/**
 * Draws the walls of diamonds. Sides lie within their own cells and tops reach into the cells behind, so that
 * all tops may come after all sides.
 */
export function paintBlocks(
  ctx: CanvasRenderingContext2D, terrain: Uint8Array, geometry: Geometry, theme: Theme, camera: Camera,
  viewport: Viewport,
): void {
  const { scale } = camera;
  if (geometry.form !== 'diamond' || scale * viewport.ratio < POLYGONS_FROM) return;
  const walls = placesOf(terrain, geometry, camera, viewport);
  const lift = HEIGHT * scale;
  const [wide, low] = [geometry.corners[2] * scale, geometry.corners[5] * scale];
  const litSide = mixed(theme.wall, theme.isDark ? theme.paper : theme.wallSide, theme.isDark ? 0.12 : 0.5);
  for (const side of [-1, 1]) {
    ctx.fillStyle = side < 0 ? theme.wallSide : litSide;
    ctx.beginPath();
    for (let at = 0; at < walls.length; at += 2) {
      const [x, y] = [walls[at], walls[at + 1]];
      ctx.moveTo(x, y + low);
      ctx.lineTo(x + side * wide, y);
      ctx.lineTo(x + side * wide, y - lift);
      ctx.lineTo(x, y + low - lift);
    }
    ctx.fill();
  }
  ctx.fillStyle = theme.wall;
  ctx.strokeStyle = theme.isDark ? faint(theme.paper, 0.2) : faint(theme.wallSide, 0.6);
  ctx.lineWidth = 1;
  ctx.beginPath();
  for (let at = 0; at < walls.length; at += 2) {
    tracePolygon(ctx, geometry.corners, walls[at], walls[at + 1] - lift, scale);
  }
  ctx.fill();
  ctx.stroke();
}

/** Where the visible walls' centres are, x and y by turns. */
function placesOf(terrain: Uint8Array, geometry: Geometry, camera: Camera, viewport: Viewport): number[] {
  const range = visible(camera, viewport, geometry);
  const places: number[] = [];
  for (let row = range.top; row < range.bottom; row += 1) {
    for (let column = range.left; column < range.right; column += 1) {
      const cell = geometry.first + row * geometry.columns + column;
      if (terrain[cell] !== WALL) continue;
      const x = (geometry.xOf(cell) - camera.x) * camera.scale;
      const y = (geometry.yOf(cell) - camera.y) * camera.scale;
      if (isNear(x, y, camera, viewport)) places.push(x, y);
    }
  }
  return places;
}
