// The view of a scene: a bar, the picture with its tools, and a panel that says what was found.

import { useSignalEffect } from '@preact/signals';
import type { JSX } from 'preact';
import { useEffect, useId, useRef, useState } from 'preact/hooks';
import { Button, Sign } from '../ui/parts';
import type { SignName } from '../ui/signs';
import { fetched } from '../app/fetched';
import { listen } from './hand';
import { paintScene } from './paint';
import type * as Later from './panel';
import { useParts } from './parts';
import type { Tool } from './tools';
import type { SceneView } from './view-state';

export function View({ view, close }: { view: SceneView; close: () => void }): JSX.Element {
  const { options, words: { t }, messages: { complain }, layout: { isWide } } = useParts();
  const [hasPanel, setPanel] = useState(isWide());
  const told = useId();
  const [parts, setParts] = useState<typeof Later | null>(null);
  useEffect(() => {
    fetched(() => import('./panel')).then(setParts, complain);
  }, []);
  // On a narrow page the panel lies over the picture, which makes room for it.
  const [measured] = useState(() => {
    let sized: ResizeObserver | null = null;
    return (panel: HTMLElement | null): void => {
      const measure = () => void (view.footRoom.value = panel && !isWide() ? panel.offsetHeight : 0);
      sized?.disconnect();
      sized = new ResizeObserver(measure);
      if (panel) sized.observe(panel);
      measure();
    };
  });
  const Centre = options.isWholePage ? 'main' : 'div';
  return (
    <>
      <Bar view={view} close={close} hasPanel={hasPanel} togglePanel={() => setPanel(!hasPanel)} />
      <div class={`middle ${hasPanel ? 'has-right' : ''}`}>
        <Centre class="centre">
          <Tools view={view} />
          <div class="over">
            <div class="stage"><div class="pane"><div class="field-of-view">
              <Picture view={view} told={told} />
              {view.scene.isBusy.value && (
                <p class="veil" role="status"><span class="spin" aria-hidden="true" />{t('scene.opening')}</p>
              )}
            </div></div></div>
            <Messages view={view} told={told} />
          </div>
        </Centre>
        {hasPanel && (
          <aside class="panel right" tabIndex={0} aria-label={t('panel.panels')} ref={measured}>
            {parts && <parts.Panel view={view} />}
          </aside>
        )}
      </div>
      {parts && <parts.Transport view={view} />}
    </>
  );
}

const DIALOGS = [
  ['gallery', 'gallery.title'], ['bring', 'bring.title'], ['settings', 'settings.title'],
] as const;

function Bar({ view, close, hasPanel, togglePanel }: {
  view: SceneView; close: () => void; hasPanel: boolean; togglePanel: () => void;
}): JSX.Element {
  const { words: { t }, layout: { open } } = useParts();
  const { canRedo, canUndo, redo, undo } = view.scene;
  return (
    <header class="bar">
      <Button label={t('scene.close')} keys="Escape" sign="back" isNamed kind="wide" onClick={close} />
      <h1 class="brand">{t('scene.title')}</h1>
      <div class="group">
        <Button label={t('tool.undo')} keys="Control+Z" sign="undo" isOff={!canUndo.value} onClick={undo} />
        <Button
          label={t('tool.redo')} keys="Control+Shift+Z" sign="redo" isOff={!canRedo.value} onClick={redo}
        />
      </div>
      <span class="grow" />
      {DIALOGS.map(([dialog, label]) => (
        <Button
          key={dialog} label={t(label)} sign={dialog} isNamed kind="wide" onClick={() => open(dialog)}
        />
      ))}
      <Button label={t('panel.panels')} sign="right" onClick={togglePanel} isOn={hasPanel} />
    </header>
  );
}

/** The tools with their keys. Signs that no other view has stand here. */
const SIGNS = {
  circle: 'M12 4a8 8 0 1 0 0 16 8 8 0 0 0 0-16',
  polygon: 'M5 9l8-5 6 7-4 9-9-2z',
  ray: 'M4 18L18 7M18 7h-5M18 7v5M21 3v18',
} as const;

