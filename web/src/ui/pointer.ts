// Fingers and mice on the map: one draws or drags an end, two pan and pinch, the wheel zooms.

import { effect } from '@preact/signals';
import type { Ends } from '../app/world';
import { toWorld } from '../draw/camera';
import { NONE } from '../model';
import type { Playground } from '../app/playground';

type Mode = 'idle' | 'draw' | 'pan' | 'pinch' | 'start' | 'goal' | 'via';

interface Point {
  x: number;
  y: number;
}

export function listen(playground: Playground, canvas: HTMLElement): () => void {
  const {
    world: { ends, isFree, loads },
    undo: { isDragging, keepEnds, onGiveUp },
    tools: { isDrawing, isMarking, tool },
    stroke: { beginStroke, dropStroke, endStroke, extendStroke },
    view: { camera, geometry, panBy, zoomBy, space },
    cursor: { cursor, isKeyboards },
    scene: { hover },
  } = playground;
  const points = new Map<number, Point>();
  let mode: Mode = 'idle';
  let before: Ends = ends.peek();
  let viaAt = -1;

  const placeOf = (event: MouseEvent): Point => {
    const box = canvas.getBoundingClientRect();
    return { x: event.clientX - box.left, y: event.clientY - box.top };
  };
  const cellAt = ({ x, y }: Point): number => geometry.peek().cellAt(...toWorld(camera.peek(), x, y));

  function begin(event: PointerEvent, cell: number): Mode {
    if (space.isDown) space.wasUsed = true;
    if (event.button === 1 || space.isDown || tool.peek() === 'pan' || cell === NONE) return 'pan';
    cursor.value = cell;
    isKeyboards.value = false;
    before = ends.peek();
    const { from, to, via } = before;
    const isRight = event.button === 2;
    if (!isRight && cell === from) return 'start';
    if (!isRight && cell === to) return 'goal';
    if (via.includes(cell)) {
      viaAt = via.indexOf(cell);
      if (!isRight) return 'via';
      ends.value = { ...before, via: via.filter((at) => at !== cell) };
      keepEnds(before);
      return 'idle';
    }
    if (tool.peek() === 'start' || tool.peek() === 'goal' || tool.peek() === 'via') {
      viaAt = via.length;
      moveEnd(tool.peek() as Mode, cell);
      return tool.peek() as Mode;
    }
    if (!isDrawing() && !isMarking() && !isRight) return 'idle';
    beginStroke(cell, isRight);
    return 'draw';
  }

  function moveEnd(which: Mode, cell: number): void {
    const { from, to, via } = ends.peek();
    if (cell === NONE || cell === from || cell === to || via.includes(cell) || !isFree(cell)) return;
    isDragging.value = true;
    if (which === 'start') ends.value = { from: cell, to, via };
    else if (which === 'goal') ends.value = { from, to: cell, via };
    else ends.value = { from, to, via: Object.assign([...via], { [viaAt]: cell }) };
  }

  function finish(isKept: boolean): void {
    if (mode === 'draw') (isKept ? endStroke : dropStroke)();
    if (mode === 'start' || mode === 'goal' || mode === 'via') {
      if (!isKept) ends.value = before;
      isDragging.value = false;
      keepEnds(before);
    }
    mode = 'idle';
  }

  function down(event: PointerEvent): void {
    points.set(event.pointerId, placeOf(event));
    canvas.setPointerCapture(event.pointerId);
    if (points.size === 2) {
      finish(false);
      mode = 'pinch';
    } else if (points.size === 1) mode = begin(event, cellAt(placeOf(event)));
  }

  function pinch(moved: number, to: Point): void {
    const was = points.get(moved)!;
    const other = [...points].find(([id]) => id !== moved)?.[1];
    if (!other) return;
    const far = (a: Point, b: Point) => Math.max(8, Math.hypot(a.x - b.x, a.y - b.y));
    panBy((to.x - was.x) / 2, (to.y - was.y) / 2);
    zoomBy(far(to, other) / far(was, other), (to.x + other.x) / 2, (to.y + other.y) / 2);
  }

  function move(event: PointerEvent): void {
    const to = placeOf(event);
    const was = points.get(event.pointerId);
    if (event.pointerType !== 'touch') hover.value = cellAt(to);
    if (!was) return;
    if (mode === 'pinch') pinch(event.pointerId, to);
    else if (mode === 'pan') panBy(to.x - was.x, to.y - was.y);
    else if (mode === 'draw') {
      // A fast hand passes several cells between two frames.
      for (const each of event.getCoalescedEvents?.() ?? []) extendStroke(cellAt(placeOf(each)));
      extendStroke(cellAt(to));
    } else if (mode !== 'idle') moveEnd(mode, cellAt(to));
    points.set(event.pointerId, to);
  }

  function up(event: PointerEvent): void {
    points.delete(event.pointerId);
    if (mode === 'pinch') mode = points.size > 0 ? 'pan' : 'idle';
    else finish(event.type === 'pointerup');
  }

  function wheel(event: WheelEvent): void {
    event.preventDefault();
    const { x, y } = placeOf(event);
    const lines = event.deltaMode === 1 ? 16 : 1;
    // A pinch on a touchpad comes as a wheel with Ctrl, in smaller steps.
    zoomBy(Math.exp(-event.deltaY * lines * (event.ctrlKey ? 0.01 : 0.0016)), x, y);
  }

  const leave = (): void => void (hover.value = NONE);
  const menu = (event: Event): void => event.preventDefault();
  // The cell that was pointed at may lie outside of another map.
  const stopLeaving = effect(() => {
    void loads.value;
    leave();
  });
  const stopGivingUp = onGiveUp(() => finish(false));
  const heard = {
    pointerdown: down, pointermove: move, pointerup: up, pointercancel: up, pointerleave: leave,
  };
  for (const [name, hear] of Object.entries(heard)) canvas.addEventListener(name, hear as EventListener);
  canvas.addEventListener('wheel', wheel, { passive: false });
  canvas.addEventListener('contextmenu', menu);
  return () => {
    stopLeaving();
    stopGivingUp();
    for (const [name, hear] of Object.entries(heard)) canvas.removeEventListener(name, hear as EventListener);
    canvas.removeEventListener('wheel', wheel);
    canvas.removeEventListener('contextmenu', menu);
  };
}
