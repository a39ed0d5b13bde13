// Fingers and mice on a scene: one drags what it takes hold of, or the scene; two pinch; the wheel zooms.

import { pan, toWorld, zoomAt } from '../draw/camera';
import type { SceneView } from './view-state';
import type { Plan, Spot } from './model';

/** What a hand does from the press on until it lets go. */
export interface Grip {
  move(to: Spot): void;
  /** Lets go: what was done is kept, or given up. */
  end(isKept: boolean): void;
}

interface Pixel {
  readonly x: number;
  readonly y: number;
}

/** An end is taken hold of from so many pixels away. */
const NEAR_PIXELS = 14;
const NEAR_TOUCH = 24;

export function listen(view: SceneView, canvas: HTMLElement): () => void {
  const { camera, pointer, scene: { keep, plan, put }, tools: { held, take, tool } } = view;
  const points = new Map<number, Pixel>();
  let grip: Grip | null = null;

  const placeOf = (event: MouseEvent): Pixel => {
    const box = canvas.getBoundingClientRect();
    return { x: event.clientX - box.left, y: event.clientY - box.top };
  };
  const spotAt = ({ x, y }: Pixel): Spot => {
    const [atX, atY] = toWorld(camera.peek(), x, y);
    return { x: atX, y: atY };
  };

  /** Drags one of the ends: it follows the hand by as much as the hand moves. */
  function dragEnd(which: 'from' | 'to', begun: Spot): Grip {
    const before: Plan = plan.peek();
    held.value = which;
    return {
      move: (to) => put({
        [which]: { x: before[which].x + to.x - begun.x, y: before[which].y + to.y - begun.y },
      }),
      end(isKept) {
        if (isKept) keep(before);
        else put(before);
      },
    };
  }

  function begin(event: PointerEvent, at: Pixel): Grip | null {
    const near = (event.pointerType === 'touch' ? NEAR_TOUCH : NEAR_PIXELS) / camera.peek().scale;
    const spot = spotAt(at);
    if (event.button === 1) return null;
    if (tool.peek() === 'polygon') return take(spot, event.button === 2);
    const { from, radius, to } = plan.peek();
    const reach = Math.max(near, radius);
    const [toFrom, toTo] = [from, to].map((end) => Math.hypot(end.x - spot.x, end.y - spot.y));
    if (Math.min(toFrom, toTo) <= reach) return dragEnd(toFrom < toTo ? 'from' : 'to', spot);
    return take(spot, event.button === 2);
  }

  function finish(isKept: boolean): void {
    grip?.end(isKept);
    grip = null;
  }

  function down(event: PointerEvent): void {
    const at = placeOf(event);
    points.set(event.pointerId, at);
    canvas.setPointerCapture(event.pointerId);
    if (points.size === 1) grip = begin(event, at);
    else finish(false);
  }

  function pinch(moved: number, to: Pixel): void {
    const was = points.get(moved)!;
    const other = [...points].find(([id]) => id !== moved)?.[1];
    if (!other) return;
    const far = (a: Pixel, b: Pixel) => Math.max(8, Math.hypot(a.x - b.x, a.y - b.y));
    const dragged = pan(camera.peek(), (to.x - was.x) / 2, (to.y - was.y) / 2);
    const [x, y] = [(to.x + other.x) / 2, (to.y + other.y) / 2];
    view.look(zoomAt(dragged, x, y, far(to, other) / far(was, other)));
  }

  function move(event: PointerEvent): void {
    const to = placeOf(event);
    const was = points.get(event.pointerId);
    pointer.value = spotAt(to);
    if (!was) return;
    if (points.size > 1) pinch(event.pointerId, to);
    else if (grip) grip.move(spotAt(to));
    else view.look(pan(camera.peek(), to.x - was.x, to.y - was.y));
    points.set(event.pointerId, to);
  }

  function up(event: PointerEvent): void {
    points.delete(event.pointerId);
    finish(event.type === 'pointerup');
  }

  function wheel(event: WheelEvent): void {
    event.preventDefault();
    const { x, y } = placeOf(event);
    const lines = event.deltaMode === 1 ? 16 : 1;
    const factor = Math.exp(-event.deltaY * lines * (event.ctrlKey ? 0.01 : 0.0016));
    view.look(zoomAt(camera.peek(), x, y, factor));
  }

  const heard: Readonly<Record<string, (event: never) => void>> = {
    pointerdown: down, pointermove: move, pointerup: up, pointercancel: up,
    pointerleave: () => void (pointer.value = null),
    contextmenu: (event: Event) => event.preventDefault(),
  };
  for (const [name, hear] of Object.entries(heard)) canvas.addEventListener(name, hear as EventListener);
  canvas.addEventListener('wheel', wheel, { passive: false });
  return () => {
    for (const [name, hear] of Object.entries(heard)) canvas.removeEventListener(name, hear as EventListener);
    canvas.removeEventListener('wheel', wheel);
  };
}
