// From where all panes look at the map: one camera, and the size of one pane, which is that of each.

import { computed, signal } from '@preact/signals';
import { fit, held, pan, reveal, zoomAt, type Camera, type Viewport } from '../draw/camera';
import { geometryOf, type Geometry } from '../draw/geometry';
import type { With } from './playground';

/** Where one looks at the map from. */
export function createView({ world: { map } }: With<'world'>) {
  const viewport = signal<Viewport>({ width: 1, height: 1, ratio: 1 });
  /** Where somebody moved the camera, over which map's shape. */
  const given = signal<readonly [Camera, Geometry] | null>(null);

  /** The space bar plays when it is let go, unless it was held to drag the map. */
  const space = { isDown: false, wasUsed: false };

  /** How much of the panes' foot a card lies on: what is to be seen is fitted above it. */
  const footRoom = signal(0);

  const shapeOf = computed(() => {
    const { shape, arrangement, width, height, isometric, stretch } = map.value;
    return JSON.stringify([shape, arrangement, width, height, isometric, stretch]);
  });
  /** Worked out anew when the map's shape changes, not with each edit. */
  const geometry = computed(() => (shapeOf.value, geometryOf(map.peek())));

  /** Until somebody moves it over this map or one of its shape, the camera shows the whole map. */
  const camera = computed<Camera>(() => {
    if (given.value?.[1] === geometry.value) return given.value[0];
    const { width, height, ratio } = viewport.value;
    const above = { width, ratio, height: Math.max(height / 2, height - footRoom.value) };
    return fit(geometry.value.bounds, above, marginOf(above));
  });

  const put = (next: Camera): void => {
    const over = geometry.peek();
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
    const [x, y] = geometry.peek().centreOf(cell);
    const next = reveal(camera.peek(), viewport.peek(), x, y, 40);
    if (next !== camera.peek()) put(next);
  }

  return { viewport, space, footRoom, geometry, camera, zoomBy, panBy, fitAll, showCell };
}
export type View = ReturnType<typeof createView>;

const marginOf = ({ width, height }: Viewport): number =>
  Math.max(8, Math.min(28, Math.min(width, height) * 0.05));
