// Why there is no path, and what may help.

import type { JSX } from 'preact';
import { NONE, type Answer } from '../model';
import { Button, Note } from './parts';
import { usePlayground } from './playground';

export function NoWay({ answer }: { answer: Answer }): JSX.Element {
  const {
    words: { number, t }, settings: { isStill }, world: { ends }, undo: { moveEnds }, clock: { awaitTime },
    ask: { searchesAnyway }, cursor: { spotOf },
  } = usePlayground();
  if (answer.outcome === 'blocked' && answer.blocked) {
    const { end, cell, nearest } = answer.blocked;
    const moved = (at: number) => (at === cell ? nearest : at);
    const { from, via, to } = ends.value;
    const move = () => moveEnds({ from: moved(from), via: via.map(moved), to: moved(to) });
    return (
      <Note title={t(`blocked.${end}`)} text={t(nearest === NONE ? 'blocked.full' : 'blocked.next')}>
        {nearest !== NONE && (
          <Button label={t('blocked.move', spotOf(nearest))} isNamed kind="main" onClick={move} />
        )}
      </Note>
    );
  }
  // That no search was needed is said where none was made: legs before this one may have had theirs.
  const isSearched = answer.outcome === 'unreachable' && answer.expansions > 0;
  const text = isSearched ? '' : t(`${answer.outcome}.text`, { expansions: number(answer.expansions) });
  const flood = () => {
    awaitTime(isStill() ? null : 0, true);
    searchesAnyway.value = true;
  };
  return (
    <Note title={t(`${answer.outcome}.title`)} text={`${text} ${t(`${answer.outcome}.next`)}`}>
      {answer.outcome === 'unreachable' && !searchesAnyway.value && (
        <Button label={t('unreachable.search')} isNamed kind="main" onClick={flood} />
      )}
    </Note>
  );
}
