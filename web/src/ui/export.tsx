// The dialog for what can be taken away: a link, files, code.

import { useSignal } from '@preact/signals';
import type { JSX } from 'preact';
import { useEffect } from 'preact/hooks';
import { takeJson, takePng, takePosthoc, takeSvg, takeTrace } from '../app/export';
import { copy } from './copy';
import { lazy } from './lazy';
import { Button, Sign } from './parts';

import { usePlayground } from './playground';

/** Posthoc is slow with more events. */
const EVENTS_MANY = 200_000;

const Code = lazy(async () => (await import('./code')).Code);

export function TakeDialog(): JSX.Element {
  const { words: { t } } = usePlayground();
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
  const playground = usePlayground();
  const { words: { t, textOf }, link } = playground;
  const address = async () => (await link()).linkNow();
  const [made, trouble] = [useSignal(''), useSignal('')];
  useEffect(() => {
    address().then((came) => (made.value = came), (error) => (trouble.value = textOf(error)));
  }, []);
  return trouble.value ? (
    <p class="trouble"><Sign name="warn" /><span>{trouble.value}</span></p>
  ) : (
    <>
      <div class="with-button">
        <label class="field">
          <span class="unseen">{t('share.title')}</span>
          <input type="text" readOnly value={made.value} onFocus={(event) => event.currentTarget.select()} />
        </label>
        <Button
          label={t('share.copy')} sign="copy" isNamed kind="main"
          onClick={() => void copy(playground, made.value, t('share.copied'))}
        />
      </div>
      <p class="hint">{t('share.hint')}</p>
    </>
  );
}

function Files(): JSX.Element {
  const playground = usePlayground();
  const { words: { number, t }, panes: { pane } } = playground;
  const isAsked = useSignal(false);
  const trace = pane.value.watched.value?.trace;
  const posthoc = () => {
    if (trace && trace.length > EVENTS_MANY && !isAsked.value) isAsked.value = true;
    else {
      isAsked.value = false;
      void takePosthoc(playground);
    }
  };
  return (
    <>
      <div class="buttons wrap">
        <Button label={t('take.png')} sign="take" isNamed onClick={() => void takePng(playground)} />
        <Button label={t('take.svg')} sign="take" isNamed onClick={() => void takeSvg(playground)} />
        <Button label={t('take.json')} sign="take" isNamed onClick={() => takeJson(playground)} />
        <Button
          label={t('take.trace')} sign="take" isNamed isOff={!trace} onClick={() => takeTrace(playground)}
        />
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
