// What lies over the map for a while: the welcome, the tour's card, messages, the place to drop files.

import type { JSX } from 'preact';
import { useEffect, useRef } from 'preact/hooks';
import { lazy } from './lazy';
import { Button, Sign } from './parts';
import { usePlayground } from './playground';

const Welcome = lazy(async () => (await import('./welcome')).Welcome);
const TourCard = lazy(async () => (await import('./tour-card')).TourCard);

export function Cards(): JSX.Element {
  const {
    settings: { isWelcomed },
    view: { footRoom },
    panes: { panes },
    tour: { tourStep },
  } = usePlayground();
  const box = useRef<HTMLDivElement>(null);
  // The map makes room for the card that lies on it, where it can.
  useEffect(() => {
    const sized = new ResizeObserver(() => {
      const height = box.current?.querySelector('aside')?.offsetHeight ?? 0;
      footRoom.value = height > 0 && panes.peek().length < 4 ? height + 16 : 0;
    });
    if (box.current) sized.observe(box.current);
    return () => sized.disconnect();
  }, []);
  return (
    <div class="cards" ref={box}>
      <Messages />
      {tourStep.value ? <TourCard /> : !isWelcomed.value && <Welcome />}
    </div>
  );
}

function Messages(): JSX.Element {
  const { id, words: { t }, messages: { dismiss, messages, spoken, told } } = usePlayground();
  return (
    <>
      <div class="messages" role="log" aria-label={t('messages.title')}>
        {messages.value.map(({ id: number, text, isError }) => (
          <div key={number} class={`message ${isError ? 'error' : ''}`}>
            {isError && <Sign name="warn" />}
            <span>{text}</span>
            <Button label={t('app.close')} sign="close" kind="small" onClick={() => dismiss(number)} />
          </div>
        ))}
      </div>
      <p id={`spoken-${id}`} class="unseen" aria-live="polite">{spoken.value}</p>
      <p id={`told-${id}`} class="unseen" role="status">{told.value}</p>
    </>
  );
}

export function DropHere(): JSX.Element | null {
  const { words: { t }, files: { isOver } } = usePlayground();
  if (!isOver.value) return null;
  return (
    <div class="drop"><Sign name="bring" /><strong>{t('bring.drop')}</strong><p>{t('bring.hint')}</p></div>
  );
}
