// What happened to a cell, event by event, and what an event was to its node.

import { CLOSED, IMPROVED, NONE, OPENED, type Trace } from './model';
import { beforeIn, eventAt } from './trace';

/** One line of a cell's history. */
export interface Happening {
  event: number;
  kind: 'opened' | 'improved' | 'closed';
  g: number;
  h: number;
  parent: number;
}

const KINDS = { [OPENED]: 'opened', [IMPROVED]: 'improved', [CLOSED]: 'closed' } as const;

/** What happened to a cell, first to last, among the first `time` events. */
export function historyOf(trace: Trace, cell: number, time: number): Happening[] {
  const happened: Happening[] = [];
  for (let event = eventAt(trace, cell, time); event !== NONE; event = trace.previous[event]) {
    const kind = KINDS[trace.kind[event] as 0 | 1 | 2];
    happened.push({ event, kind, g: trace.g[event], h: trace.h[event], parent: trace.parent[event] });
  }
  return happened.reverse();
}

/** Whether an event opens a node anew that was closed before. */
export function isReopening(trace: Trace, event: number): boolean {
  if (trace.kind[event] >= CLOSED) return false;
  const before = beforeIn(trace, event, trace.legs.findLast((leg) => leg <= event) ?? 0);
  return before !== NONE && trace.kind[before] === CLOSED;
}
