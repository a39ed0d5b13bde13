// The head of a pane in a race: how it searches, and what that came to so far.

import type { JSX } from 'preact';
import type { Pane } from '../app/panes';
import { methodText, microsText } from '../app/race';
import { Button } from './parts';
import { usePlayground } from './playground';

export function PaneHead({ pane, at }: { pane: Pane; at: number }): JSX.Element {
  const {
    words,
    world: { sayCost },
    panes: { removePane },
    clock: { expandedOf, isAtEnd, isOver },
    ask: { percentOver },
  } = usePlayground();
  const { number, t } = words;
  const answer = pane.watched.value?.answer;
  const expanded = expandedOf(pane);
  const isFound = answer?.outcome === 'found' && isOver(pane);
  const times = pane.times.value;
  const over = isFound ? percentOver(answer) : null;
  return (
    <>
      <strong>{methodText(words, pane.method.value)}</strong>
      <span class="digits">
        {t('race.expanded', { n: expanded === null ? '–' : number(expanded) })}
        {isFound && ` · ${t('race.cost', { n: sayCost.value(answer.cost) })}`}
        {over !== null && over > 0.05 && ` (+${t('count.percent', { n: number(over, 1) })})`}
        {isAtEnd.value && times && ` · ${microsText(words, times.least)}`}
      </span>
      <Button
        label={t('race.remove', { n: at + 1 })} sign="close" kind="small" onClick={() => removePane(pane)}
      />
    </>
  );
}
