// What can be said of the link that is held: how much it counts, which ways it leads, whether it is shut.

import type { JSX } from 'preact';
import type { LinkRule, Thing } from './model';
import { useParts } from './parts';

export function LinkFields({ own, link, alter }: {
  own: Thing; link: LinkRule; alter: (id: number, next: Partial<Thing>, kind?: string) => void;
}): JSX.Element {
  const { words: { t } } = useParts();
  const say = (next: Partial<LinkRule>, kind?: string) => alter(own.id, { link: { ...link, ...next } }, kind);
  const check = (key: 'isTwoWay' | 'isShut') => (
    <label class="check">
      <input
        type="checkbox" checked={link[key]} onChange={(event) => say({ [key]: event.currentTarget.checked })}
      />
      <span>{t(`scene.link.${key}`)}</span>
    </label>
  );
  return (
    <>
      <label class="field">
        <span class="name">{t('scene.link.length')}</span>
        <input
          type="number" inputMode="decimal" min={0} max={LENGTH_MOST} step="any"
          value={Math.round(link.length * 1000) / 1000}
          onChange={(event) => {
            const typed = event.currentTarget.valueAsNumber;
            if (typed >= 0 && typed <= LENGTH_MOST) say({ length: typed }, `length-${own.id}`);
            else event.currentTarget.value = String(link.length);
          }}
        />
      </label>
      {check('isTwoWay')}
      {check('isShut')}
    </>
  );
}

const LENGTH_MOST = 1e6;
