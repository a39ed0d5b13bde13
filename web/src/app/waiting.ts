// The open list in the order in which a search will take from it, which is not the same for each.

import type { Method, Trace } from '../model';
import { eventAt, openListAt } from '../trace';

/** The cells that wait when `time` events had happened, the next one first. */
export function waitingAt(trace: Trace, time: number, most: number, method: Method): number[] {
  const order = orderOf(method);
  if (order === null) return openListAt(trace, time, most);
  const keyed = openListAt(trace, time, trace.length).map((cell) => {
    const event = eventAt(trace, cell, time);
    return { cell, h: trace.h[event], key: order(trace.g[event], trace.h[event], trace.openedAt[cell]) };
  });
  const nearer = method.ties === 'near-goal' ? 1 : -1;
  keyed.sort((a, b) => a.key - b.key || nearer * (a.h - b.h) || a.cell - b.cell);
  return keyed.slice(0, most).map(({ cell }) => cell);
}

type Order = (g: number, h: number, openedAt: number) => number;

/** What a search goes by; null: by f, as the list is sorted anyway. */
function orderOf({ algorithm, percent, ties }: Method): Order | null {
  switch (algorithm) {
    case 'greedy': return (_, h) => h;
    case 'dijkstra': case 'two-way-dijkstra': return (g) => g;
    case 'bfs': return (_g, _h, openedAt) => openedAt;
    case 'dfs': return (_g, _h, openedAt) => -openedAt;
    case 'weighted-astar': return (g, h) => g + Math.floor((h * percent) / 100);
    case 'astar': return ties === 'near-goal' ? null : (g, h) => g + h;
    default: return null;
  }
}
