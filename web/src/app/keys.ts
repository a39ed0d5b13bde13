// What each key does; `ui/key-sheet.ts` tells people of it.

import { HEATS, NONE, OPEN, rowsOf, WALL } from '../model';
import { wayNames } from '../sides';
import { tagName } from './besides';
import { PANES_MAX } from './panes';
import type { Playground } from './playground';

/** Hears the keys of one playground from now on. */
export function keepKeys({
  life: { listen },
  options,
  root,
  words: { t },
  settings: { hasNumbers, heat },
  messages: { say, spoken },
  layout: { close, dialog, open },
  world: { ends, isFree, map },
  undo: { moveEnds, redo, undo },
  tools: { ground, ink, isDrawing, isMarking, takeGround, takeInk, tool },
  stroke: { beginStroke, dropStroke, endStroke, extendStroke, pulled },
  view: { fitAll, level, lookAt, space, zoomBy },
  panes: { panes, setPanes },
  clock: { clockEnd, isPlaying, seek, setSpeed, speed, step, stepExpansion, togglePlay },
  cursor: { cursor, describe, moveCursor },
  ask: { cancelAll },
  walk: { walk },
  files: { nextRow },
  tour: { endTour, startTour, tourAt },
}: Playground): void {
  function put(which: 'from' | 'to' | 'via'): void {
    const at = cursor.peek();
    const { from, to, via } = ends.peek();
    if (at === NONE || !isFree(at)) return;
    if (which === 'via') {
      if (at === from || at === to) return;
      moveEnds({ via: via.includes(at) ? via.filter((each) => each !== at) : [...via, at] });
    } else moveEnds({ [which]: at });
    say(describe(at));
  }

  /** Draws at the cursor; a line and a rectangle are begun with one press and ended with the next. */
  function draw(): void {
    const at = cursor.peek();
    if (at === NONE) return;
    if (pulled.peek()) {
      extendStroke(at);
      endStroke();
    } else if (isDrawing() || isMarking()) {
      beginStroke(at);
      if (!pulled.peek()) endStroke();
    } else if (tool.peek() === 'start') put('from');
    else if (tool.peek() === 'goal') put('to');
    else if (tool.peek() === 'via') put('via');
    spoken.value = describe(at);
  }

  function arrow(dx: number, dy: number): void {
    moveCursor(dx, dy);
    if (pulled.peek()) extendStroke(cursor.peek());
  }

  function takeMarker(marker: 'link' | 'place'): void {
    tool.value = marker;
    spoken.value = t(`tool.${marker}`);
  }

  /** Looks at the next level up or down; the cursor comes along. */
  function climb(by: number): void {
    const { layers = 1, width } = map.peek();
    const next = level.peek() + by;
    if (next < 0 || next >= layers) return;
    // A link may lead to another level.
    if (tool.peek() !== 'link') dropStroke();
    lookAt(next);
    const area = width * rowsOf(map.peek());
    if (cursor.peek() !== NONE) cursor.value = (cursor.peek() % area) + next * area;
    spoken.value = cursor.peek() === NONE ? t('level.name', { n: next + 1 }) : describe(cursor.peek());
  }

  function escape(): void {
    if (dialog.peek()) close();
    else if (pulled.peek()) dropStroke();
    else if (tourAt.peek() !== null) endTour();
    else {
      isPlaying.value = false;
      cancelAll();
    }
  }

  const MAP_KEYS: Readonly<Record<string, () => void>> = {
    ArrowLeft: () => arrow(-1, 0),
    ArrowRight: () => arrow(1, 0),
    ArrowUp: () => arrow(0, -1),
    ArrowDown: () => arrow(0, 1),
    Enter: draw,
    PageUp: () => climb(1),
    PageDown: () => climb(-1),
  };

  const KEYS: Readonly<Record<string, () => void>> = {
    ' ': () => {
      if (!space.isDown) Object.assign(space, { isDown: true, wasUsed: false });
    },
    '.': () => step(1),
    ',': () => step(-1),
    ']': () => step(100),
    '[': () => step(-100),
    j: () => stepExpansion(1),
    k: () => stepExpansion(-1),
    '<': () => setSpeed(Math.round(speed.peek() / 2)),
    '>': () => setSpeed(speed.peek() * 2),
    Home: () => seek(0),
    End: () => seek(clockEnd.peek()),
    '+': () => zoomBy(1.25),
    '=': () => zoomBy(1.25),
    '-': () => zoomBy(0.8),
    '0': fitAll,
    m: walk,
    h: () => {
      heat.value = HEATS[(HEATS.indexOf(heat.peek()) + 1) % HEATS.length];
      spoken.value = t(`heat.${heat.peek()}`);
    },
    n: () => void (hasNumbers.value = !hasNumbers.peek()),
    p: () => setPanes((panes.peek().length % PANES_MAX) + 1),
    t: () => (tourAt.peek() === null ? startTour() : endTour()),
    o: () => open('bring'),
    x: () => open('take'),
    '?': () => (dialog.peek() === 'keys' ? close() : open('keys')),
    a: () => {
      const at = cursor.peek();
      // With a space at its end by turns: the same words again would not be read out.
      if (at !== NONE) spoken.value = describe(at) + (spoken.peek().endsWith(' ') ? '' : ' ');
    },
    w: () => takeGround(WALL),
    e: () => takeGround(OPEN),
    l: () => void (tool.value = 'line'),
    r: () => void (tool.value = 'rectangle'),
    f: () => void (tool.value = 'fill'),
    i: () => void (tool.value = 'inspect'),
    c: () => takeMarker('link'),
    z: () => takeMarker('place'),
    y: () => {
      // Pressed again it points to the next side.
      const now = ink.peek()?.plane === 'exits' ? Math.log2(ink.peek()!.value) : -1;
      const way = (now + 1) % (map.peek().shape === 'hex' ? 6 : 4);
      takeInk({ plane: 'exits', value: 1 << way });
      spoken.value = t('tool.oneWay', { side: t(`way.${wayNames(map.peek())[way]}`) });
    },
    q: () => {
      const now = ink.peek()?.plane === 'tags' ? Math.log2(ink.peek()!.value) : -1;
      const tag = (now + 1) % 4;
      takeInk({ plane: 'tags', value: 1 << tag });
      spoken.value = t('tool.tag', { name: tagName(t, map.peek(), tag) });
    },
    s: () => put('from'),
    g: () => put('to'),
    v: () => put('via'),
    d: () => nextRow(1),
    b: () => nextRow(-1),
    u: undo,
  };

  function press(event: KeyboardEvent): void {
    const { key, target } = event;
    const isCommand = event.ctrlKey || event.metaKey;
    if (isTaken(target, key) && key !== 'Escape') return;
    const lower = key.length === 1 ? key.toLowerCase() : key;
    let does: (() => void) | undefined;
    if (isCommand) does = { z: event.shiftKey ? redo : undo, y: redo }[lower];
    else if (event.altKey) return;
    else if (key === 'Escape') does = escape;
    else if (dialog.peek()) does = lower === '?' ? KEYS['?'] : undefined;
    else if (MAP_KEYS[key] && isMap(target)) does = MAP_KEYS[key];
    else if (/^[1-9]$/.test(key)) does = () => takeGround(Number(key));
    else does = KEYS[lower];
    if (!does) return;
    event.preventDefault();
    does();
    if (lower === 'w' || lower === 'e' || /^[1-9]$/.test(key)) spoken.value = groundName();
  }

  const groundName = (): string => {
    const now = ground.peek();
    return now === WALL ? t('tool.wall') : now === OPEN ? t('tool.eraser') : t('tool.weight', { n: now });
  };

  // On its own page it hears all keys but those pressed in another; elsewhere, those pressed in it.
  const where = options.isWholePage ? window : root;
  const isOurs = ({ target }: Event) => {
    const within = target instanceof Element ? target.closest('.xunlu') : null;
    return within === null || within === root;
  };
  listen<KeyboardEvent>(where, 'keydown', (event) => isOurs(event) && press(event));
  listen<KeyboardEvent>(where, 'keyup', (event) => {
    if (event.key !== ' ' || !space.isDown) return;
    space.isDown = false;
    if (!space.wasUsed) togglePlay();
  });
}

/** Whether a key belongs to what has the focus rather than to the page. */
function isTaken(target: EventTarget | null, key: string): boolean {
  if (!(target instanceof HTMLElement)) return false;
  if (target instanceof HTMLInputElement) {
    if (target.type === 'range') return /^(Arrow|Home|End|Page)/.test(key);
    return target.type !== 'checkbox' || key === ' ';
  }
  if (target.matches('select, textarea')) return true;
  return target.matches('button, summary, a') && (key === ' ' || key === 'Enter');
}

const isMap = (target: EventTarget | null): boolean =>
  target instanceof Element && target.matches('.stage canvas');
