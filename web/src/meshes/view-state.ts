// How a scene is looked at: camera, size, what the hand is at, and what is shown.

import { computed, signal } from '@preact/signals';
import { fit, held as heldCamera, zoomAt, type Camera, type Viewport } from '../draw/camera';
import { distance, type Spot } from './model';
import type { Grip } from './hand';
import { traced } from './paint';
import type { SceneParts } from './parts';
import { createSceneState } from './state';

/** All parts of one view of scenes. */
export function createSceneView(parts: SceneParts) {
  const { scene: { theme }, words: { number, t } } = parts;
  const scene = createSceneState(parts);
  const viewport = signal<Viewport>({ width: 1, height: 1, ratio: 1 });
  /** How much of the picture's foot a panel lies on. */
  const footRoom = signal(0);
  /** Where somebody moved the camera, over which scene. */
  const given = signal<readonly [Camera, object] | null>(null);
  const camera = computed<Camera>(() => {
    const { bounds, opened } = scene;
    if (given.value && given.value[1] === opened.value) return given.value[0];
    const { width, height, ratio } = viewport.value;
    const above = { width, ratio, height: Math.max(height / 3, height - footRoom.value) };
    return fit(bounds.value, above, Math.max(10, Math.min(width, height) * 0.05));
  });
  function look(next: Camera): void {
    const { bounds, opened } = scene;
    const over = opened.peek();
    if (over) given.value = [heldCamera(next, bounds.peek(), viewport.peek()), over];
  }
  function zoomBy(factor: number): void {
    const { width, height } = viewport.peek();
    look(zoomAt(camera.peek(), width / 2, height / 2, factor));
  }
  const fitAll = (): void => {
    given.value = null;
  };

  const hasPolygons = signal(true);
  /** What arrow keys move, and what was dragged last. */
  const held = signal<'from' | 'to' | number>('to');
  /** Where the pointer is. */
  const pointer = signal<Spot | null>(null);

  const ground = computed(() => scene.opened.value && traced(scene.opened.value.engine.ground));
  const mesh = computed(() => scene.polygons.value && traced(scene.polygons.value));
  const scenery = computed(() => ({
    theme: theme.value, ground: ground.value, mesh: mesh.value, plan: scene.plan.value,
    found: scene.found.value, hasPolygons: hasPolygons.value, held: held.value,
  }));

  /** What there is to take hold of besides the ends. */
  function take(_at: Spot, _isRight: boolean): Grip | null {
    return null;
  }

  /** Moves what is held by so many pixels. */
  function nudge(dx: number, dy: number): void {
    const { plan, change } = scene;
    const which = held.peek();
    if (typeof which === 'number') return;
    const { [which]: spot } = plan.peek();
    const by = 1 / camera.peek().scale;
    change({ [which]: { x: spot.x + dx * by, y: spot.y + dy * by } });
  }

  /** What was found, in words. */
  const told = computed(() => {
    const found = scene.found.value;
    if (!found) return '';
    const { from, to } = scene.plan.value;
    const { path } = found;
    const values = { length: number(found.length), turns: number(Math.max(0, path.length / 2 - 2)) };
    const near = 1e-3 * (1 + scene.extent.value);
    const isBeside = (end: Spot, at: number) =>
      path.length > 0 && distance(end, { x: path[at], y: path[at + 1] }) > near;
    const aside = isBeside(from, 0) ? ` ${t('scene.startBeside')}`
      : found.outcome === 'found' && isBeside(to, path.length - 2) ? ` ${t('scene.goalBeside')}` : '';
    return t(`scene.told.${found.outcome}`, values) + aside;
  });

  return {
    scene, viewport, footRoom, camera, look, zoomBy, fitAll, theme, hasPolygons, held, pointer, scenery, take,
    nudge, told,
  };
}
export type SceneView = ReturnType<typeof createSceneView>;
