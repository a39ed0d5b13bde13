// The panel at the left: which map, who moves on it, and how it is shown.

import type { JSX } from 'preact';
import { pane } from '../app/panes';
import {
  chooseMaker, form, isMaking, isReady, maker, makeMap, makers, randomGoal, randomSeed, randomStart, randomWalls, reset,
  setForm, SIDE_MOST,
} from '../app/maker';
import { colours, hasJumps, hasNumbers, heat } from '../app/settings';
import { cellsPerSecond, isSmooth, SPEED_MOST } from '../app/walk';
import { map, mover } from '../app/world';
import { moveEnds } from '../app/undo';
import { ends } from '../app/world';
import { spanOf } from '../draw/heat';
import { rampAt } from '../draw/themes';
import { theme } from '../app/scene';
import { HEATS, type Arrangement, type Corners, type Heat, type Rule, type Shape } from '../model';
import { number, t } from '../words';
import { Button, Check, NumberField, Section, Select, Slider } from './parts';

export function LeftPanel(): JSX.Element {
  return (
    <>
      <MapSection />
      <MoverSection />
      <ViewSection />
      <FigureSection />
    </>
  );
}

function MapSection(): JSX.Element {
  const now = form.value;
  const options = makers.value
    .filter((each) => now.shape === 'square' || each.hasHexes)
    .map(({ name }) => [name, t(`maker.${name}`)] as const);
  return (
    <Section title={t('map.title')} name="map">
      <div class="buttons four">
        <Button label={t('map.reset')} isNamed onClick={reset} />
        <Button label={t('map.randomWalls')} isNamed isOff={!isReady.value} onClick={() => void randomWalls()} />
        <Button label={t('map.randomStart')} isNamed onClick={randomStart} />
        <Button label={t('map.randomGoal')} isNamed onClick={randomGoal} />
      </div>
      <form
        class="fields"
        onSubmit={(event) => {
          event.preventDefault();
          void makeMap();
        }}
      >
        <Select label={t('map.maker')} value={now.maker} options={options} onChange={chooseMaker} hint={t(`maker.${now.maker}.why`)} />
        <Select<Shape>
          label={t('map.shape')} value={now.shape} onChange={(shape) => setForm({ shape })}
          options={[['square', t('map.square')], ...(maker.value?.hasHexes === false ? [] : [['hex', t('map.hex')] as const])]}
        />
        {now.shape === 'hex' && (
          <Select<Arrangement>
            label={t('map.arrangement')} value={now.arrangement} onChange={(arrangement) => setForm({ arrangement })}
            options={(['odd-r', 'even-r', 'odd-q', 'even-q'] as const).map((each) => [each, t(`map.${each}`)])}
          />
        )}
        <div class="pair">
          <NumberField label={t('map.width')} value={now.width} least={1} most={SIDE_MOST} onChange={(width) => setForm({ width })} />
          <NumberField label={t('map.height')} value={now.height} least={1} most={SIDE_MOST} onChange={(height) => setForm({ height })} />
        </div>
        {maker.value?.knobs.map(({ name, value, least, most }) => (
          <NumberField
            key={name} label={t(`knob.${name}`)} value={now.knobs[name] ?? value} least={least} most={most}
            onChange={(next) => setForm({ knobs: { ...now.knobs, [name]: next } })}
          />
        ))}
        <div class="with-button">
          <NumberField label={t('map.seed')} value={now.seed} least={0} most={0xffff_ffff} onChange={(seed) => setForm({ seed })} />
          <Button label={t('map.newSeed')} sign="dice" onClick={() => void makeMap({ seed: randomSeed() })} />
        </div>
        <button class="button main" type="submit" disabled={!isReady.value || isMaking.value}>{t('map.make')}</button>
      </form>
    </Section>
  );
}

