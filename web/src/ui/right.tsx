// The panel at the right: how each pane searches, what that came to, and what happens inside.

import type { JSX } from 'preact';
import type { Pane } from '../app/panes';
import { bytesText, microsText } from '../app/race';
import { waitingAt } from '../app/waiting';
import { historyOf } from '../history';
import { ALGORITHMS, ESTIMATES, NONE, TIES, type Algorithm, type Method } from '../model';
import { tallyAt } from '../tally';
import { linesOf, pseudoOf } from '../tour/pseudo';
import { reasonOf } from '../words/reason';
import { lazy } from './lazy';
import { Button, Check, choices, NumberField, Section, Select } from './parts';
import type { Playground } from '../app/playground';
import { usePlayground } from './playground';

const RaceTable = lazy(async () => (await import('./table')).RaceTable);

export function RightPanel(): JSX.Element {
  const { words: { t }, layout: { open }, panes: { isRace, panes } } = usePlayground();
  return (
    <>
      <Section title={t('panel.method')} name="method">
        {panes.value.map((each, at) => <MethodFields key={each.id} of={each} at={at} />)}
        <div class="buttons">
          <Button label={t('bench.title')} sign="bench" isNamed onClick={() => open('bench')} />
        </div>
      </Section>
      {isRace.value && <Section title={t('race.table')} name="race"><RaceTable /></Section>}
      <Section title={t('panel.counters')} name="counters"><Counters /></Section>
      <Section title={t('panel.history')} name="history"><History /></Section>
      <Section title={t('panel.openList')} name="openList"><OpenList /></Section>
      <Section title={t('panel.pseudo')} name="pseudo"><Pseudo /></Section>
    </>
  );
}

/** Searches that no heuristic guides. */
const BLIND: readonly Algorithm[] = ['bfs', 'dfs', 'dijkstra', 'two-way-dijkstra'];

function MethodFields({ of, at }: { of: Pane; at: number }): JSX.Element {
  const { words, panes: { chosenPane, isRace } } = usePlayground();
  const { t } = words;
  const now = of.method.value;
  const set = (change: Partial<Method>) => (of.method.value = { ...now, ...change });
  const answer = of.watched.value?.answer;
  return (
    <fieldset class={`fields method ${isRace.value && chosenPane.value === at ? 'chosen' : ''}`}>
      <legend class={isRace.value ? '' : 'unseen'}>{t('race.pane', { n: at + 1 })}</legend>
      <Select
        label={t('method.algorithm')} value={now.algorithm} onChange={(algorithm) => set({ algorithm })}
        options={choices(t, 'algorithm', ALGORITHMS)}
      />
      {now.algorithm === 'weighted-astar' && (
        <NumberField
          label={t('method.percent')} value={now.percent} least={100} most={1000}
          onChange={(percent) => set({ percent })}
        />
      )}
      {!BLIND.includes(now.algorithm) && (
        <Select
          label={t('method.estimate')} value={now.estimate} onChange={(estimate) => set({ estimate })}
          options={choices(t, 'estimate', ESTIMATES)} hint={t(`estimate.${now.estimate}.why`)}
        />
      )}
      {['astar', 'auto'].includes(now.algorithm) && (
        <Select
          label={t('method.ties')} value={now.ties} onChange={(ties) => set({ ties })}
          options={choices(t, 'ties', TIES)} hint={t(`ties.${now.ties}.why`)}
        />
      )}
      {!isRace.value && <p class="hint">{t(`algorithm.${now.algorithm}.why`)}</p>}
      {answer && answer.algorithm !== now.algorithm && (
        <p class="hint">{t('count.answeredBy', {
          algorithm: t(`algorithm.${answer.algorithm}`), reason: reasonOf(words, answer.reason),
        })}</p>
      )}
    </fieldset>
  );
}

function Counters(): JSX.Element {
  const {
    words,
    settings: { isThorough },
    world: { sayCost },
    panes: { pane },
    clock: { expandedOf, isOver, timeOf },
    ask: { percentOver },
  } = usePlayground();
  const { number, t } = words;
  const { watched, sums } = pane.value;
  const answer = watched.value?.answer;
  const times = pane.value.times.value;
  const trace = watched.value?.trace;
  const time = timeOf(pane.value);
  const tally = sums.value ? tallyAt(sums.value, time) : null;
  const expanded = expandedOf(pane.value);
  const isFound = answer?.outcome === 'found' && isOver(pane.value);
  const over = isFound ? percentOver(answer) : null;
  // What was counted in a trace that was cut is the least it can be.
  const counted = (n: number) => number(n) + (trace?.isCut ? '+' : '');
  const figures: readonly (readonly [string, string | null])[] = [
    ['expanded', expanded === null ? null : number(expanded)],
    ['opened', tally && counted(tally.opened)],
    ['improved', tally && counted(tally.improved)],
    ['considered', tally && isThorough.value ? counted(tally.considered) : null],
    ['openNow', trace ? number(time > 0 ? trace.openSize[time - 1] : 0) : null],
    ['largestOpen', tally && counted(tally.openMost)],
    ['reopened', trace ? counted(trace.reopened) : null],
    ['cost', isFound ? sayCost.value(answer.cost) : null],
    ['steps', isFound ? number(answer.path.length - 1) : null],
    ['over', over === null ? null : t('count.percent', { n: number(over, 1) })],
    ['timeLeast', times && isOver(pane.value) ? microsText(words, times.least) : null],
    ['memory', answer ? bytesText(words, answer.bytes) : null],
  ];
  return (
    <dl class="counters">
      {figures.filter(([name]) => name !== 'considered' || isThorough.value).map(([name, text]) => (
        <div key={name}><dt>{t(`count.${name}`)}</dt><dd class="digits">{text ?? '–'}</dd></div>
      ))}
    </dl>
  );
}

