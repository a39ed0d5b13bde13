// The page as a whole: a bar, the map with a panel on either side, and the transport at the foot.

import type { JSX } from 'preact';
import { Cards, DropHere } from './cards';
import { lazy } from './lazy';
import { Stage } from './stage';
import { Bar, Palette } from './toolbar';
import { Transport } from './transport';
import { usePlayground } from './playground';

const LeftPanel = lazy(async () => (await import('./left')).LeftPanel);
const RightPanel = lazy(async () => (await import('./right')).RightPanel);
const Dialogs = lazy(async () => (await import('./dialogs')).Dialogs);

export function Page(): JSX.Element {
  const { id, options, root, words: { t }, layout: { dialog, hasLeft, hasRight } } = usePlayground();
  // A page has one main part: of a page of somebody else it is for them to say which.
  const Centre = options.isWholePage ? 'main' : 'div';
  const skip = (event: Event) => {
    event.preventDefault();
    root.querySelector<HTMLCanvasElement>('.stage canvas')?.focus();
  };
  return (
    <>
      <a class="skip" href={`#map-${id}`} onClick={skip}>{t('app.skip')}</a>
      <Bar />
      <div class={`middle ${hasLeft.value ? 'has-left' : ''} ${hasRight.value ? 'has-right' : ''}`}>
        {hasLeft.value && (
          <aside class="panel left" tabIndex={0} aria-label={t('map.title')}><LeftPanel /></aside>
        )}
        <Centre id={`map-${id}`} class="centre">
          <Palette />
          <div class="over">
            <Stage />
            <Cards />
          </div>
        </Centre>
        {hasRight.value && (
          <aside class="panel right" tabIndex={0} aria-label={t('panel.panels')}><RightPanel /></aside>
        )}
      </div>
      <Transport />
      {dialog.value && <Dialogs />}
      <DropHere />
    </>
  );
}
