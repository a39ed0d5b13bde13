// Who won a race, and the same to be copied.

import type { JSX } from 'preact';
import { useMemo } from 'preact/hooks';
import { COLUMNS, createRace } from '../app/race';
import { csvOf, markdownOf, type Result } from '../export/table';
import { copy } from './copy';
import { Button } from './parts';
import { usePlayground } from './playground';

const TIME = COLUMNS.indexOf('time');

/** Turned on its side where it stands in a narrow panel: searches are columns there. */
export function RaceTable(): JSX.Element {
  const playground = usePlayground();
  const { words: { t } } = playground;
  const { best, figureText, isOver, rows } = useMemo(() => createRace(playground), []);
  const isBest = (column: number, figure: number | null) => figure !== null && figure === best.value[column];
  const results = (): Result[] =>
    rows.value.map(({ method, outcome, figures, times }) =>
      [method, outcome, ...figures.toSpliced(TIME + 1, 0, times?.median ?? null)]);
  const take = (text: string) => void copy(playground, text, t('app.copied'));
  return (
    <>
      <div class="wide-table" tabIndex={0} role="region" aria-label={t('race.table')}>
        <table class="race-table">
          <thead>
            <tr>
              <th scope="col"><span class="unseen">{t('race.method')}</span></th>
              {rows.value.map(({ id, method }) => <th key={id} scope="col">{method}</th>)}
            </tr>
          </thead>
          <tbody>
            {COLUMNS.map((name, at) => (
              <tr key={name}>
                <th scope="row">{t(`count.${name}`)}</th>
                {rows.value.map((row) => (
                  <td key={row.id} class={`digits ${isBest(at, row.figures[at]) ? 'best' : ''}`}>
                    {figureText(at, row)}
                  </td>
                ))}
              </tr>
            ))}
          </tbody>
        </table>
      </div>
      {!isOver.value && <p class="hint">{t('race.notOver')}</p>}
      <div class="buttons">
        <Button
          label={t('race.copyMarkdown')} sign="copy" isNamed isOff={!isOver.value}
          onClick={() => take(markdownOf(results()))}
        />
        <Button
          label={t('race.copyCsv')} sign="copy" isNamed isOff={!isOver.value}
          onClick={() => take(csvOf(results()))}
        />
      </div>
    </>
  );
}
