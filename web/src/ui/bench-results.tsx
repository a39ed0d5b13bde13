// What came of a benchmark: a table of all searches, charts, and files to take away.

import type { JSX } from 'preact';
import { fetched } from '../app/fetched';
import type { Benchmark } from '../app/bench/bench';
import { BATCHES } from '../app/bench/calls';
import type { Bench } from '../app/bench/state';
import { clearlyLeast, type Middle } from '../app/bench/statistics';
import { binsOf, summariesOf, type Bin, type Summary } from '../app/bench/summary';
import { methodText, microsText } from '../app/race';
import type { Words } from '../words';
import { Lines, Strips } from './bench-charts';
import { copy } from './copy';
import { Button } from './parts';
import { usePlayground } from './playground';

/** A median with its interval below it. */
function MiddleCell({ of, text, isBest }: {
  of: Middle | null; text: (value: number) => string; isBest?: boolean;
}): JSX.Element {
  const { words: { t } } = usePlayground();
  if (!of) return <td>–</td>;
  const { median, low, high } = of;
  return (
    <td class={`digits ${isBest ? 'best' : ''}`}>
      {text(median)}
      {!Number.isNaN(low) && <div class="dim">{t('bench.range', { from: text(low), to: text(high) })}</div>}
    </td>
  );
}

const timesText = ({ number, t }: Words) => (ratio: number) =>
  t('bench.times', { n: number(ratio, ratio < 10 ? 2 : 1) });

export function Results({ bench }: { bench: Bench }): JSX.Element | null {
  const { words } = usePlayground();
  const { number, t } = words;
  const benchmark = bench.benchmark.value;
  if (!benchmark || benchmark.results.length === 0) return null;
  const summaries = summariesOf(benchmark);
  const names = benchmark.methods.map((method) => methodText(words, method));
  if (summaries.length === 0) return <p class="hint">{t('bench.noPaths')}</p>;
  const bins = binsOf(benchmark);
  const isTimed = summaries[0].times !== null;
  const micros = (value: number) => microsText(words, value);
  const against = { name: names[0] };
  return (
    <>
      <Table benchmark={benchmark} summaries={summaries} names={names} />
      <Notes benchmark={benchmark} isTimed={isTimed} />
      <Strips
        title={t('bench.spread')} names={names} text={(value) => number(value)}
        spreads={summaries.map(({ expansions }) => expansions)}
      />
      {isTimed && (
        <Strips
          title={t('bench.spreadTimes')} names={names} text={micros}
          spreads={summaries.map(({ times }) => times!)}
        />
      )}
      {names.length > 1 && bins.length > 1 && (
        <>
          <Lines
            title={t('bench.fewerByLength', against)} names={names} bins={bins}
            of={({ fewer }) => fewer} text={timesText(words)}
          />
          {isTimed && (
            <Lines
              title={t('bench.fasterByLength', against)} names={names} bins={bins}
              of={({ faster }) => faster!} text={timesText(words)}
            />
          )}
          <Bins bins={bins} names={names} />
        </>
      )}
      <Takes bench={bench} benchmark={benchmark} summaries={summaries} />
    </>
  );
}

