// The panes with their pictures: one canvas each, painted once a frame when something it shows changed.

import { effect, signal, useComputed } from '@preact/signals';
import type { JSX } from 'preact';
import { useEffect, useRef } from 'preact/hooks';
import { fetched, onceFetched } from '../app/fetched';
import type { Pane } from '../app/panes';
import { toScreen } from '../draw/camera';
import { isOverview } from '../draw/cells';
import type { Overview } from '../draw/overview';
import { paint } from '../draw/paint';
import { NONE, rowsOf } from '../model';
import { lazy } from './lazy';
import { Button, Note } from './parts';
import type { Playground } from '../app/playground';
import { usePlayground } from './playground';

const PaneHead = lazy(async () => (await import('./pane-head')).PaneHead);
const Levels = lazy(async () => (await import('./levels')).Levels);
const NoWay = lazy(async () => (await import('./no-way')).NoWay);

export function Stage(): JSX.Element {
  const { world: { map }, panes: { panes }, scene: { hover } } = usePlayground();
  const count = panes.value.length;
  return (
    <div class={`stage panes-${count}`} onPointerLeave={() => (hover.value = NONE)}>
      {panes.value.map((pane, at) => <PaneView key={pane.id} pane={pane} at={at} />)}
      {(map.value.layers ?? 1) > 1 && <Levels />}
    </div>
  );
}

function PaneView({ pane, at }: { pane: Pane; at: number }): JSX.Element {
  const { words: { t }, panes: { chosenPane, isRace } } = usePlayground();
  const isChosen = isRace.value && chosenPane.value === at;
  return (
    <section
      class={`pane ${isChosen ? 'chosen' : ''}`}
      aria-label={t('race.pane', { n: at + 1 })}
      onPointerDown={() => (chosenPane.value = at)}
      onFocusCapture={() => (chosenPane.value = at)}
    >
      {isRace.value && <header class="pane-head"><PaneHead pane={pane} at={at} /></header>}
      <div class="field-of-view">
        <Picture pane={pane} />
        <Verdict pane={pane} />
      </div>
    </section>
  );
}

function Picture({ pane }: { pane: Pane }): JSX.Element {
  const playground = usePlayground();
  const {
    id,
    words: { number, t },
    messages: { complain },
    world: { map },
    view: { viewport },
    cursor: { isKeyboards },
    scene: { hover },
  } = playground;
  const canvas = useRef<HTMLCanvasElement>(null);
  const isOnMap = useComputed(() => hover.value !== NONE);
  useEffect(() => {
    const shown = canvas.current;
    if (!shown) return;
    const stopPainting = keepPainting(playground, shown, pane);
    let stopListening = (): void => undefined;
    let isGone = false;
    fetched(() => import('./pointer')).then(({ listen }) => {
      if (!isGone) stopListening = listen(playground, shown);
    }, complain);
    const sized = new ResizeObserver(() => {
      const ratio = Math.min(devicePixelRatio || 1, 3);
      const [width, height] = [shown.clientWidth, shown.clientHeight];
      if (width === 0 || height === 0) return;
      shown.width = Math.round(width * ratio);
      shown.height = Math.round(height * ratio);
      viewport.value = { width, height, ratio };
    });
    sized.observe(shown);
    return () => {
      isGone = true;
      sized.disconnect();
      stopListening();
      stopPainting();
    };
  }, [pane]);
  const { width } = map.value;
  return (
    <canvas
      ref={canvas}
      class={isOnMap.value ? 'on-map' : ''}
      tabIndex={0}
      role="application"
      aria-label={t('map.label', { width: number(width), height: number(rowsOf(map.value)) })}
      aria-roledescription={t('map.title')}
      aria-describedby={`spoken-${id}`}
      onFocus={(event) => {
        if (event.currentTarget.matches(':focus-visible')) isKeyboards.value = true;
      }}
      onBlur={() => (isKeyboards.value = false)}
    />
  );
}

