// One picture of a scene: cells, path, numbers and signs, from the ground up.

import { NONE, type Answer, type GameMap, type Heat, type Trace } from '../model';
import { openedAt } from '../trace';
import type * as Blocks from './blocks';
import type { Camera, Viewport } from './camera';
import type * as Considered from './considered';
import { paintCells, type Tiles } from './cells';
import { faint } from './colour';
import type { Features } from './features';
import type * as Walker from './figure';
import type { Figure } from './figure';
import type { Geometry } from './geometry';
import type * as HeatMaps from './heat';
import type { Jumps } from './jumps';
import { LABELS_FROM, paintLabels, roomOf } from './labels';
import { paintEndCells, paintEndSigns, signColour, signsOf } from './marks';
import {
  paintBrush, paintCursor, paintEasing, paintFootprint, paintHover, paintPath,
  paintPathCells, paintRoute,
} from './overlay';
import type { Overview } from './overview';
import type { Look } from './pixels';
import { pathTint, type Theme } from './themes';
import type * as TurnFlags from './turns';

/** Everything there is to see. */
export interface Scene {
  readonly map: GameMap;
  /** Of the same map; made once a map, not once a frame. */
  readonly geometry: Geometry;
  readonly trace: Trace | null;
  /** While it plays: its clock, and for how many events a closed cell takes on its colour. */
  readonly easing?: { readonly now: number; readonly span: number } | null;
  /** How many events of the trace have happened. */
  readonly time: number;
  /** Its path shows when the trace is at its end, or when there is none. */
  readonly answer: Pick<Answer, 'path'> | null;
  /** NONE: not there. */
  readonly start: number;
  readonly goal: number;
  readonly via: readonly number[];
  readonly heat: Heat;
  /** What measures heat maps: fetched when one is first wanted. */
  readonly heats: typeof HeatMaps | null;
  /** What the way from each cell to the goal costs; for the heat map of errors. */
  readonly costsToGoal: Uint32Array | null;
  readonly theme: Theme;
  readonly say: (cost: number) => string;
  /** Of the keyboard; NONE: not shown. */
  readonly cursor: number;
  /** Under the pointer; NONE: none. */
  readonly hover: number;
  readonly figure: Figure | null;
  /** Of a search over jumps. */
  readonly jumps: Jumps | null;
  /** Of a map that is seen from the side: what draws its walls. */
  readonly blocks: typeof Blocks | null;
  /** Of a map that is seen as in its game. */
  readonly tiles: Tiles | null;
  /** Of a map with links, tags, one-way cells or names: what draws them, and how a path takes links. */
  readonly features?: Features | null;
  readonly jumpLines: boolean;
  readonly labels: boolean;
  /** Drawn on the start and under the pointer when it is larger than a cell. */
  readonly footprint?: { readonly width: number; readonly height: number };
  /** What a brush would change, and the colour it would give. */
  readonly brush?: { readonly cells: ArrayLike<number>; readonly colour: string } | null;
  /** The smoothed route as points of the world, x and y by turns. */
  readonly route?: Float32Array | null;
  /** Where on the path turns end; null: nobody counts in turns. */
  readonly turnEnds?: Uint32Array | null;
  /** What draws them, and the figure: fetched when they are first wanted. */
  readonly turnFlags?: typeof TurnFlags | null;
  readonly walker?: typeof Walker | null;
  /** What draws steps that led to nothing new. */
  readonly considered?: typeof Considered | null;
}

