// The panel beside a scene: which one it is, who moves there, and what was found.

import type { JSX } from 'preact';
import { Check, choices, Section, Select, Slider } from '../ui/parts';
import { KINDS } from './model';
import { useParts } from './parts';
import { Numbers, OpenList, Search } from './search-panel';
import { SAMPLE_NAMES, SAMPLES, type SampleName } from './samples';
import type { SceneView } from './view-state';

export { Transport } from './transport';

export function Panel({ view }: { view: SceneView }): JSX.Element {
  const { words: { t } } = useParts();
  return (
    <>
      <Section title={t('scene.title')} name="scene"><Which view={view} /></Section>
      {view.scene.opened.value?.isFlat && (
        <Section title={t('scene.things')} name="scene-things"><Things view={view} /></Section>
      )}
      <Section title={t('scene.mover')} name="scene-mover"><Radius view={view} /></Section>
      <Section title={t('scene.path')} name="scene-path"><Numbers view={view} /></Section>
      <Section title={t('scene.method')} name="scene-search"><Search view={view} /></Section>
      <Section title={t('panel.openList')} name="scene-open"><OpenList view={view} /></Section>
    </>
  );
}

function Which({ view: { hasPolygons, scene: { open, opened } } }: { view: SceneView }): JSX.Element {
  const { words: { t }, messages: { complain } } = useParts();
  const name = opened.value?.name ?? '';
  const isSample = (SAMPLE_NAMES as readonly string[]).includes(name);
  const samples = SAMPLE_NAMES.map((each) => [each as string, t(`scene.sample.${each}`)] as const);
  return (
    <>
      <Select
        label={t('scene.sample')} value={name}
        options={isSample ? samples : [[name, name], ...samples]}
        onChange={(chosen) => {
          const sample = SAMPLES[chosen as SampleName];
          if (sample) open(sample()).catch(complain);
        }}
      />
      <Check label={t('scene.polygons')} of={hasPolygons} />
    </>
  );
}

/** What is drawn next, and what is held may become. */
function Things({ view: { tools: { kind, turnInto } } }: { view: SceneView }): JSX.Element {
  const { words: { t } } = useParts();
  return (
    <Select
      label={t('scene.kind')} value={kind.value} options={choices(t, 'scene.kind', KINDS)}
      onChange={turnInto} hint={t('scene.kind.why')}
    />
  );
}

/** Radii are parts of the ground's larger side. */
const PARTS = 500;
const PARTS_MOST = 40;

function Radius({ view: { scene } }: { view: SceneView }): JSX.Element {
  const { words: { number, t } } = useParts();
  const { change, extent, opened, plan } = scene;
  if (!opened.value?.isFlat) return <p class="hint">{t('scene.storeys')}</p>;
  const part = extent.value / PARTS;
  return (
    <div class="field">
      <span class="name" aria-hidden="true">{t('scene.radius')}</span>
      <Slider
        label={t('scene.radius')} least={0} most={PARTS_MOST} value={Math.round(plan.value.radius / part)}
        text={number(plan.value.radius)} onChange={(parts) => change({ radius: parts * part }, 'radius')}
      />
    </div>
  );
}
