// What lies over the map for a while: the welcome, the tour's card, messages, the place to drop files.

import type { JSX } from 'preact';
import { useEffect, useRef } from 'preact/hooks';
import { isOver } from '../app/import';
import { dismiss, messages, spoken } from '../app/messages';
import { panes } from '../app/panes';
import { isWelcomed } from '../app/settings';
import { endTour, goToStep, startTour, tourAt, tourStep, TOUR_STEPS } from '../app/tour';
import { footRoom } from '../app/view';
import { t } from '../words';
import { Button, Sign } from './parts';

export function Cards(): JSX.Element {
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

function Welcome(): JSX.Element {
  return (
    <aside class="card welcome" aria-label={t('tour.title')}>
      <div>
        <strong>{t('app.subtitle')}</strong>
        <p>{t('welcome.text')}</p>
      </div>
      <div class="buttons">
        <Button label={t('tour.start')} sign="tour" isNamed kind="main" onClick={startTour} />
        <Button label={t('app.close')} isNamed onClick={() => (isWelcomed.value = true)} />
      </div>
    </aside>
  );
}

function TourCard(): JSX.Element {
  const step = tourStep.value!;
  const at = tourAt.value ?? 0;
  const count = t('tour.step', { n: at + 1, total: TOUR_STEPS });
  const title = useRef<HTMLHeadingElement>(null);
  // Who listens hears the new step, and the next press of Tab goes on from it.
  useEffect(() => title.current?.focus({ preventScroll: true }), [at]);
  return (
    <aside class="card tour" aria-label={t('tour.title')}>
      <header>
        <h2 ref={title} tabIndex={-1}>{t(step.title)}</h2>
        <span class="digits dim">{count}</span>
        <Button label={t('tour.end')} sign="close" kind="small" onClick={endTour} />
      </header>
      <p>{t(step.text)}</p>
      <div class="buttons">
        <progress value={at + 1} max={TOUR_STEPS} aria-label={count} />
        <Button label={t('tour.back')} isNamed isOff={at === 0} onClick={() => goToStep(at - 1)} />
        <Button
          label={t(at + 1 < TOUR_STEPS ? 'tour.next' : 'tour.end')} isNamed kind="main"
          onClick={() => goToStep(at + 1)}
        />
      </div>
    </aside>
  );
}

function Messages(): JSX.Element {
  return (
    <>
      <div class="messages" role="log" aria-label={t('messages.title')}>
        {messages.value.map(({ id, text, isError }) => (
          <div key={id} class={`message ${isError ? 'error' : ''}`}>
            {isError && <Sign name="warn" />}
            <span>{text}</span>
            <Button label={t('app.close')} sign="close" kind="small" onClick={() => dismiss(id)} />
          </div>
        ))}
      </div>
      <p id="spoken" class="unseen" aria-live="polite">{spoken.value}</p>
    </>
  );
}

export function DropHere(): JSX.Element | null {
  if (!isOver.value) return null;
  return (
    <div class="drop"><Sign name="bring" /><strong>{t('bring.drop')}</strong><p>{t('bring.hint')}</p></div>
  );
}
