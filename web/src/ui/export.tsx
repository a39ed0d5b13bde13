// The dialog for what can be taken away: a link, files, code.

import { useSignal } from '@preact/signals';
import type { JSX } from 'preact';
import { useEffect } from 'preact/hooks';
import { linkNow } from '../app/link';
import { textOf } from '../words/coded';
import { pane } from '../app/panes';
import { takeJson, takePng, takePosthoc, takeSvg, takeText, takeTrace } from '../app/export';
import { map, question } from '../app/world';
import { snippetsOf, type Snippet } from '../export/code';
import { EVENTS_MANY } from '../export/posthoc';
import { number, t } from '../words';
import { Button, Sign } from './parts';
import { copy } from './table';

export function TakeDialog(): JSX.Element {
  return (
    <>
      <Share />
      <h3>{t('take.title')}</h3>
      <Files />
      <h3>{t('take.code')}</h3>
      <Code />
    </>
  );
}

function Share(): JSX.Element {
  const [link, trouble] = [useSignal(''), useSignal('')];
  useEffect(() => {
    linkNow().then((made) => (link.value = made), (error) => (trouble.value = textOf(error)));
  }, []);
  return trouble.value ? (
    <p class="trouble"><Sign name="warn" /><span>{trouble.value}</span></p>
  ) : (
    <>
      <div class="with-button">
        <label class="field">
          <span class="unseen">{t('share.title')}</span>
          <input type="text" readOnly value={link.value} onFocus={(event) => event.currentTarget.select()} />
        </label>
        <Button
          label={t('share.copy')} sign="copy" isNamed kind="main"
          onClick={() => void copy(link.value, t('share.copied'))}
        />
      </div>
      <p class="hint">{t('share.hint')}</p>
    </>
  );
}

function Files(): JSX.Element {
  const isAsked = useSignal(false);
  const trace = pane.value.watched.value?.trace;
  const posthoc = () => {
    if (trace && trace.length > EVENTS_MANY && !isAsked.value) isAsked.value = true;
    else {
      isAsked.value = false;
      takePosthoc();
    }
  };
  return (
    <>
      <div class="buttons wrap">
        <Button label={t('take.png')} sign="take" isNamed onClick={() => void takePng()} />
        <Button label={t('take.svg')} sign="take" isNamed onClick={takeSvg} />
        <Button label={t('take.json')} sign="take" isNamed onClick={takeJson} />
        <Button label={t('take.trace')} sign="take" isNamed isOff={!trace} onClick={takeTrace} />
        <Button label={t('take.posthoc')} sign="take" isNamed isOff={!trace} onClick={posthoc} />
      </div>
      {isAsked.value && (
        <div class="trouble" role="alert">
          <Sign name="warn" />
          <span>{t('take.large', { n: number(trace?.length ?? 0) })}</span>
          <Button label={t('app.ok')} isNamed kind="main" onClick={posthoc} />
          <Button label={t('app.cancel')} isNamed onClick={() => (isAsked.value = false)} />
        </div>
      )}
    </>
  );
}

function Code(): JSX.Element {
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
        <Button label={t('app.copy')} sign="copy" isNamed onClick={() => void copy(text, t('app.copied'))} />
      </div>
      {file && (
        <div class="buttons">
          <Button
            label={t('take.saveMap', { name: file })} sign="take" isNamed
            onClick={() => takeText(file)}
          />
        </div>
      )}
      <pre class="code" tabIndex={0} role="region" aria-label={t(`take.${shown.language}`)}>
        <code>{text}</code>
      </pre>
    </>
  );
}
