// What a playground has set going and has to end: effects, listeners, timers.

import { effect } from '@preact/signals';

/** What lives as long as its playground. */
export interface Life {
  /** Does something now and whenever a signal changed that it read; what it gives back is done before. */
  effect(work: () => void | (() => void)): void;
  listen<T extends Event>(
    target: EventTarget, name: string, hear: (event: T) => unknown, options?: AddEventListenerOptions,
  ): void;
  /** Does something once after a while; gives what calls it off. */
  later(ms: number, deed: () => unknown): () => void;
  /** Has something done at the end. */
  onEnd(deed: () => void): void;
  isOver(): boolean;
  /** Ends all of it, the latest first. */
  end(): void;
}

export function createLife(): Life {
  const ends = new Set<() => void>();
  let isOver = false;
  const onEnd = (deed: () => void) => void (isOver ? deed() : ends.add(deed));
  return {
    effect: (work) => onEnd(effect(work)),
    listen(target, name, hear, options) {
      const listener = hear as EventListener;
      target.addEventListener(name, listener, options);
      onEnd(() => target.removeEventListener(name, listener, options));
    },
    later(ms, deed) {
      if (isOver) return () => undefined;
      const off = () => {
        clearTimeout(timer);
        ends.delete(off);
      };
      const timer = setTimeout(() => {
        ends.delete(off);
        deed();
      }, ms);
      ends.add(off);
      return off;
    },
    onEnd,
    isOver: () => isOver,
    end() {
      isOver = true;
      for (const deed of [...ends].reverse()) deed();
      ends.clear();
    },
  };
}
