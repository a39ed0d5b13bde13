// The rows of a scenario: all of them, of which those in sight are drawn.

import type { JSX } from 'preact';
import { useEffect, useRef, useState } from 'preact/hooks';
import { usePlayground } from './playground';

/** How high a row is, and how many are drawn above and below those in sight. */
const ROW_PX = 34;
const BEYOND = 6;

export function Rows(): JSX.Element {
  const {
    words: { number, t },
    layout: { close },
    cursor: { atOf },
    files: { bringing, rowAt, runRow },
  } = usePlayground();
  const rows = bringing.value?.brought.scenarios ?? [];
  const box = useRef<HTMLDivElement>(null);
  const [top, setTop] = useState(0);
  /** The row that Tab reaches; the arrow keys go on from it. */
  const [at, setAt] = useState(Math.max(0, rowAt.value ?? 0));
  const isMoved = useRef(false);
  const seen = Math.ceil((box.current?.clientHeight ?? 0) / ROW_PX) + 2 * BEYOND;
  const first = Math.max(0, Math.floor(top / ROW_PX) - BEYOND);
  const end = Math.min(rows.length, first + seen);
  const show = (row: number) => {
    const shown = box.current!;
    const [above, below] = [row * ROW_PX, (row + 1) * ROW_PX - shown.clientHeight];
    shown.scrollTop = Math.min(above, Math.max(below, shown.scrollTop));
    setTop(shown.scrollTop);
  };
  useEffect(() => show(at), []);
  useEffect(() => {
    if (isMoved.current) box.current?.querySelector<HTMLElement>('[tabindex="0"]')?.focus();
    isMoved.current = false;
  }, [at]);
  const move = (event: KeyboardEvent) => {
    const page = Math.floor((box.current?.clientHeight ?? 0) / ROW_PX);
    const ends = { Home: -at, End: rows.length };
    const by = { ArrowDown: 1, ArrowUp: -1, PageDown: page, PageUp: -page, ...ends }[event.key];
    if (by === undefined) return;
    event.preventDefault();
    const next = Math.min(rows.length - 1, Math.max(0, at + by));
    isMoved.current = true;
    show(next);
    setAt(next);
  };
  return (
    <div
      ref={box} class="scenarios" role="list" aria-label={t('bring.scenario')} onKeyDown={move}
      onScroll={() => setTop(box.current!.scrollTop)}
    >
      <div style={{ height: `${first * ROW_PX}px` }} />
      {rows.slice(first, end).map((row, place) => (
        <div key={first + place} role="listitem" aria-setsize={rows.length} aria-posinset={first + place + 1}>
          <button
            type="button" class="button row" tabIndex={first + place === at ? 0 : -1}
            aria-current={first + place === rowAt.value ? 'true' : undefined}
            onClick={() => {
              runRow(first + place);
              close();
            }}
          >{t('bring.row', {
              n: number(first + place + 1), from: atOf(row.from), to: atOf(row.to),
              length: number(row.best, 2),
            })}</button>
        </div>
      ))}
      <div style={{ height: `${(rows.length - end) * ROW_PX}px` }} />
    </div>
  );
}
