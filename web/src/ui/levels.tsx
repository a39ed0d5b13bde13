// The levels of a map that has several: which is seen, which the path uses, and where it changes.

import type { JSX } from 'preact';
import { levelChanges } from '../app/levels';
import { levelOf } from '../model';
import { usePlayground } from './playground';

/** So many changes of level are listed. */
const CHANGES_MAX = 6;

export function Levels(): JSX.Element {
  const {
    words: { number, t },
    world: { ends, map },
    view: { level, lookAt, showCell },
    panes: { pane },
    clock: { isOver },
    cursor: { spotOf },
  } = usePlayground();
  const now = map.value;
  const answer = pane.value.watched.value?.answer;
  const path = answer && isOver(pane.value) ? answer.path : new Uint32Array();
  const used = new Set(Array.from(path, (cell) => levelOf(now, cell)));
  const { from, to } = ends.value;
  const isAt = (cell: number, at: number) => levelOf(now, cell) === at;
  const about = (at: number) => [
    t('level.name', { n: at + 1 }),
    isAt(from, at) && t('cell.start'), isAt(to, at) && t('cell.goal'), used.has(at) && t('level.onPath'),
  ].filter(Boolean).join(', ');
  const changes = levelChanges(now, path);
  return (
    <nav class="levels" aria-label={t('level.title')} aria-keyshortcuts="PageUp PageDown">
      {Array.from({ length: now.layers ?? 1 }, (_, place) => (now.layers ?? 1) - 1 - place).map((at) => (
        <button
          key={at} type="button" class={`button bare ${used.has(at) ? 'used' : ''}`}
          title={`${about(at)} (PageUp, PageDown)`} aria-label={about(at)}
          aria-current={level.value === at ? 'true' : undefined} onClick={() => lookAt(at)}
        >
          <span class="digits">{at + 1}</span>
          {isAt(from, at) && <span class="mark start" />}
          {isAt(to, at) && <span class="mark goal" />}
        </button>
      ))}
      {changes.slice(0, CHANGES_MAX).map(({ from: leaves, to: comes }) => {
        const [out, into] = [leaves, comes].map((cell) => levelOf(now, cell) + 1);
        const { x, y } = spotOf(leaves);
        return (
          <button
            key={leaves} type="button" class="button text change" onClick={() => showCell(leaves)}
            aria-label={t('level.change', { x, y, from: out, to: into })}
            title={t('level.change', { x, y, from: out, to: into })}
          >{out}→{into}</button>
        );
      })}
      {changes.length > CHANGES_MAX
        && <span class="hint">{t('features.more', { n: number(changes.length - CHANGES_MAX) })}</span>}
    </nav>
  );
}
