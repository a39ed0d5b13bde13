// A benchmark: what to run, how far it is, and what came of it.

import type { JSX } from 'preact';
import { useEffect, useState } from 'preact/hooks';
import { fetched } from '../app/fetched';
import { methodText } from '../app/race';
import type { Bench } from '../app/bench/state';
import { choices, Button, NumberField, Select, Sign } from './parts';
import { lazy } from './lazy';
import { usePlayground } from './playground';

const Results = lazy<{ bench: Bench }>(async () => (await fetched(() => import('./bench-results'))).Results);

/** Larger maps than these take hours by the hundred. */
const SIDE_MOST = 1024;
const MAPS_MOST = 10_000;

export function BenchDialog(): JSX.Element | null {
  const { bench, life, messages: { complain } } = usePlayground();
  const [here, setHere] = useState<Bench | null>(null);
  useEffect(() => {
    const come = (came: Bench) => {
      came.enter();
      if (!life.isOver()) setHere(came);
    };
    bench().then(come).catch(complain);
  }, []);
  if (!here) return null;
  return (
    <>
      <Form bench={here} />
      <How bench={here} />
      {here.benchmark.value && <Results bench={here} />}
    </>
  );
}

function Form({ bench }: { bench: Bench }): JSX.Element {
  const { words } = usePlayground();
  const { number, t } = words;
  const { chooseMaker, entrants, makers, plan, progress, scenario, setPlan, source, toggle } = bench;
  const { count, height, isTimed, maker, seed, width } = plan.value;
  const rows = scenario.value;
  const sources = [
    ...(rows ? [['rows', t('bench.rows', { n: number(rows.rows.length), name: rows.name })] as const] : []),
    ['seeds', t('bench.seeds')] as const,
  ];
  return (
    <fieldset class="fields bench-form" disabled={progress.value !== null}>
      <Select
        label={t('bench.source')} value={source.value} options={sources}
        onChange={(next) => setPlan({ source: next })}
      />
      {!rows && <p class="hint">{t('bench.noRows')}</p>}
      {rows?.isEdited && source.value === 'rows' && <p class="hint">{t('bench.edited')}</p>}
      {source.value === 'seeds' && (
        <>
          <Select
            label={t('map.maker')} value={maker} onChange={chooseMaker}
            options={choices(t, 'maker', makers.value.map(({ name }) => name))}
          />
          <div class="four-fields">
            <NumberField
              label={t('map.width')} value={width} least={2} most={SIDE_MOST}
              onChange={(next) => setPlan({ width: next })}
            />
            <NumberField
              label={t('map.height')} value={height} least={2} most={SIDE_MOST}
              onChange={(next) => setPlan({ height: next })}
            />
            <NumberField
              label={t('bench.maps')} value={count} least={1} most={MAPS_MOST}
              onChange={(next) => setPlan({ count: next })}
            />
            <NumberField
              label={t('bench.seed')} value={seed} least={0} most={0xffff_ffff}
              onChange={(next) => setPlan({ seed: next })}
            />
          </div>
          <p class="hint">{t('bench.pairs')}</p>
        </>
      )}
      <fieldset class="entrants">
        <legend>{t('bench.algorithms')}</legend>
        {entrants.value.map((each) => (
          <label key={JSON.stringify(each.method)} class="check">
            <input type="checkbox" checked={each.isChosen} onChange={() => toggle(each)} />
            <span>{methodText(words, each.method)}</span>
          </label>
        ))}
      </fieldset>
      <label class="check">
        <input
          type="checkbox" checked={isTimed}
          onChange={(event) => setPlan({ isTimed: event.currentTarget.checked })}
        />
        <span>{t('bench.isTimed')}</span>
      </label>
    </fieldset>
  );
}

/** The button that runs it or ends it, and how far it is. */
function How({ bench }: { bench: Bench }): JSX.Element {
  const { words: { number, t } } = usePlayground();
  const { benchmark, cancel, entrants, isCut, progress, run, trouble } = bench;
  const now = progress.value;
  const done = benchmark.value;
  const isNone = entrants.value.every(({ isChosen }) => !isChosen);
  const end = isCut.value ? 'bench.cut' : 'bench.done';
  const ended = done && !now
    ? t(end, { n: number(done.results.length), of: number(done.cases.length) }) : '';
  return (
    <>
      <div class="buttons bench-run">
        {now ? <Button label={t('app.cancel')} sign="stop" isNamed onClick={cancel} />
          : (
            <Button
              label={t('bench.run')} sign="play" isNamed kind="main" isOff={isNone} onClick={() => void run()}
            />
          )}
        {now && (
          <>
            <progress aria-label={t('bench.title')} value={now.done} max={now.total} />
            <span class="digits">
              {t(`bench.${now.stage}`, { n: number(now.done), of: number(now.total) })}
            </span>
          </>
        )}
        <span role="status">{isNone ? t('bench.none') : ended}</span>
      </div>
      {trouble.value && <p class="trouble" role="alert"><Sign name="warn" /><span>{trouble.value}</span></p>}
    </>
  );
}
