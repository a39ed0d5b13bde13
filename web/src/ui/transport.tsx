// The foot of the page: play, step, scrub, and how fast.

import type { JSX } from 'preact';
import { SPEED_LEAST, SPEED_MOST } from '../app/clock';
import { lazy } from './lazy';
import { momentOf } from './moment';
import { Button, choices, Select, Slider } from './parts';
import { usePlayground } from './playground';

const Scrubber = lazy(async () => (await import('./scrubber')).Scrubber);

export function Transport(): JSX.Element {
  const {
    words: { t },
    panes: { isRace },
    clock: { clockEnd, isAtEnd, isPlaying, raceBy, seek, step, stepExpansion, togglePlay },
  } = usePlayground();
  return (
    <section class="transport" aria-label={t('play.toolbar')}>
      <div class="buttons">
        <Move name="first" keys="Home" isDesk act={() => seek(0)} />
        <Move name="back100" keys="[" isDesk act={() => step(-100)} />
        <Move name="backExpansion" keys="K" isDesk act={() => stepExpansion(-1)} />
        <Move name="back" keys="," act={() => step(-1)} />
        <Button
          label={t(isPlaying.value ? 'play.pause' : 'play.play')} keys="Space"
          sign={isPlaying.value ? 'pause' : 'play'}
          kind={`play ${isAtEnd.value && !isPlaying.value ? 'inviting' : ''}`}
          isOff={clockEnd.value === 0} onClick={togglePlay}
        />
        <Move name="step" keys="." act={() => step(1)} />
        <Move name="expansion" keys="J" isDesk act={() => stepExpansion(1)} />
        <Move name="step100" keys="]" isDesk act={() => step(100)} />
        <Move name="last" keys="End" isDesk act={() => seek(clockEnd.peek())} />
      </div>
      <div class="scrubber"><Scrubber /></div>
      <div class="beside">
        <TimeText />
        <Speed />
        {isRace.value && (
          <Select
            label={t('race.clock')} isTerse value={raceBy.value} onChange={(by) => (raceBy.value = by)}
            options={choices(t, 'race', ['expansions', 'micros'])}
          />
        )}
      </div>
    </section>
  );
}

interface MoveProps {
  name: 'first' | 'back100' | 'backExpansion' | 'back' | 'expansion' | 'step' | 'step100' | 'last';
  keys: string;
  /** Whether a narrow screen has no room for it. */
  isDesk?: boolean;
  act: () => void;
}

/** A button that moves the clock. */
function Move({ name, keys, isDesk, act }: MoveProps): JSX.Element {
  const { words: { t }, clock: { clockEnd } } = usePlayground();
  return (
    <Button
      label={t(`play.${name}`)} keys={keys} sign={name} kind={isDesk ? 'desk' : ''}
      isOff={clockEnd.value === 0} onClick={act}
    />
  );
}

function TimeText(): JSX.Element {
  const playground = usePlayground();
  const { words: { number, t }, panes: { pane } } = playground;
  const { time, total, text } = momentOf(playground);
  const isCut = pane.value.watched.value?.trace?.isCut;
  return (
    <span class="digits time" title={isCut ? t('play.cut', { n: number(total) }) : text}>
      {number(time)}<i> / {number(total)}{isCut ? '+' : ''}</i>
    </span>
  );
}

/** The slider moves by powers: from one event a second to millions. */
function Speed(): JSX.Element {
  const { words: { number, t }, clock: { setSpeed, speed, unit } } = usePlayground();
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
