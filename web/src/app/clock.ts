// The clock: how far into the searches we look. For one pane it counts events; in a race, expansions or
// microseconds for all.

import { batch, computed, signal } from '@preact/signals';
import { boundaryBeside, changesAt, tallyAt, timeOfChange, timeOfClosing } from '../tally';
import type { Pane } from './panes';
import type { With } from './playground';

export type RaceBy = 'expansions' | 'micros';

/** The clock of all panes. */
export function createClock({ life: { effect }, panes: { panes } }: With<'life' | 'panes'>) {
  const raceBy = signal<RaceBy>('expansions');
  const unit = computed<'events' | RaceBy>(() => (panes.value.length > 1 ? raceBy.value : 'events'));
  const clock = signal(0);
  const isPlaying = signal(false);
  const chosenSpeed = signal<number | null>(null);
  const speed = computed(
    () => chosenSpeed.value ?? within(Math.round(clockEnd.value / WHOLE_SECONDS), SPEED_LEAST * 4),
  );
  const setSpeed = (value: number): void => {
    chosenSpeed.value = within(value, SPEED_LEAST);
  };

  const microsOf = ({ times }: Pane): number => Math.max(1, times.value?.least ?? 0);

  const endOf = (pane: Pane): number => {
    const { trace } = pane.watched.value ?? {};
    if (!trace) return 0;
    if (unit.value === 'events') return trace.length;
    const closings = pane.sums.value?.at.at(-1)?.closed ?? 0;
    return unit.value === 'expansions' ? closings : microsOf(pane);
  };

  /** Where the clock ends: when the last pane has finished. */
  const clockEnd = computed(() => Math.max(0, ...panes.value.map(endOf)));

  /** How many events of a pane had happened at the clock's time. */
  function timeOf(pane: Pane): number {
    const { trace } = pane.watched.value ?? {};
    if (!trace || !pane.sums.value) return 0;
    const now = clock.value;
    if (now >= clockEnd.value) return trace.length;
    if (unit.value === 'events') return Math.min(trace.length, Math.floor(now));
    if (unit.value === 'expansions') return timeOfClosing(pane.sums.value, Math.floor(now));
    // Events of an untraced run are not timed one by one: they are spread evenly over its time.
    return Math.min(trace.length, Math.floor((now / microsOf(pane)) * trace.length));
  }

  /**
   * How many nodes a pane had expanded. The closing that ends a leg expands nothing, and from both ends some
   * others do not: until such a search is over they are counted, as far as it expands at all.
   */
  function expandedOf(pane: Pane): number | null {
    const { answer, trace } = pane.watched.value ?? {};
    if (!answer) return null;
    const sums = pane.sums.value;
    const time = timeOf(pane);
    if (!trace || !sums || time >= trace.length) return answer.expansions;
    const ended = trace.legs.filter((begin) => begin > 0 && begin <= time).length;
    return Math.min(answer.expansions, tallyAt(sums, time).closed - ended);
  }

  /** Whether a pane's search has come to its end by now: before that nobody knows what its way costs. */
  const isOver = (pane: Pane): boolean => timeOf(pane) >= (pane.watched.value?.trace?.length ?? 0);

  const isAtEnd = computed(() => clock.value >= clockEnd.value);

  function seek(to: number): void {
    clock.value = Math.min(clockEnd.peek(), Math.max(0, to));
  }

  function step(by: number): void {
    isPlaying.value = false;
    seek(Math.floor(clock.peek()) + by);
  }

  /** On to the end of an expansion, or back to that of the one before. */
  function stepExpansion(by: 1 | -1): void {
    const sums = panes.peek()[0].sums.peek();
    if (unit.peek() !== 'events' || !sums) step(by);
    else step(boundaryBeside(sums, Math.floor(clock.peek()), by) - Math.floor(clock.peek()));
  }

  function togglePlay(): void {
    if (!isPlaying.value && isAtEnd.value) clock.value = 0;
    isPlaying.value = !isPlaying.value && clockEnd.value > 0;
  }

  let knownEnd = 0;
  let awaited: number | null = null;
  let isPlayedThen = false;

  /** Where a new visitor finds us again: how many events had changed something; null at the end. */
  function momentNow(): number | null {
    const [first] = panes.peek();
    const sums = first.sums.peek();
    return isAtEnd.peek() || !sums ? null : changesAt(sums, timeOf(first));
  }

  /**
   * Stands, as soon as its answer is there, where so many events of the first search had changed something,
   * or plays from there.
   */
  function awaitTime(time: number | null, isPlayed = false): void {
    awaited = time;
    isPlayedThen = isPlayed;
  }

  /** The clock's time at which so many events of a pane had happened. */
  function clockAt(pane: Pane, time: number): number {
    const { trace } = pane.watched.peek() ?? {};
    const sums = pane.sums.peek();
    if (!trace || !sums) return 0;
    if (unit.peek() === 'events') return time;
    if (unit.peek() === 'expansions') return tallyAt(sums, time).closed;
    return (time / Math.max(1, trace.length)) * microsOf(pane);
  }

  /** After a new answer: who looked at the end looks at the new end, who looked at a time keeps it. */
  function followAnswer(): void {
    const wasAtEnd = clock.peek() >= knownEnd && !isPlaying.peek();
    knownEnd = clockEnd.peek();
    const isKnown = ({ times, watched }: Pane) =>
      watched.peek() && (unit.peek() !== 'micros' || times.peek());
    if (awaited !== null && panes.peek().every(isKnown)) {
      const [first] = panes.peek();
      const sums = first.sums.peek();
      clock.value = sums ? clockAt(first, timeOfChange(sums, awaited)) : 0;
      awaited = null;
      isPlaying.value = isPlayedThen || isPlaying.peek();
    } else if (wasAtEnd || clock.peek() > knownEnd) clock.value = knownEnd;
  }

  /** Lets the clock run by the time that passes, however many frames that takes. */
  function keepTime(): void {
    effect(() => {
      if (!isPlaying.value) return;
      let before = performance.now();
      let frame = requestAnimationFrame(function tick(now) {
        batch(() => {
          seek(clock.peek() + (Math.max(0, now - before) / 1000) * speed.peek());
          if (isAtEnd.peek()) isPlaying.value = false;
        });
        before = now;
        if (isPlaying.peek()) frame = requestAnimationFrame(tick);
      });
      return () => cancelAnimationFrame(frame);
    });
    // A change of unit keeps the share of the whole that was seen.
    let [knownUnit, end] = [unit.peek(), clockEnd.peek()];
    effect(() => {
      const nextEnd = clockEnd.value;
      if (unit.value !== knownUnit) {
        const share = end > 0 ? clock.peek() / end : 1;
        knownUnit = unit.value;
        clock.value = share >= 1 ? nextEnd : share * nextEnd;
        knownEnd = nextEnd;
      }
      end = nextEnd;
    });
  }

  return {
    raceBy, unit, clock, isPlaying, speed, setSpeed, clockEnd, timeOf, expandedOf, isOver, isAtEnd, seek,
    step, stepExpansion, togglePlay, momentNow, awaitTime, clockAt, followAnswer, keepTime,
  };
}
export type Clock = ReturnType<typeof createClock>;

/** Units a second. Until someone sets it, a whole search takes some seconds. */
export const SPEED_LEAST = 1;
export const SPEED_MOST = 2_000_000;
const WHOLE_SECONDS = 7;
const within = (value: number, least: number) => Math.min(SPEED_MOST, Math.max(least, value));
