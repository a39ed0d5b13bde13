// The welcome: what can be done here, in one sentence, and where to begin.

import type { JSX } from 'preact';
import { Button } from './parts';
import { usePlayground } from './playground';

export function Welcome(): JSX.Element {
  const {
    words: { t }, settings: { isWelcomed }, layout: { open }, tour: { startTour },
  } = usePlayground();
  return (
    <aside class="card welcome" aria-label={t('tour.title')}>
      <div>
        <strong>{t('app.subtitle')}</strong>
        <p>{t('welcome.text')}</p>
      </div>
      <div class="buttons">
        <Button
          label={t('gallery.title')} sign="gallery" isNamed kind="main" onClick={() => open('gallery')}
        />
        <Button label={t('tour.start')} sign="tour" isNamed onClick={startTour} />
        <Button label={t('app.close')} isNamed onClick={() => (isWelcomed.value = true)} />
      </div>
    </aside>
  );
}
