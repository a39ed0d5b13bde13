// Where turns end on each pane's path, asked of its engine while somebody counts in turns.

import type { Pane } from './panes';
import { NONE } from '../model';
import type { With } from './playground';

/** Turns on the paths of all panes. */
export function createTurns({
  life: { effect },
  settings: { pointsATurn },
  world: { question },
  panes: { panes },
  ask: { whenFree },
}: With<'life' | 'settings' | 'world' | 'panes' | 'ask'>) {
  /** Where turns end on the path of a pane: places of the path, counted from 0. Null: nobody counts. */
  function turnsOf({ watched, turns }: Pane): Uint32Array | null {
    const now = turns.value;
    const isOfThis = now?.path === watched.value?.answer.path && now?.points === pointsATurn.value;
    return now && isOfThis && now.points > 0 ? now.ends : null;
  }

  async function askTurns(pane: Pane): Promise<void> {
    const path = pane.watched.peek()?.answer.path;
    const points = pointsATurn.peek();
    if (!path || path.length < 2 || points === 0) return;
    const asked = question.peek();
    const ends = await pane.engine.turns(asked, path, Math.min(NONE - 1, points * asked.mover.straight));
    pane.turns.value = { path, points, ends };
  }

  function keepTurns(): void {
    effect(() => {
      const isOn = pointsATurn.value > 0;
      for (const pane of panes.value) {
        void pane.watched.value;
        if (isOn) whenFree(pane, 'turns', () => askTurns(pane));
      }
    });
  }

  return { turnsOf, keepTurns };
}
export type TurnEnds = ReturnType<typeof createTurns>;
