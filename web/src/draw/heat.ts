// Heat maps: what a cell's number is, and how it lies between the least and the most of a search.

import { NONE, type Heat, type Trace } from '../model';
import { eventAt, isReopening } from '../trace';

/** What a search can be coloured by; the truth is needed for the error alone. */
export interface HeatSource {
  readonly trace: Trace;
  readonly heat: Heat;
  readonly truth: Uint32Array | null;
}

/** The least and the most a heat map shows, for its colours and its legend. */
export interface Span {
  readonly least: number;
  readonly most: number;
}

/** Of more events than this only every so manyth is looked at for the greatest error: all would be felt. */
const LOOKED_AT_MAX = 500_000;

const known = new WeakMap<Trace, Map<Heat, { truth: Uint32Array | null; span: Span }>>();

/** The span of a heat map over a whole search, so that colours keep still while time runs; made once. */
export function spanOf({ trace, heat, truth }: HeatSource): Span {
  let spans = known.get(trace);
  if (!spans) known.set(trace, (spans = new Map()));
  const kept = spans.get(heat);
  if (kept && kept.truth === truth) return kept.span;
  const span = measured({ trace, heat, truth });
  spans.set(heat, { truth, span });
  return span;
}

/** The number of a cell that was seen before `time`. */
export function heatAt({ trace, heat, truth }: HeatSource, cell: number, time: number): number {
  const closed = trace.closedAt[cell];
  if (heat === 'order') return closed < time ? closed : trace.openedAt[cell];
  if (heat === 'reopenings') return trace.reopened > 0 ? reopeningsAt(trace, cell, time) : 0;
  const isLast = closed < time && trace.reopened === 0;
  const event = isLast ? closed : eventAt(trace, cell, time);
  return event === NONE ? 0 : numberOf(trace, heat, truth, event);
}

/** How often a cell was opened after it had been closed, before `time`. */
export function reopeningsAt(trace: Trace, cell: number, time: number): number {
  let count = 0;
  let event = eventAt(trace, cell, time);
  while (event !== NONE) {
    if (isReopening(trace, event)) count += 1;
    event = trace.previous[event];
  }
  return count;
}

function numberOf(trace: Trace, heat: Heat, truth: Uint32Array | null, event: number): number {
  const h = trace.h[event] === NONE ? 0 : trace.h[event];
  if (heat === 'g') return trace.g[event];
  if (heat === 'h') return h;
  if (heat === 'f') return trace.g[event] + h;
  // The truth is that of the way to the goal: of the legs before, to other places, it says nothing.
  const real = truth && event >= trace.legs[trace.legs.length - 1] ? truth[trace.cell[event]] : NONE;
  return real === NONE ? 0 : Math.abs(real - h);
}

function measured({ trace, heat, truth }: HeatSource): Span {
  if (heat === 'order') return { least: 0, most: Math.max(1, trace.length - 1) };
  let most = 0;
  if (heat === 'reopenings') {
    const counts = new Map<number, number>();
    for (let event = 0; event < trace.length && trace.reopened > 0; event += 1) {
      if (!isReopening(trace, event)) continue;
      const count = (counts.get(trace.cell[event]) ?? 0) + 1;
      counts.set(trace.cell[event], count);
      most = Math.max(most, count);
    }
    return { least: 0, most: Math.max(1, most) };
  }
  const [gMost, hMost, fLeast, fMost] = trace.extremes;
  if (heat === 'f') return { least: Math.min(fLeast, fMost), most: Math.max(fMost, fLeast + 1) };
  if (heat === 'error') {
    const stride = Math.ceil(trace.length / LOOKED_AT_MAX);
    for (let event = 0; event < trace.length; event += stride) {
      most = Math.max(most, numberOf(trace, heat, truth, event));
    }
  } else most = heat === 'g' ? gMost : hMost;
  return { least: 0, most: Math.max(1, most) };
}
