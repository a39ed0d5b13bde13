// What of a page belongs to the playground that is all of it: its title, its language, and its #hash.

import { LANGUAGES, LANGUAGE_TAGS, languageFor, type Language } from '../words';
import type { Options, Playground, With } from './playground';

/** The link is written when nothing has changed for so long. */
const QUIET_MS = 400;
const REMEMBERED = 'xunlu.language';

/** The language that was chosen last on a page of ours, or the one that the browser prefers. */
export function languageOfPage({ isWholePage }: Options): Language {
  try {
    const told = isWholePage ? localStorage.getItem(REMEMBERED) : null;
    const known = LANGUAGES.find((each) => each === told);
    if (known) return known;
  } catch {
    // No storage, as in a private window.
  }
  return languageFor(navigator.languages ?? [navigator.language]);
}

/** Has the link stand behind the # as things change, and shows what somebody else puts there. */
export function keepHash({
  life: { effect, later, listen }, settings: { heat, pointsATurn }, messages: { complain },
  world: { ends, map, mover }, undo: { isDragging }, panes: { panes }, clock: { clock, isPlaying }, link,
}: Playground): void {
  let calledOff = (): void => undefined;
  let isFirst = true;
  effect(() => {
    void [map.value, ends.value, mover.value, heat.value, pointsATurn.value, isPlaying.value || clock.value];
    for (const { method } of panes.value) void method.value;
    calledOff();
    if (isFirst || isPlaying.value || isDragging.value) {
      isFirst = false;
      return;
    }
    calledOff = later(QUIET_MS, () => link().then(({ write }) => write()).catch(complain));
  });
  listen(window, 'hashchange', () => link().then(({ show }) => show(location.hash)).catch(complain));
}

/** Has the page say what it is, in the playground's language. */
export function keepPage({ life, words: { language, t } }: With<'life' | 'words'>): void {
  const first = language.peek();
  life.effect(() => {
    document.documentElement.lang = LANGUAGE_TAGS[language.value];
    document.title = t('app.title');
    if (language.value === first) return;
    try {
      localStorage.setItem(REMEMBERED, language.value);
    } catch {
      // The choice lasts as long as the page.
    }
  });
}
