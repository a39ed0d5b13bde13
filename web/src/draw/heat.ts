// Heat maps: what a cell's number is, and how it lies between the least and the most of a search.

import { NONE, type Heat, type Trace } from '../model';
import { isReopening } from '../history';

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
  /** Whether there may be more than the most: not all was looked at. */
  readonly isSampled?: boolean;
}

/** Of more events than this only every so manyth is looked at for the greatest error: all would be felt. */
const LOOKED_AT_MAX = 500_000;

/** The number of a cell by its last event. */
type Numbers = (event: number) => number;

interface Kept {
  readonly truth: Uint32Array | null;
  readonly numbers: Numbers;
  readonly span: Span;
  levels?: Uint8Array;
}

const known = new WeakMap<Trace, Map<Heat, Kept>>();

/** What a heat map shows; made once. */
function keptOf({ trace, heat, truth }: HeatSource): Kept {
  let all = known.get(trace);
  if (!all) known.set(trace, (all = new Map()));
  let kept = all.get(heat);
  if (kept?.truth !== truth) {
    const numbers = numbersOf({ trace, heat, truth });
    all.set(heat, (kept = { truth, numbers, span: measured(trace, heat, numbers) }));
  }
  return kept!;
}

/** The span of a heat map over a whole search, so that colours keep still while time runs. */
export const spanOf = (source: HeatSource): Span => keptOf(source).span;

/** For each event, where its number lies between the least and the most: 0 to 255. */
export function levelsOf(source: HeatSource): Uint8Array {
  const kept = keptOf(source);
  if (kept.levels) return kept.levels;
  const { numbers, span: { least, most } } = kept;
  const factor = 255 / (most - least);
  const levels = new Uint8Array(source.trace.length);
  for (let event = 0; event < levels.length; event += 1) {
    levels[event] = Math.min(255, Math.max(0, (numbers(event) - least) * factor));
  }
  return (kept.levels = levels);
}

/** The numbers of a heat map: of reopenings, how often the cell had been opened after it had been closed. */
export function numbersOf({ trace, heat, truth }: HeatSource): Numbers {
  const { length, g, h, cell, previous, legs } = trace;
  const rest = (event: number) => (h[event] === NONE ? 0 : h[event]);
  if (heat === 'g') return (event) => g[event];
  if (heat === 'h') return rest;
  if (heat === 'f') return (event) => g[event] + rest(event);
  if (heat === 'error') {
    // The truth is that of the way to the goal: of the legs before, to other places, it says nothing.
    const begin = legs[legs.length - 1];
    return (event) => {
      const real = truth && event >= begin ? truth[cell[event]] : NONE;
      return real === NONE ? 0 : Math.abs(real - rest(event));
    };
  }
  if (heat === 'order') return Number;
  heat satisfies 'reopenings' | 'none';
  const counts = new Uint32Array(length);
  for (let event = 0; event < length; event += 1) {
    const before = previous[event];
    if (before !== NONE) counts[event] = counts[before] + Number(isReopening(trace, event));
  }
  return (event) => counts[event];
}

function measured({ length, extremes, reopened }: Trace, heat: Heat, numbers: Numbers): Span {
  const [gMost, hMost, fLeast, fMost] = extremes;
  if (heat === 'f') return { least: Math.min(fLeast, fMost), most: Math.max(fMost, fLeast + 1) };
  let most = heat === 'order' ? length - 1 : heat === 'g' ? gMost : heat === 'h' ? hMost : 0;
  const isCounted = heat === 'error' || (heat === 'reopenings' && reopened > 0);
  const stride = heat === 'error' ? Math.ceil(length / LOOKED_AT_MAX) : 1;
  for (let event = 0; isCounted && event < length; event += stride) most = Math.max(most, numbers(event));
  return { least: 0, most: Math.max(1, most), ...(stride > 1 && { isSampled: true }) };
}
