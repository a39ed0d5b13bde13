// A search as JSON lines, one event each: what `xunlu trace` writes, in the same words and order.

import { NONE, type GameMap, type Trace } from '../model';
import { placeText } from './place';

const NAMES = ['opened', 'improved', 'closed', 'considered'] as const;

/** All events, first to last: `{"type":"opened","id":"1,0","pId":"0,0","f":44,"g":10,"h":34}`. */
export function* traceLines(map: GameMap, trace: Trace): Generator<string, void> {
  for (let event = 0; event < trace.length; event += 1) {
    const parent = trace.parent[event];
    const pId = parent === NONE ? null : placeText(map, parent);
    const [g, h] = [trace.g[event], trace.h[event]];
    const id = placeText(map, trace.cell[event]);
    yield `${JSON.stringify({ type: NAMES[trace.kind[event]], id, pId, f: g + h, g, h })}\n`;
  }
}
