// What the page has to say in passing: an error at its spot, or that something was done.

import { signal } from '@preact/signals';
import { Cancelled } from '../engine/cancelled';
import type { With } from './playground';

export interface Message {
  readonly id: number;
  readonly text: string;
  readonly isError: boolean;
}

const SHOWN_MS = 5000;

/** The messages of one playground. */
export function createMessages({ life: { later }, words: { textOf } }: With<'life' | 'words'>) {
  let last = 0;
  const messages = signal<readonly Message[]>([]);

  /** Says something; gives the number to dismiss it by. */
  function say(text: string, isError = false): number {
    const message = { id: (last += 1), text, isError };
    messages.value = [...messages.value.filter((other) => other.text !== text).slice(-2), message];
    // An error stays until it is put away: it may be long, and who reads slowly should not lose it.
    if (!isError) later(SHOWN_MS, () => dismiss(message.id));
    return message.id;
  }

  const dismiss = (id: number): void => {
    messages.value = messages.peek().filter((message) => message.id !== id);
  };

  /** Says what went wrong. What was given up went as it was meant to. */
  const complain = (error: unknown): void => {
    if (!(error instanceof Cancelled)) say(textOf(error), true);
  };

  /** Read out by screen readers: what the cursor stands on, what was done. */
  const spoken = signal('');

  /** The same, of the search. */
  const told = signal('');

  return { messages, say, dismiss, complain, spoken, told };
}
export type Messages = ReturnType<typeof createMessages>;
