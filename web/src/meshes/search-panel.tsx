// What the panel says of a scene's search: by which method, what waits at this moment, and what was found by
// each.

import type { JSX } from 'preact';
import { Check, choices, Select } from '../ui/parts';
import { isPriced, METHODS, type Found } from './model';
import { nextOf } from './moment';
import { useParts } from './parts';
import type { SceneView } from './view-state';

export function Search({ view: { player, scene } }: { view: SceneView }): JSX.Element {
  const { words: { t }, scene: { theme } } = useParts();
  const { closed, figure: now, jump: root, open } = theme.value;
  const colours = { open, closed, root, now };
  return (
    <>
      <Select
        label={t('scene.method')} value={scene.method.value} options={choices(t, 'scene.method', METHODS)}
        onChange={scene.choose} hint={t(`scene.method.${scene.method.value}.why`)}
      />
      <Check label={t('scene.search')} of={player.isShown} />
      <ul class="legend">
        {(['open', 'closed', 'root', 'now'] as const).map((name) => (
          <li key={name}>
            <i class={`dot ${name}`} style={{ background: colours[name] }} />{t(`scene.legend.${name}`)}
          </li>
        ))}
      </ul>
    </>
  );
}

/** The found paths side by side: the shortest, and what the funnel made. */
export function Numbers({ view: { scene, told } }: { view: SceneView }): JSX.Element {
  const { words: { number, t } } = useParts();
  const { polygons, shown } = scene;
  const now = shown.value;
  const exact = now?.exact.length ?? 0;
  const hasCosts = isPriced(scene.plan.value);
  const over = now && exact > 0 && !hasCosts ? (now.funnel.length / exact - 1) * 100 : 0;
  const has = (found: Found | undefined) => found && found.path.length > 0;
  const row = (key: string, say: (found: Found) => string) => (
    <tr key={key}>
      <th scope="row">{t(key)}</th>
      {METHODS.map((method) => (
        <td key={method} class="digits">{has(now?.[method]) ? say(now![method]) : '–'}</td>
      ))}
    </tr>
  );
  return (
    <>
      <p class="hint">{told.value}</p>
      <table class="race-table scene-table">
        <thead>
          <tr><td />{METHODS.map((each) => <th key={each} scope="col">{t(`scene.method.${each}`)}</th>)}</tr>
        </thead>
        <tbody>
          {row('scene.length', (found) => number(found.length))}
          {hasCosts
            // The funnel knows of no costs, and the cheapest path may be longer than its.
            ? row('scene.cost', (found) => (found === now?.exact ? number(found.cost) : '–'))
            : row('scene.above', ({ length }) =>
              `${number(exact > 0 ? (length / exact - 1) * 100 : 0, 1)} %`)}
          {row('scene.turns', ({ path }) => number(Math.max(0, path.length / 2 - 2)))}
          {row('scene.expanded', ({ expansions }) => number(expansions))}
          {row('scene.micros', ({ micros }) => `${number(micros, 0)} µs`)}
        </tbody>
      </table>
      <dl class="counters">
        <div>
          <dt>{t('scene.polygonCount')}</dt>
          <dd class="digits">{number(polygons.value?.ends.length ?? 0)}</dd>
        </div>
      </dl>
      {over > 0.05 && <p class="hint">{t('scene.longer', { n: number(over, 1) })}</p>}
    </>
  );
}

const LISTED = 8;

export function OpenList({ view: { player } }: { view: SceneView }): JSX.Element {
  const { words: { number, t } } = useParts();
  const moment = player.moment.value;
  if (!moment || moment.waiting.size === 0) return <p class="hint tall">{t('openList.empty')}</p>;
  const rest = moment.waiting.size - LISTED;
  return (
    <div class="open-list tall">
      <table>
        <thead>
          <tr><td />{['g', 'f'].map((name) => <th key={name} scope="col">{name}</th>)}</tr>
        </thead>
        <tbody>
          {nextOf(moment, LISTED).map(({ f, kind, number: at, root }, place) => (
            <tr key={at} class={place === 0 ? 'next' : ''}>
              <td>{t(`scene.waiting.${kind}`)}</td>
              <td class="digits">{number(moment.roots[root]?.g ?? 0)}</td>
              <td class="digits">{number(f)}</td>
            </tr>
          ))}
        </tbody>
      </table>
      <p class="hint digits">{rest > 0 ? t('openList.more', { n: number(rest) }) : ' '}</p>
    </div>
  );
}
