// Waiting, until it is over or nobody is interested any more.

/** Waits so many milliseconds. Fails at once with the signal's reason when it is aborted. */
export function sleep(time: number, signal?: AbortSignal): Promise<void> {
  return new Promise((done, failed) => {
    signal?.throwIfAborted();
    const stop = () => {
      clearTimeout(timer);
      failed(signal?.reason);
    };
    const timer = setTimeout(() => {
      signal?.removeEventListener("abort", stop);
      done();
    }, time);
    signal?.addEventListener("abort", stop, { once: true });
  });
}

/** From nothing up to 20 ms, then 40, then 80, and so on to the most: full jitter (Brooker 2015). */
export function pause(again: number, most = 80): number {
  return Math.random() * Math.min(20 * 2 ** again, most);
}