function Table({ benchmark, summaries, names }: {
  benchmark: Benchmark; summaries: readonly Summary[]; names: readonly string[];
}): JSX.Element {
  const { words } = usePlayground();
  const { number, t } = words;
  const quickest = clearlyLeast(summaries.map(({ times }) => times?.middle ?? null));
  const totals = summaries.map(({ expansions }) => expansions.total);
  const fewest = Math.min(...totals);
  const isBest = (at: number) => totals[at] === fewest && totals.some((total) => total > fewest);
  const isTimed = summaries[0].times !== null;
  return (
    <div class="wide-table" tabIndex={0} role="region" aria-label={t('race.table')}>
      <table class="bench-table">
        <caption class="unseen">{benchmark.name}</caption>
        <thead>
          <tr>
            <th scope="col">{t('race.method')}</th>
            <th scope="col">{t('bench.expanded')}</th>
            <th scope="col">{t('bench.total')}</th>
            {isTimed && <th scope="col">{t('bench.time')}</th>}
            {isTimed && names.length > 1 && <th scope="col">{t('bench.faster', { name: names[0] })}</th>}
            <th scope="col">{t('bench.over')}</th>
            {summaries[0].published && <th scope="col">{t('bench.published')}</th>}
          </tr>
        </thead>
        <tbody>
          {summaries.map(({ expansions, times, faster, over, published, substituted }, at) => (
            <tr key={at}>
              <th scope="row">
                <span class={`mark-of of-${at % 6}`} aria-hidden="true" />{names[at]}
                {substituted > 0 && <p class="hint">{t('bench.substituted', { n: number(substituted) })}</p>}
              </th>
              <MiddleCell of={expansions.middle} text={(value) => number(value)} />
              <td class={`digits ${isBest(at) ? 'best' : ''}`}>{number(expansions.total)}</td>
              {isTimed && (
                <MiddleCell
                  of={times?.middle ?? null} text={(value) => microsText(words, value)}
                  isBest={quickest === at}
                />
              )}
              {isTimed && names.length > 1 && (
                <MiddleCell of={at === 0 ? null : faster} text={timesText(words)} />
              )}
              <td class="digits">
                {over.mean.toFixed(3)}
                {over.most > 1 && <div class="dim">{t('bench.most', { n: over.most.toFixed(3) })}</div>}
              </td>
              {published && (
                <td class="digits">
                  {t('bench.same', { n: number(published.same), of: number(published.of) })}
                </td>
              )}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}

/** How to read the figures, and why they can be believed. */
function Notes({ benchmark: { pace, results, source }, isTimed }: {
  benchmark: Benchmark; isTimed: boolean;
}): JSX.Element {
  const { words: { number, t } } = usePlayground();
  const timed = results.filter(({ times }) => times !== null).length;
  const unsolved = results.filter(({ optimum }) => optimum === null).length;
  const without = source === 'rows' ? 'bench.unsolved' : 'bench.unasked';
  const ms = (value: number) => number(value, value < 0.1 ? 3 : 1);
  return (
    <p class="hint">
      {t('bench.exact')}
      {isTimed && pace && ` ${t('bench.timesAre', {
        batches: BATCHES, ms: ms(pace.batchMs), step: ms(pace.clockMs),
      })}`}
      {isTimed && timed < results.length - unsolved && ` ${t('bench.timed', {
        n: number(timed), of: number(results.length - unsolved),
      })}`}
      {unsolved > 0 && ` ${t(without, { n: number(unsolved) })}`}
    </p>
  );
}

/** What the charts by length show, in figures. */
function Bins({ bins, names }: { bins: readonly Bin[]; names: readonly string[] }): JSX.Element {
  const { words } = usePlayground();
  const { number, t } = words;
  const ratio = timesText(words);
  return (
    <details class="bench-bins">
      <summary>{t('bench.figures')}</summary>
      <div class="wide-table" tabIndex={0} role="region" aria-label={t('bench.figures')}>
        <table class="bench-table">
          <thead>
            <tr>
              <th scope="col">{t('bench.length')}</th>
              <th scope="col">{t('bench.count')}</th>
              {names.slice(1).flatMap((name) => [
                <th scope="col">{t('bench.fewerOf', { name })}</th>,
                bins[0].faster && <th scope="col">{t('bench.fasterOf', { name })}</th>,
              ])}
            </tr>
          </thead>
          <tbody>
            {bins.map(({ from, to, count, fewer, faster }) => (
              <tr key={from}>
                <th scope="row" class="digits">{t('bench.range', { from: number(from), to: number(to) })}</th>
                <td class="digits">{number(count)}</td>
                {names.slice(1).flatMap((_, at) => [
                  <MiddleCell of={fewer[at + 1]} text={ratio} />,
                  faster && <MiddleCell of={faster[at + 1]} text={ratio} />,
                ])}
              </tr>
            ))}
          </tbody>
        </table>
      </div>
    </details>
  );
}

function Takes({ bench, benchmark, summaries }: {
  bench: Bench; benchmark: Benchmark; summaries: readonly Summary[];
}): JSX.Element {
  const playground = usePlayground();
  const { words, messages: { complain } } = playground;
  const { t } = words;
  const name = benchmark.name.replace(/\.scen$/i, '');
  const isOff = bench.progress.value !== null;
  const taking = (work: (parts: readonly [
    typeof import('../app/bench/saved'), typeof import('../app/export'),
  ]) => unknown) => () => void fetched(async () => Promise.all([
    import('../app/bench/saved'), import('../app/export'),
  ])).then(work).catch(complain);
  return (
    <div class="buttons wrap">
      <Button
        label={t('bench.csv')} sign="take" isNamed isOff={isOff}
        onClick={taking(([{ csvLines }, { saving }]) =>
          saving(playground, `${name}.csv`, csvLines(benchmark), 'text/csv'))}
      />
      <Button
        label={t('bench.json')} sign="take" isNamed isOff={isOff}
        onClick={taking(([{ jsonLines }, { saving }]) => {
          const text = jsonLines(benchmark, summaries, navigator.userAgent);
          return saving(playground, `${name}.json`, text, 'application/json');
        })}
      />
      <Button
        label={t('race.copyMarkdown')} sign="copy" isNamed isOff={isOff}
        onClick={taking(([{ markdownOf }]) => {
          const text = markdownOf(benchmark, summaries, (method) => methodText(words, method));
          return copy(playground, text, t('app.copied'));
        })}
      />
    </div>
  );
}
