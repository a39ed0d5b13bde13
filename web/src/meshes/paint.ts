// The picture of a scene: ground, polygons with the sides between them, walls, obstacles, path and ends.

import type { Camera, Viewport } from '../draw/camera';
import { faint, mixed } from '../draw/colour';
import { paintPin } from '../draw/marks';
import type { Theme } from '../draw/themes';
import type { Moment } from './moment';
import { paintSearch } from './paint-search';
import { paintCosts, paintLines, paintNames, paintTaken } from './paint-plan';
import { paintHandles, paintObstacles, paintRegions, traceOutline } from './paint-things';
import { NOTHING, type Found, type Outline, type Plan, type Polygons, type Probe, type Spot } from './model';

/** Lines that are drawn again as long as the polygons stay. */
export interface Traced {
  readonly floor: Path2D;
  readonly portals: Path2D;
  readonly walls: Path2D;
}

export interface Scenery {
  readonly theme: Theme;
  readonly ground: Traced | null;
  readonly mesh: Traced | null;
  readonly plan: Plan;
  readonly found: Found | null;
  readonly hasPolygons: boolean;
  /** Whether what has a name is called by it. */
  readonly hasNames?: boolean;
  /** What the hand is at. */
  readonly held: 'from' | 'to' | number | null;
  /** Whether what is held shows its corners. */
  readonly hasHandles?: boolean;
  /** An outline that is being drawn, and what lies under the pointer. */
  readonly draft?: readonly Spot[];
  readonly probe?: Probe | null;
  /** The search as far as it is seen, and whether that is to its end. */
  readonly moment?: Moment | null;
  readonly isFound?: boolean;
  /** What the other method found, to compare. */
  readonly other?: Found | null;
}

export function traced({ beyond, corners, ends }: Polygons): Traced {
  const [floor, portals, walls] = [new Path2D(), new Path2D(), new Path2D()];
  let begin = 0;
  for (const [polygon, end] of ends.entries()) {
    for (let at = begin; at < end; at += 1) {
      const next = at + 1 < end ? at + 1 : begin;
      const [x, y] = [corners[2 * at], corners[2 * at + 1]];
      if (at === begin) floor.moveTo(x, y);
      else floor.lineTo(x, y);
      // A side between two polygons is drawn once.
      if (beyond[at] !== NOTHING && beyond[at] < polygon) continue;
      const lines = beyond[at] === NOTHING ? walls : portals;
      lines.moveTo(x, y);
      lines.lineTo(corners[2 * next], corners[2 * next + 1]);
    }
    floor.closePath();
    begin = end;
  }
  return { floor, portals, walls };
}

/** Ground within outlines: they may overlap. */
export function tracedOutlines(outlines: readonly Outline[]): Traced {
  const floor = new Path2D();
  for (const outline of outlines) {
    const one = new Path2D();
    traceOutline(one, outline);
    one.closePath();
    floor.addPath(one);
  }
  return { floor, portals: new Path2D(), walls: floor };
}

/** Has everything after it drawn in the scene's own units. */
function within(ctx: CanvasRenderingContext2D, camera: Camera, { ratio }: Viewport): void {
  const scale = camera.scale * ratio;
  ctx.setTransform(scale, 0, 0, scale, -camera.x * scale, -camera.y * scale);
}

