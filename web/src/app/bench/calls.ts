// What the worker of a benchmark can be asked, in calls that are answered in their order.

import type { GameMap, Times } from '../../model';
import type { Answered, Case, Contest, Pace } from './bench';

export interface BenchCalls {
  /** Comes first; tells how times can be taken here. */
  start(module: WebAssembly.Module): Pace;
  /** The map of all questions that have none of their own. */
  load(map: GameMap): void;
  answer(asked: Case, contest: Contest): Answered;
  /** How long each search takes to answer what was answered before; `answered` says from where to where. */
  time(asked: Case, contest: Contest, answered: Answered): Times[];
}

/** At most so many batches of each search. */
export const BATCHES = 5;
