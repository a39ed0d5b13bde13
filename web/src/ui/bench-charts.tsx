// The charts of a benchmark: how figures spread, a strip for each search on one scale, and how searches
// compare by length of path. Figures and ratios are on logarithmic scales.

import type { JSX } from 'preact';
import { useEffect, useRef, useState } from 'preact/hooks';
import { histogram, type Middle } from '../app/bench/statistics';
import type { Bin, Spread } from '../app/bench/summary';
import { usePlayground } from './playground';

type Text = (value: number) => string;

/** Charts are drawn as wide as they stand there, so that letters keep their size. */
function useWidth() {
  const box = useRef<HTMLElement>(null);
  const [width, setWidth] = useState(0);
  useEffect(() => {
    const sized = new ResizeObserver(([{ contentRect }]) => setWidth(Math.round(contentRect.width)));
    if (box.current) sized.observe(box.current);
    return () => sized.disconnect();
  }, []);
  return { box, width };
}

/** Ticks of a logarithmic scale: powers of ten, and 2 and 5 times them where all of these have room. */
function ticksOf(least: number, most: number, length: number, apart: number): number[] {
  const decade = length / Math.log10(most / least);
  const steps = decade * Math.log10(2) >= apart ? [1, 2, 5] : [1];
  const each = Math.ceil(apart / decade);
  const powers = Array.from({ length: 31 }, (_, at) => at - 12).filter((power) => power % each === 0);
  return powers.flatMap((power) => steps.map((step) => Number(`${step}e${power}`)))
    .filter((tick) => tick >= least * 0.999 && tick <= most * 1.001);
}

const EDGE = 8;
const STRIP = { height: 62, bars: 30, label: 18 };
const AXIS = 22;

export function Strips({ title, names, spreads, text }: {
  title: string; names: readonly string[]; spreads: readonly Spread[]; text: Text;
}): JSX.Element {
  const { words: { t } } = usePlayground();
  const { box, width } = useWidth();
  const least = Math.max(1e-3, Math.min(...spreads.map(({ sorted }) => Math.max(sorted[0], 1e-3))));
  const most = Math.max(least * 1.5, ...spreads.map(({ sorted }) => sorted[sorted.length - 1]));
  const across = width - 2 * EDGE;
  const x = (value: number) =>
    EDGE + (across * Math.log(Math.max(least, value) / least)) / Math.log(most / least);
  const bins = Math.max(8, Math.min(60, Math.floor(across / 9)));
  const counts = spreads.map(({ sorted }) => histogram(sorted, least, most, bins));
  const height = spreads.length * STRIP.height + AXIS;
  const saidOf = ({ middle, sorted }: Spread, at: number) => {
    const [least, most] = [text(sorted[0]), text(sorted[sorted.length - 1])];
    return t('bench.said', { name: names[at], least, median: text(middle.median), most });
  };
  const said = `${title}. ${spreads.map(saidOf).join(' ')}`;
  /** At the edges half a figure would be cut away. */
  const anchorOf = (tick: number) => (x(tick) < 24 ? '' : x(tick) > width - 24 ? 'far' : 'mid');
  return (
    <figure class="chart" ref={box}>
      <figcaption>{title}</figcaption>
      {width > 0 && (
        <svg width={width} height={height} role="img" aria-label={said}>
          {spreads.map(({ middle: { median, low, high } }, at) => {
            const top = at * STRIP.height;
            const foot = top + STRIP.label + STRIP.bars;
            const tallest = Math.max(...counts[at]);
            const bar = (count: number, bin: number) => {
              const tall = Math.max(count > 0 ? 1 : 0, (STRIP.bars * count) / tallest);
              const left = EDGE + (bin * across) / bins;
              return `M${left} ${foot}v${-tall}h${across / bins - 1}v${tall}z`;
            };
            return (
              <g key={at} class={`of-${at % 6}`}>
                <text x={EDGE} y={top + 12}>{names[at]}</text>
                <text x={width - EDGE} y={top + 12} class="far">
                  {t('bench.medianIs', { n: text(median) })}
                </text>
                <path class="bars" d={counts[at].map(bar).join('')} />
                <path class="line" d={`M${EDGE} ${foot + 0.5}h${across}`} />
                {!Number.isNaN(low) && <path class="interval" d={`M${x(low)} ${foot + 5}H${x(high)}`} />}
                <path class="middle-mark" d={`M${x(median)} ${top + STRIP.label + 2}V${foot + 8}`} />
              </g>
            );
          })}
          <g class="axis">
            {ticksOf(least, most, across, 64).map((tick) => (
              <text key={tick} x={x(tick)} y={height - 6} class={anchorOf(tick)}>{text(tick)}</text>
            ))}
          </g>
        </svg>
      )}
    </figure>
  );
}

