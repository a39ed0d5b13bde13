// The open list as a binary heap: its first four levels as a tree, with the F of each entry.

import type { JSX } from 'preact';
import { heapAt } from '../app/waiting';
import { usePlayground } from './playground';

const [WIDE, LEVEL, SHOWN] = [560, 30, 15];

export function Heap(): JSX.Element | null {
  const { words: { t }, world: { sayCost }, panes: { pane }, clock: { timeOf } } = usePlayground();
  const trace = pane.value.watched.value?.trace;
  if (!trace) return null;
  const heap = heapAt(trace, timeOf(pane.value), pane.value.method.value);
  const shown = heap.slice(0, SHOWN);
  const spot = (at: number): [number, number] => {
    const level = Math.floor(Math.log2(at + 1));
    const across = at + 1 - 2 ** level;
    return [((across + 0.5) * WIDE) / 2 ** level, (level + 0.5) * LEVEL];
  };
  const say = sayCost.value;
  const costs = shown.map((event) => say(trace.g[event] + trace.h[event]));
  return (
    <svg
      class="heap" viewBox={`0 0 ${WIDE} ${4 * LEVEL}`} role="img"
      aria-label={`${t('panel.openList')}: ${costs.join(', ')}`}
    >
      {shown.map((event, at) => at > 0 && (
        <path key={event} d={`M${spot(at).join(' ')}L${spot((at - 1) >> 1).join(' ')}`} />
      ))}
      {shown.map((event, at) => {
        const [x, y] = spot(at);
        return (
          <g key={event} class={at === 0 ? 'next' : ''}>
            <rect x={x - 16} y={y - 10} width={32} height={20} rx={5} />
            <text x={x} y={y + 4}>{costs[at]}</text>
          </g>
        );
      })}
    </svg>
  );
}
