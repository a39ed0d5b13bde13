// The engine's makers, and what the form for them holds; `making.ts` makes what it says.

import { computed, signal } from '@preact/signals';
import type { Maker as EngineMaker, Recipe } from '../engine/engine';
import { rowsOf } from '../model';
import type { With } from './playground';

/** A map that is being made. */
export interface Making {
  /** How much of the work is done, in percent. */
  readonly percent: number;
  giveUp(): void;
}

/** What the form holds. */
export type Form = Recipe;

/** The makers as one playground has them. */
export function createMaker({
  life: { effect },
  words: { textOf },
  world: { map },
  panes: { engine },
}: With<'life' | 'words' | 'world' | 'panes'>) {
  const makers = signal<readonly EngineMaker[]>([]);
  const isReady = signal(false);
  const readyTrouble = signal<string | null>(null);
  /** The map that is being made: how far it is, and what gives it up. */
  const making = signal<Making | null>(null);
  const isMaking = computed(() => making.value !== null);

  const form = signal<Form>({
    maker: 'arena', shape: 'square', arrangement: 'odd-r', width: 9, height: 9, seed: 1, knobs: {},
  });

  const maker = computed(() => makers.value.find(({ name }) => name === form.value.maker) ?? null);

  const setForm = (change: Partial<Form>): void => {
    form.value = { ...form.value, ...change };
  };

  /** Asks the engine what it can make, and tells if it cannot be started. */
  async function start(): Promise<void> {
    try {
      makers.value = await engine.makers();
      isReady.value = true;
    } catch (error) {
      readyTrouble.value = textOf(error);
    }
  }

  /** The form says what cells the map has and how many, with a maker that makes such. */
  function keepMaker(): void {
    let known = '';
    effect(() => {
      const { width, shape, arrangement } = map.value;
      const height = rowsOf(map.value);
      const size = { width, height, shape, arrangement };
      // What somebody typed stays until a map of another size comes.
      if (known === (known = JSON.stringify(size))) return;
      const isFit = shape === 'square' || maker.peek()?.hasHexes !== false;
      form.value = { ...form.peek(), ...size, ...(isFit ? {} : { maker: 'field', knobs: {} }) };
    });
  }

  return { makers, isReady, readyTrouble, making, isMaking, form, maker, setForm, start, keepMaker };
}
export type Maker = ReturnType<typeof createMaker>;

export const SIDE_MOST = 4096;
