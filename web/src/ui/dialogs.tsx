// The dialogs: files to bring, what to take away, settings, and the sheet of keys.

import type { ComponentChildren, JSX } from 'preact';
import { useEffect, useRef } from 'preact/hooks';
import { fetched } from '../app/fetched';
import { ROLES, type Role } from '../import/layers';
import { LANGUAGES, LANGUAGE_NAMES } from '../words';
import { ColoursSelect } from './left';
import { Button, choices, Select, Sign } from './parts';
import { SHEET } from './key-sheet';
import { lazy } from './lazy';
import { usePlayground } from './playground';

const Rows = lazy(async () => (await import('./rows')).Rows);
const BenchDialog = lazy(async () => (await import('./bench')).BenchDialog);
const Gallery = lazy(async () => (await import('./gallery')).Gallery);
const TakeDialog = lazy(async () => (await import('./export')).TakeDialog);

export function Dialogs(): JSX.Element | null {
  const { words: { t }, layout: { dialog } } = usePlayground();
  switch (dialog.value) {
    case 'bring': return <Box title={t('bring.title')}><BringDialog /></Box>;
    case 'take': return <Box title={t('panel.share')}><TakeDialog /></Box>;
    case 'bench': return <Box title={t('bench.title')} kind="wide"><BenchDialog /></Box>;
    case 'settings': return <Box title={t('settings.title')}><SettingsDialog /></Box>;
    case 'gallery': return <Box title={t('gallery.title')} kind="wide"><Gallery /></Box>;
    case 'keys': return <Box title={t('keys.title')} isText><KeySheet /></Box>;
    default: return null;
  }
}

/** The browser's own dialog: it keeps the focus inside. Taken off the page it gives it to nobody: we do. */
function Box({ title, kind, isText, children }: {
  title: string; kind?: string; isText?: boolean; children: ComponentChildren;
}): JSX.Element {
  const { words: { t }, layout: { close } } = usePlayground();
  const box = useRef<HTMLDialogElement>(null);
  useEffect(() => {
    const before = document.activeElement;
    box.current?.showModal();
    return () => before instanceof HTMLElement && before.focus();
  }, []);
  return (
    <dialog
      ref={box} class={kind} aria-label={title} onClose={close}
      onClick={(event) => event.target === box.current && close()}
    >
      <header>
        <h2>{title}</h2>
        <Button label={t('app.close')} sign="close" onClick={close} />
      </header>
      <div class="inside" tabIndex={isText ? 0 : undefined}>{children}</div>
    </dialog>
  );
}

function BringDialog(): JSX.Element {
  const {
    words: { t },
    messages: { complain },
    layout: { open },
    files: { bring, bringTrouble, bringing, giveRole, isReading },
  } = usePlayground();
  const bringExample = () =>
    fetched(() => import('../app/example')).then(({ exampleFiles }) => exampleFiles()).then(bring)
      .catch(complain);
  const found = bringing.value?.brought;
  useEffect(() => () => void (bringTrouble.value = null), []);
  return (
    <>
      <label class="drop-zone">
        <Sign name="bring" />
        <strong>{isReading.value ? t('bring.reading', { name: '…' }) : t('bring.choose')}</strong>
        <span class="hint">{t('bring.hint')}</span>
        <input
          type="file" multiple class="unseen"
          onChange={(event) => void bring([...(event.currentTarget.files ?? [])])}
        />
      </label>
      <div class="buttons">
        <Button label={t('bring.example')} isNamed onClick={() => void bringExample()} />
      </div>
      {bringTrouble.value && (
        <p class="trouble" role="alert">
          <Sign name="warn" /><span>{bringTrouble.value} {t('error.kept')}</span>
        </p>
      )}
      {found?.layers && found.layers.length > 0 && (
        <div class="fields">
          <h3>{t('bring.layers')}</h3>
          {found.layers.map(({ name, role }, at) => (
            <Select<Role | ''>
              key={at} label={name} value={role}
              options={[...(role === '' ? [['', '–'] as const] : []), ...choices(t, 'bring.role', ROLES)]}
              onChange={(next) => next !== '' && void giveRole(at, next)}
            />
          ))}
        </div>
      )}
      {found?.scenarios && found.scenarios.length > 0 && (
        <>
          <h3>{t('bring.scenario')}</h3>
          <Rows />
          <div class="buttons">
            <Button label={t('bench.all')} sign="bench" isNamed onClick={() => open('bench')} />
          </div>
        </>
      )}
    </>
  );
}

function SettingsDialog(): JSX.Element {
  const {
    words: { language, choose, t },
    settings: { light, motion },
    messages: { complain },
  } = usePlayground();
  return (
    <div class="fields">
      <Select
        label={t('settings.language')} value={language.value}
        onChange={(chosen) => void choose(chosen).catch(complain)}
        options={LANGUAGES.map((each) => [each, LANGUAGE_NAMES[each]])}
      />
      <Select
        label={t('settings.theme')} value={light.value} onChange={(next) => (light.value = next)}
        options={choices(t, 'settings', ['auto', 'light', 'dark'])}
      />
      <ColoursSelect />
      <Select
        label={t('settings.motion')} value={motion.value} onChange={(next) => (motion.value = next)}
        options={choices(t, 'settings', ['auto', 'full', 'reduced'])}
      />
    </div>
  );
}

function KeySheet(): JSX.Element {
  const { words: { t } } = usePlayground();
  const names: Readonly<Record<string, string>> = {
    space: t('keys.space'), arrows: t('keys.arrows'), enter: t('keys.enter'),
  };
  return (
    <div class="sheet">
      {SHEET.map((half, at) => (
        <dl key={at}>
          {half.map(({ keys, does }) => (
            <div key={does}>
              <dt>{keys.map((key) => <kbd key={key}>{names[key] ?? key}</kbd>)}</dt>
              <dd>{t(does)}</dd>
            </div>
          ))}
        </dl>
      ))}
    </div>
  );
}
