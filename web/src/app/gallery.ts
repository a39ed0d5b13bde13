// The gallery: a picture's map, made; a picture shown small, searched by an engine of the gallery's own; and
// a picture put on the page.

import { fit } from '../draw/camera';
import { featuresOf, hasFeatures } from '../draw/features';
import { geometryOf } from '../draw/geometry';
import { jumpsOf } from '../draw/jumps';
import { emptyScene, paint } from '../draw/paint';
import { createEngine } from '../engine/client';
import type { Engine, Watched } from '../engine/engine';
import type { Picture } from '../tour/pictures';
import { readDrawn } from '../import/drawn';
import { readFloors } from '../import/floors';
import { rowsOf, type GameMap, type Question } from '../model';
import { inSlices } from '../slices';
import { farEnds } from './flood';
import type { Playground } from './playground';

interface Posed {
  readonly map: GameMap;
  readonly question: Question;
}

async function pose(engine: Engine, { map: told, mover }: Picture): Promise<Posed> {
  if (typeof told === 'string') {
    const { map, start, goal } = readDrawn(told);
    return { map, question: { from: start, to: goal, via: [], mover } };
  }
  if ('floors' in told) {
    const map = readFloors(told.floors);
    const [from, to] = [told.from, told.to].map(([layer, x, y]) => (layer * rowsOf(map) + y) * map.width + x);
    return { map, question: { from, to, via: [], mover } };
  }
  const map = await engine.make(told);
  const [from, to] = (await inSlices(farEnds(map)))!;
  const rule = map.shape === 'hex' ? 'hex' : mover.rule;
  return { map, question: { from, to, via: [], mover: { ...mover, rule } } };
}

/** Puts a picture on the page, and has its search play where things may move. */
export async function showPicture(playground: Playground, picture: Picture): Promise<void> {
  const {
    settings: { heat, isStill, isWelcomed }, layout: { close }, world: { mover }, undo: { changeMap },
    made: { keepMade }, panes: { engine, panes, setPanes }, clock: { awaitTime, isPlaying },
    walk: { stopWalking }, maker: { setForm }, tour: { endTour },
  } = playground;
  const { map, question } = await pose(engine, picture);
  stopWalking();
  endTour();
  close();
  isWelcomed.value = true;
  isPlaying.value = false;
  mover.value = picture.mover;
  heat.value = 'none';
  awaitTime(isStill() ? null : 0, true);
  setPanes(picture.methods.length);
  panes.peek().forEach((pane, at) => (pane.method.value = picture.methods[at]));
  if (typeof picture.map !== 'string' && !('floors' in picture.map)) {
    setForm(picture.map);
    keepMade(map, picture.map);
  }
  changeMap(map, question);
}

/** So many events of a small search are kept. */
const EVENTS_MAX = 200_000;
/** How long the search of a small picture plays. */
const PLAYS_MS = 1800;

/** The small pictures of an open gallery. */
export function createThumbnails({ settings: { isStill }, scene: { theme } }: Playground) {
  const engine = createEngine();
  let turn: Promise<unknown> = Promise.resolve();

  /** One after another: an engine has one map at a time. */
  function search(picture: Picture): Promise<Posed & Watched> {
    const next = turn.then(async () => {
      const posed = await pose(engine, picture);
      await engine.load(posed.map);
      const wanted = { eventsMax: EVENTS_MAX };
      return { ...posed, ...(await engine.ask(posed.question, picture.methods[0], wanted)) };
    });
    turn = next.catch(() => undefined);
    return next;
  }

  /** Draws a picture on a canvas, at the end of its search. Gives what has the search play there once. */
  async function draw(canvas: HTMLCanvasElement, picture: Picture): Promise<() => void> {
    const { map, question, answer, trace } = await search(picture);
    // The gallery may be closing meanwhile: then its canvases have no size, and nobody sees them.
    if (canvas.clientWidth === 0) return () => undefined;
    const ctx = canvas.getContext('2d', { alpha: false });
    const ratio = Math.min(devicePixelRatio || 1, 2);
    const [width, height] = [canvas.clientWidth, canvas.clientHeight];
    canvas.width = Math.round(width * ratio);
    canvas.height = Math.round(height * ratio);
    const { layers = 1 } = map;
    // Floors lie one above the other.
    const geometries = Array.from({ length: layers }, (_, level) => geometryOf(map, layers - 1 - level));
    const viewport = { width, height: height / layers, ratio };
    const part = new OffscreenCanvas(canvas.width, Math.floor(canvas.height / layers));
    const onPart = layers > 1 ? part.getContext('2d', { alpha: false }) : ctx;
    const margin = layers > 1 ? 1 : 5;
    /** How far aside the highest floor stands, and the lowest to the other side. */
    const lean = layers > 1 ? canvas.width * 0.24 : 0;
    const end = trace?.length ?? 0;
    const isOverJumps = picture.methods[0].algorithm.startsWith('jps');
    const jumps = isOverJumps ? jumpsOf(map, question.mover) : null;
    const paintAt = (time: number): void => {
      if (!ctx) return;
      ctx.fillStyle = theme.peek().page;
      ctx.fillRect(0, 0, canvas.width, canvas.height);
      const { from: start, to: goal } = question;
      const moment = { trace, time, answer, start, goal, labels: false, jumps, jumpLines: true };
      geometries.forEach((geometry, place) => {
        const features = hasFeatures(map) ? featuresOf(map, geometry, theme.peek(), 0) : null;
        const scene = { ...emptyScene(map, geometry, theme.peek()), ...moment, features };
        paint(onPart as CanvasRenderingContext2D, scene, fit(geometry.bounds, viewport, margin), viewport);
        if (onPart === ctx) return;
        const [wide, aside] = [part.width - 2 * lean, lean * (1 - (2 * place) / (layers - 1))];
        ctx.drawImage(part, lean, 0, wide, part.height, lean + aside, place * part.height, wide, part.height);
      });
    };
    paintAt(end);
    let frame = 0;
    return () => {
      cancelAnimationFrame(frame);
      if (isStill()) return;
      const begun = performance.now();
      frame = requestAnimationFrame(function tick(now) {
        const share = Math.min(1, Math.max(0, now - begun) / PLAYS_MS);
        paintAt(Math.floor(share * end));
        if (share < 1 && canvas.isConnected) frame = requestAnimationFrame(tick);
      });
    };
  }

  return { draw, close: () => engine.close() };
}
