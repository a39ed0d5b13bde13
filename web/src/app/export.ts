// What can be taken away: pictures, the map, the search, code and a link. Nothing leaves the machine by
// itself.

import { fit } from '../draw/camera';
import type { Drawn } from '../draw/features';
import { paint } from '../draw/paint';
import { NONE, type GameMap } from '../model';
import { inSlices } from '../slices';
import { jsonOf } from '../export/json';
import { linesOf } from '../export/text';
import { traceLines } from '../export/trace';
import { openedAt } from '../trace';
import { LONG_MS } from './ask';
import { fetched } from './fetched';
import type { Playground } from './playground';

/** Has the browser save something. */
export function save(name: string, blob: Blob): void {
  const link = document.createElement('a');
  link.href = URL.createObjectURL(blob);
  link.download = name;
  link.click();
  setTimeout(() => URL.revokeObjectURL(link.href), 10_000);
}

/** So many letters are one step. */
const PIECE = 1 << 18;

/** Has a text written and saved. */
export async function saving(
  { life: { later }, words: { t }, messages: { say } }: Playground,
  name: string, text: Iterable<string>, type = '',
): Promise<void> {
  const pieces: Blob[] = [];
  function* write(): Generator<void, void> {
    let piece = '';
    for (const part of text) {
      piece += part;
      yield;
      if (piece.length < PIECE) continue;
      pieces.push(new Blob([piece]));
      piece = '';
    }
    pieces.push(new Blob([piece]));
  }
  const inTime = later(LONG_MS, () => say(t('take.writing', { name })));
  await inSlices(write());
  inTime();
  save(name, new Blob(pieces, { type }));
}

/** The map as it is now, whatever is drawn while it is written. */
const mapNow = ({ world: { map } }: Playground): GameMap =>
  ({ ...map.peek(), terrain: map.peek().terrain.slice() });

function places({ world: { ends } }: Playground) {
  const { from: start, to: goal, via } = ends.peek();
  return { start, goal, via };
}

/** A picture is at most so many pixels wide or high. */
const PICTURE_MOST = 4096;

/** So many rows of a picture are painted at once. */
const BAND = 32;

/** The whole map as it is coloured now, not the part in view. */
export async function takePng(playground: Playground): Promise<void> {
  const { view: { geometry }, panes: { pane }, scene: { sceneOf } } = playground;
  const { bounds } = geometry.peek();
  const [across, down] = [bounds.right - bounds.left, bounds.bottom - bounds.top];
  const scale = Math.min(64, PICTURE_MOST / Math.max(across, down));
  const view = { width: Math.ceil(across * scale) + 32, height: Math.ceil(down * scale) + 32, ratio: 1 };
  const from = fit(bounds, view, 16, scale);
  const whole = new OffscreenCanvas(view.width, view.height);
  function* painted(): Generator<void, void> {
    const band = new OffscreenCanvas(view.width, BAND);
    const [ctx, to] = [band, whole].map((canvas) => canvas.getContext('2d', { willReadFrequently: true }));
    // The first touch makes all of its pixels, which takes longest.
    to?.clearRect(0, 0, 1, 1);
    yield;
    const scene = { ...sceneOf(pane.peek()), map: mapNow(playground), hover: NONE, cursor: NONE };
    for (let top = 0; ctx && top < view.height; top += BAND) {
      yield;
      paint(ctx as never, scene, { ...from, y: from.y + top / scale }, { ...view, height: BAND });
      to?.drawImage(band, 0, top);
    }
  }
  await inSlices(painted());
  save('xunlu.png', await whole.convertToBlob());
}

/** Of more cells an SVG would be larger than anybody opens. */
const SVG_CELLS_MAX = 1 << 20;

export async function takeSvg(playground: Playground): Promise<void> {
  const {
    words: { number, t },
    settings: { hasNumbers },
    messages: { complain, say },
    world: { map, sayCost },
    view: { level },
    panes: { pane },
    clock: { isOver, timeOf },
    scene: { sceneOf, theme },
  } = playground;
  if (map.peek().terrain.length > SVG_CELLS_MAX) {
    say(t('take.svgLarge', { n: number(SVG_CELLS_MAX) }));
    return takePng(playground);
  }
  const { trace = null, answer } = pane.peek().watched.peek() ?? {};
  const now = theme.peek();
  const shades = {
    open: now.ground, wall: now.wall, dear: now.weight, opened: now.open, closed: now.closed, path: now.path,
    start: now.start, goal: now.goal, via: now.via, grid: now.grid, ink: now.ink, paper: now.paper,
    jump: now.jump,
  };
  const path = isOver(pane.peek()) ? (answer?.path ?? []) : [];
  const time = timeOf(pane.peek());
  const { jumps, jumpLines } = sceneOf(pane.peek());
  const picture = {
    map: mapNow(playground), ...places(playground), trace, time, path,
    level: level.peek(),
    bend: (jumpLines && jumps?.bend) || null,
    say: hasNumbers.peek() ? sayCost.peek() : undefined,
  };
  try {
    const { svgOf } = await fetched(() => import('../export/svg'));
    const drawn = await featuresNow(playground, (cell) => trace !== null && openedAt(trace, cell) < time);
    await saving(playground, 'xunlu.svg', svgOf({ ...picture, drawn }, shades), 'image/svg+xml');
  } catch (error) {
    complain(error);
  }
}

/** What draws what the map has besides its ground; null where it has nothing. */
async function featuresNow(
  { settings: { hasNumbers }, world: { map, mover }, scene: { theme } }: Playground,
  isSeen: (cell: number) => boolean,
): Promise<Drawn | null> {
  const { drawnOf, hasFeatures } = await fetched(() => import('../draw/features'));
  const now = map.peek();
  if (!hasFeatures(now)) return null;
  return drawnOf(now, theme.peek(), mover.peek().keys ?? 0, (cell) => hasNumbers.peek() && isSeen(cell));
}

export const takeText = (playground: Playground, name: string): void =>
  void saving(playground, name, linesOf(mapNow(playground)));

export function takeJson(playground: Playground): void {
  const text = jsonOf(mapNow(playground), places(playground));
  void saving(playground, 'xunlu.json', text, 'application/json');
}

export function takeTrace(playground: Playground): void {
  const { world: { map }, panes: { pane } } = playground;
  const trace = pane.peek().watched.peek()?.trace;
  if (trace) void saving(playground, 'xunlu-trace.jsonl', traceLines(map.peek(), trace), 'application/jsonl');
}

export async function takePosthoc(playground: Playground): Promise<void> {
  const { messages: { complain }, world: { ends, map }, panes: { pane } } = playground;
  const trace = pane.peek().watched.peek()?.trace;
  const { from, to } = ends.peek();
  if (!trace) return;
  try {
    const { posthocOf } = await fetched(() => import('../export/posthoc'));
    const text = posthocOf(map.peek(), trace, from, to);
    await saving(playground, 'xunlu.trace.yaml', text, 'application/yaml');
  } catch (error) {
    complain(error);
  }
}
