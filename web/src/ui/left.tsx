// The panel at the left: which map, who moves on it, and how it is shown.

import type { JSX } from 'preact';
import { SIDE_MOST } from '../app/maker';
import { chooseMaker, makeMap, randomEnd, randomSeed, randomWalls, reset } from '../app/making';
import { SPEED_MOST } from '../app/walk';
import { spanOf } from '../draw/heat';
import { rampAt } from '../draw/themes';
import { isStuckOn } from '../draw/turns';
import { ARRANGEMENTS, CORNERS, HEATS, POINTS_MAX } from '../model';
import { lazy } from './lazy';
import { Button, Check, choices, NumberField, Section, Select, Slider } from './parts';
import type { Playground } from '../app/playground';
import { usePlayground } from './playground';

const FeaturesSection = lazy(async () => (await import('./features')).FeaturesSection);
const TileUses = lazy(async () => (await import('./tile-uses')).TileUses);

export function LeftPanel(): JSX.Element {
  const brought = usePlayground().files.bringing.value?.brought;
  return (
    <>
      <MapSection />
      {brought?.scenery && <TileUses />}
      <MoverSection />
      <FeaturesSection />
      <ViewSection />
      <FigureSection />
    </>
  );
}

function MapSection(): JSX.Element {
  const playground = usePlayground();
  const { words: { t }, maker: { form, isMaking, isReady, maker, makers, setForm } } = playground;
  const now = form.value;
  const options = makers.value
    .filter((each) => now.shape === 'square' || each.hasHexes)
    .map(({ name }) => [name, t(`maker.${name}`)] as const);
  return (
    <Section title={t('map.title')} name="map">
      <div class="buttons four">
        <Button label={t('map.reset')} isNamed onClick={() => reset(playground)} />
        <Button
          label={t('map.randomWalls')} isNamed isOff={!isReady.value}
          onClick={() => void randomWalls(playground)}
        />
        <Button label={t('map.randomStart')} isNamed onClick={() => randomEnd(playground, 'from')} />
        <Button label={t('map.randomGoal')} isNamed onClick={() => randomEnd(playground, 'to')} />
      </div>
      <form
        class="fields"
        onSubmit={(event) => {
          event.preventDefault();
          void makeMap(playground);
        }}
      >
        <Select
          label={t('map.maker')} value={now.maker} options={options}
          onChange={(name) => chooseMaker(playground, name)}
          hint={t(`maker.${now.maker}.why`)}
        />
        <Select
          label={t('map.shape')} value={now.shape} onChange={(shape) => setForm({ shape })}
          options={choices(t, 'map', maker.value?.hasHexes === false ? ['square'] : ['square', 'hex'])}
        />
        {now.shape === 'hex' && (
          <Select
            label={t('map.arrangement')} value={now.arrangement} options={choices(t, 'map', ARRANGEMENTS)}
            onChange={(arrangement) => setForm({ arrangement })}
          />
        )}
        <div class="pair">
          {(['width', 'height'] as const).map((side) => (
            <NumberField
              key={side} label={t(`map.${side}`)} value={now[side]} least={1} most={SIDE_MOST}
              onChange={(next) => setForm({ [side]: next })}
            />
          ))}
        </div>
        {maker.value?.knobs.map(({ name, value, least, most }) => (
          <NumberField
            key={name} label={t(`knob.${name}`)} value={now.knobs[name] ?? value} least={least} most={most}
            onChange={(next) => setForm({ knobs: { ...now.knobs, [name]: next } })}
          />
        ))}
        <div class="with-button">
          <NumberField
            label={t('map.seed')} value={now.seed} least={0} most={0xffff_ffff}
            onChange={(seed) => setForm({ seed })}
          />
          <Button
            label={t('map.newSeed')} sign="dice"
            onClick={() => void makeMap(playground, { seed: randomSeed() })}
          />
        </div>
        <button class="button main" type="submit" disabled={!isReady.value || isMaking.value}>
          {t('map.make')}
        </button>
      </form>
    </Section>
  );
}

/** What a straight and a diagonal step cost; one's own begin beside the tutorials'. */
const COSTS = { tenFourteen: [10, 14], exact: [2378, 3363], ownCosts: [10, 15] } as const;

/** Four directions know no diagonal ones. */
const STEPS = ['straight', 'diagonal'] as const;

