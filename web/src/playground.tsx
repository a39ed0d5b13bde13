// A playground in an element of any page: what `main.tsx`, lessons and other hosts begin with.

import { render } from 'preact';
import { fetched } from './app/fetched';
import { assemble, setGoing, type Options, type Playground } from './app/playground';
import { keepHash, keepPage, languageOfPage } from './app/whole';
import { Page } from './ui/page';
import { Within } from './ui/playground';
import { NONE } from './model';
import { LANGUAGE_TAGS, loadWords } from './words';
import './style/page.css';
import './style/parts.css';
import './style/panels.css';
import './style/over.css';
import './style/bench.css';
import './style/scene.css';

export type { Options } from './app/playground';

/** A playground, as its host has it in hand. */
export interface Handle {
  /** Done when its map stands there and the engine answers. */
  readonly ready: Promise<void>;
  /** What is on the screen, as it stands behind the # of a link. */
  link(): Promise<string>;
  /** Shows what stands behind the # of a link; whether it could be read. What is wrong with it is told. */
  show(link: string): Promise<boolean>;
  /** Ends its workers, timers and listeners, and leaves the element empty. */
  destroy(): void;
}

async function showDrawing({ world: { putMap } }: Playground, drawing: string): Promise<void> {
  const { readDrawn } = await fetched(() => import('./import/drawn'));
  const { map, start, goal } = readDrawn(drawing);
  const last = map.terrain.length - 1;
  putMap(map, { from: start === NONE ? 0 : start, to: goal === NONE ? last : goal });
}

/** Makes a playground in an element, which gives it its size. It shares nothing with others on the page. */
export function createPlayground(element: HTMLElement, options: Options = {}): Handle {
  const playground = assemble(element, options, options.language ?? languageOfPage(options));
  const { life, link, maker, messages: { complain }, words: { language } } = playground;
  element.classList.add('xunlu');
  life.effect(() => void (element.lang = LANGUAGE_TAGS[language.value]));
  life.onEnd(() => {
    render(null, element);
    element.classList.remove('xunlu');
    element.removeAttribute('lang');
  });

  async function begin(): Promise<void> {
    const first = options.link ?? (options.isWholePage ? location.hash : '');
    const reader = first === '' ? null : link().catch(complain);
    await Promise.all([loadWords(language.peek()), reader]);
    if (options.map) await showDrawing(playground, options.map);
    if (life.isOver()) return;
    setGoing(playground);
    render(<Within value={playground}><Page /></Within>, element);
    if (options.isWholePage) keepPage(playground);
    await maker.start();
    await (await reader)?.show(first);
    if (options.isWholePage && !life.isOver()) keepHash(playground);
    if (options.isWholePage && first === '') {
      fetched(() => import('./app/living')).then(({ enliven }) => enliven(playground), complain);
    }
  }

  return {
    ready: begin(),
    link: async () => (await (await link()).hashNow()) ?? '',
    show: async (shown) => (await link()).show(shown),
    destroy: life.end,
  };
}
