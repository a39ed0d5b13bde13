// What is on the screen as code, in every language that there is.

import { useSignal } from '@preact/signals';
import type { JSX } from 'preact';
import { takeText } from '../app/export';
import { snippetsOf, type Snippet } from '../export/code';
import { copy } from './copy';
import { Button } from './parts';
import { usePlayground } from './playground';

export function Code(): JSX.Element {
  const playground = usePlayground();
  const { words: { t, textOf }, world: { map, question }, panes: { pane } } = playground;
  const chosen = useSignal(0);
  let snippets: Snippet[] = [];
  let trouble = '';
  try {
    snippets = snippetsOf({ map: map.value, question: question.value, method: pane.value.method.value });
  } catch (error) {
    trouble = textOf(error);
  }
  const shown = snippets[Math.min(chosen.value, snippets.length - 1)];
  if (!shown) return <p class="hint">{trouble}</p>;
  const { file, text } = shown;
  return (
    <>
      <div class="buttons" role="group" aria-label={t('take.code')}>
        {snippets.map(({ language }, at) => (
          <Button
            key={language} label={t(`take.${language}`)} isNamed isOn={shown === snippets[at]}
            onClick={() => (chosen.value = at)}
          />
        ))}
        <span class="grow" />
        <Button
          label={t('app.copy')} sign="copy" isNamed
          onClick={() => void copy(playground, text, t('app.copied'))}
        />
      </div>
      {file && (
        <div class="buttons">
          <Button
            label={t('take.saveMap', { name: file })} sign="take" isNamed
            onClick={() => takeText(playground, file)}
          />
        </div>
      )}
      <pre class="code" tabIndex={0} role="region" aria-label={t(`take.${shown.language}`)}>
        <code>{text}</code>
      </pre>
    </>
  );
}
