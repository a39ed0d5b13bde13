// What the page and a worker say to each other.

import type { Told } from '../coded';
import type { Engine } from './engine';

/** What a worker can be asked, less what it is told without an answer. */
export type Asked = Exclude<keyof Engine, 'cancel' | 'close'>;

export type ToWorker =
  | { readonly is: 'start'; readonly module: WebAssembly.Module }
  | { readonly is: 'ask'; readonly id: number; readonly what: Asked; readonly arguments: readonly unknown[] }
  | { readonly is: 'cancel' };

export type FromWorker =
  | { readonly is: 'done'; readonly id: number; readonly result: unknown }
  | { readonly is: 'failed'; readonly id: number; readonly told: Told }
  | { readonly is: 'progress'; readonly id: number; readonly expansions: number };
