// Calls from the page to a worker: methods by name, typed on both sides by one interface.

import { toldBy, type Told } from '../coded';
import { errorOf } from './cancelled';

/** What a worker can be asked. Arguments and results are data: they are copied, or go over (`Columns`). */
export type Methods<M> = Record<keyof M, (...given: never) => unknown>;
type Given<M extends Methods<M>, N extends keyof M> = Parameters<M[N]>;
type Result<M extends Methods<M>, N extends keyof M> = ReturnType<M[N]>;

/** The columns that go over to the other side instead of being copied; who sent them has them no more. */
type Columns = readonly (ArrayBufferView | null)[];
export type GivenOver<M extends Methods<M>> =
  { readonly [N in keyof M]?: (...given: Given<M, N>) => Columns };
export type ResultsOver<M extends Methods<M>> =
  { readonly [N in keyof M]?: (result: Result<M, N>) => Columns };

/** How a worker answers: a method's arguments come after what it has to know of the call itself. */
export type Answers<M extends Methods<M>> = {
  readonly [N in keyof M]: (call: Call, ...given: Given<M, N>) => Result<M, N> | Promise<Result<M, N>>
};

/** A call that a worker is at. */
export interface Call {
  /** Whether nothing was cancelled since, and the method was not called again. */
  isWanted(): boolean;
  /** Tells the caller how far it is. */
  progress(done: number): void;
}

interface Asked<M extends Methods<M>, N extends keyof M> {
  readonly is: 'call';
  readonly id: number;
  readonly name: N;
  readonly given: Given<M, N>;
}
interface Cancelling {
  readonly is: 'cancel';
}
type Reply =
  | { readonly is: 'done'; readonly id: number; readonly result: unknown }
  | { readonly is: 'failed'; readonly id: number; readonly told: Told }
  | { readonly is: 'progress'; readonly id: number; readonly done: number };

/** What both ends of a channel have: a worker for the page, the page for a worker. */
export interface Port {
  postMessage(message: unknown, transfer: Transferable[]): void;
  onmessage: ((event: MessageEvent) => unknown) | null;
}

/** The page's end. */
export interface Caller<M extends Methods<M>> {
  call<N extends keyof M>(name: N, given: Given<M, N>, progress?: Call['progress']): Promise<Result<M, N>>;
  /** Tells the worker that nothing it was asked is wanted any more. */
  cancel(): void;
  /** Fails what was not answered, and whatever is asked from now on. */
  end(why: Error): void;
}

interface Pending {
  resolve(result: unknown): void;
  reject(why: Error): void;
  progress: Call['progress'] | undefined;
}

/** Each buffer once, however many columns look at it: to transfer one twice is an error. */
const buffersOf = (columns: Columns): Transferable[] =>
  [...new Set(columns.flatMap((column) => (column ? [column.buffer as ArrayBuffer] : [])))];

/** Calls what answers at the other end of a port. */
export function callerOf<M extends Methods<M>>(port: Port, over: GivenOver<M> = {}): Caller<M> {
  const pending = new Map<number, Pending>();
  let last = 0;
  let ended: Error | null = null;
  port.onmessage = ({ data: reply }: MessageEvent<Reply>) => {
    const asker = pending.get(reply.id);
    if (reply.is === 'progress') {
      asker?.progress?.(reply.done);
      return;
    }
    pending.delete(reply.id);
    if (reply.is === 'done') asker?.resolve(reply.result);
    else asker?.reject(errorOf(reply.told));
  };
  return {
    call<N extends keyof M>(name: N, given: Given<M, N>, progress?: Call['progress']) {
      return new Promise<Result<M, N>>((resolve, reject) => {
        if (ended) return reject(ended);
        last += 1;
        const asked: Asked<M, N> = { is: 'call', id: last, name, given };
        port.postMessage(asked, buffersOf(over[name]?.(...given) ?? []));
        pending.set(last, { resolve: resolve as Pending['resolve'], reject, progress });
      });
    },
    cancel: () => port.postMessage({ is: 'cancel' } satisfies Cancelling, []),
    end(why) {
      ended = why;
      for (const { reject } of pending.values()) reject(why);
      pending.clear();
    },
  };
}

/** Answers calls one after the other, in the order in which they come; some names as soon as they come. */
export function answerCalls<M extends Methods<M>>(
  port: Port, answers: Answers<M>, over: ResultsOver<M> = {}, atOnce: readonly (keyof M)[] = [],
): void {
  const post = (reply: Reply, columns: Columns = []) => port.postMessage(reply, buffersOf(columns));
  const newest = new Map<keyof M, number>();
  let queue: Promise<unknown> = Promise.resolve();

  async function answer<N extends keyof M>({ id, name, given }: Asked<M, N>): Promise<void> {
    const isWanted = () => newest.get(name) === id;
    const progress = (done: number) => post({ is: 'progress', id, done });
    try {
      const result = await answers[name]({ isWanted, progress }, ...given);
      post({ is: 'done', id, result }, over[name]?.(result));
    } catch (error) {
      post({ is: 'failed', id, told: toldBy(error) });
    }
  }

  port.onmessage = ({ data: message }: MessageEvent<Asked<M, keyof M> | Cancelling>) => {
    if (message.is === 'cancel') {
      newest.clear();
      return;
    }
    newest.set(message.name, message.id);
    if (atOnce.includes(message.name)) void answer(message);
    else queue = queue.then(() => answer(message));
  };
}
