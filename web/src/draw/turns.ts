// Where turns end on a path: a small flag for each, with its number.

import type { Camera, Viewport } from './camera';
import { isNear } from './cells';
import type { Geometry } from './geometry';
import type { Theme } from './themes';

const FONT = 'ui-sans-serif, system-ui, sans-serif';

/** What the flag of a turn says; the last one before a step that no turn allows warns of it. */
export function flagText(path: Uint32Array, ends: Uint32Array, turn: number): string {
  const isStuck = turn === ends.length && isStuckOn(path, ends);
  return `${turn || ''}${isStuck ? '!' : ''}`;
}

/** Whether the next step after the last turn costs more than a turn gives. */
export const isStuckOn = (path: Uint32Array, ends: Uint32Array): boolean =>
  path.length > 1 && (ends.at(-1) ?? 0) !== path.length - 1;

export function paintTurns(
  ctx: CanvasRenderingContext2D, path: Uint32Array, ends: Uint32Array, geometry: Geometry, theme: Theme,
  camera: Camera, viewport: Viewport, hasNumbers: (cell: number) => boolean,
): void {
  const { scale } = camera;
  const high = Math.min(22, Math.max(13, scale * 0.28));
  ctx.font = `700 ${high * 0.78}px ${FONT}`;
  ctx.textAlign = 'center';
  ctx.textBaseline = 'alphabetic';
  let [lastX, lastY] = [-Infinity, -Infinity];
  const first = isStuckOn(path, ends) && ends.length === 0 ? 0 : 1;
  for (let turn = first; turn <= ends.length; turn += 1) {
    const cell = path[turn === 0 ? 0 : ends[turn - 1]];
    const x = (geometry.xOf(cell) - camera.x) * scale;
    const y = (geometry.yOf(cell) - camera.y) * scale;
    if (!isNear(x, y, camera, viewport)) continue;
    // Where cells are small the flags would hide each other and the path; the last is always there.
    const isClose = Math.abs(x - lastX) < 2 * high && Math.abs(y - lastY) < 1.4 * high;
    if (isClose && turn < ends.length) continue;
    [lastX, lastY] = [x, y];
    // Between the numbers of a cell, or hoisted above whatever sign it has.
    const isBetween = hasNumbers(cell);
    const left = isBetween ? x + scale * 0.06 : x;
    const top = y - (isBetween ? high / 2 : Math.max(high * 1.8, scale * 0.6));
    const foot = isBetween ? y + high * 0.8 : y;
    paintFlag(ctx, left, top, foot, high, flagText(path, ends, turn), theme);
  }
}

function paintFlag(
  ctx: CanvasRenderingContext2D, left: number, top: number, foot: number, high: number, text: string,
  theme: Theme,
): void {
  const [cloth, writing] = theme.isDark ? [theme.paper, theme.ink] : [theme.ink, theme.paper];
  const wide = ctx.measureText(text).width + high * 0.5;
  const notch = high * 0.3;
  ctx.beginPath();
  ctx.moveTo(left, foot);
  ctx.lineTo(left, top);
  ctx.lineTo(left + wide + notch, top);
  ctx.lineTo(left + wide, top + high / 2);
  ctx.lineTo(left + wide + notch, top + high);
  ctx.lineTo(left, top + high);
  ctx.lineJoin = 'round';
  ctx.lineCap = 'round';
  ctx.lineWidth = Math.max(4, high * 0.3);
  ctx.strokeStyle = writing;
  ctx.stroke();
  ctx.lineWidth = Math.max(2, high * 0.12);
  ctx.strokeStyle = cloth;
  ctx.stroke();
  ctx.fillStyle = cloth;
  ctx.fill();
  ctx.fillStyle = writing;
  ctx.fillText(text, left + wide / 2 + high * 0.04, top + high * 0.78);
}
