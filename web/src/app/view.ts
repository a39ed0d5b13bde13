// From where all panes look at the map: one camera, and the size of one pane, which is that of each.

import { computed, signal } from '@preact/signals';
import { fit, held, pan, reveal, zoomAt, type Camera, type Viewport } from '../draw/camera';
import { geometryOf, type Geometry } from '../draw/geometry';
import { levelOf } from '../model';
import type { With } from './playground';

/** Where one looks at the map from. */
export function createView({ world: { ends, loads, map } }: With<'world'>) {
  const viewport = signal<Viewport>({ width: 1, height: 1, ratio: 1 });
  /** Where somebody moved the camera, over which map's shape. */
  const given = signal<readonly [Camera, Geometry] | null>(null);

  /** The space bar plays when it is let go, unless it was held to drag the map. */
  const space = { isDown: false, wasUsed: false };

  /** How much of the panes' foot a card lies on: what is to be seen is fitted above it. */
  const footRoom = signal(0);

  const shapeOf = computed(() => {
    const { shape, arrangement, width, height, isometric, stretch, layers } = map.value;
    return JSON.stringify([shape, arrangement, width, height, isometric, stretch, layers]);
  });
  /** Where somebody looked for another layer than that of the start, until another map comes. */
  const chosen = signal({ level: 0, over: -1 });
  /** The layer that is seen, from 0. */
  const level = computed(() => {
    const { layers = 1 } = map.value;
    const wanted = chosen.value.over === loads.value ? chosen.value.level
      : levelOf(map.value, ends.value.from);
    return Math.min(layers - 1, Math.max(0, wanted));
  });
  const lookAt = (next: number): void => void (chosen.value = { level: next, over: loads.peek() });

  /** Worked out anew when the map's shape or the layer changes, not with each edit. */
  const shape = computed(() => (shapeOf.value, geometryOf(map.peek())));
  const geometry = computed(() => {
    const whole = shape.value;
    return level.value === 0 ? whole : geometryOf(map.peek(), level.value);
  });

  /** Until somebody moves it over this map or one of its shape, the camera shows the whole map. */
  const camera = computed<Camera>(() => {
    if (given.value?.[1] === shape.value) return given.value[0];
    const { width, height, ratio } = viewport.value;
    const above = { width, ratio, height: Math.max(height / 2, height - footRoom.value) };
    return fit(geometry.value.bounds, above, marginOf(above));
  });

  const put = (next: Camera): void => {
    const over = shape.peek();
    given.value = [held(next, over.bounds, viewport.peek()), over];
  };

  const zoomBy = (factor: number, x?: number, y?: number): void => {
    const { width, height } = viewport.peek();
    put(zoomAt(camera.peek(), x ?? width / 2, y ?? height / 2, factor));
  };
  const panBy = (dx: number, dy: number): void => put(pan(camera.peek(), dx, dy));
  const fitAll = (): void => {
    given.value = null;
  };

  /** Moves the view no farther than needed for a cell to be in it. */
  function showCell(cell: number): void {
    if (levelOf(map.peek(), cell) !== level.peek()) lookAt(levelOf(map.peek(), cell));
    const [x, y] = geometry.peek().centreOf(cell);
    const next = reveal(camera.peek(), viewport.peek(), x, y, 40);
    if (next !== camera.peek()) put(next);
  }

  return {
    viewport, space, footRoom, level, lookAt, geometry, camera, zoomBy, panBy, fitAll, showCell,
  };
}
export type View = ReturnType<typeof createView>;

const marginOf = ({ width, height }: Viewport): number =>
  Math.max(8, Math.min(28, Math.min(width, height) * 0.05));
