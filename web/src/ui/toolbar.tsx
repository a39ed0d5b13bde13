// The bar at the top: what one does with the whole page; and the palette of tools beside the map.

import { Fragment, type JSX } from 'preact';
import { useState } from 'preact/hooks';
import { PANES_MAX } from '../app/panes';
import { BRUSHES, type Marker, type Tool } from '../app/tools';
import { weightShade } from '../draw/themes';
import { OPEN, WALL } from '../model';
import { lazy } from './lazy';
import { Button, Sign } from './parts';
import type { Playground } from '../app/playground';
import { usePlayground } from './playground';

const MoreTools = lazy(async () => (await import('./more-tools')).MoreTools);

export function Bar(): JSX.Element {
  const {
    words: { t },
    layout: { hasLeft, hasRight, open, toggleLeft, toggleRight },
    undo: { canRedo, canUndo, redo, undo },
    panes: { panes, setPanes },
    walk: { isWalking, walk },
    tour: { endTour, startTour, tourAt },
  } = usePlayground();
  const isFound = panes.value[0].watched.value?.answer.outcome === 'found';
  return (
    <header class="bar">
      <Button label={t('map.title')} sign="left" onClick={toggleLeft} isOn={hasLeft.value} />
      <h1 class="brand" title={t('app.subtitle')}><Mark />xunlu</h1>
      <div class="group">
        <Button label={t('tool.undo')} keys="Control+Z" sign="undo" isOff={!canUndo.value} onClick={undo} />
        <Button
          label={t('tool.redo')} keys="Control+Shift+Z" sign="redo" isOff={!canRedo.value} onClick={redo}
        />
      </div>
      <div class="group race" role="group" aria-label={t('race.panes')}>
        {Array.from({ length: PANES_MAX }, (_, at) => (
          <Button
            key={at} label={t('race.count', { n: at + 1 })} isOn={panes.value.length === at + 1}
            onClick={() => setPanes(at + 1)}
          ><PanesSign count={at + 1} /></Button>
        ))}
      </div>
      <span class="grow" />
      <Button
        label={t(isWalking.value ? 'figure.stop' : 'figure.walk')} keys="M"
        sign={isWalking.value ? 'stop' : 'walk'}
        isNamed kind="wide" isOff={!isFound && !isWalking.value} onClick={walk}
      />
      <Button
        label={t('panel.tour')} keys="T" sign="tour" isNamed kind="wide" isOn={tourAt.value !== null}
        onClick={() => (tourAt.value === null ? startTour() : endTour())}
      />
      {DIALOGS.map(([dialog, label, keys]) => (
        <Button
          key={dialog} label={t(label)} sign={dialog === 'take' ? 'share' : dialog} isNamed kind="wide"
          {...(keys ? { keys } : {})} onClick={() => open(dialog)}
        />
      ))}
      <Button label={t('keys.title')} keys="?" sign="keys" kind="desk" onClick={() => open('keys')} />
      <Button label={t('panel.panels')} sign="right" onClick={toggleRight} isOn={hasRight.value} />
    </header>
  );
}

const DIALOGS = [
  ['gallery', 'gallery.title'], ['bring', 'bring.title', 'O'], ['take', 'panel.share', 'X'],
  ['settings', 'settings.title'],
] as const;

function Mark(): JSX.Element {
  return (
    <svg class="mark" viewBox="0 0 24 24" aria-hidden="true">
      <rect x="2" y="2" width="20" height="20" rx="5" />
      <path d="M7 17l4-4V9l6-2" />
      <circle cx="7" cy="17" r="2" /><circle class="to" cx="17" cy="7" r="2" />
    </svg>
  );
}

function PanesSign({ count }: { count: number }): JSX.Element {
  const lines = ['', 'M12 5v14', 'M9.3 5v14M14.6 5v14', 'M12 5v14M4 12h16'][count - 1];
  return <svg class="sign" viewBox="0 0 24 24" aria-hidden="true"><path d={`M4 5h16v14H4z${lines}`} /></svg>;
}

/** Tools with their keys, in the groups that lines part. */
const TOOLS: readonly (readonly (readonly [Exclude<Tool, 'pencil' | Marker>, string?])[])[] = [
  [['line', 'L'], ['rectangle', 'R'], ['fill', 'F']],
  [['start', 'S'], ['goal', 'G'], ['via', 'V']],
  [['inspect', 'I'], ['pan']],
];

