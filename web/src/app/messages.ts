// What the page has to say in passing: an error at its spot, or that something was done.

import { signal } from '@preact/signals';
import { Cancelled } from '../engine/cancelled';
import { textOf } from '../words/coded';

export interface Message {
  readonly id: number;
  readonly text: string;
  readonly isError: boolean;
}

const SHOWN_MS = 5000;
let last = 0;
export const messages = signal<readonly Message[]>([]);

/** Says something; gives the number to dismiss it by. */
export function say(text: string, isError = false): number {
  const message = { id: (last += 1), text, isError };
  messages.value = [...messages.value.filter((other) => other.text !== text).slice(-2), message];
  // An error stays until it is put away: it may be long, and who reads slowly should not lose it.
  if (!isError) setTimeout(() => dismiss(message.id), SHOWN_MS);
  return message.id;
}

export const dismiss = (id: number): void => {
  messages.value = messages.peek().filter((message) => message.id !== id);
};

/** Says what went wrong. What was given up went as it was meant to. */
export const complain = (error: unknown): void => {
  if (!(error instanceof Cancelled)) say(textOf(error), true);
};

/** Read out by screen readers: what the cursor stands on, what was done. */
export const spoken = signal('');