export function paintScene(
  ctx: CanvasRenderingContext2D, scenery: Scenery, camera: Camera, viewport: Viewport,
): void {
  const { found, ground, hasPolygons, plan, mesh, theme } = scenery;
  const seen = scenery.isFound === false ? null : found;
  const pixel = 1 / camera.scale;
  ctx.setTransform(1, 0, 0, 1, 0, 0);
  ctx.fillStyle = theme.page;
  ctx.fillRect(0, 0, ctx.canvas.width, ctx.canvas.height);
  within(ctx, camera, viewport);
  ctx.lineJoin = 'round';
  ctx.lineCap = 'round';
  if (ground) {
    // Ground that is too near to something for the radius.
    ctx.fillStyle = theme.shut;
    ctx.fill(ground.floor);
  }
  if (mesh) {
    ctx.fillStyle = theme.ground;
    ctx.fill(mesh.floor);
    // Neighbours leave a hair between them.
    ctx.lineWidth = pixel;
    ctx.strokeStyle = theme.ground;
    ctx.stroke(mesh.portals);
    paintRegions(ctx, scenery, pixel);
    if (hasPolygons) {
      ctx.lineWidth = 1.2 * pixel;
      ctx.strokeStyle = faint(theme.grid, theme.isDark ? 0.75 : 0.3);
      ctx.setLineDash([4 * pixel, 3 * pixel]);
      ctx.stroke(mesh.portals);
      ctx.setLineDash([]);
    }
    ctx.lineWidth = 1.5 * pixel;
    ctx.strokeStyle = theme.isDark ? mixed(theme.wall, theme.paper, 0.45) : theme.wall;
    ctx.stroke(mesh.walls);
  }
  paintObstacles(ctx, scenery, pixel);
  paintLines(ctx, scenery, pixel);
  if (scenery.moment) paintSearch(ctx, scenery.moment, theme, pixel);
  if (scenery.other && scenery.isFound) paintOther(ctx, scenery.other.path, theme, pixel);
  if (seen) paintPath(ctx, scenery, seen, pixel);
  if (scenery.probe) paintProbe(ctx, scenery.probe, theme, pixel);
  if (scenery.draft?.length) paintDraft(ctx, scenery.draft, theme, pixel);
  if (scenery.hasHandles) paintHandles(ctx, scenery, pixel);
  paintEnds(ctx, plan, found, theme, pixel);
  ctx.setTransform(viewport.ratio, 0, 0, viewport.ratio, 0, 0);
  const costs = seen ? paintCosts(ctx, scenery, seen, camera) : [];
  if (scenery.hasNames) paintNames(ctx, scenery, camera, viewport, costs);
  for (const [spot, sign] of [[plan.to, 'goal'], [plan.from, 'start']] as const) {
    paintPin(ctx, (spot.x - camera.x) * camera.scale, (spot.y - camera.y) * camera.scale, sign, theme);
  }
}

/** The path, and around it all that a disc of the radius touches; links are arcs beside it. */
function paintPath(
  ctx: CanvasRenderingContext2D, scenery: Scenery, { path, taken }: Found, pixel: number,
): void {
  const { plan: { radius }, theme } = scenery;
  const isLink = new Set(taken.map(({ leg }) => leg + 1));
  ctx.beginPath();
  for (let at = 0; 2 * at < path.length; at += 1) {
    if (at === 0 || isLink.has(at)) ctx.moveTo(path[2 * at], path[2 * at + 1]);
    else ctx.lineTo(path[2 * at], path[2 * at + 1]);
  }
  if (radius > 0) {
    ctx.lineWidth = 2 * radius;
    ctx.strokeStyle = faint(theme.path, 0.28);
    ctx.stroke();
  }
  ctx.lineWidth = 6 * pixel;
  ctx.strokeStyle = faint(theme.pathEdge, 0.75);
  ctx.stroke();
  ctx.lineWidth = 3.5 * pixel;
  ctx.strokeStyle = theme.path;
  ctx.stroke();
  paintTaken(ctx, scenery, taken, pixel);
  ctx.fillStyle = theme.pathEdge;
  for (let at = 2; at + 2 < path.length; at += 2) {
    ctx.beginPath();
    ctx.arc(path[at], path[at + 1], 3.4 * pixel, 0, 2 * Math.PI);
    ctx.fill();
  }
}

/** The path of the other method, where it is another one. */
function paintOther(
  ctx: CanvasRenderingContext2D, path: Outline, theme: Theme, pixel: number,
): void {
  ctx.beginPath();
  traceOutline(ctx, path);
  ctx.lineWidth = 2.5 * pixel;
  ctx.strokeStyle = theme.via;
  ctx.setLineDash([7 * pixel, 5 * pixel]);
  ctx.stroke();
  ctx.setLineDash([]);
}

