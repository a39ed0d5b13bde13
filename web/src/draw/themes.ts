// What everything is coloured: the tutorials' colours, and colours that everybody can tell apart.

import { mixed, oklch } from './colour';

export type ThemeName = 'tutorial' | 'clear';

/** Colours as `#rrggbb`. */
export interface Theme {
  readonly name: ThemeName;
  readonly isDark: boolean;
  /** Around the map. */
  readonly page: string;
  readonly ground: string;
  /** Lines between cells, drawn faint. */
  readonly grid: string;
  readonly wall: string;
  /** A wall's side that turns away from the light. */
  readonly wallSide: string;
  /** What expensive ground leans to. */
  readonly weight: string;
  /** Ground that is closed to the mover and yet is no wall. */
  readonly shut: string;
  readonly open: string;
  readonly closed: string;
  readonly path: string;
  readonly pathEdge: string;
  readonly start: string;
  readonly goal: string;
  readonly via: string;
  readonly cursor: string;
  readonly jump: string;
  readonly figure: string;
  /** Writing on light and on dark cells. */
  readonly ink: string;
  readonly paper: string;
  /** Nine colours from little to much, evenly spaced to the eye. */
  readonly ramp: readonly string[];
}

const TUTORIAL_LIGHT: Theme = {
  name: 'tutorial', isDark: false,
  page: '#ece7dd', ground: '#fdfbf5', grid: '#5b4a2e', wall: '#414654', wallSide: '#262a35',
  weight: '#7f8d55', shut: '#b9b5ab',
  open: '#d6a878', closed: '#9dc4ea', path: '#f7bd16', pathEdge: '#8f6400',
  start: '#d8434d', goal: '#2c9c59', via: '#8a5cc2', cursor: '#1b2333', jump: '#7a4a1c', figure: '#f26b3a',
  ink: '#231f1a', paper: '#ffffff', ramp: ramp([0.91, 0.36], [95, -65], [0.1, 0.15]),
};

const TUTORIAL_DARK: Theme = {
  ...TUTORIAL_LIGHT, isDark: true,
  page: '#1e2129', ground: '#373d4a', grid: '#0b0d11', wall: '#0b0c10', wallSide: '#050608',
  weight: '#8c9a58', shut: '#23262d',
  open: '#96663c', closed: '#3c6fa8', path: '#ffca3a', pathEdge: '#3b2a00',
  start: '#e2555f', goal: '#37a866', via: '#a47be0', cursor: '#ffffff', jump: '#f0c890', figure: '#ff8a5c',
  ink: '#14161a', paper: '#f6f3ec', ramp: ramp([0.42, 0.94], [-75, 100], [0.15, 0.12]),
};

// The hues follow M. Okabe and K. Ito's set; open and closed also differ in lightness.
const CLEAR_LIGHT: Theme = {
  ...TUTORIAL_LIGHT, name: 'clear',
  page: '#e9ebee', ground: '#ffffff', grid: '#3d4654', wall: '#2c3038', wallSide: '#14171c',
  weight: '#8b9099', shut: '#b4b8bf',
  open: '#f4c55f', closed: '#74bdea', path: '#f6ea3a', pathEdge: '#000000',
  start: '#d55e00', goal: '#00855f', via: '#a9487e', cursor: '#000000', jump: '#5c4300', figure: '#cc79a7',
  ink: '#15171b', ramp: ramp([0.93, 0.33], [105, 265], [0.11, 0.1]),
};

const CLEAR_DARK: Theme = {
  ...CLEAR_LIGHT, isDark: true,
  page: '#1c1f25', ground: '#393e48', grid: '#090a0c', wall: '#08090b', wallSide: '#030304',
  weight: '#8f949c', shut: '#212429',
  open: '#c98a0c', closed: '#2277ac', path: '#fff05a', pathEdge: '#000000',
  start: '#ff7b24', goal: '#00b884', via: '#e08dbd', cursor: '#ffffff', jump: '#ffe0a0', figure: '#e08dbd',
  ink: '#101215', paper: '#f4f6f8', ramp: ramp([0.42, 0.95], [265, 105], [0.13, 0.13]),
};

export function themeOf(name: ThemeName, isDark: boolean): Theme {
  if (name === 'clear') return isDark ? CLEAR_DARK : CLEAR_LIGHT;
  return isDark ? TUTORIAL_DARK : TUTORIAL_LIGHT;
}

/** The cells of a path, under its line: light even where ground is dark, as dark yellow is olive. */
export function pathTint(theme: Theme): string {
  return mixed(theme.isDark ? theme.paper : theme.ground, theme.path, 0.42);
}

/** A colour of a ramp, 0 to 1. */
export function rampAt(theme: Theme, share: number): string {
  const at = Math.min(1, Math.max(0, share)) * (theme.ramp.length - 1);
  const stop = Math.min(theme.ramp.length - 2, Math.floor(at));
  return mixed(theme.ramp[stop], theme.ramp[stop + 1], at - stop);
}

/** Ground that is `weight` times as expensive as open ground, 1 to 9. */
export function weightShade(theme: Theme, weight: number): string {
  const share = Math.min(1, Math.max(0, (weight - 1) / 8));
  return mixed(theme.ground, theme.weight, share ** 0.8 * 0.8);
}

/** Nine stops of even lightness; the colour is fullest in the middle, where screens can show most of it. */
function ramp(light: [number, number], hue: [number, number], chroma: [number, number]): string[] {
  const between = ([from, to]: [number, number], share: number) => from + (to - from) * share;
  return Array.from({ length: 9 }, (_, stop) => {
    const share = stop / 8;
    const swell = Math.sin(Math.PI * share) * 0.05;
    return oklch(between(light, share), between(chroma, share) + swell, between(hue, share));
  });
}
