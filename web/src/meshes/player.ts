// The clock of a scene's search: how many of its events are seen, and how they play.

import { computed, effect, signal } from '@preact/signals';
import { boundaryBeside, lengthOf, momentOf } from './moment';
import type { Trace } from './model';

/** A whole search takes so many seconds, at the usual speed. */
const WHOLE_SECONDS = 9;

export function createPlayer(trace: { readonly value: Trace | null; peek(): Trace | null }) {
  /** Whether the search is drawn. */
  const isShown = signal(false);
  const isPlaying = signal(false);
  /** Times as fast as usual. */
  const speed = signal(1);
  /** A moment somebody chose; until then the end is seen. */
  const chosen = signal<number | null>(null);
  const end = computed(() => (trace.value ? lengthOf(trace.value) : 0));
  const time = computed(() => Math.min(end.value, chosen.value ?? end.value));
  const isAtEnd = computed(() => time.value >= end.value);
  const moment = computed(() =>
    (isShown.value && trace.value ? momentOf(trace.value, Math.floor(time.value)) : null));

  function seek(to: number): void {
    isShown.value = true;
    const next = Math.min(end.peek(), Math.max(0, to));
    chosen.value = next >= end.peek() ? null : next;
  }
  function step(by: number): void {
    isPlaying.value = false;
    seek(Math.floor(time.peek()) + by);
  }
  function stepExpansion(by: 1 | -1): void {
    const now = trace.peek();
    if (now) step(boundaryBeside(now, Math.floor(time.peek()), by) - Math.floor(time.peek()));
  }
  function togglePlay(): void {
    if (!isPlaying.peek() && isAtEnd.peek()) seek(0);
    isPlaying.value = !isPlaying.peek() && end.peek() > 0;
    isShown.value = true;
  }

  const stop = effect(() => {
    if (!isPlaying.value) return;
    let before = performance.now();
    let frame = requestAnimationFrame(function tick(now) {
      const events = (Math.max(0, now - before) / 1000) * speed.peek() * (end.peek() / WHOLE_SECONDS);
      before = now;
      seek(time.peek() + events);
      if (isAtEnd.peek()) isPlaying.value = false;
      else frame = requestAnimationFrame(tick);
    });
    return () => cancelAnimationFrame(frame);
  });

  return {
    isShown, isPlaying, speed, end, time, isAtEnd, moment, seek, step, stepExpansion, togglePlay, stop,
  };
}
export type Player = ReturnType<typeof createPlayer>;
