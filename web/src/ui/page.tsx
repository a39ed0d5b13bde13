// The page as a whole: a bar, the map with a panel on either side, and the transport at the foot.

import type { JSX } from 'preact';
import { hasLeft, hasRight } from '../app/layout';
import { t } from '../words';
import { Cards, DropHere } from './cards';
import { Dialogs } from './dialogs';
import { LeftPanel } from './left';
import { RightPanel } from './right';
import { Stage } from './stage';
import { Bar, Palette } from './toolbar';
import { Transport } from './transport';

export function Page(): JSX.Element {
  const skip = (event: Event) => {
    event.preventDefault();
    document.querySelector<HTMLCanvasElement>('.stage canvas')?.focus();
  };
  return (
    <>
      <a class="skip" href="#map" onClick={skip}>{t('app.skip')}</a>
      <Bar />
      <div class={`middle ${hasLeft.value ? 'has-left' : ''} ${hasRight.value ? 'has-right' : ''}`}>
        {hasLeft.value && (
          <aside class="panel left" tabIndex={0} aria-label={t('map.title')}><LeftPanel /></aside>
        )}
        <main id="map">
          <Palette />
          <div class="over">
            <Stage />
            <Cards />
          </div>
        </main>
        {hasRight.value && (
          <aside class="panel right" tabIndex={0} aria-label={t('panel.panels')}><RightPanel /></aside>
        )}
      </div>
      <Transport />
      <Dialogs />
      <DropHere />
    </>
  );
}
