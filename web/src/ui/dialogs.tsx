// The dialogs: files to bring, what to take away, settings, and the sheet of keys.

import type { ComponentChildren, JSX } from 'preact';
import { useEffect, useRef } from 'preact/hooks';
import { bring, bringing, bringTrouble, giveRole, isReading, runRow } from '../app/import';
import { atOf } from '../app/cursor';
import { SHEET } from '../app/keys';
import { close, dialog } from '../app/layout';
import { complain } from '../app/messages';
import { light, motion } from '../app/settings';
import { ROLES, type Role } from '../import/layers';
import { language, LANGUAGES, LANGUAGE_NAMES, number, setLanguage, t } from '../words';
import { ColoursSelect } from './left';
import { Button, choices, Select, Sign } from './parts';
import { TakeDialog } from './export';

export function Dialogs(): JSX.Element | null {
  switch (dialog.value) {
    case 'bring': return <Box title={t('bring.title')}><BringDialog /></Box>;
    case 'take': return <Box title={t('panel.share')}><TakeDialog /></Box>;
    case 'settings': return <Box title={t('settings.title')}><SettingsDialog /></Box>;
    case 'keys': return <Box title={t('keys.title')}><KeySheet /></Box>;
    default: return null;
  }
}

/** The browser's own dialog: it keeps the focus inside. Taken off the page it gives it to nobody: we do. */
function Box({ title, children }: { title: string; children: ComponentChildren }): JSX.Element {
  const box = useRef<HTMLDialogElement>(null);
  useEffect(() => {
    const before = document.activeElement;
    box.current?.showModal();
    return () => before instanceof HTMLElement && before.focus();
  }, []);
  return (
    <dialog
      ref={box} aria-labelledby="dialog-title" onClose={close}
      onClick={(event) => event.target === box.current && close()}
    >
      <header>
        <h2 id="dialog-title">{title}</h2>
        <Button label={t('app.close')} sign="close" onClick={close} />
      </header>
      <div class="inside">{children}</div>
    </dialog>
  );
}

function BringDialog(): JSX.Element {
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
      {bringTrouble.value && (
        <p class="trouble" role="alert">
          <Sign name="warn" /><span>{bringTrouble.value} {t('error.kept')}</span>
        </p>
      )}
      {found?.layers && found.layers.length > 0 && (
        <div class="fields">
          <h3>{t('bring.layers')}</h3>
          {found.layers.map(({ name, role }) => (
            <Select<Role | ''>
              key={name} label={name} value={role}
              options={[...(role === '' ? [['', '–'] as const] : []), ...choices('bring.role', ROLES)]}
              onChange={(next) => next !== '' && void giveRole(name, next)}
            />
          ))}
        </div>
      )}
      {found?.scenarios && found.scenarios.length > 0 && (
        <div class="scenarios" tabIndex={0} role="region" aria-label={t('bring.scenario')}>
          <h3>{t('bring.scenario')}</h3>
          {found.scenarios.slice(0, 2000).map((row, at) => (
            <button
              key={at} type="button" class="button row"
              onClick={() => {
                runRow(row);
                close();
              }}
            >{t('bring.row', {
                n: at + 1, from: atOf(row.from), to: atOf(row.to), length: number(row.best, 2),
              })}</button>
          ))}
        </div>
      )}
    </>
  );
}

function SettingsDialog(): JSX.Element {
  return (
    <div class="fields">
      <Select
        label={t('settings.language')} value={language.value}
        onChange={(chosen) => void setLanguage(chosen).catch(complain)}
        options={LANGUAGES.map((each) => [each, LANGUAGE_NAMES[each]])}
      />
      <Select
        label={t('settings.theme')} value={light.value} onChange={(next) => (light.value = next)}
        options={choices('settings', ['auto', 'light', 'dark'])}
      />
      <ColoursSelect />
      <Select
        label={t('settings.motion')} value={motion.value} onChange={(next) => (motion.value = next)}
        options={choices('settings', ['auto', 'full', 'reduced'])}
      />
    </div>
  );
}

function KeySheet(): JSX.Element {
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
