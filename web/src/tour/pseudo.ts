// The search loops as pseudo-code in both languages, and which line runs at an event of a trace.
//
// Two spaces begin a line for each level it lies in. What a loop goes by (f, g, h, order) is a hole.

import { CLOSED, IMPROVED, NONE, type Algorithm, type Trace } from '../model';
import type { Language } from '../words';

export const FORMS = ['bestFirst', 'twoWay', 'jump'] as const;
export type Form = (typeof FORMS)[number];

const BEST_FIRST = {
  en: [
    'open ← { start };  g(start) ← 0',
    'while open is not empty',
    '  n ← {order} in open',
    '  move n from open to closed',
    '  if n is the goal: return the way along the parents',
    '  for each neighbour m of n',
    '    c ← g(n) + cost of the step from n to m',
    '    if m was never opened',
    '      open m:  g ← c;  h ← estimate;  parent ← n',
    '    else if c < g(m)',
    '      improve m:  g ← c;  parent ← n',
    '      if m was closed: open it again',
    'return “there is no way”',
  ],
  zh: [
    '开放列表 ← { 起点 }；g(起点) ← 0',
    '只要开放列表不空',
    '  n ← 开放列表里{order}',
    '  把 n 从开放列表移到关闭列表',
    '  如果 n 是终点：沿父节点返回路径',
    '  对 n 的每个邻居 m',
    '    c ← g(n) + 从 n 到 m 一步的代价',
    '    如果 m 从没打开过',
    '      打开 m：g ← c；h ← 估计；父节点 ← n',
    '    否则如果 c < g(m)',
    '      改进 m：g ← c；父节点 ← n',
    '      如果 m 已关闭：重新打开',
    '返回“走不通”',
  ],
} as const;

const TWO_WAY = {
  en: [
    'open the start on one side, the goal on the other;  best ← ∞',
    'while both sides have open nodes',
    '  take the side with fewer of them',
    '  n ← {order} of this side',
    '  close n for both sides',
    '  if no way through n can beat best: go on with the next',
    '  for each neighbour m of n that is not closed',
    '    c ← g(n) + cost of the step between n and m',
    '    if m is new to this side: open it',
    '    else if c < g(m): improve it',
    '    if the other side knows m: best ← min(best, c + its g(m))',
    'return the way through the node that gave best, if any',
  ],
  zh: [
    '一头打开起点，另一头打开终点；最优 ← ∞',
    '只要两头都还有开放的节点',
    '  选开放节点较少的一头',
    '  n ← 这一头{order}',
    '  两头都关闭 n',
    '  如果经过 n 的路不可能胜过最优：看下一个',
    '  对 n 的每个没有关闭的邻居 m',
    '    c ← g(n) + n 和 m 之间一步的代价',
    '    如果这一头第一次见到 m：打开它',
    '    否则如果 c < g(m)：改进它',
    '    如果另一头也到过 m：最优 ← min(最优, c + 那边的 g(m))',
    '返回给出最优的那条路，如果有的话',
  ],
} as const;

const JUMP = {
  en: [
    'open ← { start };  g(start) ← 0',
    'while open is not empty',
    '  n ← {order} in open',
    '  close n',
    '  if n is the goal: return the way, jumps filled in',
    '  for each direction worth a look from n',
    '    run on from n until something happens',
    '    a wall: nothing to open there',
    '    a corner to turn at, a new price, or the goal: call it m',
    '      c ← g(n) + cost of the jump from n to m',
    '      if m is new: open m',
    '      else if c < g(m): improve m',
    'return “there is no way”',
  ],
  zh: [
    '开放列表 ← { 起点 }；g(起点) ← 0',
    '只要开放列表不空',
    '  n ← 开放列表里{order}',
    '  关闭 n',
    '  如果 n 是终点：把跳过的格子补上，返回路径',
    '  对 n 值得一看的每个方向',
    '    从 n 一直往前跑，直到碰上什么',
    '    碰上墙：那边没有要打开的',
    '    碰上要拐弯的墙角、价格变化或终点：记作 m',
    '      c ← g(n) + 从 n 跳到 m 的代价',
    '      如果 m 是新的：打开 m',
    '      否则如果 c < g(m)：改进 m',
    '返回“走不通”',
  ],
} as const;

