// The open list in the order in which a search will take from it, which is not the same for each.

import { CLOSED, CONSIDERED, NONE, type Method, type Trace } from '../model';
import { openListAt } from '../open-list';

/** The last events of what waits when `time` events had happened, the next one first; so many at most. */
export function waitingAt(trace: Trace, time: number, most: number, method: Method): number[] {
  const { cell, g, kind } = trace;
  const isBefore = orderOf(trace, method);
  // Which one is next is no guess: the search has closed it.
  let next = time;
  while (next < trace.length && kind[next] !== CLOSED) next += 1;
  let first = NONE;
  const best: number[] = [];
  for (const event of openListAt(trace, time)) {
    const isNext = cell[event] === cell[next] && g[event] === g[next];
    if (isNext && (first === NONE || isBefore(event, first))) first = event;
    let at = best.length;
    while (at > 0 && isBefore(event, best[at - 1])) at -= 1;
    if (at < most) best.splice(at, 0, event);
    if (best.length > most) best.pop();
  }
  if (first === NONE) return best;
  return [first, ...best.filter((event) => event !== first)].slice(0, most);
}

/** Whether one of two waiting events comes first. */
function orderOf({ cell, g, h }: Trace, method: Method): (a: number, b: number) => boolean {
  const rank = (event: number) => rankOf(method, g[event], h[event], event);
  const tie = (event: number) => tieOf(method, g[event], h[event]);
  return (a, b) => (rank(a) - rank(b) || tie(a) - tie(b) || cell[a] - cell[b]) < 0;
}

/** What a search goes by. */
function rankOf({ algorithm, percent }: Method, g: number, h: number, event: number): number {
  switch (algorithm) {
    case 'greedy': return h;
    case 'dijkstra': case 'two-way-dijkstra': return g;
    case 'bfs': return event;
    case 'dfs': return -event;
    case 'weighted-astar': return 100 * g + percent * h;
    default: return g + h;
  }
}

/** What decides between equals before the number of the cell does. */
function tieOf({ algorithm, ties }: Method, g: number, h: number): number {
  switch (algorithm) {
    case 'greedy': return g;
    case 'dijkstra': case 'two-way-dijkstra': case 'bfs': case 'dfs': case 'weighted-astar': return 0;
    default: return algorithm === 'astar' && ties === 'near-start' ? -h : h;
  }
}

/**
 * The open list as a binary heap holds it, top first: what a textbook's heap would look like after the same
 * events, each an entry put in, moved up or taken off. Entries are their last events.
 */
export function heapAt(trace: Trace, time: number, method: Method): number[] {
  const { cell, kind } = trace;
  const heap: number[] = [];
  const isBefore = orderOf(trace, method);
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
    if (kind[event] === CONSIDERED) continue;
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
