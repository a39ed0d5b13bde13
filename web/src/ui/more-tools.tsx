// Tools for what a map has besides its ground: links, names, one-way cells, tags.

import type { JSX } from 'preact';
import { tagName } from '../app/besides';
import { tagColour } from '../draw/features';
import { wayNames } from '../sides';
import { usePlayground } from './playground';

const MARKERS = ['link', 'place', 'region'] as const;
/** Tags to be drawn with; a file may have more. */
const TAGS_OFFERED = 4;
/** Where exits point, in degrees, by their names. */
const TURNS: Readonly<Record<string, number>> =
  { e: 0, se: 45, s: 90, sw: 135, w: 180, nw: 225, n: 270, ne: 315 };

export function MoreTools(): JSX.Element {
  const { words: { t }, world: { map }, tools: { ink, takeInk, tool }, scene: { theme } } = usePlayground();
  const now = map.value;
  const choose = (event: Event, deed: () => void) => {
    deed();
    (event.currentTarget as Element).closest('details')?.removeAttribute('open');
  };
  const isInk = (plane: string, value: number) => ink.value?.plane === plane && ink.value.value === value;
  return (
    <div class="choices more">
      {MARKERS.map((marker) => (
        <button
          key={marker} type="button" class="button" aria-pressed={tool.value === marker}
          onClick={(event) => choose(event, () => (tool.value = marker))}
        >{t(`tool.${marker}`)}</button>
      ))}
      <div class="inks" role="group" aria-label={t('keys.oneWay')}>
        {wayNames(now).slice(0, now.shape === 'hex' ? 6 : 4).map((side, way) => (
          <button
            key={side} type="button" class="button bare" aria-pressed={isInk('exits', 1 << way)}
            title={t('tool.oneWay', { side: t(`way.${side}`) })}
            aria-label={t('tool.oneWay', { side: t(`way.${side}`) })}
            onClick={(event) => choose(event, () => takeInk({ plane: 'exits', value: 1 << way }))}
          >
            <svg class="sign" viewBox="0 0 24 24" aria-hidden="true">
              <path transform={`rotate(${TURNS[side]} 12 12)`} d="M4 12h15M13 6l6 6-6 6" />
            </svg>
          </button>
        ))}
      </div>
      <div class="inks" role="group" aria-label={t('keys.tag')}>
        {Array.from({ length: TAGS_OFFERED }, (_, tag) => (
          <button
            key={tag} type="button" class="button bare" aria-pressed={isInk('tags', 1 << tag)}
            title={t('tool.tag', { name: tagName(t, now, tag) })}
            aria-label={t('tool.tag', { name: tagName(t, now, tag) })}
            onClick={(event) => choose(event, () => takeInk({ plane: 'tags', value: 1 << tag }))}
          ><span class="swatch" style={{ background: tagColour(theme.value, 1 << tag) }}>{tag}</span></button>
        ))}
      </div>
    </div>
  );
}
