// The timeline: the open list's size over all events, to be scrubbed.

import { useSignal, useSignalEffect } from '@preact/signals';
import type { JSX } from 'preact';
import { useEffect, useRef } from 'preact/hooks';
import { paintTimeline, timeAt, type Strip } from '../draw/timeline';
import { momentOf } from './moment';
import { usePlayground } from './playground';

export function Scrubber(): JSX.Element {
  const playground = usePlayground();
  const {
    words: { t },
    panes: { pane },
    clock: { clockAt, isPlaying, seek, step, timeOf },
    scene: { theme },
  } = playground;
  const canvas = useRef<HTMLCanvasElement>(null);
  /** Counts the sizes that it had: each wants it painted anew. */
  const sizes = useSignal(0);
  useEffect(() => {
    const sized = new ResizeObserver(() => (sizes.value += 1));
    sized.observe(canvas.current!);
    return () => sized.disconnect();
  }, []);
  useSignalEffect(() => {
    void sizes.value;
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
  const { time, total, text } = momentOf(playground);
  return (
    <canvas
      ref={canvas} tabIndex={0} role="slider" aria-label={t('play.timeline')}
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