const CODE: Readonly<Record<Form, Readonly<Record<Language, readonly string[]>>>> = {
  bestFirst: BEST_FIRST,
  twoWay: TWO_WAY,
  jump: JUMP,
};

/** Which line runs at which moment. */
const LINES: Readonly<Record<Form, Readonly<Record<Moment, number>>>> = {
  bestFirst: { begin: 0, close: 3, arrive: 4, open: 8, improve: 10, reopen: 11, fail: 12 },
  twoWay: { begin: 0, close: 4, arrive: 11, open: 8, improve: 9, reopen: 9, fail: 11 },
  jump: { begin: 0, close: 3, arrive: 4, open: 10, improve: 11, reopen: 11, fail: 12 },
};
type Moment = 'begin' | 'close' | 'arrive' | 'open' | 'improve' | 'reopen' | 'fail';

const ORDERS: Readonly<Partial<Record<Algorithm, Readonly<Record<Language, string>>>>> = {
  bfs: { en: 'the node opened first', zh: '最早打开的节点' },
  dfs: { en: 'the node opened last', zh: '最晚打开的节点' },
  greedy: { en: 'the node of least h', zh: ' h 最小的节点' },
  dijkstra: { en: 'the node of least g', zh: ' g 最小的节点' },
  'two-way-dijkstra': { en: 'the open node of least g', zh: ' g 最小的开放节点' },
  'two-way-astar': { en: 'the open node of least f', zh: ' f 最小的开放节点' },
  'weighted-astar': { en: 'the node of least g + w × h', zh: ' g + w × h 最小的节点' },
};
const LEAST_F = { en: 'the node of least f = g + h', zh: ' f = g + h 最小的节点' };

/** Which of the three loops an algorithm runs. */
export function formOf(algorithm: Algorithm): Form {
  if (algorithm.startsWith('two-way')) return 'twoWay';
  return algorithm.startsWith('jps') ? 'jump' : 'bestFirst';
}

/** The lines of the loop that an algorithm runs; for `auto` ask for the one that answered. */
export function pseudoOf(algorithm: Algorithm, language: Language): readonly string[] {
  const order = (ORDERS[algorithm] ?? LEAST_F)[language];
  return CODE[formOf(algorithm)][language].map((line) => line.replace('{order}', order));
}

/**
 * The line that runs when `time` events of a trace have happened: that of the last of them.
 * `goals` are the cells at whose closing a search ends: the goal, and via points before it.
 */
export function lineOf(algorithm: Algorithm, trace: Trace, time: number, goals: readonly number[]): number {
  return LINES[formOf(algorithm)][momentOf(algorithm, trace, Math.min(time, trace.length), goals)];
}

function momentOf(algorithm: Algorithm, trace: Trace, time: number, goals: readonly number[]): Moment {
  const event = time - 1;
  if (event < 0) return 'begin';
  const isStart = trace.parent[event] === NONE;
  const isWhole = time === trace.length && !trace.isCut;
  if (formOf(algorithm) === 'twoWay') {
    if (isWhole) return 'arrive';
  } else if (trace.kind[event] === CLOSED && goals.includes(trace.cell[event])) {
    return 'arrive';
  } else if (isWhole) {
    return 'fail';
  }
  if (trace.kind[event] === CLOSED) return 'close';
  if (isStart) return 'begin';
  const before = trace.previous[event];
  if (before !== NONE && trace.kind[before] === CLOSED) return 'reopen';
  return trace.kind[event] === IMPROVED ? 'improve' : 'open';
}
