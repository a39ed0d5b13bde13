// What is said of a search to who listens: each step, when it plays and pauses, what came of it, what was
// taken back. Nothing is said of a search while another answer is awaited, and nothing at each frame.

import { batch } from '@preact/signals';
import { CLOSED, CONSIDERED, IMPROVED, levelOf, NONE, OPENED, type Answer } from '../model';
import { levelChanges } from './levels';
import type { Playground } from './playground';

/** Steps that follow each other sooner are told by the last of them. */
const PAUSE_MS = 120;

const CHANGES: Readonly<Record<number, string>> =
  { [OPENED]: 'opened', [IMPROVED]: 'improved', [CONSIDERED]: 'considered' };

export function keepSpeech({
  life: { effect, later },
  words: { number, t },
  messages: { told },
  world: { map, sayCost },
  undo: { isDragging, turned },
  panes: { pane },
  clock: { expandedOf, isPlaying, timeOf },
  cursor: { spotOf },
}: Playground): void {
  const cellText = (cell: number): string => {
    const { x, y } = spotOf(cell);
    return `x ${x}, y ${y}`;
  };

  function eventText(time: number): string {
    const trace = pane.peek().watched.peek()?.trace;
    if (!trace) return '';
    const moment = t('play.time', { time: number(time), total: number(trace.length) });
    if (time === 0) return moment;
    const event = time - 1;
    const [kind, cell, parent] = [trace.kind[event], trace.cell[event], trace.parent[event]];
    const [g, h] = [trace.g[event], trace.h[event]];
    const what = kind === CLOSED ? t('history.closed') : parent === NONE ? t('history.openedFirst')
      : t(`history.${CHANGES[kind]}`, { from: cellText(parent) });
    const say = sayCost.peek();
    const numbers = t('history.numbers', { g: say(g), h: say(h), f: say(g + h) });
    return t('say.event', { moment, cell: cellText(cell), what, numbers });
  }

  function resultText(answer: Answer): string {
    const { blocked, outcome, path } = answer;
    if (outcome === 'blocked' && blocked) return t(`blocked.${blocked.end}`);
    if (outcome !== 'found') return t(`${outcome}.title`);
    const expanded = number(expandedOf(pane.peek()) ?? answer.expansions);
    const [cost, steps] = [sayCost.peek()(answer.cost), number(path.length - 1)];
    const found = t('say.found', { cost, steps, expanded });
    const changes = levelChanges(map.peek(), path).map(({ from, to }) => {
      const [out, into] = [from, to].map((cell) => levelOf(map.peek(), cell) + 1);
      return t('level.change', { ...spotOf(from), from: out, to: into });
    });
    return [found, ...changes].join('. ');
  }

  let before = { watched: pane.peek().watched.peek(), time: timeOf(pane.peek()), isPlaying: false };
  let hush = (): void => undefined;
  // What was taken back or made again: it is said with what came of it, or alone if that takes long.
  let turnedText = '';
  let hushTurned = (): void => undefined;
  effect(() => {
    const { isAsked, watched } = pane.value;
    const now = { watched: watched.value, time: timeOf(pane.value), isPlaying: isPlaying.value };
    if (isAsked.value || isDragging.value || !now.watched) {
      hush();
      told.value = '';
      return;
    }
    const { answer, trace } = now.watched;
    const isNew = now.watched !== before.watched;
    const wasPlaying = before.isPlaying;
    if (!isNew && now.time === before.time && now.isPlaying === wasPlaying) return;
    const isFirst = before.watched === null;
    before = now;
    hush();
    hushTurned();
    if (isFirst) return;
    const isOver = now.time >= (trace?.length ?? 0);
    hush = later(PAUSE_MS, () => batch(() => {
      if (now.isPlaying) {
        if (!wasPlaying) told.value = t('play.play');
        return;
      }
      const parts = [isNew && isOver ? '' : eventText(now.time), isOver ? resultText(answer) : ''];
      if (wasPlaying && !isOver) parts.unshift(t('play.pause'));
      told.value = [turnedText, ...parts].filter((part) => part !== '').join('. ');
      turnedText = '';
    }));
  });
  effect(() => {
    if (!turned.value) return;
    turnedText = t(`tool.${turned.value.by}`);
    hushTurned();
    hushTurned = later(PAUSE_MS, () => {
      told.value = turnedText;
      turnedText = '';
    });
  });
}
