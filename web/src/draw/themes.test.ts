// Colours that can be told apart, ramps that are even, and writing that can be read.

import { describe, expect, it } from 'vitest';
import { lightnessOf, mixed, packed } from './colour';
import { pathTint, rampAt, themeOf, weightShade, type ThemeName } from './themes';

const NAMES: ThemeName[] = ['tutorial', 'clear'];
const THEMES = NAMES.flatMap((name) => [themeOf(name, false), themeOf(name, true)]);

it('packs colours as a canvas holds them', () => {
  expect(packed('#102030')).toBe(0xff302010);
});

it('mixes nothing into itself', () => {
  expect(mixed('#7f8d55', '#7f8d55', 0.3)).toBe('#7f8d55');
  expect(mixed('#000000', '#ffffff', 1)).toBe('#ffffff');
});

describe.each(THEMES)('$name, dark: $isDark', (theme) => {
  it('has a ramp of even lightness', () => {
    const light = Array.from({ length: 9 }, (_, at) => lightnessOf(rampAt(theme, at / 8)));
    const steps = light.slice(1).map((value, at) => value - light[at]);
    const mean = steps.reduce((sum, step) => sum + step) / 8;
    for (const step of steps) expect(Math.abs(step - mean)).toBeLessThan(0.025);
  });

  it('shades more expensive ground farther from open ground', () => {
    const away = Array.from({ length: 9 }, (_, at) =>
      Math.abs(lightnessOf(weightShade(theme, at + 1)) - lightnessOf(theme.ground)));
    expect(away[0]).toBeCloseTo(0, 2);
    for (let at = 1; at < 9; at += 1) expect(away[at]).toBeGreaterThan(away[at - 1]);
  });

  it('keeps walls away from all ground', () => {
    for (const ground of [theme.ground, theme.open, theme.closed, weightShade(theme, 9)]) {
      expect(Math.abs(lightnessOf(ground) - lightnessOf(theme.wall))).toBeGreaterThan(0.15);
    }
  });

  it('has a path that is no olive', () => {
    expect(lightnessOf(pathTint(theme))).toBeGreaterThan(0.85);
  });

  it('can be written on', () => {
    for (const cell of [theme.open, theme.closed, theme.start, theme.goal, pathTint(theme)]) {
      const best = Math.max(contrast(cell, theme.ink), contrast(cell, theme.paper));
      expect(best).toBeGreaterThan(4);
    }
  });
});

/** How well two colours are told apart, as WCAG 2 reckons it. */
function contrast(a: string, b: string): number {
  const luminance = (hex: string) => [1, 3, 5].reduce((sum, at, axis) => {
    const part = Number.parseInt(hex.slice(at, at + 2), 16) / 255;
    const linear = part <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4;
    return sum + linear * [0.2126, 0.7152, 0.0722][axis];
  }, 0);
  const [low, high] = [luminance(a), luminance(b)].sort((x, y) => x - y);
  return (high + 0.05) / (low + 0.05);
}
