// The first moments of a page that somebody comes to for the first time: it searches, draws its path, and the
// figure walks it. A touch ends it.

import type { Playground } from './playground';

/** How long the path is seen before the figure sets out. */
const BEFORE_WALK_MS = 500;

export function enliven({
  life: { effect, later, listen }, root, settings: { isStill, isWelcomed },
  panes: { panes }, clock: { clockEnd, isAtEnd, isPlaying, seek }, walk: { stopWalking, walk },
}: Playground): void {
  if (isStill() || isWelcomed.peek()) return;
  let phase: 'asked' | 'searching' | 'walking' | 'over' = 'asked';

  /** Who touches the page has it; what plays then goes on only for who reached for the player. */
  const hand = ({ target }: Event): void => {
    if (phase === 'over') return;
    const wasLiving = phase !== 'asked';
    phase = 'over';
    if (!wasLiving || (target instanceof Element && target.closest('.transport'))) return;
    isPlaying.value = false;
    seek(clockEnd.peek());
    stopWalking();
  };
  for (const touch of ['pointerdown', 'keydown', 'wheel', 'dragenter']) {
    listen(root, touch, hand, { capture: true, passive: true });
  }

  effect(() => {
    const isAnswered = panes.value[0].watched.value !== null;
    const isDone = !isPlaying.value && isAtEnd.value;
    if (phase === 'asked' && isAnswered) {
      phase = 'searching';
      seek(0);
      isPlaying.value = true;
    } else if (phase === 'searching' && isDone) {
      phase = 'walking';
      later(BEFORE_WALK_MS, () => phase === 'walking' && walk());
    }
  });
}
