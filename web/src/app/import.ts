// Files that are brought: read, shown, or refused where they were dropped with the map left as it was.

import { batch } from '@preact/signals';
import { coded, codedAt, toldBy } from '../coded';
import { isProse, readDrawn } from '../import/drawn';
import { mapAmong, readFiles, type Brought } from '../import/files';
import { imagesAmong } from '../tiles/images';
import type { Role } from '../import/layers';
import type { Assignment } from '../import/reader';
import type { Row } from '../import/scenario';
import { NONE, rowsOf, type Answer, type GameMap } from '../model';
import { fetched, onceFetched } from './fetched';
import { assigned, copyOf, layerAt, withHand } from './assign';
import type { Bringing, Noted } from './files';
import { farEnds, floored } from './flood';
import { BENCHMARK_MOVER, isAsked, isAsPublished, lengthOf } from './scenario';
import { SIDE_MOST } from './maker';
import { inSlices } from '../slices';
import type { With } from './playground';

/** Files of scenes, which have no cells; what else has none is seen when it is read. */
const SCENE = /\.(mesh|obj)$/i;

/** Files that may hold a plan of one. */
const PLAN = /\.(json|xunlu|tmx|tmj|xml)$/i;

/** What `files.ts` has done when there are some. */
export function createImport(parts: With<
  'life' | 'options' | 'root' | 'words' | 'messages' | 'layout' | 'world' | 'undo' | 'view' | 'panes' |
  'scene'
>, noted: Noted) {
  const {
    words: { number, sentenceOf, t },
    messages,
    layout: { close, hasLeft, isWide, open },
    undo: { changeMap, moveEnds },
    world: { edits, ends, map, mover, question },
    view: { fitAll, showCell },
    life,
    panes: { pane },
    scene: { tileart },
  } = parts;
  const { bringing, bringTrouble, isReading, kept, rowAt } = noted;
  const { say } = messages;
  const tiles = onceFetched(() => import('./tiles'), ({ createTiles }) => {
    const art = createTiles({ life, messages });
    tileart.value = art;
    return art;
  });

  /** Reads files, and takes the map at once where nothing has to be asked. */
  async function bring(files: readonly File[]): Promise<void> {
    if (files.length === 0) return;
    const scene = files.find((file) => SCENE.test(file.name));
    if (scene) return bringScene(scene.name, [scene]);
    const before = bringing.peek()?.files ?? [];
    // Pictures that the tiles of the map wait for belong to it.
    const given = files.every((file) => lacking.includes(file.name.toLowerCase()))
      ? [...before, ...files] : files;
    isReading.value = true;
    bringTrouble.value = null;
    const name = files.map((file) => file.name).join(', ');
    try {
      const brought = (await drawnAmong(given)) ?? (await readFiles(given));
      const { width } = brought.map;
      const height = rowsOf(brought.map);
      if (Math.max(width, height) > SIDE_MOST) {
        throw codedAt({ file: name }, 'map-too-large', SIDE_MOST);
      }
      await takeBrought({ files: given, brought });
      for (const warning of brought.warnings) say(sentenceOf(warning));
      // Layers of a map with tiles are asked for beside its tiles, where there is room for both.
      if (brought.scenery && isWide()) hasLeft.value = true;
      const hasLayers = (brought.layers?.length ?? 0) > 1 && !brought.scenery;
      const hasMore = hasLayers || (brought.scenarios?.length ?? 0) > 0;
      if (hasMore) open('bring');
      else close();
      say(`${name}: ${t('map.size', { width: number(width), height: number(height) })}`);
    } catch (error) {
      // A plan, or a map of shapes alone.
      const isScene = toldBy(error).code === 'cannot-show' && PLAN.test(mapAmong(given).name);
      if (isScene) return await bringScene(mapAmong(given).name, given, error);
      bringTrouble.value = troubleOf(error, name);
      open('bring');
    } finally {
      isReading.value = false;
    }
  }

  /** Shows a scene, over the map, which stays; if there is none, tells what was wrong before, if anything. */
  async function bringScene(name: string, files: readonly File[], before?: unknown): Promise<void> {
    isReading.value = true;
    bringTrouble.value = null;
    try {
      const { showScene } = await fetched(() => import('../meshes/open'));
      await showScene(parts, { name, files });
      close();
    } catch (error) {
      const isNone = before !== undefined && toldBy(error).code === 'cannot-show';
      bringTrouble.value = troubleOf(isNone ? before : error, name);
      open('bring');
    } finally {
      isReading.value = false;
    }
  }

  /** What went wrong as a sentence that names the file once. */
  function troubleOf(error: unknown, name: string): string {
    const told = toldBy(error);
    const names = [name, ...name.split(', ')];
    const isNamed = told.where.file !== undefined || told.values.some((value) => names.includes(value));
    const reason = sentenceOf(told);
    return t('told.at.end', { words: isNamed ? reason : t('error.file', { name, reason }) });
  }

  /** Where a file names no ends they are laid far apart. */
  async function takeBrought(next: Omit<Bringing, 'edits'>): Promise<void> {
    const { start, goal, via = [] } = next.brought;
    const ground = await inSlices(floored(next.brought.map));
    const map = ground ?? next.brought.map;
    const [first, last] = (await inSlices(farEnds(map)))!;
    await layTiles(map, next);
    changeMap(map, { from: start ?? first, to: goal ?? last, via });
    if (ground) say(t('bring.floored'));
    keep(map, next, next.brought.scenery && copyOf(map));
    fitAll();
  }

  function keep({ terrain }: GameMap, next: Omit<Bringing, 'edits'>, read?: GameMap): void {
    const now = { ...next, edits: edits.peek(), ...(read ? { read } : {}) };
    kept.set(terrain, now);
    bringing.value = now;
  }

  /** What is asked one after the other is done one after the other. */
  let turn: Promise<void> = Promise.resolve();

  /** Writes into the files what tiles and layers are for; the ends and the view stay. */
  function assign(assignments: readonly Assignment[]): Promise<void> {
    turn = turn.then(async () => {
      const now = bringing.peek();
      if (!now) return;
      try {
        const next = await assigned(now, assignments);
        if (bringing.peek() !== now) return;
        const drawn = map.peek();
        const made = (await inSlices(floored(next.brought.map))) ?? next.brought.map;
        const hand = (await inSlices(withHand(drawn, now.read ?? drawn, made)))!;
        (await tiles()).pass(drawn.terrain, hand.map.terrain);
        const isSame = made.width === drawn.width && made.height === drawn.height;
        changeMap(hand.map, isSame ? ends.peek() : undefined);
        keep(hand.map, next, made);
        if (!hand.isKept) say(t('tiles.handGone', { n: number(hand.count) }), true);
      } catch (error) {
        say(troubleOf(error, now.files[0].name), true);
      }
    });
    return turn;
  }

  /** Pictures that the map's tiles wait for, in small letters. */
  let lacking: readonly string[] = [];

  /** Has the map shown with its tiles, as far as their pictures are there. */
  async function layTiles(
    { terrain }: GameMap, { brought: { scenery }, files }: Omit<Bringing, 'edits'>,
  ): Promise<void> {
    lacking = [];
    if (!scenery) return;
    const { lay } = await tiles();
    const images = imagesAmong(scenery, files);
    if (images.some((image) => image)) lay(terrain, scenery, files);
    const missing = scenery.images.filter((_, at) => !images[at]);
    const names = missing.map(({ name }) => name.replace(/^.*[/\\]/, ''));
    lacking = names.map((name) => name.toLowerCase());
    if (names.length > 0) say(t('tiles.lacking', { names: names.join(', ') }));
  }

  /** Reads the same files with another role for the layer in this place. */
  async function giveRole(at: number, role: Role): Promise<void> {
    const now = bringing.peek();
    if (!now) return;
    const layer = layerAt(now.brought, at);
    if (layer >= 0) return assign([{ layer, role }]);
    const { name } = now.brought.layers![at];
    const told = new Map<string, Role>();
    for (const layer of now.brought.layers ?? []) if (layer.role !== '') told.set(layer.name, layer.role);
    told.set(name, role);
    try {
      const brought = await readFiles(now.files, told);
      if (bringing.peek() !== now) return;
      bringTrouble.value = null;
      await takeBrought({ ...now, brought });
    } catch (error) {
      bringTrouble.value = troubleOf(error, now.files[0].name);
    }
  }

  /** The row whose answer is still to be told. */
  let awaited: Row | null = null;

  /** Runs a row of the scenario as the benchmark walks. */
  function runRow(to: number): void {
    const rows = bringing.peek()?.brought.scenarios ?? [];
    const at = Math.min(rows.length - 1, Math.max(0, to));
    const row = rows[at];
    if (!row) return;
    batch(() => {
      rowAt.value = at;
      mover.value = BENCHMARK_MOVER;
      moveEnds({ from: row.from, to: row.to, via: [] });
    });
    awaited = row;
    showCell(row.from);
  }

  // An answer is told once, beside what is published.
  life.effect(() => {
    const { isAsked: isPending, watched } = pane.value;
    const answer = watched.value?.answer;
    if (isPending.value || !answer || !awaited) return;
    const row = awaited;
    awaited = null;
    if (!isAsked(question.peek(), row) || edits.peek() !== bringing.peek()?.edits) return;
    const length = lengthOf(answer, map.peek().width);
    const isSame = answer.outcome === 'found' && isAsPublished(length, row.best);
    const told = { n: number(rowAt.peek()! + 1), length: number(length, 5), best: number(row.best, 5) };
    say(t(isSame ? 'bring.same' : 'bring.differs', told), !isSame && promised(answer));
  });

  /** Whether a path is the shortest there is by the search's own word. */
  const promised = ({ cost, lowerBound, outcome }: Answer): boolean =>
    outcome !== 'found' || cost === lowerBound;

  return { bring, giveRole, assign, runRow };
}

/** A drawing with its ends, `S` and `G`, as the tour's; other texts are the readers' business. */
async function drawnAmong(files: readonly File[]): Promise<Brought | null> {
  if (files.length !== 1 || !/\.txt$/i.test(files[0].name)) return null;
  const text = await files[0].text();
  if (isProse(text)) throw coded('no-drawing', files[0].name);
  try {
    const { map, start, goal } = readDrawn(text);
    return start === NONE || goal === NONE ? null : { map, start, goal, warnings: [] };
  } catch {
    return null;
  }
}
