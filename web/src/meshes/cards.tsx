// Scenes in the gallery: each drawn with its path.

import type { JSX } from 'preact';
import { useEffect, useRef } from 'preact/hooks';
import { fetched } from '../app/fetched';
import type { Playground } from '../app/playground';
import { fit } from '../draw/camera';
import { usePlayground } from '../ui/playground';
import { openEngine } from './client';
import { boundsOf, EMPTY_PLAN } from './model';
import { paintScene, traced, tracedOutlines, type Scenery } from './paint';
import { openSample, SAMPLE_NAMES, SAMPLES, type SampleName } from './samples';

export function SceneCards(): JSX.Element {
  return <>{SAMPLE_NAMES.map((name) => <li key={name}><Card name={name} /></li>)}</>;
}

function Card({ name }: { name: SampleName }): JSX.Element {
  const playground = usePlayground();
  const { words: { t }, messages: { complain }, layout: { close } } = playground;
  const canvas = useRef<HTMLCanvasElement>(null);
  useEffect(() => {
    draw(playground, canvas.current!, name).catch(complain);
  }, []);
  const show = async () => {
    const { showScene } = await fetched(() => import('./open'));
    await showScene(playground, await openSample(name));
    playground.settings.isWelcomed.value = true;
    close();
  };
  return (
    <button type="button" class="button picture" onClick={() => void show().catch(complain)}>
      <canvas ref={canvas} class="canvas" aria-hidden="true" />
      <strong>{t(`scene.sample.${name}`)}</strong>
      <span class="hint">{t(`scene.sample.${name}.why`)}</span>
    </button>
  );
}

type Drawn = readonly [Pick<Scenery, 'ground' | 'mesh' | 'plan' | 'found'>, corners: Float64Array];

/** A scene with its path; that of a file without one, whose engine is fetched when it is opened. */
async function seen(name: SampleName): Promise<Drawn> {
  if (name === 'riverside') {
    const { sketch } = await fetched(() => import('./riverside'));
    const { outlines, plan } = sketch();
    const ground = tracedOutlines(outlines);
    const corners = Float64Array.from(outlines.flatMap((each) => [...each]));
    return [{ ground, mesh: ground, plan: { ...EMPTY_PLAN, ...plan }, found: null }, corners];
  }
  const sample = SAMPLES[name]();
  const engine = await openEngine(sample);
  const { exact: found, polygons } = await engine.show(sample.plan);
  engine.close();
  const { ground } = engine;
  return [
    { ground: traced(ground), mesh: traced(polygons ?? ground), plan: sample.plan, found }, ground.corners,
  ];
}

async function draw(
  { scene: { theme } }: Playground, canvas: HTMLCanvasElement, name: SampleName,
): Promise<void> {
  const [scenery, corners] = await seen(name);
  const ratio = Math.min(devicePixelRatio || 1, 2);
  const [width, height] = [canvas.clientWidth, canvas.clientHeight];
  const ctx = canvas.getContext('2d', { alpha: false });
  // The gallery may be closing meanwhile.
  if (!ctx || width === 0) return;
  Object.assign(canvas, { width: Math.round(width * ratio), height: Math.round(height * ratio) });
  const viewport = { width, height, ratio };
  const camera = fit(boundsOf(corners), viewport, 5);
  const looks = { theme: theme.peek(), hasPolygons: false, held: null };
  paintScene(ctx, { ...scenery, ...looks }, camera, viewport);
}