export function paint(
  ctx: CanvasRenderingContext2D, scene: Scene, camera: Camera, viewport: Viewport,
  overview: Overview | null = null,
): void {
  const { geometry, theme, tiles, trace, time, start } = scene;
  const look: Look = {
    map: scene.map, trace, time, heat: scene.heat, truth: scene.costsToGoal,
    heats: scene.heats,
  };
  ctx.save();
  ctx.setTransform(viewport.ratio, 0, 0, viewport.ratio, 0, 0);
  ctx.fillStyle = theme.page;
  ctx.fillRect(0, 0, viewport.width, viewport.height);
  tiles?.paint(ctx, geometry, camera, viewport);
  paintCells(ctx, geometry, look, theme, camera, viewport, tiles, overview);
  if (geometry.form === 'square') paintFrame(ctx, geometry, theme, camera);
  const isOver = !trace || time >= trace.length;
  const path = isOver && scene.answer ? scene.answer.path : NO_PATH;
  scene.features?.under(ctx, camera, viewport);
  if (tiles) ctx.globalAlpha = 0.7;
  if (scene.easing) paintEasing(ctx, scene, scene.easing, camera);
  if (scene.heat === 'none') paintPathCells(ctx, path, geometry, theme, camera, viewport);
  paintEndCells(ctx, scene, geometry, theme, camera);
  ctx.globalAlpha = 1;
  if (scene.jumpLines && scene.jumps && trace) {
    scene.jumps.paint(ctx, trace, time, geometry, theme, camera, viewport);
  }
  paintPath(ctx, path, geometry, theme, camera, scene.features?.stride);
  if (isOver && scene.route) paintRoute(ctx, scene.route, theme, camera);
  scene.blocks?.paintBlocks(ctx, scene.map.terrain, geometry, theme, camera, viewport);
  const hasLabels = scene.labels && roomOf(geometry, camera) >= LABELS_FROM && trace !== null;
  const onPath = new Set(hasLabels ? path : NO_PATH);
  const tints = hasLabels ? tintsOf(scene, onPath) : new Map<number, string>();
  const { labels, say } = scene;
  const bend = scene.jumps?.bend ?? null;
  paintLabels(ctx, { geometry, look, theme, labels, say, tints, onPath, bend }, camera, viewport);
  const hasNumbers = (cell: number) => hasLabels && openedAt(trace, cell) < time;
  scene.features?.over(ctx, camera, viewport, hasNumbers);
  paintEndSigns(ctx, scene, geometry, theme, camera, hasNumbers);
  if (scene.turnEnds && scene.turnFlags) {
    scene.turnFlags.paintTurns(ctx, path, scene.turnEnds, geometry, theme, camera, viewport, hasNumbers);
  }
  if (scene.brush) paintBrush(ctx, scene.brush.cells, scene.brush.colour, geometry, theme, camera);
  if (scene.footprint) {
    for (const cell of [start, scene.hover]) {
      paintFootprint(ctx, cell, scene.footprint, geometry, theme, camera);
    }
  }
  scene.considered?.paintConsidered(ctx, scene, camera);
  paintHover(ctx, scene.hover, geometry, theme, camera);
  paintCursor(ctx, scene.cursor, geometry, theme, camera);
  paintWalker(ctx, scene, camera);
  ctx.restore();
}

const NO_PATH = new Uint32Array(0);

/** The colours of cells that show what they are rather than what the search did with them. */
function tintsOf(scene: Scene, onPath: ReadonlySet<number>): Map<number, string> {
  const tints = new Map<number, string>();
  const tint = pathTint(scene.theme);
  // A heat map goes on under the path.
  if (scene.heat === 'none') for (const cell of onPath) tints.set(cell, tint);
  for (const [cell, sign] of signsOf(scene)) tints.set(cell, signColour(scene.theme, sign));
  return tints;
}

function paintWalker(ctx: CanvasRenderingContext2D, scene: Scene, camera: Camera): void {
  const { figure, theme, walker } = scene;
  if (!figure || !walker) return;
  const x = (figure.x - camera.x) * camera.scale;
  const y = (figure.y - camera.y) * camera.scale;
  walker.paintFigure(ctx, figure, x, y, camera.scale, theme);
}

/** A thin line around the whole map. */
function paintFrame(
  ctx: CanvasRenderingContext2D, { bounds }: Geometry, theme: Theme, { x, y, scale }: Camera,
): void {
  ctx.lineWidth = 1;
  ctx.strokeStyle = faint(theme.isDark ? theme.paper : theme.wallSide, theme.isDark ? 0.22 : 0.45);
  ctx.strokeRect(
    (bounds.left - x) * scale - 0.5, (bounds.top - y) * scale - 0.5,
    (bounds.right - bounds.left) * scale + 1, (bounds.bottom - bounds.top) * scale + 1,
  );
}

/** A scene of a map alone; the rest is added by spreading. */
export function emptyScene(map: GameMap, geometry: Geometry, theme: Theme): Scene {
  return {
    map, geometry, theme, trace: null, time: 0, answer: null, start: NONE, goal: NONE, via: [],
    heat: 'none', heats: null, costsToGoal: null, say: String, cursor: NONE, hover: NONE, figure: null,
    jumps: null, jumpLines: false, labels: true, blocks: null, tiles: null,
  };
}
