// The panes with their pictures: one canvas each, painted once a frame when something it shows changed.

import { effect, useComputed } from '@preact/signals';
import type { JSX } from 'preact';
import { useEffect, useRef } from 'preact/hooks';
import { askPane, cancelAll, percentOver } from '../app/ask';
import { expandedOf, isOver } from '../app/clock';
import { isKeyboards, spotOf } from '../app/cursor';
import { isMaking, isReady, readyTrouble } from '../app/maker';
import { chosenPane, isRace, panes, removePane, type Pane } from '../app/panes';
import { methodText, microsText } from '../app/race';
import { hover, ringed, sceneOf, theme } from '../app/scene';
import { moveEnds } from '../app/undo';
import { camera, geometry, viewport } from '../app/view';
import { ends, map, sayCost } from '../app/world';
import { toScreen } from '../draw/camera';
import { paint } from '../draw/paint';
import { NONE, type Answer } from '../model';
import { number, t } from '../words';
import { Button, Sign } from './parts';
import { listen } from './pointer';

export function Stage(): JSX.Element {
  const count = panes.value.length;
  return (
    <div class={`stage panes-${count}`} onPointerLeave={() => (hover.value = NONE)}>
      {panes.value.map((pane, at) => <PaneView key={pane.id} pane={pane} at={at} />)}
    </div>
  );
}

function PaneView({ pane, at }: { pane: Pane; at: number }): JSX.Element {
  const isChosen = isRace.value && chosenPane.value === at;
  return (
    <section
      class={`pane ${isChosen ? 'chosen' : ''}`}
      aria-label={t('race.pane', { n: at + 1 })}
      onPointerDown={() => (chosenPane.value = at)}
      onFocusCapture={() => (chosenPane.value = at)}
    >
      {isRace.value && <PaneHead pane={pane} at={at} />}
      <div class="field-of-view">
        <Picture pane={pane} />
        <Verdict pane={pane} />
      </div>
    </section>
  );
}

function PaneHead({ pane, at }: { pane: Pane; at: number }): JSX.Element {
  const answer = pane.watched.value?.answer;
  const expanded = expandedOf(pane);
  const isFound = answer?.outcome === 'found' && isOver(pane);
  const over = isFound ? percentOver(answer) : null;
  return (
    <header class="pane-head">
      <strong>{methodText(pane.method.value)}</strong>
      <span class="digits">
        {t('race.expanded', { n: expanded === null ? '–' : number(expanded) })}
        {isFound && ` · ${t('race.cost', { n: sayCost.value(answer.cost) })}`}
        {over !== null && over > 0.05 && ` (+${t('count.percent', { n: number(over, 1) })})`}
        {answer && answer.micros > 0 && ` · ${microsText(answer.micros)}`}
      </span>
      <Button
        label={t('race.remove', { n: at + 1 })} sign="close" kind="small" onClick={() => removePane(pane)}
      />
    </header>
  );
}

function Picture({ pane }: { pane: Pane }): JSX.Element {
  const canvas = useRef<HTMLCanvasElement>(null);
  const isOnMap = useComputed(() => hover.value !== NONE);
  useEffect(() => {
    const shown = canvas.current;
    if (!shown) return;
    const stopPainting = keepPainting(shown, pane);
    const stopListening = listen(shown);
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
      sized.disconnect();
      stopListening();
      stopPainting();
    };
  }, [pane]);
  const { width, height } = map.value;
  return (
    <canvas
      ref={canvas}
      class={isOnMap.value ? 'on-map' : ''}
      tabIndex={0}
      role="application"
      aria-label={t('map.label', { width: number(width), height: number(height) })}
      aria-roledescription={t('map.title')}
      aria-describedby="spoken"
      onFocus={(event) => {
        if (event.currentTarget.matches(':focus-visible')) isKeyboards.value = true;
      }}
      onBlur={() => (isKeyboards.value = false)}
    />
  );
}

/** Paints whenever a signal changed that the picture is made of, at most once a frame. */
function keepPainting(canvas: HTMLCanvasElement, pane: Pane): () => void {
  const ctx = canvas.getContext('2d', { alpha: false });
  let frame = 0;
  const stop = effect(() => {
    const [scene, from, view] = [sceneOf(pane), camera.value, viewport.value];
    const rings = ringed.value;
    cancelAnimationFrame(frame);
    frame = requestAnimationFrame(() => {
      if (!ctx) return;
      paint(ctx, scene, from, view);
      paintRings(ctx, rings);
    });
  });
  return () => {
    stop();
    cancelAnimationFrame(frame);
  };
}

/** What the tour points at. */
function paintRings(ctx: CanvasRenderingContext2D, cells: readonly number[]): void {
  if (cells.length === 0) return;
  const { ratio } = viewport.peek();
  const from = camera.peek();
  ctx.save();
  ctx.setTransform(ratio, 0, 0, ratio, 0, 0);
  ctx.lineWidth = 3;
  ctx.strokeStyle = theme.peek().start;
  for (const cell of cells) {
    const [x, y] = toScreen(from, ...geometry.peek().centreOf(cell));
    const half = from.scale / 2 - 3;
    ctx.beginPath();
    ctx.roundRect(x - half, y - half, 2 * half, 2 * half, 8);
    ctx.stroke();
  }
  ctx.restore();
}

/** What lies over a picture: that one waits, that there is no way, that something went wrong. */
function Verdict({ pane }: { pane: Pane }): JSX.Element | null {
  const trouble = readyTrouble.value;
  if (trouble) {
    return (
      <Note title={t('error.title')} text={t('error.engine', { reason: trouble })}>
        <Button label={t('state.retry')} isNamed kind="main" onClick={() => location.reload()} />
      </Note>
    );
  }
  if (!isReady.value) return <p class="veil" role="status">{t('state.loading')}</p>;
  if (pane.progress.value !== null || isMaking.value) {
    const text = isMaking.value ? t('state.making')
      : t('state.searching', { n: number(pane.progress.value ?? 0) });
    return (
      <div class="veil" role="status">
        <span class="spin" aria-hidden="true" />
        <span class="digits">{text}</span>
        {!isMaking.value && <Button label={t('state.cancel')} isNamed onClick={cancelAll} />}
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

function NoWay({ answer }: { answer: Answer }): JSX.Element {
  if (answer.outcome === 'blocked' && answer.blocked) {
    const { end, cell, nearest } = answer.blocked;
    const moved = (at: number) => (at === cell ? nearest : at);
    const { from, via, to } = ends.value;
    const move = () => moveEnds({ from: moved(from), via: via.map(moved), to: moved(to) });
    return (
      <Note title={t(`blocked.${end}`)} text={t(nearest === NONE ? 'blocked.full' : 'blocked.next')}>
        {nearest !== NONE && (
          <Button label={t('blocked.move', spotOf(nearest))} isNamed kind="main" onClick={move} />
        )}
      </Note>
    );
  }
  // That no search was needed is said where none was made: legs before this one may have had theirs.
  const isSearched = answer.outcome === 'unreachable' && answer.expansions > 0;
  const text = isSearched ? '' : t(`${answer.outcome}.text`, { expansions: number(answer.expansions) });
  return <Note title={t(`${answer.outcome}.title`)} text={`${text} ${t(`${answer.outcome}.next`)}`} />;
}

function Note({ title, text, children }: {
  title: string; text: string; children?: JSX.Element | false;
}): JSX.Element {
  return (
    <div class="note" role="status">
      <Sign name="warn" />
      <div><strong>{title}</strong><p>{text}</p></div>
      {children}
    </div>
  );
}
