// The guided tour: which step one is at, and everything on the page set up as the step says.

import { batch, computed, effect, signal } from '@preact/signals';
import { readDrawn } from '../import/drawn';
import { NONE } from '../model';
import { TOUR } from '../tour/tour';
import { awaitTime, clock, clockEnd, isPlaying } from './clock';
import { cursor, isKeyboards } from './cursor';
import { hasRight, isWide } from './layout';
import { panes, setPanes } from './panes';
import { ringed } from './scene';
import { heat, isWelcomed } from './settings';
import { changeMap } from './undo';
import { fitAll } from './view';
import { stopWalking } from './walk';
import { edits, loads, mover } from './world';

/** The step, from 0; null: no tour. */
export const tourAt = signal<number | null>(null);
export const tourStep = computed(() => (tourAt.value === null ? null : TOUR[tourAt.value]));
export const TOUR_STEPS = TOUR.length;
/** The load that the step made: another map ends what it points at. */
let ownLoad = -1;

export function goToStep(at: number): void {
  if (at < 0 || at >= TOUR.length) {
    endTour();
    return;
  }
  const step = TOUR[at];
  const { map, start, goal } = readDrawn(step.map);
  batch(() => {
    stopWalking();
    isPlaying.value = false;
    isWelcomed.value = true;
    tourAt.value = at;
    mover.value = step.mover;
    heat.value = step.heat;
    awaitTime(step.time === 'end' ? null : step.time);
    setPanes(step.methods.length);
    panes.peek().forEach((pane, i) => (pane.method.value = step.methods[i]));
    changeMap(map, { from: start, to: goal });
    clock.value = clockEnd.peek();
    ownLoad = loads.peek();
    const cells = step.cells.map(([x, y]) => y * map.width + x);
    ringed.value = cells;
    cursor.value = cells[0] ?? NONE;
    isKeyboards.value = false;
    fitAll();
  });
  if (step.panel && isWide()) showPanel(step.panel);
}

function showPanel(name: string): void {
  hasRight.value = true;
  requestAnimationFrame(() => {
    const panel = document.getElementById(`panel-${name}`);
    if (!(panel instanceof HTMLDetailsElement)) return;
    panel.open = true;
    panel.scrollIntoView({ block: 'nearest' });
  });
}

export function endTour(): void {
  tourAt.value = null;
  ringed.value = [];
}

export const startTour = (): void => goToStep(0);

export function keepTour(): void {
  // Who draws or makes a map has found the way: the welcome makes room.
  let known = edits.peek();
  effect(() => {
    if (edits.value !== known) isWelcomed.value = true;
    known = edits.value;
  });
  effect(() => {
    if (loads.value !== ownLoad) ringed.value = [];
  });
}
