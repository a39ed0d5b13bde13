// The guided tour: which step one is at. The steps are fetched when it begins (`tour-step.ts`).

import { batch, computed, signal } from '@preact/signals';
import type { TourStep } from '../tour/tour';
import { fetched } from './fetched';
import type { With } from './playground';

export type TourParts = With<
  'life' | 'root' | 'settings' | 'messages' | 'layout' | 'world' | 'undo' | 'view' | 'panes' | 'clock' |
  'cursor' | 'walk' | 'scene'
>;

/** The tour on one playground. */
export function createTour(parts: TourParts) {
  const { life: { effect }, root, settings: { isWelcomed }, messages: { complain } } = parts;
  const { layout: { hasRight, isWide }, world: { edits, loads }, scene: { ringed } } = parts;
  /** The step, from 0; null: no tour. */
  const tourAt = signal<number | null>(null);
  const tourSteps = signal<readonly TourStep[]>([]);
  const tourStep = computed(() => (tourAt.value === null ? null : tourSteps.value[tourAt.value]));
  let touring: typeof import('./tour-step') | null = null;
  /** The load that the step made: another map ends what it points at. */
  let ownLoad = -1;

  function goToStep(at: number): void {
    const step = tourSteps.peek()[at];
    if (!step) {
      endTour();
      return;
    }
    batch(() => {
      tourAt.value = at;
      touring?.setUp(parts, step);
      ownLoad = loads.peek();
    });
    if (step.panel && isWide()) showPanel(step.panel);
  }

  function showPanel(name: string): void {
    hasRight.value = true;
    requestAnimationFrame(() => {
      const panel = root.querySelector(`[data-panel='${name}']`);
      if (!(panel instanceof HTMLDetailsElement)) return;
      panel.open = true;
      panel.scrollIntoView({ block: 'nearest' });
    });
  }

  function endTour(): void {
    tourAt.value = null;
    ringed.value = [];
  }

  /** Begins as soon as its steps are there. */
  async function startTour(): Promise<void> {
    try {
      touring = await fetched(() => import('./tour-step'));
      tourSteps.value = touring.TOUR;
      goToStep(0);
    } catch (error) {
      complain(error);
    }
  }

  function keepTour(): void {
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

  return { tourAt, tourSteps, tourStep, goToStep, endTour, startTour, keepTour };
}
export type Tour = ReturnType<typeof createTour>;
