// A search as a search trace of Posthoc, version 1.4.0: YAML with a view of the cells and a list of events.
//
// Posthoc's own words for events are kept, as it colours by them: what we open it *generates*, what we
// improve it *updates*, what we close it *expands* and, when the next one's turn comes, *closes*. For its
// form see the traces of that version in the repository ShortestPathLab/posthoc-app.

import { CLOSED, CONSIDERED, IMPROVED, NONE, type GameMap, type Trace } from '../model';
import { pointOf } from './place';

const HEAD = `version: 1.4.0

views:
  main:
    - $: rect
      x: \${{ $.x }}
      y: \${{ $.y }}
      width: 1
      height: 1
      fill: \${{ color[$.type] }}

pivot:
  x: \${{ $.x + 0.5 }}
  y: \${{ $.y + 0.5 }}
  scale: 1

events:
`;

/** The trace's YAML, line by line. Hexes are drawn as squares, each row or column shoved as on the map. */
export function* posthocOf(map: GameMap, trace: Trace, start: number, goal: number): Generator<string, void> {
  yield `${HEAD}${place('source', map, start)} }\n${place('destination', map, goal)} }\n`;
  let expanding = NONE;
  const told = (type: string, event: number) => {
    const parent = trace.parent[event];
    const [g, h] = [trace.g[event], trace.h[event]];
    const from = parent === NONE ? 'null' : String(parent);
    return `${place(type, map, trace.cell[event])}, pId: ${from}, f: ${g + h}, g: ${g}, h: ${h} }\n`;
  };
  for (let event = 0; event < trace.length; event += 1) {
    const kind = trace.kind[event];
    if (kind === CONSIDERED) continue;
    if (kind === CLOSED) {
      if (expanding !== NONE) yield told('closing', expanding);
      expanding = event;
    }
    yield told(kind === CLOSED ? 'expanding' : kind === IMPROVED ? 'updating' : 'generating', event);
  }
  const hasArrived = expanding !== NONE && trace.cell[expanding] === goal;
  if (expanding !== NONE) yield told(hasArrived ? 'end' : 'closing', expanding);
}

function place(type: string, map: GameMap, cell: number): string {
  const { x, y } = pointOf(map, cell);
  const isRow = map.arrangement.endsWith('r');
  const isShoved = (isRow ? y : x) % 2 === (map.arrangement.startsWith('odd') ? 1 : 0);
  const shove = map.shape === 'hex' && isShoved ? 0.5 : 0;
  return `  - { type: ${type}, id: ${cell}, x: ${x + (isRow ? shove : 0)}, y: ${y + (isRow ? 0 : shove)}`;
}
