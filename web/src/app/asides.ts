// What is asked beside searches: the truth for a heat map, a judge where no pane proved the least, where
// turns end. Fetched when it is first needed.

import type { Signal } from '@preact/signals';
import type { Engine } from '../engine/engine';
import { NONE, type Method, type Question } from '../model';
import { USUAL, type Pane } from './panes';

/** What is asked, and what is said of it. */
interface Parts {
  readonly engine: Engine;
  readonly question: { peek(): Question };
  readonly judged: Signal<number | null>;
  readonly optimum: { peek(): number | null };
}

/** Asks the engine when it is free. */
export function createAsides({ engine, question, judged, optimum }: Parts) {
  /** What the truth is about, and the truth: the same for all panes. */
  let truth: readonly [Question, Uint32Array] | null = null;

  async function askTruth(pane: Pane): Promise<void> {
    const asked = question.peek();
    if (truth?.[0] !== asked) truth = [asked, await engine.costsTo(asked)];
    pane.truth.value = truth[1];
  }

  async function askJudge(): Promise<void> {
    if (optimum.peek() !== null) return;
    const method: Method = { ...USUAL, algorithm: 'auto' };
    const { answer } = await engine.ask(question.peek(), method, { eventsMax: 0 });
    if (answer.outcome === 'found') judged.value = answer.lowerBound;
  }

  /** Where turns of so many straight steps end on the path of a pane. */
  async function askTurns(pane: Pane, points: number): Promise<void> {
    const path = pane.watched.peek()?.answer.path;
    if (!path || path.length < 2 || points === 0) return;
    const asked = question.peek();
    const ends = await engine.turns(asked, path, Math.min(NONE - 1, points * asked.mover.straight));
    pane.turns.value = { path, points, ends };
  }

  return { askTruth, askJudge, askTurns };
}
