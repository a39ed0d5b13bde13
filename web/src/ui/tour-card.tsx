// The card of the tour: what the step is about, and the way to the next one.

import type { JSX } from 'preact';
import { useEffect, useRef } from 'preact/hooks';
import { Heap } from './heap';
import { Button } from './parts';
import { usePlayground } from './playground';

export function TourCard(): JSX.Element {
  const { words: { t }, tour: { endTour, goToStep, tourAt, tourStep, tourSteps } } = usePlayground();
  const step = tourStep.value!;
  const at = tourAt.value ?? 0;
  const total = tourSteps.value.length;
  const count = t('tour.step', { n: at + 1, total });
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
      {step.name === 'heap' && <Heap />}
      <div class="buttons">
        <progress value={at + 1} max={total} aria-label={count} />
        <Button label={t('tour.back')} isNamed isOff={at === 0} onClick={() => goToStep(at - 1)} />
        <Button
          label={t(at + 1 < total ? 'tour.next' : 'tour.end')} isNamed kind="main"
          onClick={() => goToStep(at + 1)}
        />
      </div>
    </aside>
  );
}
