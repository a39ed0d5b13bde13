// Quantiles, intervals and bins of what was measured.

export const sortedOf = (values: Iterable<number>): Float64Array => Float64Array.from(values).sort();

/** The value below which such a share lies, between two neighbours in proportion. */
export function quantile(sorted: ArrayLike<number>, share: number): number {
  const place = share * (sorted.length - 1);
  const below = Math.floor(place);
  const above = Math.min(sorted.length - 1, below + 1);
  return sorted[below] + (place - below) * (sorted[above] - sorted[below]);
}

/** A median with what it may be by chance; the ends of the interval are NaN below six values. */
export interface Middle {
  readonly median: number;
  readonly low: number;
  readonly high: number;
}

/** An interval leaves so much out at either end: it holds the true median in 95 of 100 cases. */
const TAIL = 0.025;

/**
 * How many values at either end of n sorted ones lie outside the 95% interval of the median, or -1 where none
 * is so wide. It takes no shape for granted: as many values lie below the true median as heads among n coins
 * (David and Nagaraja, Order Statistics, 2003, section 7.1).
 */
export function outsideOf(n: number): number {
  let [logShare, below, count] = [-n * Math.LN2, 0, 0];
  for (; count <= n; count += 1) {
    below += Math.exp(logShare);
    if (below > TAIL) break;
    logShare += Math.log((n - count) / (count + 1));
  }
  return count - 1;
}

/** The median of sorted values; null where there are none. */
export function middleOf(sorted: ArrayLike<number>): Middle | null {
  if (sorted.length === 0) return null;
  const outside = outsideOf(sorted.length);
  const [low, high] = outside < 0 ? [NaN, NaN] : [sorted[outside], sorted[sorted.length - 1 - outside]];
  return { median: quantile(sorted, 0.5), low, high };
}

/** How far medians have to keep apart: what the clock and other work do to each is no difference. */
const APART = 1.05;

/** The place of the median that lies below all others beyond doubt; null where intervals come near. */
export function clearlyLeast(all: readonly (Middle | null)[]): number | null {
  if (all.length < 2) return null;
  const isClear = (one: Middle | null) =>
    one !== null && all.every((other) => other === one || (other !== null && one.high * APART < other.low));
  const at = all.findIndex(isClear);
  return at < 0 ? null : at;
}

/** How many values lie in each of so many bins of a logarithmic scale. */
export function histogram(sorted: ArrayLike<number>, least: number, most: number, bins: number): number[] {
  const counts = Array.from({ length: bins }, () => 0);
  const span = Math.log(most / least) || 1;
  for (let at = 0; at < sorted.length; at += 1) {
    const bin = Math.floor((bins * Math.log(Math.max(least, sorted[at]) / least)) / span);
    counts[Math.min(bins - 1, Math.max(0, bin))] += 1;
  }
  return counts;
}

/** 1, 2 or 5 times a power of ten: the least of these with which so many steps reach so far. */
export function roundStep(far: number, steps: number): number {
  const wanted = Math.max(far / steps, 1e-9);
  const power = 10 ** Math.floor(Math.log10(wanted));
  return power * ([1, 2, 5].find((times) => times * power >= wanted) ?? 10);
}
