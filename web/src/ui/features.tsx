// The links, keys and names of a map, to be looked through and changed.

import type { JSX } from 'preact';
import { tagName } from '../app/besides';
import { changeLink, needsOf, rename, renameTag, tagsIn, turnKey } from '../app/edit-features';
import { Button, NumberField, Section } from './parts';
import { usePlayground } from './playground';

/** So many of each are listed. */
const LISTED_MAX = 40;

export function FeaturesSection(): JSX.Element | null {
  const playground = usePlayground();
  const { words: { number, t }, world: { map, mover }, undo: { moveEnds }, cursor: { atOf } } = playground;
  const now = map.value;
  const { links = [], places = [], regions = [] } = now;
  const tags = tagsIn(now);
  if (links.length + places.length + regions.length + tags.length === 0) return null;
  const keys = mover.value.keys ?? 0;
  const more = (all: readonly unknown[]) => all.length > LISTED_MAX
    && <p class="hint">{t('features.more', { n: number(all.length - LISTED_MAX) })}</p>;
  const nameField = (value: string, label: string, onChange: (name: string) => void) => (
    <input
      type="text" value={value} maxLength={40} aria-label={label}
      onChange={(event) => onChange(event.currentTarget.value)}
    />
  );
  return (
    <Section title={t('features.title')} name="features">
      <div class="fields features">
        {tags.map((tag) => (
          <div class="with-button" key={tag}>
            <label class="check">
              <input
                type="checkbox" checked={((keys >> tag) & 1) === 1} onChange={() => turnKey(playground, tag)}
              />
              <span>{t('features.key', { name: tagName(t, now, tag) })}</span>
            </label>
            {nameField(tagName(t, now, tag), t('features.tagName', { n: tag }), (name) =>
              renameTag(playground, tag, name))}
          </div>
        ))}
        {links.slice(0, LISTED_MAX).map((link, at) => (
          <fieldset key={at}>
            <legend>{atOf(link.from)} {link.isTwoWay ? '↔' : '→'} {atOf(link.to)}</legend>
            <NumberField
              label={t('features.cost')} value={link.percent} least={0} most={100000}
              onChange={(percent) => changeLink(playground, at, { percent })}
            />
            {([['isTwoWay', 'features.both'], ['isShut', 'features.shut']] as const).map(([which, label]) => (
              <label class="check" key={which}>
                <input
                  type="checkbox" checked={link[which]}
                  onChange={() => changeLink(playground, at, { [which]: !link[which] })}
                />
                <span>{t(label)}</span>
              </label>
            ))}
            <label class="field">
              <span class="name">{t('features.needs')}</span>
              <select
                value={String(link.tags)}
                onChange={(event) => changeLink(playground, at, { tags: Number(event.currentTarget.value) })}
              >
                {needsOf(t, now, link).map(({ tags: asked, name }) => (
                  <option key={asked} value={String(asked)} selected={link.tags === asked}>{name}</option>
                ))}
              </select>
            </label>
            <Button label={t('features.remove')} isNamed onClick={() => changeLink(playground, at, null)} />
          </fieldset>
        ))}
        {more(links)}
        {places.slice(0, LISTED_MAX).map(({ name, cell }, at) => (
          <div class="with-button" key={cell}>
            {nameField(name, t('features.placeName', { at: atOf(cell) }), (next) =>
              rename(playground, 'places', at, next))}
            <Button
              label={t('features.goHere', { name })} sign="goal" onClick={() => moveEnds({ to: cell })}
            />
            <Button
              label={t('features.removeName', { name })} sign="close"
              onClick={() => rename(playground, 'places', at, null)}
            />
          </div>
        ))}
        {more(places)}
        {regions.slice(0, LISTED_MAX).map(({ name, parts }, at) => (
          <div class="with-button" key={at}>
            {nameField(name, t('features.regionName', { at: atOf(parts[0].cell) }), (next) =>
              rename(playground, 'regions', at, next))}
            <Button
              label={t('features.removeName', { name })} sign="close"
              onClick={() => rename(playground, 'regions', at, null)}
            />
          </div>
        ))}
        {more(regions)}
      </div>
    </Section>
  );
}
