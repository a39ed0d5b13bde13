// What each key does; the sheet of keys is made from the same table.

import { HEATS, NONE, OPEN, WALL } from '../model';
import { t } from '../words';
import { cancelAll } from './ask';
import { clockEnd, isPlaying, seek, setSpeed, speed, step, togglePlay } from './clock';
import { cursor, describe, moveCursor } from './cursor';
import { close, dialog, open } from './layout';
import { say, spoken } from './messages';
import { PANES_MAX, panes, setPanes } from './panes';
import { hasNumbers, heat } from './settings';
import { beginStroke, dropStroke, endStroke, extendStroke, pulled } from './stroke';
import { ground, isDrawing, takeGround, tool } from './tools';
import { endTour, startTour, tourAt } from './tour';
import { moveEnds, redo, undo } from './undo';
import { fitAll, zoomBy } from './view';
import { walk } from './walk';
import { ends, isFree } from './world';

export interface KeyRow {
  /** As they are written on the sheet. */
  readonly keys: readonly string[];
  /** A key of the dictionaries. */
  readonly does: string;
}

export const SHEET: readonly (readonly KeyRow[])[] = [
  [
    { keys: ['space'], does: 'keys.playPause' },
    { keys: ['.', ','], does: 'keys.step' },
    { keys: [']', '['], does: 'keys.step100' },
    { keys: ['Home', 'End'], does: 'keys.ends' },
    { keys: ['<', '>'], does: 'keys.speed' },
    { keys: ['+', '-', '0'], does: 'keys.zoom' },
    { keys: ['M'], does: 'figure.walk' },
    { keys: ['H'], does: 'view.heat' },
    { keys: ['N'], does: 'view.numbers' },
    { keys: ['P'], does: 'race.panes' },
    { keys: ['T'], does: 'panel.tour' },
    { keys: ['O'], does: 'bring.title' },
    { keys: ['X'], does: 'take.title' },
    { keys: ['?'], does: 'keys.show' },
    { keys: ['Esc'], does: 'keys.close' },
  ],
  [
    { keys: ['arrows'], does: 'keys.cursor' },
    { keys: ['enter'], does: 'keys.draw' },
    { keys: ['A'], does: 'keys.read' },
    { keys: ['W'], does: 'tool.wall' },
    { keys: ['E'], does: 'tool.eraser' },
    { keys: ['1–9'], does: 'keys.weights' },
    { keys: ['L'], does: 'tool.line' },
    { keys: ['R'], does: 'tool.rectangle' },
    { keys: ['F'], does: 'tool.fill' },
    { keys: ['I'], does: 'tool.inspect' },
    { keys: ['S'], does: 'keys.setStart' },
    { keys: ['G'], does: 'keys.setGoal' },
    { keys: ['V'], does: 'keys.addVia' },
    { keys: ['U', 'Ctrl+Z', 'Ctrl+Shift+Z'], does: 'keys.undo' },
  ],
];

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
  } else if (isDrawing()) {
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
};

const KEYS: Readonly<Record<string, () => void>> = {
  ' ': () => {
    if (!space.isDown) Object.assign(space, { isDown: true, wasUsed: false });
  },
  '.': () => step(1),
  ',': () => step(-1),
  ']': () => step(100),
  '[': () => step(-100),
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
  s: () => put('from'),
  g: () => put('to'),
  v: () => put('via'),
  u: undo,
};

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

/** The space bar plays when it is let go, unless it was held to drag the map. */
export const space = { isDown: false, wasUsed: false };

export function keepKeys(): void {
  window.addEventListener('keydown', press);
  window.addEventListener('keyup', (event) => {
    if (event.key !== ' ' || !space.isDown) return;
    space.isDown = false;
    if (!space.wasUsed) togglePlay();
  });
}
