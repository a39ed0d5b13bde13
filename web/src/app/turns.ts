// Where turns end on each pane's path, asked of its engine while somebody counts in turns.

import type { Pane } from './panes';
import type { With } from './playground';

/** Turns on the paths of all panes. */
export function createTurns({
  life: { effect },
  settings: { pointsATurn },
  panes: { panes },
  ask: { asides, whenFree },
}: With<'life' | 'settings' | 'panes' | 'ask'>) {
  /** Where turns end on the path of a pane: places of the path, counted from 0. Null: nobody counts. */
  function turnsOf({ watched, turns }: Pane): Uint32Array | null {
    const now = turns.value;
    const isOfThis = now?.path === watched.value?.answer.path && now?.points === pointsATurn.value;
    return now && isOfThis && now.points > 0 ? now.ends : null;
  }

  function keepTurns(): void {
    effect(() => {
      const points = pointsATurn.value;
      for (const pane of panes.value) {
        void pane.watched.value;
        if (points > 0) whenFree(pane, 'turns', async () => (await asides()).askTurns(pane, points));
      }
    });
  }

  return { turnsOf, keepTurns };
}
export type TurnEnds = ReturnType<typeof createTurns>;
