// Has the searches of all panes timed, one after another, as soon as each has its answer. Fetched when there
// is something to time.

import { batch, type Signal } from '@preact/signals';
import type { Engine } from '../engine/engine';
import type { Question } from '../model';
import type { Life } from './life';
import type { Pane } from './panes';
import { timed } from './timing';

/** What has searches timed, and what it goes by. */
interface Parts {
  readonly life: Life;
  readonly engine: Engine;
  readonly panes: Signal<readonly Pane[]>;
  readonly question: { peek(): Question };
  /** How often something was asked. */
  asks(): number;
  /** Whether somebody waits for an answer. */
  isBusy(): boolean;
  followAnswer(): void;
}

/** So often it is tried to time the same. */
const TRIES = 4;

/** Times what `timeAll` finds when it is called. */
export function createTimes({ life, engine, panes, question, asks, isBusy, followAnswer }: Parts) {
  let isTiming = false;
  let tried: { all: readonly Pane[]; mine: number; left: number } = { all: [], mine: 0, left: 0 };

  async function timeAll(): Promise<void> {
    const [all, mine] = [panes.peek(), asks()];
    const watched = all.filter((each) => each.watched.peek());
    const isDone = watched.every((each) => each.times.peek());
    if (isTiming || isBusy() || isDone || triesLeft(all, mine) < 0) return;
    isTiming = true;
    const isStill = () => asks() === mine && panes.peek() === all && !isBusy() && !life.isOver();
    try {
      const asked = question.peek();
      const samplers = watched.map(({ method }) =>
        (times: number) => engine.time(asked, method.peek(), times));
      const times = await timed(samplers, isStill);
      batch(() => {
        if (times) watched.forEach((each, at) => (each.times.value = times[at]));
        followAnswer();
      });
    } catch {
      // What came between has been answered by now, or is on its way: we try again, a few times.
    }
    isTiming = false;
    if (!life.isOver()) void timeAll();
  }

  /** How often the same may still be tried. */
  function triesLeft(all: readonly Pane[], mine: number): number {
    if (tried.all !== all || tried.mine !== mine) tried = { all, mine, left: TRIES };
    return (tried.left -= 1);
  }

  return { timeAll };
}
