// The link that holds what is on the screen, written and shown; `whole.ts` has it written as things change.

import { coded } from '../coded';
import { SCENE_LETTER } from '../share/bytes';
import { applyRuns, decode, encode, runsOf, type Shared } from '../share/hash';
import { featuresOf } from '../share/features';
import { fetched, onceFetched } from './fetched';
import { inSlices } from '../slices';
import type { With } from './playground';

/** A map without a recipe and with more cells than this is no longer tried to be put into a link. */
const DRAWN_MAX = 250_000;

/** The link to what one playground shows. */
export function createLink({
  life, root, layout, scene,
  options,
  words,
  settings: { heat, pointsATurn },
  messages,
  world,
  undo,
  view,
  made: { keepMade, madeBy },
  panes: { engine, panes, setPanes },
  clock: { awaitTime, momentNow },
  maker: { setForm },
  files: { bring },
}: With<
  'life' | 'root' | 'layout' | 'scene' | 'options' | 'words' | 'settings' | 'messages' | 'world' | 'undo' |
  'view' | 'made' | 'panes' | 'clock' | 'maker' | 'files'
>) {
  const { map, mover, question } = world;
  const live = onceFetched(() => import('./live'), ({ createLive }) =>
    createLive({ life, root, words, messages, world, undo, view }));
  const { t, textOf } = words;
  function* sharedNow(): Generator<void, Shared> {
    const now = map.peek();
    const made = madeBy.peek();
    const isMade = made && !now.isometric;
    const features = isMade ? featuresOf(now) : null;
    const world: Shared['world'] = isMade
      ? {
        kind: 'made', recipe: made.recipe, edits: yield* runsOf(made.terrain, now.terrain),
        ...(features ? { features } : {}),
      } : { kind: 'drawn', map: now };
    if (!isMade && now.terrain.length > DRAWN_MAX) throw coded('link-drawing');
    const time = momentNow() ?? 'end';
    const methods = panes.peek().map((pane) => pane.method.peek());
    const view = { time, heat: heat.peek(), pointsATurn: pointsATurn.peek() } as const;
    return { world, question: question.peek(), methods, view };
  }

  /** What stands behind the # of a link, null if it changed while it was looked at; an error for people. */
  async function hashNow(): Promise<string | null> {
    const now = map.peek();
    const shared = await inSlices(sharedNow(), () => map.peek() === now);
    return shared && encode(shared);
  }

  /** The whole link, or an error for people. */
  const linkNow = async (): Promise<string> =>
    `${location.href.replace(/#.*$/, '')}#${(await hashNow()) ?? ''}`;

  let written = '';

  /** Shows what a hash holds; a hash that cannot be read is told and changes nothing. */
  async function show(hash: string): Promise<boolean> {
    const text = hash.replace(/^#/, '');
    if (text === '' || text === written) return false;
    try {
      if (options.isWholePage && text.startsWith('map=')) {
        await bringBeside(text.slice(4));
        return true;
      }
      if (options.isWholePage && text.startsWith('live=')) {
        await (await live()).follow(text.slice(5));
        return true;
      }
      if (text.startsWith(SCENE_LETTER)) {
        await showShared(text);
        return true;
      }
      await take(decode(text));
      written = text;
      return true;
    } catch (error) {
      messages.say(t('share.broken', { reason: textOf(error) }), true);
      return false;
    }
  }

  /** Brings a map that lies beside the page, as `xunlu play` puts it there. */
  async function bringBeside(name: string): Promise<void> {
    if (!/^[\w-]+\.\w+$/.test(name)) throw coded('not-a-map', name);
    const answer = await fetch(name);
    if (!answer.ok) throw coded('not-loaded', name, answer.status);
    await bring([new File([await answer.blob()], name)]);
  }

  /** Shows a scene over the map. */
  async function showShared(hash: string): Promise<void> {
    const { decodeScene } = await fetched(() => import('../meshes/shared'));
    const { showScene } = await fetched(() => import('../meshes/open'));
    await showScene({ life, root, layout, scene, options, words, messages, world }, await decodeScene(hash));
  }

  async function take({ world, question: asked, methods, view }: Shared): Promise<void> {
    const shown = world.kind === 'drawn' ? world.map : await engine.make(world.recipe);
    if (world.kind === 'made') {
      const { shape, arrangement, width, height, seed, knobs } = world.recipe;
      setForm({ maker: world.recipe.maker, shape, arrangement, width, height, seed, knobs });
      keepMade(shown, world.recipe);
      applyRuns(shown.terrain, world.edits);
    }
    // A map of hexes has one rule; the one for squares stays what it was.
    const { rule } = asked.mover.rule === 'hex' ? mover.peek() : asked.mover;
    mover.value = { ...asked.mover, rule };
    heat.value = view.heat;
    pointsATurn.value = view.pointsATurn;
    awaitTime(view.time === 'end' ? null : view.time);
    setPanes(methods.length);
    panes.peek().forEach((pane, at) => (pane.method.value = methods[at]));
    undo.changeMap(world.kind === 'made' ? { ...shown, ...world.features } : shown, asked);
  }

  /** Writes it behind the # of the page, unless a scene over the map or a map of a service stands there. */
  async function write(): Promise<void> {
    if (root.querySelector('.scene-view, .live')) return;
    try {
      const hash = await hashNow();
      if (hash === null) return;
      written = hash;
      // Replaced, not pushed: going back leaves the page, it does not take back strokes.
      history.replaceState(null, '', `#${written}`);
    } catch {
      // The dialog that shares says why there is no link.
      written = '';
      history.replaceState(null, '', location.pathname + location.search);
    }
  }

  return { hashNow, linkNow, show, write };
}
export type Link = ReturnType<typeof createLink>;