function MoverSection(): JSX.Element {
  const { words: { t }, world: { ends, map, mover }, undo: { moveEnds } } = usePlayground();
  const now = mover.value;
  const isHex = map.value.shape === 'hex';
  const isNow = ([straight, diagonal]: readonly number[]) =>
    now.straight === straight && now.diagonal === diagonal;
  const costs = isNow(COSTS.tenFourteen) ? 'tenFourteen' : isNow(COSTS.exact) ? 'exact' : 'ownCosts';
  const set = (change: Partial<typeof now>) => (mover.value = { ...now, ...change });
  return (
    <Section title={t('mover.title')} name="mover">
      <div class="fields">
        {!isHex && (
          <Select
            label={t('mover.rule')} value={now.rule} onChange={(rule) => set({ rule })}
            options={choices(t, 'mover', ['four', 'eight', 'knight'])}
          />
        )}
        {!isHex && now.rule === 'eight' && (
          <Select
            label={t('mover.corners')} value={now.corners} onChange={(corners) => set({ corners })}
            hint={t(`mover.${now.corners}.why`)}
            options={choices(t, 'mover', CORNERS)}
          />
        )}
        {!isHex && (
          <Select
            label={t('mover.costs')} value={costs}
            onChange={(which) => set({ straight: COSTS[which][0], diagonal: COSTS[which][1] })}
            options={choices(t, 'mover', ['tenFourteen', 'exact', 'ownCosts'])}
          />
        )}
        {!isHex && costs === 'ownCosts' && (
          <div class="pair">
            {STEPS.slice(0, now.rule === 'four' ? 1 : 2).map((step, at) => (
              <NumberField
                key={step} label={t(`mover.${step}`)} value={now[step]} least={1} most={[10000, 20000][at]}
                onChange={(next) => set({ [step]: next })}
              />
            ))}
          </div>
        )}
        {!isHex && (
          <NumberField
            label={t('mover.footprint')} value={now.footprint.width} least={1} most={16}
            onChange={(side) => set({ footprint: { width: side, height: side } })}
          />
        )}
        {!isHex && (
          <NumberField
            label={t('mover.turnCost')} value={now.turnCost} least={0} most={100000}
            onChange={(turnCost) => set({ turnCost })}
          />
        )}
        {ends.value.via.length > 0 && (
          <Button label={t('tool.viaClear')} isNamed onClick={() => moveEnds({ via: [] })} />
        )}
      </div>
    </Section>
  );
}

function ViewSection(): JSX.Element {
  const {
    words: { t },
    settings: { hasJumps, hasNumbers, heat },
    world: { map },
    scene: { tileart },
  } = usePlayground();
  const art = tileart.value;
  return (
    <Section title={t('panel.view')} name="view">
      <div class="fields">
        <Select
          label={t('view.heat')} value={heat.value} onChange={(next) => (heat.value = next)}
          hint={t(`heat.${heat.value}.why`)}
          options={choices(t, 'heat', HEATS)}
        />
        <ColoursSelect />
        {art?.of(map.value) && <Check label={t('view.tiles')} of={art.isShown} />}
        <Check label={t('view.numbers')} of={hasNumbers} />
        <Check label={t('view.jumps')} of={hasJumps} />
      </div>
      <Legend />
    </Section>
  );
}

export function ColoursSelect(): JSX.Element {
  const { words: { t }, settings: { colours } } = usePlayground();
  return (
    <Select
      label={t('settings.colours')} value={colours.value} onChange={(next) => (colours.value = next)}
      options={choices(t, 'settings', ['tutorial', 'clear'])}
    />
  );
}

function Legend(): JSX.Element {
  const {
    words: { number, t },
    settings: { heat },
    world: { sayCost },
    panes: { pane },
    scene: { theme },
  } = usePlayground();
  const now = theme.value;
  const trace = pane.value.watched.value?.trace;
  if (heat.value !== 'none') {
    const say = ['order', 'reopenings'].includes(heat.value) ? number : sayCost.value;
    const stops = [0, 0.25, 0.5, 0.75, 1].map((share) => rampAt(now, share)).join(', ');
    const truth = pane.value.truth.value;
    const isKnown = trace && (heat.value !== 'error' || truth);
    const span = isKnown ? spanOf({ trace, heat: heat.value, truth }) : null;
    return (
      <div class="legend heat" aria-label={t('view.legend')} role="group">
        <span class="digits">{span ? say(span.least) : t('view.low')}</span>
        <span class="ramp" style={{ background: `linear-gradient(90deg, ${stops})` }} />
        <span class="digits">{span ? (span.isSampled ? '≥ ' : '') + say(span.most) : t('view.high')}</span>
      </div>
    );
  }
  const marks = [
    [now.open, 'cell.inOpen'], [now.closed, 'cell.closed'], [now.path, 'view.path'],
    [now.start, 'cell.start'], [now.goal, 'cell.goal'], [now.wall, 'cell.wall'],
  ] as const;
  return (
    <ul class="legend" aria-label={t('view.legend')}>
      {marks.map(([colour, words]) => (
        <li key={words}><span class="dot" style={{ background: colour }} />{t(words)}</li>
      ))}
    </ul>
  );
}

function FigureSection(): JSX.Element {
  const playground = usePlayground();
  const { words: { t }, settings: { pointsATurn }, walk: { cellsPerSecond, isSmooth } } = playground;
  return (
    <Section title={t('figure.title')} name="figure" isShut>
      <div class="fields">
        <Slider
          label={t('figure.speed')} least={1} most={SPEED_MOST} value={cellsPerSecond.value}
          text={t('figure.speedValue', { n: cellsPerSecond.value })}
          onChange={(next) => (cellsPerSecond.value = next)}
        />
        <Check label={t('figure.smooth')} of={isSmooth} />
        <p class="hint">{t('figure.hint')}</p>
        <NumberField
          label={t('figure.points')} value={pointsATurn.value} least={0} most={POINTS_MAX}
          onChange={(next) => (pointsATurn.value = next)}
        />
        <p class="hint">{t('figure.pointsHint')}</p>
        <p role="status">{turnsText(playground)}</p>
      </div>
    </Section>
  );
}

/** In which turn the path ends, or where a step is too dear for any. */
function turnsText(playground: Playground): string {
  const { words: { number, t }, panes: { pane }, turns: { turnsOf }, cursor: { atOf } } = playground;
  const ends = turnsOf(pane.value);
  const path = pane.value.watched.value?.answer.path;
  if (!ends || !path) return '';
  if (!isStuckOn(path, ends)) return t('figure.turns', { n: number(ends.length) });
  return t('figure.tooDear', { at: atOf(path[ends.at(-1) ?? 0]) });
}