function MoverSection(): JSX.Element {
  const now = mover.value;
  const isHex = map.value.shape === 'hex';
  const costs = now.straight === 10 && now.diagonal === 14 ? 'tenFourteen'
    : now.straight === 2378 && now.diagonal === 3363 ? 'exact' : 'ownCosts';
  const set = (change: Partial<typeof now>) => (mover.value = { ...now, ...change });
  return (
    <Section title={t('mover.title')} name="mover">
      <div class="fields">
        {!isHex && (
          <Select<Rule>
            label={t('mover.rule')} value={now.rule} onChange={(rule) => set({ rule })}
            options={(['four', 'eight', 'knight'] as const).map((each) => [each, t(`mover.${each}`)])}
          />
        )}
        {!isHex && now.rule === 'eight' && (
          <Select<Corners>
            label={t('mover.corners')} value={now.corners} onChange={(corners) => set({ corners })}
            hint={t(`mover.${now.corners}.why`)}
            options={(['always', 'one-free', 'no-cutting', 'never'] as const).map((each) => [each, t(`mover.${each}`)])}
          />
        )}
        <Select
          label={t('mover.costs')} value={costs}
          onChange={(which) => set(which === 'exact' ? { straight: 2378, diagonal: 3363 }
            : which === 'tenFourteen' ? { straight: 10, diagonal: 14 } : { straight: 10, diagonal: 15 })}
          options={(['tenFourteen', 'exact', 'ownCosts'] as const).map((each) => [each, t(`mover.${each}`)])}
        />
        {costs === 'ownCosts' && (
          <div class="pair">
            <NumberField label={t('mover.straight')} value={now.straight} least={1} most={10000} onChange={(straight) => set({ straight })} />
            <NumberField label={t('mover.diagonal')} value={now.diagonal} least={1} most={20000} onChange={(diagonal) => set({ diagonal })} />
          </div>
        )}
        {!isHex && (
          <NumberField
            label={t('mover.footprint')} value={now.footprint.width} least={1} most={16}
            onChange={(side) => set({ footprint: { width: side, height: side } })}
          />
        )}
        {!isHex && <NumberField label={t('mover.turnCost')} value={now.turnCost} least={0} most={100000} onChange={(turnCost) => set({ turnCost })} />}
        {ends.value.via.length > 0 && <Button label={t('tool.viaClear')} isNamed onClick={() => moveEnds({ via: [] })} />}
      </div>
    </Section>
  );
}

function ViewSection(): JSX.Element {
  return (
    <Section title={t('panel.view')} name="view">
      <div class="fields">
        <Select<Heat>
          label={t('view.heat')} value={heat.value} onChange={(next) => (heat.value = next)} hint={t(`heat.${heat.value}.why`)}
          options={HEATS.map((each) => [each, t(`heat.${each}`)])}
        />
        <Select<'tutorial' | 'clear'>
          label={t('settings.colours')} value={colours.value} onChange={(next) => (colours.value = next)}
          options={[['tutorial', t('settings.tutorial')], ['clear', t('settings.clear')]]}
        />
        <Check label={t('view.numbers')} value={hasNumbers.value} onChange={(next) => (hasNumbers.value = next)} />
        <Check label={t('view.jumps')} value={hasJumps.value} onChange={(next) => (hasJumps.value = next)} />
      </div>
      <Legend />
    </Section>
  );
}

function Legend(): JSX.Element {
  const now = theme.value;
  const trace = pane.value.watched.value?.trace;
  if (heat.value !== 'none') {
    const stops = [0, 0.25, 0.5, 0.75, 1].map((share) => rampAt(now, share)).join(', ');
    const truth = pane.value.truth.value;
    const span = trace && (heat.value !== 'error' || truth) ? spanOf({ trace, heat: heat.value, truth }) : null;
    return (
      <div class="legend heat" aria-label={t('view.legend')} role="group">
        <span class="digits">{span ? number(span.least) : t('view.low')}</span>
        <span class="ramp" style={{ background: `linear-gradient(90deg, ${stops})` }} />
        <span class="digits">{span ? number(span.most) : t('view.high')}</span>
      </div>
    );
  }
  const marks = [
    [now.open, 'cell.inOpen'], [now.closed, 'cell.closed'], [now.path, 'view.path'],
    [now.start, 'cell.start'], [now.goal, 'cell.goal'], [now.wall, 'cell.wall'],
  ] as const;
  return (
    <ul class="legend" aria-label={t('view.legend')}>
      {marks.map(([colour, words]) => <li key={words}><span class="dot" style={{ background: colour }} />{t(words)}</li>)}
    </ul>
  );
}

function FigureSection(): JSX.Element {
  return (
    <Section title={t('figure.title')} name="figure" isShut>
      <div class="fields">
        <Slider
          label={t('figure.speed')} least={1} most={SPEED_MOST} value={cellsPerSecond.value}
          text={t('figure.speedValue', { n: cellsPerSecond.value })} onChange={(next) => (cellsPerSecond.value = next)}
        />
        <Check label={t('figure.smooth')} value={isSmooth.value} onChange={(next) => (isSmooth.value = next)} />
        <p class="hint">{t('figure.hint')}</p>
      </div>
    </Section>
  );
}