function History(): JSX.Element {
  const {
    words: { number, t },
    world: { sayCost },
    panes: { pane },
    clock: { clockAt, seek, timeOf },
    cursor: { atOf, cursor, groundText, spotOf },
    scene: { hover },
  } = usePlayground();
  const at = hover.value === NONE ? cursor.value : hover.value;
  const trace = pane.value.watched.value?.trace;
  if (at === NONE) return <p class="hint tall">{t('history.none')}</p>;
  const all = trace ? historyOf(trace, at, timeOf(pane.value)) : [];
  const say = sayCost.value;
  // As many lines as fit without the panel growing: the first, and the latest.
  const shown = all.length > 5 ? [all[0], ...all.slice(-4)] : all;
  return (
    <div class="history tall">
      <p><strong>{t('history.cell', spotOf(at))}</strong> <span class="dim">{groundText(at)}</span></p>
      {shown.length === 0 && <p class="hint">{t('history.untouched')}</p>}
      <ol>
        {shown.map(({ event, kind, g, h, parent }) => (
          <li key={event} class={kind}>
            <button
              type="button" title={t('history.seek')} onClick={() => seek(clockAt(pane.value, event + 1))}
            >
              <span>{parent === NONE && kind === 'opened' ? t('history.openedFirst')
                : t(`history.${kind}`, { from: parent === NONE ? '' : atOf(parent) })}</span>
              <span class="digits">{t('history.numbers', { g: say(g), h: say(h), f: say(g + h) })}</span>
              <span class="digits dim">{number(event + 1)}</span>
            </button>
          </li>
        ))}
      </ol>
    </div>
  );
}

const LISTED = 8;

function OpenList(): JSX.Element {
  const playground = usePlayground();
  const {
    words: { number, t },
    world: { sayCost },
    panes: { pane },
    clock: { timeOf },
    cursor: { atOf, cursor },
  } = playground;
  const trace = pane.value.watched.value?.trace;
  const time = timeOf(pane.value);
  const size = trace && time > 0 ? trace.openSize[time - 1] : 0;
  if (!trace || size === 0) return <p class="hint tall">{t('openList.empty')}</p>;
  const events = waitingAt(trace, time, LISTED, methodOf(pane.value));
  const say = sayCost.value;
  return (
    <div class="open-list tall">
      <table>
        <thead>
          <tr><td />{['x, y', 'g', 'h', 'f'].map((name) => <th key={name} scope="col">{name}</th>)}</tr>
        </thead>
        <tbody>
          {events.map((event, at) => {
            const [cell, g, h] = [trace.cell[event], trace.g[event], trace.h[event]];
            return (
              <tr
                key={event} class={at === 0 ? 'next' : ''}
                onClick={() => lookAt(playground, cell)} onMouseEnter={() => (cursor.value = cell)}
              >
                <td>{at === 0 ? t('openList.next') : ''}</td>
                <td class="digits">{atOf(cell)}</td><td class="digits">{say(g)}</td>
                <td class="digits">{say(h)}</td><td class="digits">{say(g + h)}</td>
              </tr>
            );
          })}
        </tbody>
      </table>
      <p class="hint digits">
        {size > events.length ? t('openList.more', { n: number(size - events.length) }) : ' '}
      </p>
    </div>
  );
}

/** What was searched by; of an automatic choice the algorithm that answered. */
function methodOf({ method, watched }: Pane): Method {
  return { ...method.value, algorithm: watched.value?.answer.algorithm ?? method.value.algorithm };
}

function lookAt({ view: { showCell }, cursor: { cursor } }: Playground, cell: number): void {
  cursor.value = cell;
  showCell(cell);
}

function Pseudo(): JSX.Element {
  const {
    words: { t }, settings: { isThorough }, world: { ends }, panes: { pane }, clock: { timeOf },
  } = usePlayground();
  const watched = pane.value.watched.value;
  const chosen = pane.value.method.value.algorithm;
  const algorithm = chosen === 'auto' ? (watched?.answer.algorithm ?? 'astar') : chosen;
  const goals = [...ends.value.via, ends.value.to];
  const trace = watched?.trace;
  const ran = trace ? linesOf(watched.answer.algorithm, trace, timeOf(pane.value), goals) : [];
  const running = ran.at(-1);
  return (
    <>
      <Check label={t('pseudo.thorough')} of={isThorough} />
      <ol class="pseudo">
        {pseudoOf(t, algorithm).map((line, at) => (
          <li
            key={at} class={at === running ? 'running' : ran.includes(at) ? 'ran' : ''}
            aria-current={at === running ? 'step' : undefined}
          >
            <code>{line}</code>
          </li>
        ))}
      </ol>
    </>
  );
}