/** The discs at the ends; and a line to the point of the mesh where an end lies beside it. */
function paintEnds(
  ctx: CanvasRenderingContext2D, plan: Plan, found: Found | null, theme: Theme, pixel: number,
): void {
  const path = found?.path ?? new Float64Array();
  const colours = [theme.start, theme.goal];
  for (const [at, spot] of [plan.from, plan.to].entries()) {
    const end: Spot = at === 0 ? { x: path[0], y: path[1] }
      : { x: path[path.length - 2], y: path[path.length - 1] };
    if (path.length > 0 && Math.hypot(end.x - spot.x, end.y - spot.y) > 2 * pixel) {
      ctx.beginPath();
      ctx.moveTo(spot.x, spot.y);
      ctx.lineTo(end.x, end.y);
      ctx.lineWidth = 2 * pixel;
      ctx.strokeStyle = colours[at];
      ctx.setLineDash([2 * pixel, 5 * pixel]);
      ctx.stroke();
      ctx.setLineDash([]);
    }
    if (plan.radius * 2 > 18 * pixel) {
      ctx.beginPath();
      ctx.arc(spot.x, spot.y, plan.radius, 0, 2 * Math.PI);
      ctx.fillStyle = faint(colours[at], 0.35);
      ctx.fill();
    }
  }
}

/** An outline that is not closed yet. */
function paintDraft(
  ctx: CanvasRenderingContext2D, draft: readonly Spot[], theme: Theme, pixel: number,
): void {
  ctx.beginPath();
  for (const { x, y } of draft) ctx.lineTo(x, y);
  ctx.fillStyle = faint(theme.wall, 0.3);
  ctx.fill();
  ctx.lineWidth = 2 * pixel;
  ctx.strokeStyle = theme.cursor;
  ctx.stroke();
  ctx.beginPath();
  ctx.arc(draft[0].x, draft[0].y, 5 * pixel, 0, 2 * Math.PI);
  ctx.stroke();
}

/** The ray to the pointer as far as it leads, the wall with its normal, and the nearest point of the mesh. */
function paintProbe(
  ctx: CanvasRenderingContext2D, { at, from, hit, nearest }: Probe, theme: Theme, pixel: number,
): void {
  const line = (colour: string, width: number, ...spots: readonly Spot[]): void => {
    ctx.beginPath();
    for (const { x, y } of spots) ctx.lineTo(x, y);
    ctx.lineWidth = width * pixel;
    ctx.strokeStyle = colour;
    ctx.stroke();
  };
  const dot = ({ x, y }: Spot, colour: string): void => {
    ctx.beginPath();
    ctx.arc(x, y, 5 * pixel, 0, 2 * Math.PI);
    ctx.fillStyle = colour;
    ctx.fill();
    ctx.lineWidth = 1.5 * pixel;
    ctx.strokeStyle = theme.paper;
    ctx.stroke();
  };
  if (nearest) {
    ctx.setLineDash([3 * pixel, 4 * pixel]);
    line(theme.via, 2, at, nearest);
    ctx.setLineDash([]);
    dot(nearest, theme.via);
  }
  line(theme.figure, 2.5, from, hit?.at ?? at);
  if (!hit) return;
  line(theme.figure, 4, ...hit.wall);
  const [x, y] = [hit.at.x + hit.normal.x * 34 * pixel, hit.at.y + hit.normal.y * 34 * pixel];
  const tip = (turn: number): Spot => ({
    x: x - (hit.normal.x * 8 + hit.normal.y * turn) * pixel,
    y: y - (hit.normal.y * 8 - hit.normal.x * turn) * pixel,
  });
  line(theme.jump, 2, hit.at, { x, y });
  line(theme.jump, 2, tip(5), { x, y }, tip(-5));
  dot(hit.at, theme.figure);
}
