// What a pane shows at the moment, put together from the state for the painter.

import { computed, signal, type Signal } from '@preact/signals';
import type { Tiles } from '../draw/cells';
import { emptyScene, type Scene } from '../draw/paint';
import { AWAY } from '../draw/geometry';
import { themeOf, weightShade } from '../draw/themes';
import { NONE, OPEN, rowsOf, WALL, type GameMap } from '../model';
import { onceFetched } from './fetched';
import type { Pane } from './panes';
import { lineOf, rectangleOf, thick } from './tools';
import type { With } from './playground';

/** What the panes show. */
export function createScene({
  messages: { complain },
  settings: { colours, hasJumps, hasNumbers, heat, isDark, isStill, isThorough },
  world: { ends, map, mover, sayCost },
  undo: { isDragging },
  tools: { brush, ground, isDrawing, tool },
  stroke: { pulled },
  view: { geometry, level },
  panes: { panes },
  clock: { clock, isPlaying, speed, timeOf, unit },
  turns: { turnsOf },
  cursor: { cursor, isKeyboards },
  walk: { figure, routeOf },
}: With<
  'messages' | 'settings' | 'world' | 'undo' | 'tools' | 'stroke' | 'view' | 'panes' | 'clock' | 'turns' |
  'cursor' | 'walk'
>) {
  /** The cell under the pointer, in every pane; NONE: none. */
  const hover = signal(NONE);
  /** Cells that the tour points at. */
  const ringed = signal<readonly number[]>([]);

  const theme = computed(() => themeOf(colours.value, isDark()));

  const preview = computed<NonNullable<Scene['brush']> | null>(() => {
    const { width } = map.value;
    const rows = rowsOf(map.value);
    const shape = pulled.value;
    const colour = ground.value === WALL ? theme.value.wall
      : ground.value === OPEN ? theme.value.ground : weightShade(theme.value, ground.value);
    if (shape?.tool === 'link') {
      const ends = [shape.from, shape.to, hover.value].filter((at) => at !== NONE);
      return { colour: theme.value.via, cells: [...new Set(ends)] };
    }
    if (shape?.tool === 'line') {
      return { colour, cells: thick(width, rows, lineOf(width, shape.from, shape.to), brush.value) };
    }
    if (shape) {
      return { colour, cells: rectangleOf(width, shape.from, shape.to, PREVIEW_MAX) };
    }
    const isShown = isDrawing() && brush.value > 1 && hover.value !== NONE && !isDragging.value;
    const isThick = tool.value === 'pencil' || tool.value === 'line';
    return isShown && isThick ? { colour, cells: thick(width, rows, [hover.value], brush.value) } : null;
  });

  /** A part of the painter that is fetched when it is first asked for; null until it is there. */
  function partOf<T>(fetch: () => Promise<T>): () => T | null {
    const part = signal<T | null>(null);
    const once = onceFetched(fetch, (came) => (part.value = came));
    return () => {
      if (!part.value) once().catch(complain);
      return part.value;
    };
  }
  const jumps = partOf(() => import('../draw/jumps'));
  const turnFlags = partOf(() => import('../draw/turns'));
  const heats = partOf(() => import('../draw/heat'));
  const considered = partOf(() => import('../draw/considered'));
  const walker = partOf(() => import('../draw/figure'));
  const blocks = partOf(() => import('../draw/blocks'));
  const features = partOf(() => import('../draw/features'));
  /** Made anew with what they are made of, not with each frame of a search. */
  const drawnFeatures = computed(() => {
    const { exits, links, places, regions, tags } = map.value;
    if (!(exits ?? links ?? places ?? regions ?? tags)) return null;
    return features()?.featuresOf(map.value, geometry.value, theme.value, mover.value.keys ?? 0) ?? null;
  });
  /** The tiles of maps that came with some; null until the first came. */
  const tileart = signal<Tileart | null>(null);

  /** Where a search plays slowly enough for eyes to follow. */
  function easingNow(): NonNullable<Scene['easing']> | null {
    if (!isPlaying.value || unit.value !== 'events' || isStill()) return null;
    const span = speed.value * EASING_SECONDS;
    return span < EASED_MAX ? { now: clock.value, span } : null;
  }

  function sceneOf(pane: Pane): Scene {
    const watched = pane.watched.value;
    const { from, to, via } = ends.value;
    const { footprint } = mover.value;
    // It is on a level of its own, which need not be the one that is looked at.
    const now = figure.value && { ...figure.value, y: figure.value.y - level.value * AWAY };
    const isOverJumps = watched?.answer.algorithm.startsWith('jps') ?? false;
    const isFirst = panes.value[0] === pane;
    const turnEnds = turnsOf(pane);
    const art = tileart.value;
    const tiles = art?.isShown.value ? art.of(map.value) : null;
    return {
      ...emptyScene(map.value, geometry.value, theme.value),
      trace: watched?.trace ?? null,
      time: timeOf(pane),
      easing: easingNow(),
      answer: watched?.answer ?? null,
      start: from,
      goal: to,
      via,
      heat: heat.value,
      heats: heat.value === 'none' ? null : heats(),
      costsToGoal: pane.truth.value,
      say: sayCost.value,
      cursor: isKeyboards.value || tool.value === 'inspect' ? cursor.value : NONE,
      hover: hover.value,
      figure: isFirst ? now : null,
      walker: now && walker(),
      considered: isThorough.value ? considered() : null,
      jumps: (isOverJumps && jumps()?.jumpsOf(map.value, mover.value)) || null,
      blocks: map.value.isometric && !tiles ? blocks() : null,
      tiles,
      features: drawnFeatures.value,
      jumpLines: hasJumps.value,
      labels: hasNumbers.value,
      brush: preview.value,
      route: isFirst ? routeOf.value : null,
      turnEnds,
      turnFlags: turnEnds && turnFlags(),
      ...(footprint.width > 1 || footprint.height > 1 ? { footprint } : {}),
    };
  }

  return { hover, ringed, theme, tileart, sceneOf };
}
/** What knows the tiles of maps. */
export interface Tileart {
  readonly isShown: Signal<boolean>;
  /** Those of a map, as they are there by now; null where it has none. */
  of(map: GameMap): Tiles | null;
}

export type SceneNow = ReturnType<typeof createScene>;

/** How long a closed cell takes on its colour, and how many may do so at once. */
const EASING_SECONDS = 0.12;
const EASED_MAX = 100;
/** Rectangles above so many cells are shown by their corners alone while they are pulled. */
const PREVIEW_MAX = 20_000;