const PLOT = { left: 52, right: 16, top: 12, height: 190, foot: 40 };

export function Lines({ title, names, bins, of, text }: {
  title: string; names: readonly string[]; bins: readonly Bin[]; text: Text;
  of: (bin: Bin) => readonly Middle[];
}): JSX.Element {
  const { words: { number, t } } = usePlayground();
  const { box, width } = useWidth();
  const shown = names.map((_, at) => at).slice(1);
  const all = bins.flatMap((bin) => shown.flatMap((at) => {
    const { median, low, high } = of(bin)[at];
    return [median, low, high].filter((value) => value > 0 && value < Infinity);
  }));
  const [least, most] = [Math.min(1, ...all) / 1.15, Math.max(1, ...all) * 1.15];
  const far = bins.at(-1)!.to;
  const across = width - PLOT.left - PLOT.right;
  const x = (length: number) => PLOT.left + (across * length) / far;
  const clamped = (ratio: number) => Math.min(most, Math.max(least, ratio));
  const y = (ratio: number) =>
    PLOT.top + PLOT.height * (1 - Math.log(clamped(ratio) / least) / Math.log(most / least));
  const middleOf = ({ from, to }: Bin) => (from + to) / 2;
  const bottom = PLOT.top + PLOT.height;
  const said = shown.map((at) => t('bench.saidByLength', {
    name: names[at], first: text(of(bins[0])[at].median), last: text(of(bins.at(-1)!)[at].median),
  }));
  return (
    <figure class="chart" ref={box}>
      <figcaption>{title}</figcaption>
      <ul class="legend">
        {shown.map((at) => <li key={at}><span class={`mark-of of-${at % 6}`} />{names[at]}</li>)}
      </ul>
      {width > 0 && (
        <svg width={width} height={bottom + PLOT.foot} role="img" aria-label={`${title}. ${said.join(' ')}`}>
          <g class="axis">
            {ticksOf(least, most, PLOT.height, 14).map((tick) => (
              <g key={tick}>
                <path class={tick === 1 ? 'line even' : 'line'} d={`M${PLOT.left} ${y(tick)}h${across}`} />
                <text x={PLOT.left - 6} y={y(tick) + 4} class="far">{text(tick)}</text>
              </g>
            ))}
            {bins.filter((_, at) => across / bins.length > 48 || at % 2 === 0).map(({ from }) => (
              <text key={from} x={x(from)} y={bottom + 16} class="mid">{number(from)}</text>
            ))}
            <text x={x(far)} y={bottom + 16} class="mid">{number(far)}</text>
            <text x={PLOT.left + across / 2} y={bottom + 34} class="mid">{t('bench.length')}</text>
          </g>
          {shown.map((which) => {
            const places = bins.map((bin) => ({ at: x(middleOf(bin)), ...of(bin)[which] }));
            const line = places.map(({ at, median }) => `${at} ${y(median)}`).join('L');
            const whiskers = places.map(({ at, low, high }) =>
              (Number.isNaN(low) ? '' : `M${at} ${y(low)}V${y(high)}`)).join('');
            return (
              <g key={which} class={`of-${which % 6}`}>
                <path class="whisker" d={whiskers} />
                <path class="curve" d={`M${line}`} />
                {places.map(({ at, median }) => (
                  <circle key={at} class="dot" cx={at} cy={y(median)} r="3.5" />
                ))}
              </g>
            );
          })}
        </svg>
      )}
    </figure>
  );
}
