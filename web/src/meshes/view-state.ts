// How a scene is looked at: camera, size, what the hand is at, and what is shown.

import { computed, signal } from '@preact/signals';
import { fit, held as heldWithin, toWorld, zoomAt, type Camera, type Viewport } from '../draw/camera';
import { distance, type Found, type Spot } from './model';
import { traced } from './paint';
import type { SceneParts } from './parts';
import { createPlayer } from './player';
import { createProbe } from './probe';
import { createSceneState } from './state';
import { createTools } from './tools';

export { listenKeys } from './keys';

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
    if (over) given.value = [heldWithin(next, bounds.peek(), viewport.peek()), over];
  }
  function zoomBy(factor: number): void {
    const { width, height } = viewport.peek();
    look(zoomAt(camera.peek(), width / 2, height / 2, factor));
  }
  const fitAll = (): void => {
    given.value = null;
  };

  const hasPolygons = signal(true);
  const hasNames = signal(true);
  /** Where the pointer is. */
  const pointer = signal<Spot | null>(null);

  /** Whether a ray follows the pointer. */
  const hasRay = signal(false);
  const { probe, stop } = createProbe(scene, pointer, hasRay);
  const pixel = () => 1 / camera.peek().scale;
  const breadth = () => Math.min(viewport.peek().width, viewport.peek().height) * pixel();
  const tools = createTools({ scene, pixel, breadth });
  const { draft, held } = tools;
  const player = createPlayer(scene.trace);

  const ground = computed(() => scene.opened.value && traced(scene.opened.value.engine.ground));
  const mesh = computed(() => scene.polygons.value && traced(scene.polygons.value));
  const scenery = computed(() => ({
    theme: theme.value, ground: ground.value, mesh: mesh.value, plan: scene.plan.value,
    found: scene.found.value, hasPolygons: hasPolygons.value, hasNames: hasNames.value,
    held: held.value,
    hasHandles: tools.tool.value === 'move', draft: draft.value,
    probe: probe.value, moment: player.moment.value,
    isFound: player.isAtEnd.value,
    other: scene.shown.value?.[scene.method.value === 'exact' ? 'funnel' : 'exact'] ?? null,
  }));

  const middle = (): Spot => {
    const { width, height } = viewport.peek();
    const [x, y] = toWorld(camera.peek(), width / 2, height / 2);
    return { x, y };
  };

  /** The links that a path takes, by their names. */
  function overLinks({ taken }: Found): string {
    if (taken.length === 0) return '';
    const nameOf = (id: number) => scene.plan.value.things.find((each) => each.id === id)?.name;
    const names = taken.map(({ id, length }) =>
      `${nameOf(id) || t('scene.unnamed')} (+${number(length)})`);
    const all = names.reduce((first, next) => t('list.and', { first, next }));
    return ` ${t('scene.told.links', { names: all })}`;
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
    const { cost, leastCost, length } = found;
    const above = leastCost > 0 ? (cost / leastCost - 1) * 100 : 0;
    // Over regions that cost something, the cheapest path is found within a bound.
    const priced = path.length > 0 && Math.abs(cost - length) > 1e-9 * length
      ? ` ${t('scene.told.cost', { cost: number(cost), n: number(above, 1) })}` : '';
    return t(`scene.told.${found.outcome}`, values) + overLinks(found) + priced + aside;
  });

  return {
    scene, viewport, footRoom, camera, look, zoomBy, fitAll, theme, hasPolygons, hasNames, hasRay,
    pointer, probe,
    scenery, tools, player, middle, told,
    close() {
      stop();
      player.stop();
      scene.close();
    },
  };
}
export type SceneView = ReturnType<typeof createSceneView>;
