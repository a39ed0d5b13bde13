// Which moment of the chosen pane's search is shown, in numbers and in words.

import type { Playground } from '../app/playground';

interface Moment {
  readonly time: number;
  readonly total: number;
  readonly text: string;
}

/** Where the chosen pane's search is, in its events, as numbers and as words. */
export function momentOf({ words: { number, t }, panes: { pane }, clock: { timeOf } }: Playground): Moment {
  const time = timeOf(pane.value);
  const total = pane.value.watched.value?.trace?.length ?? 0;
  return { time, total, text: t('play.time', { time: number(time), total: number(total) }) };
}