function Tools({ view }: { view: SceneView }): JSX.Element {
  const { fitAll, hasRay, scene, tools: { choose, tool }, zoomBy } = view;
  const { words: { t } } = useParts();
  const own = (name: keyof typeof SIGNS) =>
    <svg class="sign" viewBox="0 0 24 24" aria-hidden="true"><path d={SIGNS[name]} /></svg>;
  const button = (name: Tool, keys: string, sign: SignName | keyof typeof SIGNS) => (
    <Button
      label={t(`scene.tool.${name}`)} keys={keys} isNamed kind="tool" isOn={tool.value === name}
      isOff={name !== 'move' && !scene.opened.value?.isFlat}
      {...(sign in SIGNS ? {} : { sign: sign as SignName })} onClick={() => choose(name)}
    >{sign in SIGNS && own(sign as keyof typeof SIGNS)}</Button>
  );
  return (
    <div class="palette" role="toolbar" aria-label={t('tool.toolbar')} aria-orientation="vertical">
      {button('move', 'M', 'pan')}
      <hr />
      {button('circle', 'C', 'circle')}
      {button('box', 'B', 'rectangle')}
      {button('polygon', 'P', 'polygon')}
      {button('erase', 'E', 'eraser')}
      <hr />
      <Button
        label={t('scene.ray')} keys="R" isNamed kind="tool" isOn={hasRay.value}
        onClick={() => (hasRay.value = !hasRay.value)}
      >{own('ray')}</Button>
      <div class="zoom" role="group" aria-label={t('map.zoom')}>
        <Button label={t('map.zoomIn')} keys="+" sign="zoomIn" onClick={() => zoomBy(1.4)} />
        <Button label={t('map.fit')} keys="0" sign="fit" onClick={fitAll} />
        <Button label={t('map.zoomOut')} keys="-" sign="zoomOut" onClick={() => zoomBy(1 / 1.4)} />
      </div>
    </div>
  );
}

function Picture({ view, told }: { view: SceneView; told: string }): JSX.Element {
  const { words: { number, t } } = useParts();
  const { camera, scene: { polygons }, scenery, viewport } = view;
  const canvas = useRef<HTMLCanvasElement>(null);
  useEffect(() => {
    const shown = canvas.current!;
    const sized = new ResizeObserver(() => {
      const ratio = Math.min(devicePixelRatio || 1, 3);
      const [width, height] = [shown.clientWidth, shown.clientHeight];
      if (width === 0 || height === 0) return;
      Object.assign(shown, { width: Math.round(width * ratio), height: Math.round(height * ratio) });
      viewport.value = { width, height, ratio };
    });
    sized.observe(shown);
    const stop = listen(view, shown);
    return () => {
      sized.disconnect();
      stop();
    };
  }, []);
  useSignalEffect(() => {
    const [now, from, size] = [scenery.value, camera.value, viewport.value];
    const frame = requestAnimationFrame(() => {
      const ctx = canvas.current?.getContext('2d', { alpha: false });
      if (ctx) paintScene(ctx, now, from, size);
    });
    return () => cancelAnimationFrame(frame);
  });
  return (
    <canvas
      ref={canvas} tabIndex={0} role="application" class="scene"
      aria-label={t('scene.label', { n: number(polygons.value?.ends.length ?? 0) })}
      aria-roledescription={t('scene.title')} aria-describedby={told}
    />
  );
}

/** How long the path stays the same before it is read out. */
const REST_MS = 600;

function Messages({ view, told }: { view: SceneView; told: string }): JSX.Element {
  const { words: { t }, messages: { dismiss, messages } } = useParts();
  const [spoken, speak] = useState('');
  useSignalEffect(() => {
    const words = view.told.value;
    const timer = setTimeout(() => speak(words), REST_MS);
    return () => clearTimeout(timer);
  });
  return (
    <div class="cards">
      <p class="unseen" aria-live="polite" id={told}>{spoken}</p>
      <div class="messages" role="log">
        {messages.value.map(({ id: number, isError, text }) => (
          <div key={number} class={`message ${isError ? 'error' : ''}`}>
            {isError && <Sign name="warn" />}
            <span>{text}</span>
            <Button label={t('app.close')} sign="close" kind="small" onClick={() => dismiss(number)} />
          </div>
        ))}
      </div>
    </div>
  );
}
