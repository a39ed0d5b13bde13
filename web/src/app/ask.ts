// Asks the panes' engines anew whenever map, question or method changed: the latest counts, what is older is
// given up.

import { batch, computed, signal } from '@preact/signals';
import { Cancelled } from '../engine/cancelled';
import type { Wanted } from '../engine/engine';
import type { Answer, Method } from '../model';
import { fetched } from './fetched';
import { USUAL, type Pane } from './panes';
import type { With } from './playground';

/** So many events are kept of one search: 25 bytes each. */
const EVENTS_MAX = 4_000_000;
/** Up to so many cells a drag shows the whole search, above it the path alone. */
const LIVE_CELLS_MAX = 10_000;
/** A search that takes longer shows how far it is, and gives way to the next question. */
export const LONG_MS = 100;

interface Course {
  isServed: boolean;
  isWanted: boolean;
  began: number;
  /** What waits for the engine to be free: asked one after another, after the search. */
  readonly jobs: Map<string, () => Promise<void>>;
}

/** Asks the engines of all panes. */
export function createAsk({
  life,
  words: { textOf },
  settings: { heat, isThorough },
  messages: { complain },
  world: { loads, map, question },
  undo: { isDragging, onEdit, onLinks },
  panes: { panes },
  clock: { awaitTime, followAnswer, momentNow },
}: With<'life' | 'words' | 'settings' | 'messages' | 'world' | 'undo' | 'panes' | 'clock'>) {
  let asks = 0;
  let isTiming = false;
  let tried: { all: readonly Pane[]; mine: number; left: number } = { all: [], mine: 0, left: 0 };
  const { effect, later } = life;
  const courses = new WeakMap<Pane, Course>();

  /** Whether to search all the same where it is known that there is no path; until another map comes. */
  const isExhaustive = signal(false);

  /** The least any way costs, where some pane has proved it or the judge was asked. */
  const judged = signal<number | null>(null);
  const optimum = computed<number | null>(() => {
    const proven = panes.value.flatMap(({ watched }) => {
      const answer = watched.value?.answer;
      return answer?.outcome === 'found' && answer.lowerBound === answer.cost ? [answer.cost] : [];
    });
    return proven.length > 0 ? Math.min(...proven) : judged.value;
  });

  const percentOver = (answer: Answer): number | null =>
    optimum.value === null || answer.outcome !== 'found' || optimum.value === 0
      ? null
      : (answer.cost / optimum.value - 1) * 100;

  function courseOf(pane: Pane): Course {
    let course = courses.get(pane);
    if (!course) {
      course = { isServed: false, isWanted: false, began: 0, jobs: new Map() };
      courses.set(pane, course);
    }
    return course;
  }

  function wantedNow(): Wanted {
    const isAll = !isDragging.peek() || map.peek().terrain.length <= LIVE_CELLS_MAX;
    const eventsMax = isAll ? EVENTS_MAX : 0;
    return { eventsMax, isExhaustive: isExhaustive.peek(), isThorough: isThorough.peek() };
  }

  /** Asks one pane, or has it asked as soon as it is free. */
  function askPane(pane: Pane): void {
    const course = courseOf(pane);
    course.isWanted = true;
    asks += 1;
    pane.isAsked.value = true;
    pane.times.value = null;
    if (!course.isServed) {
      void serve(pane, course);
      return;
    }
    // A quick search may end: were each given up for the next, a drag would show none.
    const left = Math.max(0, LONG_MS - (performance.now() - course.began));
    later(left, () => course.isWanted && pane.engine.cancel());
  }

  /** Has something asked of a pane's engine after its search; the latest of a name counts. */
  function whenFree(pane: Pane, name: string, job: () => Promise<void>): void {
    const course = courseOf(pane);
    course.jobs.set(name, job);
    void serve(pane, course);
  }

  /** One thing at a time: an engine gives up what it is at for the next that is asked of it. */
  async function serve(pane: Pane, course: Course): Promise<void> {
    if (course.isServed) return;
    course.isServed = true;
    // Times can wait; who has to be answered cannot.
    if (isTiming) pane.engine.cancel();
    while (course.isWanted || course.jobs.size > 0) {
      course.began = performance.now();
      if (course.isWanted) {
        course.isWanted = false;
        await search(pane, course);
        if (!course.isWanted && !isDragging.peek()) besides(pane, course);
        continue;
      }
      const [name, job] = [...course.jobs][0];
      course.jobs.delete(name);
      try {
        await job();
      } catch (error) {
        const isPutOff = error instanceof Cancelled && course.isWanted;
        if (isPutOff && !course.jobs.has(name)) course.jobs.set(name, job);
        complain(error);
      }
    }
    course.isServed = false;
    void timeAll();
  }

  async function search(pane: Pane, course: Course): Promise<void> {
    const inTime = later(LONG_MS, () => (pane.progress.value ??= 0));
    const tell = (expansions: number) => {
      if (performance.now() - course.began > LONG_MS) pane.progress.value = expansions;
    };
    try {
      const watched = await pane.engine.ask(question.peek(), pane.method.peek(), wantedNow(), tell);
      batch(() => {
        pane.watched.value = watched;
        pane.trouble.value = null;
        pane.truth.value = null;
        followAnswer();
      });
    } catch (error) {
      // A question that made room for the next one is no trouble; one that was given up leaves no old answer.
      if (!(error instanceof Cancelled) || !course.isWanted) {
        pane.trouble.value = error instanceof Cancelled ? '' : textOf(error);
        pane.watched.value = null;
      }
    }
    inTime();
    pane.progress.value = null;
    pane.isAsked.value = course.isWanted;
  }

  /** Times all panes one after another, as soon as each has its answer. */
  async function timeAll(): Promise<void> {
    const [all, mine] = [panes.peek(), asks];
    const watched = all.filter((each) => each.watched.peek());
    const isBusy = isTiming || isDragging.peek() || all.some((each) => courseOf(each).isServed);
    if (isBusy || watched.every((each) => each.times.peek()) || triesLeft(all, mine) < 0) return;
    isTiming = true;
    const isStill = () => asks === mine && panes.peek() === all && !isDragging.peek() && !life.isOver();
    try {
      const { timed } = await fetched(() => import('./timing'));
      const asked = question.peek();
      const samplers = watched.map(({ engine, method }) =>
        (times: number) => engine.time(asked, method.peek(), times));
      const times = isStill() ? await timed(samplers, isStill) : null;
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
    if (tried.all !== all || tried.mine !== mine) tried = { all, mine, left: 4 };
    return (tried.left -= 1);
  }

  /** What is asked beside the search: the truth for its heat map, a judge where no pane proved the least. */
  function besides(pane: Pane, course: Course): void {
    const watched = pane.watched.peek();
    if (heat.peek() === 'error' && watched?.trace) course.jobs.set('truth', () => askTruth(pane));
    if (watched?.answer.outcome === 'found') course.jobs.set('judge', () => askJudge(pane));
  }

  async function askTruth(pane: Pane): Promise<void> {
    pane.truth.value = await pane.engine.costsTo(question.peek());
  }

  async function askJudge(pane: Pane): Promise<void> {
    if (optimum.peek() !== null) return;
    const method: Method = { ...USUAL, algorithm: 'auto' };
    const { answer } = await pane.engine.ask(question.peek(), method, { eventsMax: 0 });
    if (answer.outcome === 'found') judged.value = answer.lowerBound;
  }

  /** Gives up what the panes are at. */
  function cancelAll(): void {
    for (const each of panes.value) {
      courseOf(each).isWanted = false;
      courseOf(each).jobs.clear();
      each.engine.cancel();
    }
  }

  async function load(pane: Pane): Promise<void> {
    try {
      await pane.engine.load(map.peek());
    } catch (error) {
      pane.trouble.value = textOf(error);
    }
  }

  /** Keeps the engines in step with the page from now on. */
  function keepAsking(): void {
    const loaded = new WeakMap<Pane, number>();
    onEdit((cells, values, plane) => {
      for (const each of panes.peek()) each.engine.edit(cells, values, plane).catch(complain);
    });
    onLinks((links) => {
      for (const each of panes.peek()) each.engine.link(links).catch(complain);
    });
    // Calls reach an engine in their order, so a question comes after the map and the edits it is about.
    effect(() => {
      const now = loads.value;
      for (const each of panes.value) {
        if (loaded.get(each) === now) continue;
        loaded.set(each, now);
        each.watched.value = null;
        each.engine.cancel();
        void load(each);
      }
    });
    effect(() => {
      if (loads.value > 0) isExhaustive.value = false;
    });
    // Another number of events is another clock: we stay where we look.
    let wasThorough = isThorough.peek();
    effect(() => {
      if (wasThorough === isThorough.value) return;
      wasThorough = isThorough.value;
      awaitTime(momentNow());
    });
    const asked = new WeakMap<Pane, string>();
    let before: unknown[] = [];
    effect(() => {
      const now = [map.value, question.value, isDragging.value, isExhaustive.value, isThorough.value];
      const isNew = now.some((part, i) => part !== before[i]);
      if (isNew && before.length > 0) judged.value = null;
      before = now;
      for (const each of panes.value) {
        const method = JSON.stringify(each.method.value);
        if (!isNew && asked.get(each) === method) continue;
        asked.set(each, method);
        askPane(each);
      }
    });
    // A pane that was taken away leaves others that were being timed.
    effect(() => {
      if (panes.value) void timeAll();
    });
    effect(() => {
      if (heat.value !== 'error') return;
      for (const each of panes.value) {
        if (!each.truth.peek() && each.watched.peek()) whenFree(each, 'truth', () => askTruth(each));
      }
    });
  }

  return { isExhaustive, optimum, percentOver, askPane, whenFree, cancelAll, keepAsking };
}
export type Ask = ReturnType<typeof createAsk>;
