// The foot of a scene: its search played, stepped and scrubbed.

import type { JSX } from 'preact';
import { Button, Slider } from '../ui/parts';
import { useParts } from './parts';
import type { SceneView } from './view-state';

type Move = 'first' | 'backExpansion' | 'back' | 'step' | 'expansion' | 'last';

export function Transport({ view: { player } }: { view: SceneView }): JSX.Element {
  const { words: { number, t } } = useParts();
  const { end, isPlaying, seek, speed, step, stepExpansion, time, togglePlay } = player;
  const now = Math.floor(time.value);
  const isOff = end.value === 0;
  const move = (name: Move, keys: string, act: () => void, isDesk = false) => (
    <Button
      label={t(`play.${name}`)} keys={keys} sign={name} kind={isDesk ? 'desk' : ''} isOff={isOff}
      onClick={act}
    />
  );
  return (
    <section class="transport" aria-label={t('play.toolbar')}>
      <div class="buttons">
        {move('first', 'Home', () => seek(0), true)}
        {move('backExpansion', 'K', () => stepExpansion(-1), true)}
        {move('back', ',', () => step(-1))}
        <Button
          label={t(isPlaying.value ? 'play.pause' : 'play.play')} keys="Space"
          sign={isPlaying.value ? 'pause' : 'play'} kind="play" isOff={isOff} onClick={togglePlay}
        />
        {move('step', '.', () => step(1))}
        {move('expansion', 'J', () => stepExpansion(1), true)}
        {move('last', 'End', () => seek(end.peek()), true)}
      </div>
      <div class="scrubber">
        <Slider
          label={t('play.timeline')} least={0} most={Math.max(1, end.value)} value={now}
          text={`${number(now)} / ${number(end.value)}`}
          onChange={(to) => {
            isPlaying.value = false;
            seek(to);
          }}
        />
      </div>
      <div class="beside">
        <Slider
          label={t('play.speed')} least={-3} most={3} step={0.5} value={Math.log2(speed.value)}
          text={`${number(speed.value)}×`} onChange={(power) => (speed.value = 2 ** power)}
        />
      </div>
    </section>
  );
}
