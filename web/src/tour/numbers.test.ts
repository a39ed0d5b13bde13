// Every number that the tour names is the engine's own, and so is the line of pseudo-code that is lit.

import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { readDrawn } from '../import/drawn';
import { openSession } from '../engine/session';
import { start as startEngine } from '../engine/wasm';
import { tracedWithSums } from '../tally';
import { ALGORITHMS, OPEN, type Method, type Trace } from '../model';
import { openListAt } from '../open-list';
import { stateAt } from '../trace';
import { en } from '../words/en';
import { createWords, takeWords } from '../words';
import { linesOf, pseudoOf } from './pseudo';
import { TOUR, type TourStep } from './tour';

takeWords('en', en);
const { t } = createWords('en');
const module = new WebAssembly.Module(readFileSync(new URL('../engine/wasm/xunlu.wasm', import.meta.url)));
const pause = () => new Promise<void>((resolve) => setTimeout(resolve));

/** Asks a step's question in its way, or in another. */
async function ask(step: TourStep, method: Method) {
  const session = openSession(await startEngine(module), pause, tracedWithSums);
  const { map, start, goal } = readDrawn(step.map);
  session.load(map);
  const question = { from: start, via: [], to: goal, mover: step.mover };
  const wanted = { eventsMax: 10_000 };
  const { answer, trace } = await session.ask(question, method, wanted, () => true, () => undefined);
  if (trace === null) throw new Error('it was watched');
  return { map, start, goal, answer, trace };
}

const stepNamed = (name: string) => TOUR.find((step) => step.name === name) as TourStep;
const at = (width: number, x: number, y: number) => y * width + x;

test.each(TOUR)('$name costs and expands what it says', async (step) => {
  const found = await Promise.all(step.methods.map((method) => ask(step, method)));
  expect(found.map(({ answer }) => answer.cost)).toEqual(step.costs);
  expect(found.map(({ answer }) => answer.expansions)).toEqual(step.expansions);
  if (step.time !== 'end') expect(step.time).toBeLessThanOrEqual(found[0].trace.length);
  const words = (en as Record<string, string>)[step.text];
  // The steps that compare name both costs and both counts.
  if (step.methods.length === 2) {
    for (const figure of step.costs) expect(words).toContain(String(figure));
  }
});

test('why: open cells, and what a search without a heuristic expands', async () => {
  const step = stepNamed('why');
  const { map, answer } = await ask(step, { ...step.methods[0], algorithm: 'dijkstra' });
  expect(map.terrain.filter((ground) => ground === OPEN).length).toBe(86);
  expect(answer.expansions).toBe(80);
});

const numbers = (trace: Trace, cell: number, time: number) => {
  const { g, h } = stateAt(trace, cell, time);
  return [g, h, g + h];
};

test('ghf, openClosed: the numbers of the neighbours, and what is closed first', async () => {
  const step = stepNamed('ghf');
  const { map, trace } = await ask(step, step.methods[0]);
  expect(numbers(trace, at(map.width, 2, 2), 10)).toEqual([14, 30, 44]);
  expect(numbers(trace, at(map.width, 1, 2), 10)).toEqual([10, 40, 50]);
  expect(openListAt(trace, 10).length).toBe(8);
  const states = (time: number) => [[2, 2], [1, 3], [2, 3], [3, 3]].map(([x, y]) => {
    return stateAt(trace, at(map.width, x, y), time).state;
  });
  expect(states(10)).toEqual(['open', 'unseen', 'unseen', 'unseen']);
  expect(states(14)).toEqual(['closed', 'open', 'open', 'open']);
});

test('golden: 72 falls to 64 at this very event', async () => {
  const step = stepNamed('golden');
  const { map, trace } = await ask(step, step.methods[0]);
  const below = at(map.width, 2, 4);
  expect(numbers(trace, at(map.width, 3, 3), 17)).toEqual([14, 30, 44]);
  expect(numbers(trace, below, 16)).toEqual([28, 44, 72]);
  expect(numbers(trace, below, 17)).toEqual([20, 44, 64]);
  expect(pseudoOf(t, 'astar')[linesOf('astar', trace, 17, []).at(-1)!]).toContain('improve m');
});

test('flood: A* finds the same with 54', async () => {
  const step = stepNamed('flood');
  const { answer } = await ask(step, { ...step.methods[0], algorithm: 'astar' });
  expect([answer.cost, answer.expansions]).toEqual([148, 54]);
});

test('every search begins at the first line, runs through its own, and ends with a path', async () => {
  for (const algorithm of ALGORITHMS) {
    const step = stepNamed('flood');
    const { trace, goal, answer } = await ask(step, { ...step.methods[0], algorithm });
    const lines = pseudoOf(t, answer.algorithm);
    const lit = (time: number) => lines[linesOf(answer.algorithm, trace, time, [goal]).at(-1)!];
    expect(lit(0)).toBe(lines[0]);
    for (let time = 1; time < trace.length; time += 1) {
      expect([algorithm, time, lit(time)]).not.toEqual([algorithm, time, undefined]);
      expect(lit(time)).not.toMatch(/no path exists”/);
    }
    expect([algorithm, lit(trace.length)]).toEqual([algorithm, expect.stringMatching(/return the path/)]);
  }
});
