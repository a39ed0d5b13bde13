// Who won a race, and the same to be copied.

import type { JSX } from 'preact';
import { asCsv, asMarkdown, best, COLUMNS, figureText, rows } from '../app/race';
import { say } from '../app/messages';
import { t } from '../words';
import { Button } from './parts';

export async function copy(text: string, done: string): Promise<void> {
  try {
    await navigator.clipboard.writeText(text);
    say(done);
  } catch {
    say(t('error.copy'), true);
  }
}

const take = (text: string): void => void copy(text, t('app.copied'));

const isBest = (column: number, figure: number | null) => figure !== null && figure === best.value[column];

/** Turned on its side where it stands in a narrow panel: searches are columns there. */
export function RaceTable(): JSX.Element {
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
                {rows.value.map(({ id, figures }) => (
                  <td key={id} class={`digits ${isBest(at, figures[at]) ? 'best' : ''}`}>
                    {figureText(at, figures[at])}
                  </td>
                ))}
              </tr>
            ))}
          </tbody>
        </table>
      </div>
      <div class="buttons">
        <Button label={t('race.copyMarkdown')} sign="copy" isNamed onClick={() => take(asMarkdown())} />
        <Button label={t('race.copyCsv')} sign="copy" isNamed onClick={() => take(asCsv())} />
      </div>
    </>
  );
}
