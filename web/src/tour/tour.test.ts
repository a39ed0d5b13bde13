// The tour's maps can be walked, its keys have words, and its cells lie on the map.

import { describe, expect, test } from 'vitest';
import { readDrawn } from '../import/drawn';
import { HEATS, NONE, OPEN } from '../model';
import { en } from '../words/en';
import { zh } from '../words/zh';
import { GOLDEN_MAP, goldenMap } from './golden';
import { TOUR } from './tour';

const english: Readonly<Record<string, string>> = en;
const chinese: Readonly<Record<string, string>> = zh;

test('there are eight steps, all of another name', () => {
  expect(new Set(TOUR.map((step) => step.name)).size).toBe(8);
});

describe.each(TOUR)('step $name', (step) => {
  // Reading refuses maps that are not rectangular.
  const { map, start, goal } = readDrawn(step.map);

  test('has ends on open ground and cells on the map', () => {
    expect([start, goal]).not.toContain(NONE);
    expect(start).not.toBe(goal);
    expect([map.terrain[start], map.terrain[goal]]).toEqual([OPEN, OPEN]);
    for (const [x, y] of step.cells) {
      expect(x).toBeLessThan(map.width);
      expect(y).toBeLessThan(map.height);
      expect(map.terrain[y * map.width + x]).toBe(OPEN);
    }
  });

  test('has one or two methods, each with its outcome', () => {
    expect([1, 2]).toContain(step.methods.length);
    expect(step.costs.length).toBe(step.methods.length);
    expect(step.expansions.length).toBe(step.methods.length);
    expect(HEATS).toContain(step.heat);
  });

  test('says its numbers, in 60 to 120 words, in both languages', () => {
    const words = english[step.text].split(/\s+/).length;
    expect(words).toBeGreaterThanOrEqual(60);
    expect(words).toBeLessThanOrEqual(120);
    const characters = chinese[step.text].length;
    expect(characters).toBeGreaterThan(100);
    expect(characters).toBeLessThan(280);
    expect(english[step.title]).toBeTruthy();
    const figures = (text: string) => new Set(text.match(/\d+/g));
    const spelt = new Set(['10', '44', '1000']);
    for (const figure of figures(english[step.text])) {
      if (!spelt.has(figure)) expect([...figures(chinese[step.text])]).toContain(figure);
    }
  });
});

test('the worked example is that of the golden test', () => {
  const { map, start, goal } = readDrawn(GOLDEN_MAP);
  const at = (x: number, y: number) => (y + 2) * map.width + (x + 2);
  expect([map.width, map.height]).toEqual([9, 7]);
  expect([start, goal]).toEqual([at(0, 0), at(4, 1)]);
  const walls = [...map.terrain.keys()].filter((cell) => map.terrain[cell] !== OPEN);
  expect(walls).toEqual([at(2, -1), at(2, 0), at(2, 1)]);
});

test('the worked example is the map that is drawn', () => {
  expect(goldenMap()).toEqual(readDrawn(GOLDEN_MAP));
});
