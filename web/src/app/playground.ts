// All that one playground is: its parts, each with the state of one concern. Nothing of it is shared with
// another playground on the same page, and all of it ends with its `life`.

import { createWords, type Language, type Words } from '../words';
import { createAsk, type Ask } from './ask';
import { createClock, type Clock } from './clock';
import { createCursor, type Cursor } from './cursor';
import { fetched, onceFetched } from './fetched';
import { createFiles, type Files } from './files';
import { createLayout, type Layout } from './layout';
import { createLife, type Life } from './life';
import type { Bench } from './bench/state';
import type { Link } from './link';
import { createMade, type Made } from './made';
import { createMaker, type Maker } from './maker';
import { createMessages, type Messages } from './messages';
import { createPanes, type Panes } from './panes';
import { createScene, type SceneNow } from './scene';
import { createSettings, type Light, type Settings } from './settings';
import { createStroke, type Stroke } from './stroke';
import { createTools, type Tools } from './tools';
import { createTour, type Tour } from './tour';
import { createTurns, type TurnEnds } from './turns';
import { createUndo, type Undo } from './undo';
import { createView, type View } from './view';
import { createWalk, type Walk } from './walk';
import { createWorld, type World } from './world';

/** What a host says of a playground. */
export interface Options {
  /**
   * The page is this playground's: its title, its language, the #hash, every key that nobody else takes,
   * files dropped anywhere, and what the browser remembers. One of a page at most.
   */
  readonly isWholePage?: boolean;
  readonly language?: Language;
  readonly light?: Light;
  /** What is shown at first: a drawing (`import/drawn.ts`); or, with all else, what is behind a link's #. */
  readonly map?: string;
  readonly link?: string;
  /** Nobody is welcomed. */
  readonly isCompact?: boolean;
  /** The panels are unfolded at first, where there is room for them. */
  readonly hasPanels?: boolean;
}

export interface Playground {
  /** Tells its elements from those of others. */
  readonly id: number;
  /** The element that it fills. */
  readonly root: HTMLElement;
  readonly options: Options;
  readonly life: Life;
  readonly words: Words;
  readonly settings: Settings;
  readonly messages: Messages;
  readonly layout: Layout;
  readonly world: World;
  readonly undo: Undo;
  readonly made: Made;
  readonly tools: Tools;
  readonly stroke: Stroke;
  readonly view: View;
  readonly panes: Panes;
  readonly clock: Clock;
  readonly ask: Ask;
  readonly turns: TurnEnds;
  readonly cursor: Cursor;
  readonly walk: Walk;
  readonly scene: SceneNow;
  readonly maker: Maker;
  readonly files: Files;
  /** Fetched when it is needed. */
  readonly link: () => Promise<Link>;
  readonly bench: () => Promise<Bench>;
  readonly tour: Tour;
}

/** The parts that another part is given. */
export type With<Part extends keyof Playground> = Pick<Playground, Part>;

let last = 0;

/** Puts the parts of a playground together; each is given those that stand before it. */
export function assemble(root: HTMLElement, options: Options, language: Language): Playground {
  const life = createLife();
  const words = createWords(language);
  const settings = createSettings({ life, options, root });
  const messages = createMessages({ life, words });
  const layout = createLayout({ root, settings });
  const world = createWorld();
  const undo = createUndo({ world });
  const made = createMade({ world });
  const tools = createTools({ world });
  const stroke = createStroke({ words, messages, world, undo, made, tools });
  const view = createView({ world });
  const panes = createPanes({ life, view });
  const clock = createClock({ life, panes });
  const ask = createAsk({ life, words, settings, messages, world, undo, panes, clock });
  const turns = createTurns({ life, settings, panes, ask });
  const cursor = createCursor({ life, words, messages, world, view, panes, clock, turns });
  const walk = createWalk({ life, words, settings, messages, world, view, panes, ask });
  const scene = createScene({
    messages, settings, world, undo, tools, stroke, view, panes, clock, turns, cursor, walk,
  });
  const maker = createMaker({ life, words, world, panes });
  const files = createFiles({
    life, options, root, words, messages, layout, world, undo, view, panes, scene,
  });
  const link = onceFetched(() => import('./link'), ({ createLink }) => createLink({
    life, options, root, words, settings, messages, layout, world, undo, view, made, panes, clock, scene,
    maker, files,
  }));
  const bench = onceFetched(() => import('./bench/state'), ({ createBench }) =>
    createBench({ life, words, world, panes, maker, files }));
  const tour = createTour({
    life, root, settings, messages, layout, world, undo, view, panes, clock, cursor, walk, scene,
  });
  last += 1;
  return {
    id: last, root, options, life, words, settings, messages, layout, world, undo, made, tools, stroke, view,
    panes, clock, ask, turns, cursor, walk, scene, maker, files, link, bench, tour,
  };
}

/** Has the parts follow each other from now on. */
export function setGoing(playground: Playground): void {
  const { ask, clock, cursor, files, maker, messages, settings, tour, turns } = playground;
  settings.keepSettings();
  ask.keepAsking();
  clock.keepTime();
  cursor.keepCursor();
  maker.keepMaker();
  tour.keepTour();
  turns.keepTurns();
  files.keepDropping();
  // Who is quick presses keys before what they do is here: they are kept, and pressed again then.
  const early: KeyboardEvent[] = [];
  const keep = (event: KeyboardEvent) => early.push(event);
  document.addEventListener('keydown', keep);
  fetched(() => import('./keys')).then(({ keepKeys }) => {
    document.removeEventListener('keydown', keep);
    keepKeys(playground);
    for (const event of early) event.target?.dispatchEvent(new KeyboardEvent('keydown', event));
  }, messages.complain);
  fetched(() => import('./speech')).then(({ keepSpeech }) => keepSpeech(playground), messages.complain);
}
