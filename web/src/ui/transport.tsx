// The foot of the page: play, step, scrub, and how fast.

import { useSignalEffect } from '@preact/signals';
import type { JSX } from 'preact';
import { useRef } from 'preact/hooks';
import {
  clockAt, clockEnd, isAtEnd, isPlaying, raceBy, seek, setSpeed, speed, SPEED_LEAST, SPEED_MOST,
  step, timeOf,
  togglePlay, unit,
} from '../app/clock';
import { isRace, pane } from '../app/panes';
import { theme } from '../app/scene';
import { paintTimeline, timeAt, type Strip } from '../draw/timeline';
import { number, t } from '../words';
import { Button, choices, Select, Slider } from './parts';

export function Transport(): JSX.Element {
  return (
    <section class="transport" aria-label={t('play.toolbar')}>
      <div class="buttons">
        <Move name="first" keys="Home" isDesk act={() => seek(0)} />
        <Move name="back100" keys="[" isDesk act={() => step(-100)} />
        <Move name="back" keys="," act={() => step(-1)} />
        <Button
          label={t(isPlaying.value ? 'play.pause' : 'play.play')} keys="Space"
          sign={isPlaying.value ? 'pause' : 'play'}
          kind={`play ${isAtEnd.value && !isPlaying.value ? 'inviting' : ''}`}
          isOff={clockEnd.value === 0} onClick={togglePlay}
        />
        <Move name="step" keys="." act={() => step(1)} />
        <Move name="step100" keys="]" isDesk act={() => step(100)} />
        <Move name="last" keys="End" isDesk act={() => seek(clockEnd.peek())} />
      </div>
      <Scrubber />
      <div class="beside">
        <TimeText />
        <Speed />
        {isRace.value && (
          <Select
            label={t('race.clock')} isTerse value={raceBy.value} onChange={(by) => (raceBy.value = by)}
            options={choices('race', ['expansions', 'micros'])}
          />
        )}
      </div>
    </section>
  );
}

interface MoveProps {
  name: 'first' | 'back100' | 'back' | 'step' | 'step100' | 'last';
  keys: string;
  /** Whether a narrow screen has no room for it. */
  isDesk?: boolean;
  act: () => void;
}

/** A button that moves the clock. */
function Move({ name, keys, isDesk, act }: MoveProps): JSX.Element {
  return (
    <Button
      label={t(`play.${name}`)} keys={keys} sign={name} kind={isDesk ? 'desk' : ''}
      isOff={clockEnd.value === 0} onClick={act}
    />
  );
}

/** Where the chosen pane's search is, in its events, as numbers and as words. */
function momentOf(): { time: number; total: number; text: string } {
  const time = timeOf(pane.value);
  const total = pane.value.watched.value?.trace?.length ?? 0;
  return { time, total, text: t('play.time', { time: number(time), total: number(total) }) };
}

function TimeText(): JSX.Element {
  const { time, total, text } = momentOf();
  const isCut = pane.value.watched.value?.trace?.isCut;
  return (
    <span class="digits time" title={isCut ? t('play.cut', { n: number(total) }) : text}>
      {number(time)}<i> / {number(total)}{isCut ? '+' : ''}</i>
    </span>
  );
}

/** The slider moves by powers: from one event a second to millions. */
function Speed(): JSX.Element {
  const most = Math.log10(SPEED_MOST / SPEED_LEAST);
  const text = unit.value === 'micros' ? `${number(speed.value, 0)} µs/s` : `${number(speed.value, 0)}/s`;
  return (
    <Slider
      label={t('play.speed')} least={0} most={Number(most.toFixed(2))} step={0.05}
      value={Math.log10(speed.value / SPEED_LEAST)} text={text}
      onChange={(power) => setSpeed(Math.round(SPEED_LEAST * 10 ** power))}
    />
  );
}

function Scrubber(): JSX.Element {
  const canvas = useRef<HTMLCanvasElement>(null);
  useSignalEffect(() => {
    const trace = pane.value.watched.value?.trace ?? null;
    const time = timeOf(pane.value);
    const now = theme.value;
    const shown = canvas.current;
    if (!shown) return;
    const frame = requestAnimationFrame(() => {
      const strip = stripOf(shown);
      const ctx = shown.getContext('2d');
      if (ctx && strip.width > 0) paintTimeline(ctx, trace, time, now, strip);
    });
    return () => cancelAnimationFrame(frame);
  });
  const seekTo = (event: PointerEvent) => {
    const shown = canvas.current;
    const trace = pane.peek().watched.peek()?.trace;
    if (!shown || !trace || event.buttons === 0) return;
    isPlaying.value = false;
    const x = event.clientX - shown.getBoundingClientRect().left;
    seek(clockAt(pane.peek(), timeAt(trace, x, stripOf(shown))));
  };
  const { time, total, text } = momentOf();
  return (
    <canvas
      ref={canvas} class="scrubber" tabIndex={0} role="slider" aria-label={t('play.timeline')}
      aria-valuemin={0} aria-valuemax={total} aria-valuenow={time} aria-valuetext={text}
      title={t('play.openCurve')}
      onPointerDown={(event) => {
        event.currentTarget.setPointerCapture(event.pointerId);
        seekTo(event);
      }}
      onPointerMove={seekTo}
      onKeyDown={(event) => {
        const by = {
          ArrowLeft: -1, ArrowRight: 1, ArrowDown: -1, ArrowUp: 1, PageUp: 100, PageDown: -100,
        }[event.key];
        if (by === undefined) return;
        event.preventDefault();
        event.stopPropagation();
        step(by);
      }}
    />
  );
}

function stripOf(shown: HTMLCanvasElement): Strip {
  const ratio = Math.min(devicePixelRatio || 1, 3);
  const strip = { width: shown.clientWidth, height: shown.clientHeight, ratio };
  const [width, height] = [Math.round(strip.width * ratio), Math.round(strip.height * ratio)];
  if (shown.width !== width || shown.height !== height) Object.assign(shown, { width, height });
  return strip;
}
