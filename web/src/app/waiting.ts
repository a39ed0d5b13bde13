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

/**
 * The open list as a binary heap holds it, top first: what a textbook's heap would look like after the same
 * events, each an entry put in, moved up or taken off. Entries are their last events.
 */
export function heapAt(trace: Trace, time: number, method: Method): number[] {
  const { cell, g, h, kind } = trace;
  const heap: number[] = [];
  const isBefore = (a: number, b: number) => {
    const [one, two] = [a, b].map((event) => rankOf(method, g[event], h[event], event));
    return (one[0] - two[0] || one[1] - two[1] || cell[a] - cell[b]) < 0;
  };
  const swap = (a: number, b: number) => ([heap[a], heap[b]] = [heap[b], heap[a]]);
  const rise = (at: number) => {
    while (at > 0 && isBefore(heap[at], heap[(at - 1) >> 1])) {
      swap(at, (at - 1) >> 1);
      at = (at - 1) >> 1;
    }
  };
  const sink = (at: number) => {
    for (;;) {
      const [left, right] = [2 * at + 1, 2 * at + 2];
      let least = left < heap.length && isBefore(heap[left], heap[at]) ? left : at;
      if (right < heap.length && isBefore(heap[right], heap[least])) least = right;
      if (least === at) return;
      swap(at, least);
      at = least;
    }
  };
  const begin = trace.legs.findLast((leg) => leg < time) ?? 0;
  for (let event = begin; event < Math.min(time, trace.length); event += 1) {
    const at = heap.findIndex((other) => cell[other] === cell[event]);
    if (kind[event] === CLOSED) {
      const last = heap.pop();
      if (at < 0 || last === undefined || at === heap.length) continue;
      heap[at] = last;
      sink(at);
      rise(at);
    } else if (at < 0) rise(heap.push(event) - 1);
    else {
      heap[at] = event;
      rise(at);
    }
  }
  return heap;
}
