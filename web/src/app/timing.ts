// How long the searches of a race take: a batch of each in turn, one after another, again and again. Whatever
// else the machine is at makes a batch longer, never shorter: the least of many is nearest to the truth, and
// from there to the median is how sure we are.

import type { Times } from '../model';

/** Answers so many times, and tells how many milliseconds that took. */
export type Sampler = (times: number) => Promise<number>;

/** Browsers round their clocks, so a batch is to take so long; and short enough to fit between other work. */
const BATCH_MS = 2;
const RUNS_MAX = 4096;
/** So long for each search, and so many batches of it. */
const SEARCH_MS = 300;
const BATCHES_MAX = 40;

/** What is measured how thoroughly. */
interface Pains {
  readonly batchMs: number;
  readonly searchMs: number;
  readonly batchesMax: number;
  /** How many runs of each search a batch may have to begin with, where that is known. */
  readonly runs: readonly number[];
}
const USUAL: Pains = { batchMs: BATCH_MS, searchMs: SEARCH_MS, batchesMax: BATCHES_MAX, runs: [] };

/**
 * Of fewer batches nobody knows how far they spread: where others use the machine about every second one is
 * held up, and all of a few may be.
 */
const BATCHES_TOLD = 12;

/** Times searches; null as soon as nobody wants to know any more. */
export async function timed(
  samplers: readonly Sampler[], isWanted: () => boolean, now = () => performance.now(),
  { batchMs, searchMs, batchesMax, runs: known }: Pains = USUAL,
): Promise<Times[] | null> {
  const begun = now();
  const runs: number[] = [];
  const samples: number[][] = [];
  for (const [at, sample] of samplers.entries()) {
    // The first runs warm up; one that alone takes long is told of by itself.
    let batch = Math.min(RUNS_MAX, Math.max(1, Math.floor(known[at] || 1)));
    let ms = await sample(batch);
    while (ms < batchMs && batch < RUNS_MAX && isWanted()) ms = await sample((batch *= 2));
    runs.push(batch);
    samples.push(ms > searchMs ? [(1000 * ms) / batch] : []);
  }
  const isDone = () => samples[0].length >= batchesMax || now() - begun > searchMs * samplers.length;
  // To and fro: a machine that gives others their turn in step with ours would hold up always the same one.
  let order = [...samplers.keys()];
  while (!isDone() || samples.some(({ length }) => length === 0)) {
    for (const at of order) {
      if (!isWanted()) return null;
      samples[at].push((1000 * (await samplers[at](runs[at]))) / runs[at]);
    }
    order = order.toReversed();
  }
  return isWanted() ? samples.map(toldOf) : null;
}

function toldOf(samples: readonly number[]): Times {
  const sorted = samples.toSorted((a, b) => a - b);
  return { least: sorted[0], median: sorted[sorted.length >> 1], batches: sorted.length };
}

/** The same search in two panes took from 7.1 to 7.8 µs at the least: what is nearer says nothing. */
const CLEARLY = 1.15;

/** The place of the one that is quicker than all others beyond doubt; null where spreads come near. */
export function quickest(all: readonly (Times | null)[]): number | null {
  const known = all.filter((times) => times !== null);
  if (known.length < all.length || known.length < 2) return null;
  if (known.some(({ batches }) => batches < BATCHES_TOLD)) return null;
  const isClear = (times: Times) =>
    known.every((other) => other === times || times.median * CLEARLY < other.least);
  const at = known.findIndex(isClear);
  return at < 0 ? null : at;
}
