// The panel beside a scene: which one it is, who moves there, and what was found.

import type { JSX } from 'preact';
import { fetched } from '../app/fetched';
import { copy } from '../ui/copy';
import { Button, Check, Section, Select, Slider } from '../ui/parts';
import { linkOf } from './keep-hash';
import { LinkFields } from './link-fields';
import { lookOf } from './paint-things';
import type { Plan } from './model';
import { useParts } from './parts';
import { Numbers, OpenList, Search } from './search-panel';
import { openSample, SAMPLE_NAMES, type SampleName } from './samples';
import { sortName, sortWords } from './sorts';
import type { Made } from './tools';
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
      <Drawn view={view} />
      <Section title={t('scene.mover')} name="scene-mover">
        <Radius view={view} />
        <Costs view={view} />
      </Section>
      <Section title={t('scene.path')} name="scene-path"><Numbers view={view} /></Section>
      <Section title={t('scene.method')} name="scene-search"><Search view={view} /></Section>
      <Section title={t('panel.openList')} name="scene-open"><OpenList view={view} /></Section>
    </>
  );
}

function Which({ view: { hasNames, hasPolygons, scene } }: { view: SceneView }): JSX.Element {
  const { words: { t }, messages: { complain } } = useParts();
  const { open, opened, plan: { value: { places, things } } } = scene;
  const name = opened.value?.name ?? '';
  const isNamed = [...places, ...things].some((each) => each.name !== '');
  const samples = SAMPLE_NAMES.map((each) => [each as string, t(`scene.sample.${each}`)] as const);
  return (
    <>
      <Select
        label={t('scene.sample')} value={opened.value?.isSample ? name : OTHER}
        options={opened.value?.isSample ? samples : [[OTHER, name], ...samples]}
        onChange={(chosen) => {
          if (chosen === OTHER || (chosen === name && opened.peek()?.isSample)) return;
          openSample(chosen as SampleName).then(open).catch(complain);
        }}
      />
      <Check label={t('scene.polygons')} of={hasPolygons} />
      {isNamed && <Check label={t('scene.names')} of={hasNames} />}
    </>
  );
}

/** What is none of the page's own, however it is called. */
const OTHER = '';

/** What is drawn next, and what is held may become. */
function Things({ view }: { view: SceneView }): JSX.Element {
  const { scene, tools } = view;
  const parts = useParts();
  const { words: { number, t }, messages: { complain } } = parts;
  const { plan } = scene;
  const { alter, held, kind, turnInto } = tools;
  const own = plan.value.things.find(({ id }) => id === held.value);
  const sorts = plan.value.sorts.map((sort): [Made, string] =>
    [`${sort.tag}`, t('scene.kind.region', { sort: sortWords(t, number, sort) })]);
  const options: [Made, string][] = [
    ['obstacle', t('scene.kind.obstacle')], ...sorts, ['route', t('scene.kind.route')],
    ['link', t('scene.kind.link')],
  ];
  /** Hands out the plan as a file. */
  async function save(): Promise<void> {
    const { outlinesOf, written } = await fetched(() => import('./written'));
    const { engine, name, outlines } = scene.opened.peek()!;
    const text = written(plan.peek(), outlines ?? outlinesOf(engine.ground), ({ name }) => name);
    const link = document.createElement('a');
    link.href = URL.createObjectURL(new Blob([text], { type: 'application/json' }));
    link.download = `${name.replace(/\.[^.]*$/, '')}.json`;
    link.click();
    setTimeout(() => URL.revokeObjectURL(link.href), 10_000);
  }
  const share = async () => copy(parts, await linkOf(view), t('share.copied'));
  return (
    <>
      <Select
        label={t('scene.kind')} value={kind.value} options={options}
        onChange={turnInto} hint={t('scene.kind.why')}
      />
      {own && (
        <label class="field">
          <span class="name">{t('scene.name')}</span>
          <input
            type="text" value={own.name} maxLength={80}
            onInput={(event) => alter(own.id, { name: event.currentTarget.value }, `name-${own.id}`)}
          />
        </label>
      )}
      {own?.link && <LinkFields own={own} link={own.link} alter={alter} />}
      <Button label={t('scene.save')} sign="take" isNamed onClick={() => void save().catch(complain)} />
      <Button
        label={t('scene.share')} sign="copy" isNamed onClick={() => void share().catch(complain)}
      />
    </>
  );
}

/** The sorts of ground that there are: what a link asks for is no ground. */
const wornBy = ({ sorts, things }: Plan): Plan['sorts'] => sorts.filter(({ tag }) =>
  things.some(({ kind, tags }) => kind === 'region' && tags & (1 << tag)));

/** Costs to choose from, besides the one there is. */
const OFFERED = [0.25, 0.5, 1, 2, 3, 4, 5, 10, 20];

/** What ground of each sort is to who walks here: closed, or so many times its length. */
function Costs({ view: { scene: { change, opened, plan } } }: { view: SceneView }): JSX.Element {
  const { words: { number, t } } = useParts();
  const { sorts } = plan.value;
  const worn = wornBy(plan.value);
  // What the file said can be chosen again.
  const asRead = (wanted: number) => (opened.value?.engine.planned?.plan.sorts ?? [])
    .filter(({ tag }) => tag === wanted).map(({ cost }) => cost);
  return (
    <>
      {worn.map((sort) => {
        const all = [...new Set([null, ...OFFERED, sort.cost, ...asRead(sort.tag)])].sort((a, b) =>
          (a ?? Infinity) - (b ?? Infinity));
        const options = all.map((cost) =>
          [String(cost), cost === null ? t('scene.closed') : `× ${number(cost)}`] as const);
        const choose = (chosen: string) => change({
          sorts: sorts.map((each) =>
            (each.tag === sort.tag ? { ...each, cost: chosen === 'null' ? null : Number(chosen) } : each)),
        });
        return (
          <Select
            key={sort.tag} label={sortName(t, sort)} value={String(sort.cost)} options={options}
            onChange={choose}
          />
        );
      })}
    </>
  );
}

/** What a plan says besides: which ground costs what, links, routes and places, by their names. */
function Drawn({ view: { scene: { plan } } }: { view: SceneView }): JSX.Element | null {
  const { scene: { theme }, words: { number, t } } = useParts();
  const { places, things } = plan.value;
  const worn = wornBy(plan.value);
  const [links, routes] = ['link', 'route'].map((wanted) => things.filter(({ kind }) => kind === wanted));
  if (worn.length + links.length + places.length + routes.length === 0) return null;
  const named = (all: readonly { readonly name: string }[]) =>
    all.map(({ name }) => name || t('scene.unnamed'))
      .reduce((first, next) => t('list.and', { first, next }));
  const colour = (cost: number | null) => lookOf(cost, theme.value).colour;
  const lines = [
    ['links', theme.value.jump, links], ['routes', theme.value.figure, routes],
    ['places', theme.value.cursor, places],
  ] as const;
  return (
    <Section title={t('scene.drawn')} name="scene-drawn">
      <ul class="legend drawn">
        {worn.map((sort) => (
          <li key={sort.tag}>
            <i class="dot" style={{ background: colour(sort.cost) }} />{sortWords(t, number, sort)}
          </li>
        ))}
        {lines.map(([key, shade, all]) => all.length > 0 && (
          <li key={key}>
            <i class="dot line" style={{ background: shade }} />
            {t(`scene.${key}`, { n: number(all.length), names: named(all) })}
          </li>
        ))}
      </ul>
    </Section>
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
