// Asks the engine for each pane anew whenever map, question or method changed: the latest counts, what is
// older is given up. All panes share one engine, so they take turns: who takes long lets the others pass.

import { batch, computed, signal } from '@preact/signals';
import { Cancelled } from '../engine/cancelled';
import type { Wanted } from '../engine/engine';
import type { Answer } from '../model';
import { onceFetched } from './fetched';
import type { Pane } from './panes';
import type { With } from './playground';

/** So many events are kept of one search: 25 bytes each. */
const EVENTS_MAX = 4_000_000;
/** Up to so many cells a drag shows the whole search, above it the path alone. */
const LIVE_CELLS_MAX = 10_000;
/** A search that takes longer shows how far it is, and gives way to the next question. */
export const LONG_MS = 100;

/** Asks for all panes. */
export function createAsk({
  life,
  words: { textOf },
  settings: { heat, isThorough },
  messages: { complain },
  world: { loads, map, question },
  undo: { isDragging, onEdit, onLinks },
  panes: { engine, panes },
  clock: { awaitTime, followAnswer, momentNow },
}: With<'life' | 'words' | 'settings' | 'messages' | 'world' | 'undo' | 'panes' | 'clock'>) {
  let asks = 0;
  /** For whom something is asked now, since when, and whether it is a search. */
  let served: Pane | null = null;
  let [began, isSearching, count] = [0, false, 0];
  const { effect, later } = life;

  /** Whether to search all the same where it is known that there is no path; until another map comes. */
  const searchesAnyway = signal(false);

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

  function wantedNow(): Wanted {
    const isAll = !isDragging.peek() || map.peek().terrain.length <= LIVE_CELLS_MAX;
    const eventsMax = isAll ? EVENTS_MAX : 0;
    return { eventsMax, isExhaustive: searchesAnyway.peek(), isThorough: isThorough.peek() };
  }

  /** Asks for one pane, as soon as the engine is free. */
  function askPane(pane: Pane): void {
    const { course } = pane;
    [course.isWanted, course.isLong] = [true, false];
    asks += 1;
    pane.isAsked.value = true;
    pane.times.value = null;
    void serve();
    if (isLong()) makeRoom();
  }

  /** Has something asked for a pane after its search; the latest of a name counts. */
  function whenFree(pane: Pane, name: string, job: () => Promise<void>): void {
    pane.course.jobs.set(name, job);
    void serve();
    if (isLong() && isSearching && served !== pane) makeRoom();
  }

  const isWaiting = ({ course }: Pane): boolean => course.isWanted;

  /** What is next: searches, then what is asked beside them, then searches that take long. */
  function rankOf({ course: { isLong, isWanted, jobs } }: Pane): number {
    return isWanted && !isLong ? 0 : jobs.size > 0 ? 1 : isWanted ? 2 : 3;
  }

  /** Whether what is at hand takes long. A quick search may end: else a drag would show none. */
  const isLong = () => served !== null && performance.now() - began >= LONG_MS;

  /** What is at hand is given up; a search that nobody asked anew is begun again later. */
  function makeRoom(): void {
    const { course } = served!;
    if (isSearching && !course.isWanted) [course.isWanted, course.isLong] = [true, true];
    engine.cancel();
  }

  /** One thing at a time: the engine gives up what it is at for the next that is asked of it. */
  async function serve(): Promise<void> {
    if (served) return;
    // Times can wait; who has to be answered cannot.
    engine.cancel();
    for (;;) {
      const [pane] = panes.peek()
        .toSorted((a, b) => rankOf(a) - rankOf(b) || a.course.turn - b.course.turn);
      if (rankOf(pane) > 2) break;
      [served, began, pane.course.turn] = [pane, performance.now(), (count += 1)];
      const off = later(LONG_MS, () => {
        for (const each of panes.peek()) if (each.isAsked.peek()) each.progress.value ??= 0;
        if (panes.peek().some((each) => rankOf(each) === 0)) makeRoom();
      });
      isSearching = rankOf(pane) !== 1;
      await (isSearching ? search(pane) : work(pane));
      off();
    }
    served = null;
    timeAll();
  }

  async function work({ course: { jobs } }: Pane): Promise<void> {
    const [name, job] = [...jobs][0];
    jobs.delete(name);
    try {
      await job();
    } catch (error) {
      const isPutOff = error instanceof Cancelled && panes.peek().some(isWaiting);
      if (isPutOff && !jobs.has(name)) jobs.set(name, job);
      complain(error);
    }
  }

  async function search(pane: Pane): Promise<void> {
    const { course } = pane;
    course.isWanted = false;
    const tell = (expansions: number) => {
      if (isLong()) pane.progress.value = expansions;
    };
    try {
      const watched = await engine.ask(question.peek(), pane.method.peek(), wantedNow(), tell);
      // It came all the same.
      course.isWanted &&= !course.isLong;
      batch(() => {
        pane.watched.value = watched;
        pane.trouble.value = null;
        pane.truth.value = null;
        followAnswer();
      });
    } catch (error) {
      // A question that made room for another one is no trouble; one that was given up leaves no old answer.
      if (!(error instanceof Cancelled) || !course.isWanted) fail(pane, error);
    }
    settle(pane);
    if (!course.isWanted && !isDragging.peek()) besides(pane);
  }

  function fail(pane: Pane, error: unknown): void {
    pane.trouble.value = error instanceof Cancelled ? '' : textOf(error);
    pane.watched.value = null;
  }

  /** A pane waits no more, or for the next answer. */
  function settle(pane: Pane): void {
    const { course } = pane;
    course.isLong &&= course.isWanted;
    if (!course.isLong) pane.progress.value = null;
    pane.isAsked.value = course.isWanted;
  }

  const times = onceFetched(() => import('./times'), ({ createTimes }) => createTimes({
    life, engine, panes, question, followAnswer,
    asks: () => asks, isBusy: () => served !== null || isDragging.peek(),
  }));
  /** Times are no trouble where they cannot be had. */
  const timeAll = (): void => void times().then(({ timeAll }) => timeAll()).catch(() => undefined);

  const asides = onceFetched(() => import('./asides'), ({ createAsides }) =>
    createAsides({ engine, question, judged, optimum }));
  const askTruth = async (pane: Pane): Promise<void> => (await asides()).askTruth(pane);

  /** What is asked beside the search: the truth for its heat map, a judge where no pane proved the least. */
  function besides(pane: Pane): void {
    const [watched, { jobs }] = [pane.watched.peek(), pane.course];
    if (heat.peek() === 'error' && watched?.trace) jobs.set('truth', () => askTruth(pane));
    // Those that still search may prove it.
    const isJudged = optimum.peek() !== null || panes.peek().some(isWaiting);
    if (watched?.answer.outcome === 'found' && !isJudged) {
      jobs.set('judge', async () => (await asides()).askJudge());
    }
  }

  /** Gives up what the engine is at, and all that waits for it. */
  function cancelAll(): void {
    for (const each of panes.value) {
      const wasWaiting = isWaiting(each);
      each.course.isWanted = false;
      each.course.jobs.clear();
      if (wasWaiting && each !== served) {
        fail(each, new Cancelled());
        settle(each);
      }
    }
    engine.cancel();
  }

  /** Keeps the engine in step with the page from now on. */
  function keepAsking(): void {
    onEdit((cells, values, plane) => void engine.edit(cells, values, plane).catch(complain));
    onLinks((links) => void engine.link(links).catch(complain));
    // Calls reach the engine in their order, so a question comes after the map and the edits it is about.
    effect(() => {
      void loads.value;
      engine.cancel();
      const load = engine.load(map.peek());
      for (const each of panes.peek()) {
        each.watched.value = null;
        load.catch((error) => (each.trouble.value = textOf(error)));
      }
    });
    effect(() => {
      if (loads.value > 0) searchesAnyway.value = false;
    });
    // Another number of events is another clock: we stay where we look.
    let wasThorough = isThorough.peek();
    effect(() => {
      if (wasThorough === isThorough.value) return;
      wasThorough = isThorough.value;
      awaitTime(momentNow());
    });
    let before: unknown[] = [];
    effect(() => {
      const now = [map.value, question.value, isDragging.value, searchesAnyway.value, isThorough.value];
      const isNew = now.some((part, i) => part !== before[i]);
      if (isNew && before.length > 0) judged.value = null;
      before = now;
      for (const each of panes.value) {
        const method = JSON.stringify(each.method.value);
        if (!isNew && each.course.method === method) continue;
        each.course.method = method;
        askPane(each);
      }
    });
    // A pane that was taken away leaves others that wait, or were being timed.
    effect(() => {
      const all = panes.value;
      if (served && !all.includes(served)) engine.cancel();
      timeAll();
    });
    effect(() => {
      if (heat.value !== 'error') return;
      for (const each of panes.value) {
        if (!each.truth.peek() && each.watched.peek()) whenFree(each, 'truth', () => askTruth(each));
      }
    });
  }

  return { asides, searchesAnyway, optimum, percentOver, askPane, whenFree, cancelAll, keepAsking };
}
export type Ask = ReturnType<typeof createAsk>;
