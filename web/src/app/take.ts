// What can be taken away: pictures, the map, the search, code and a link. Nothing leaves the machine by
// itself.

import { fit } from '../draw/camera';
import { paint } from '../draw/paint';
import { NONE } from '../model';
import { jsonOf } from '../take/json';
import { posthocOf } from '../take/posthoc';
import { svgOf } from '../take/svg';
import { traceLines } from '../take/trace';
import { isOver, timeOf } from './clock';
import { complain } from './messages';
import { pane } from './panes';
import { sceneOf, theme } from './scene';
import { geometry } from './view';
import { ends, map } from './world';

export function save(name: string, content: Blob | string, type = 'text/plain'): void {
  const blob = typeof content === 'string' ? new Blob([content], { type }) : content;
  const link = document.createElement('a');
  link.href = URL.createObjectURL(blob);
  link.download = name;
  link.click();
  setTimeout(() => URL.revokeObjectURL(link.href), 10_000);
}

/** Has something made and saved; what goes wrong is told. */
function saving(name: string, make: () => string, type: string): void {
  try {
    save(name, make(), type);
  } catch (error) {
    complain(error);
  }
}

const places = () => ({ start: ends.peek().from, goal: ends.peek().to, via: ends.peek().via });

/** A picture is at most so many pixels wide or high. */
const PICTURE_MOST = 4096;

/** The whole map as it is coloured now, not the part in view. */
export async function takePng(): Promise<void> {
  const { bounds } = geometry.peek();
  const [across, down] = [bounds.right - bounds.left, bounds.bottom - bounds.top];
  const scale = Math.min(64, PICTURE_MOST / Math.max(across, down));
  const view = { width: Math.ceil(across * scale) + 32, height: Math.ceil(down * scale) + 32, ratio: 1 };
  const canvas = Object.assign(document.createElement('canvas'), { width: view.width, height: view.height });
  const ctx = canvas.getContext('2d');
  if (!ctx) return;
  paint(ctx, { ...sceneOf(pane.peek()), hover: NONE, cursor: NONE }, fit(bounds, view, 16, scale), view);
  const blob = await new Promise<Blob | null>((done) => canvas.toBlob(done, 'image/png'));
  if (blob) save('xunlu.png', blob);
}

export function takeSvg(): void {
  const { trace = null, answer } = pane.peek().watched.peek() ?? {};
  const now = theme.peek();
  const shades = {
    open: now.ground, wall: now.wall, dear: now.weight, opened: now.open, closed: now.closed, path: now.path,
    start: now.start, goal: now.goal, via: now.via, grid: now.grid,
  };
  const path = isOver(pane.peek()) ? (answer?.path ?? []) : [];
  const picture = { map: map.peek(), ...places(), trace, time: timeOf(pane.peek()), path };
  saving('xunlu.svg', () => svgOf(picture, shades), 'image/svg+xml');
}

export const takeJson = (): void =>
  saving('xunlu.json', () => jsonOf(map.peek(), places()), 'application/json');

export function takeTrace(): void {
  const trace = pane.peek().watched.peek()?.trace;
  if (trace) saving('xunlu-trace.jsonl', () => traceLines(map.peek(), trace), 'application/jsonl');
}

export function takePosthoc(): void {
  const trace = pane.peek().watched.peek()?.trace;
  const { from, to } = ends.peek();
  if (trace) saving('xunlu.trace.yaml', () => posthocOf(map.peek(), trace, from, to), 'application/yaml');
}
