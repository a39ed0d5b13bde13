// The gallery: pictures to begin with, each searched as one looks, and a card for a map of one's own.

import type { JSX } from 'preact';
import { useEffect, useRef, useState } from 'preact/hooks';
import { createThumbnails, showPicture } from '../app/gallery';
import { PICTURES, type Picture } from '../tour/pictures';
import { lazy } from './lazy';
import { Sign } from './parts';
import { usePlayground } from './playground';

const SceneCards = lazy(async () => (await import('../meshes/cards')).SceneCards);

type Thumbnails = ReturnType<typeof createThumbnails>;

export function Gallery(): JSX.Element {
  const playground = usePlayground();
  const { words: { t }, layout: { open } } = playground;
  const [thumbnails, setThumbnails] = useState<Thumbnails | null>(null);
  useEffect(() => {
    const made = createThumbnails(playground);
    setThumbnails(made);
    return made.close;
  }, []);
  return (
    <ul class="gallery">
      {PICTURES.map((picture) => (
        <li key={picture.name}><Card picture={picture} thumbnails={thumbnails} /></li>
      ))}
      <SceneCards />
      <li>
        <button type="button" class="button picture" onClick={() => open('bring')}>
          <span class="canvas"><Sign name="bring" /></span>
          <strong>{t('gallery.yours')}</strong>
          <span class="hint">{t('gallery.yours.why')}</span>
        </button>
      </li>
    </ul>
  );
}

function Card({ picture, thumbnails }: { picture: Picture; thumbnails: Thumbnails | null }): JSX.Element {
  const playground = usePlayground();
  const { words: { t }, messages: { complain } } = playground;
  const canvas = useRef<HTMLCanvasElement>(null);
  const play = useRef<() => void>(() => undefined);
  useEffect(() => {
    if (!canvas.current || !thumbnails) return;
    thumbnails.draw(canvas.current, picture).then((drawn) => (play.current = drawn), complain);
  }, [thumbnails]);
  return (
    <button
      type="button" class="button picture"
      onPointerEnter={() => play.current()} onFocus={() => play.current()}
      onClick={() => void showPicture(playground, picture).catch(complain)}
    >
      <canvas ref={canvas} class="canvas" aria-hidden="true" />
      <strong>{t(`gallery.${picture.name}`)}</strong>
      <span class="hint">{t(`gallery.${picture.name}.why`)}</span>
    </button>
  );
}