/** Paints whenever a signal changed that the picture is made of, at most once a frame. */
function keepPainting(playground: Playground, canvas: HTMLCanvasElement, pane: Pane): () => void {
  const { messages: { complain }, view: { camera, viewport }, scene: { ringed, sceneOf } } = playground;
  const ctx = canvas.getContext('2d', { alpha: false });
  let frame = 0;
  // What a small cell shows is fetched when cells are first that small.
  const overview = signal<Overview | null>(null);
  const better = signal(0);
  let isClosed = false;
  const fetchOverview = onceFetched(() => import('../draw/overview'), ({ overviewOf }) => {
    if (!isClosed) overview.value = overviewOf(() => (better.value += 1));
  });
  const stop = effect(() => {
    const [scene, from, view] = [sceneOf(pane), camera.value, viewport.value];
    const [rings, small] = [ringed.value, overview.value];
    void better.value;
    if (!small && isOverview(from, view)) fetchOverview().catch(complain);
    cancelAnimationFrame(frame);
    frame = requestAnimationFrame(() => {
      if (!ctx) return;
      paint(ctx, scene, from, view, small);
      paintRings(playground, ctx, rings);
    });
  });
  return () => {
    stop();
    isClosed = true;
    overview.peek()?.close();
    cancelAnimationFrame(frame);
  };
}

/** What the tour points at. */
function paintRings(
  { view: { camera, geometry, viewport }, scene: { theme } }: Playground,
  ctx: CanvasRenderingContext2D, cells: readonly number[],
): void {
  if (cells.length === 0) return;
  const { ratio } = viewport.peek();
  const from = camera.peek();
  ctx.save();
  ctx.setTransform(ratio, 0, 0, ratio, 0, 0);
  ctx.lineWidth = 3;
  ctx.strokeStyle = theme.peek().start;
  for (const cell of cells) {
    const [x, y] = toScreen(from, ...geometry.peek().centreOf(cell));
    // Along the cell's edge: what is written in it stays free.
    const half = from.scale / 2;
    ctx.beginPath();
    ctx.roundRect(x - half, y - half, 2 * half, 2 * half, 3);
    ctx.stroke();
  }
  ctx.restore();
}

/** What lies over a picture: that one waits, that there is no way, that something went wrong. */
function Verdict({ pane }: { pane: Pane }): JSX.Element | null {
  const {
    words: { number, t },
    ask: { askPane, cancelAll },
    maker: { isReady, making, readyTrouble },
  } = usePlayground();
  const trouble = readyTrouble.value;
  if (trouble) {
    return (
      <Note title={t('error.title')} text={t('error.engine', { reason: trouble })}>
        <Button label={t('state.retry')} isNamed kind="main" onClick={() => location.reload()} />
      </Note>
    );
  }
  if (!isReady.value) return <p class="veil" role="status">{t('state.loading')}</p>;
  const made = making.value;
  if (pane.progress.value !== null || made) {
    const text = made ? t('state.making') : t('state.searching', { n: number(pane.progress.value ?? 0) });
    return (
      <div class="veil" role="status">
        {made ? <progress aria-label={text} value={made.percent} max={100} />
          : <span class="spin" aria-hidden="true" />}
        <span class="digits">{text}</span>
        {made && <span class="digits" aria-hidden="true">{t('state.madeSoFar', { n: made.percent })}</span>}
        <Button label={t('state.cancel')} isNamed onClick={made ? made.giveUp : cancelAll} />
      </div>
    );
  }
  const told = pane.trouble.value;
  if (told !== null) {
    return (
      <Note title={t(told ? 'error.title' : 'state.cancelled')} text={told}>
        {!told && <Button label={t('state.retry')} isNamed kind="main" onClick={() => askPane(pane)} />}
      </Note>
    );
  }
  const answer = pane.watched.value?.answer;
  return answer && answer.outcome !== 'found' ? <NoWay answer={answer} /> : null;
}