const WEIGHTS = [1, 2, 3, 4, 5, 6, 7, 8, 9];

/** The palette that lies on the map's edge. */
export function Palette(): JSX.Element {
  const { words: { t }, tools: { brush, tool } } = usePlayground();
  return (
    <div class="palette" role="toolbar" aria-label={t('tool.toolbar')} aria-orientation="vertical">
      <GroundButton name="wall" keys="W" of={WALL} />
      <Weights />
      <GroundButton name="eraser" keys="E" of={OPEN} />
      <hr />
      <Button
        label={t('tool.sizeNow', { n: brush.value })} kind="text"
        onClick={() => (brush.value = BRUSHES.find((size) => size > brush.value) ?? BRUSHES[0])}
      ><span class="digits">{brush.value}×</span></Button>
      {TOOLS.map((group, at) => (
        <Fragment key={at}>
          {at > 0 && <hr />}
          {group.map(([name, keys]) => (
            <Button
              key={name} label={t(`tool.${name}`)} sign={name} isOn={tool.value === name} isNamed kind="tool"
              {...(keys ? { keys } : {})}
              onClick={() => (tool.value = tool.value === name ? 'pencil' : name)}
            />
          ))}
        </Fragment>
      ))}
      <More />
      <ZoomButtons />
    </div>
  );
}

/** Whether this ground is what is drawn with. */
const isWith = ({ tools: { ground, ink, isDrawing } }: Playground, value: number) =>
  isDrawing() && !ink.value && ground.value === value;

function GroundButton({ name, keys, of }: {
  name: 'wall' | 'eraser'; keys: string; of: number;
}): JSX.Element {
  const playground = usePlayground();
  const { words: { t }, tools: { takeGround } } = playground;
  const take = () => takeGround(of);
  return (
    <Button
      label={t(`tool.${name}`)} keys={keys} sign={name} isOn={isWith(playground, of)} isNamed kind="tool"
      onClick={take}
    />
  );
}

/** Tools that few maps need, behind one button. */
function More(): JSX.Element {
  const { words: { t }, tools: { ink, isDrawing, isMarking } } = usePlayground();
  const isOn = isMarking() || (isDrawing() && ink.value !== null);
  const [isOpen, setOpen] = useState(false);
  return (
    <details class="drawer" onToggle={(event) => setOpen(event.currentTarget.open)}>
      <summary title={t('tool.more')} aria-label={t('tool.more')} class={`button bare ${isOn ? 'on' : ''}`}>
        <Sign name="share" />
      </summary>
      {isOpen && <MoreTools />}
    </details>
  );
}

function Weights(): JSX.Element {
  const playground = usePlayground();
  const { words: { t }, tools: { ground, takeGround }, scene: { theme } } = playground;
  const now = WEIGHTS.includes(ground.value) ? ground.value : 3;
  const swatch = (n: number) => (
    <span class="swatch" style={{ background: weightShade(theme.value, n) }}>{n}</span>
  );
  return (
    <details class="drawer weights">
      <summary
        title={t('tool.weights')} aria-label={t('tool.weightNow', { n: now })}
        class={`button bare ${isWith(playground, now) ? 'on' : ''}`}
      >{swatch(now)}</summary>
      <div class="choices">
        {WEIGHTS.map((n) => (
          <button
            key={n} type="button" class="button bare" aria-label={t('tool.weight', { n })}
            aria-pressed={isWith(playground, n)}
            onClick={(event) => {
              takeGround(n);
              event.currentTarget.closest('details')?.removeAttribute('open');
            }}
          >{swatch(n)}</button>
        ))}
      </div>
    </details>
  );
}

function ZoomButtons(): JSX.Element {
  const { words: { t }, view: { fitAll, zoomBy } } = usePlayground();
  return (
    <div class="zoom" role="group" aria-label={t('map.zoom')}>
      <Button label={t('map.zoomIn')} keys="+" sign="zoomIn" onClick={() => zoomBy(1.4)} />
      <Button label={t('map.fit')} keys="0" sign="fit" onClick={fitAll} />
      <Button label={t('map.zoomOut')} keys="-" sign="zoomOut" onClick={() => zoomBy(1 / 1.4)} />
    </div>
  );
}
