// The open list in the order in which a search will take from it, which is not the same for each.

import { CLOSED, type Method, type Trace } from '../model';
import { openListAt } from '../trace';

/** The last events of what waits when `time` events had happened, the next one first; so many at most. */
export function waitingAt(trace: Trace, time: number, most: number, method: Method): number[] {
  const { cell, g, h, kind } = trace;
  const ranked = openListAt(trace, time).map((event) => {
    return { event, rank: rankOf(method, g[event], h[event], event) };
  });
  ranked.sort((a, b) => a.rank[0] - b.rank[0] || a.rank[1] - b.rank[1] || cell[a.event] - cell[b.event]);
  // Which one is next is no guess: the search has closed it.
  let next = time;
  while (next < trace.length && kind[next] !== CLOSED) next += 1;
  const at = ranked.findIndex(({ event }) => cell[event] === cell[next] && g[event] === g[next]);
  if (at > 0) ranked.unshift(...ranked.splice(at, 1));
  return ranked.slice(0, most).map(({ event }) => event);
}

/** What a search goes by, and what decides between equals before the number of the cell does. */
function rankOf({ algorithm, percent, ties }: Method, g: number, h: number, event: number): [number, number] {
  switch (algorithm) {
    case 'greedy': return [h, g];
    case 'dijkstra': case 'two-way-dijkstra': return [g, 0];
    case 'bfs': return [event, 0];
    case 'dfs': return [-event, 0];
    case 'weighted-astar': return [100 * g + percent * h, 0];
    default: return [g + h, algorithm === 'astar' && ties === 'near-start' ? -h : h];
  }
}
