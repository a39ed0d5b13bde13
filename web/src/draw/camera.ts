// Where one looks at the world from: plain values, and what can be done with them.

import type { Bounds, Geometry } from './geometry';

/** The world's point in the upper left of the view, and how many pixels a step has. */
export interface Camera {
  readonly x: number;
  readonly y: number;
  readonly scale: number;
}

/** What is drawn on, in the page's pixels; and how many pixels of the screen each of them has. */
export interface Viewport {
  readonly width: number;
  readonly height: number;
  readonly ratio: number;
}

export const SCALE_LEAST = 0.02;
export const SCALE_MOST = 160;

/** Shows all of something in the middle, with so many pixels left free around it. */
export function fit(bounds: Bounds, viewport: Viewport, margin = 16, most = 64): Camera {
  const width = Math.max(bounds.right - bounds.left, 1e-6);
  const height = Math.max(bounds.bottom - bounds.top, 1e-6);
  const room = (side: number) => Math.max(side - 2 * margin, side / 2, 1);
  const wanted = Math.min(room(viewport.width) / width, room(viewport.height) / height, most);
  const scale = limited(wanted);
  return {
    x: bounds.left - (viewport.width / scale - width) / 2,
    y: bounds.top - (viewport.height / scale - height) / 2,
    scale,
  };
}

/** Makes everything larger or smaller around a pixel that stays where it is. */
export function zoomAt(camera: Camera, px: number, py: number, factor: number): Camera {
  const scale = limited(camera.scale * factor);
  const gain = 1 / camera.scale - 1 / scale;
  return { x: camera.x + px * gain, y: camera.y + py * gain, scale };
}

/** Drags the world by so many pixels. */
export function pan(camera: Camera, dx: number, dy: number): Camera {
  return { ...camera, x: camera.x - dx / camera.scale, y: camera.y - dy / camera.scale };
}

/** Moves no farther than needed for a point to be in view, with so many pixels around it. */
export function reveal(camera: Camera, viewport: Viewport, x: number, y: number, margin = 24): Camera {
  const [px, py] = toScreen(camera, x, y);
  const off = (at: number, side: number) =>
    at < margin ? margin - at : at > side - margin ? side - margin - at : 0;
  const dx = off(px, viewport.width);
  const dy = off(py, viewport.height);
  return dx === 0 && dy === 0 ? camera : pan(camera, dx, dy);
}

/** Lets go of a map no farther than that its edge reaches the middle of the view. */
export function held(camera: Camera, bounds: Bounds, viewport: Viewport): Camera {
  const within = (at: number, least: number, most: number, view: number) =>
    Math.min(most - view / 2, Math.max(least - view / 2, at));
  const x = within(camera.x, bounds.left, bounds.right, viewport.width / camera.scale);
  const y = within(camera.y, bounds.top, bounds.bottom, viewport.height / camera.scale);
  return { x, y, scale: camera.scale };
}

export function toWorld(camera: Camera, px: number, py: number): [number, number] {
  return [camera.x + px / camera.scale, camera.y + py / camera.scale];
}

export function toScreen(camera: Camera, x: number, y: number): [number, number] {
  return [(x - camera.x) * camera.scale, (y - camera.y) * camera.scale];
}

/** The part of the world in view. */
export function viewOf(camera: Camera, viewport: Viewport): Bounds {
  const [right, bottom] = toWorld(camera, viewport.width, viewport.height);
  return { left: camera.x, top: camera.y, right, bottom };
}

/** The columns and rows in view; right and bottom are excluded. */
export function visible(camera: Camera, viewport: Viewport, geometry: Geometry): Bounds {
  return geometry.within(viewOf(camera, viewport));
}

function limited(scale: number): number {
  return Math.min(SCALE_MOST, Math.max(SCALE_LEAST, scale));
}
