// Calls over a channel, as to a worker: answered in order, given up, failed; two columns of one buffer.

import { afterEach, beforeEach, expect, test } from 'vitest';
import { coded } from '../coded';
import { answerCalls, callerOf, type Caller } from './calls';
import { Cancelled } from './cancelled';

interface Calls {
  twice(column: Uint8Array): { first: Uint8Array; second: Uint8Array; none: Uint8Array | null };
  count(to: number): number;
  fail(): void;
}

let channel: MessageChannel;
let caller: Caller<Calls>;
let given: Uint8Array | null = null;

beforeEach(() => {
  channel = new MessageChannel();
  answerCalls<Calls>(channel.port2, {
    twice: (_, column) => ({ first: column, second: column.subarray(1), none: null }),
    async count(call, to) {
      for (let at = 1; at <= to; at += 1) {
        call.progress(at);
        await new Promise((resolve) => setTimeout(resolve));
        if (!call.isWanted()) throw new Cancelled();
      }
      return to;
    },
    fail() {
      throw coded('two-maps', 'a', 'b');
    },
  }, { twice: ({ first, second, none }) => [first, second, none] });
  caller = callerOf<Calls>(channel.port1, { twice: (column) => [(given = column)] });
});
afterEach(() => channel.port1.close());

test('two columns of one buffer go over at once', async () => {
  const { first, second } = await caller.call('twice', [Uint8Array.of(1, 2, 3)]);
  expect([[...first], [...second]]).toEqual([[1, 2, 3], [2, 3]]);
  expect(given!.length, 'it went over, and was not copied').toBe(0);
});

test('a call gives way to the next of its name, and hears how far it is', async () => {
  const heard: number[] = [];
  const first = caller.call('count', [1e9], (done) => {
    heard.push(done);
    if (heard.length === 3) second = caller.call('count', [2]);
  });
  let second: Promise<number> | null = null;
  await expect(first).rejects.toBeInstanceOf(Cancelled);
  expect(heard.slice(0, 3)).toEqual([1, 2, 3]);
  expect(await second).toBe(2);
});

test('what is cancelled or ended fails, and says why', async () => {
  const first = caller.call('count', [1e9], () => caller.cancel());
  await expect(first).rejects.toBeInstanceOf(Cancelled);
  await expect(caller.call('fail', [])).rejects.toThrow('two-maps a b');
  const last = caller.call('count', [1e9]);
  caller.end(coded('worker-stopped', ''));
  await expect(last).rejects.toThrow('worker-stopped');
  await expect(caller.call('count', [1])).rejects.toThrow('worker-stopped');
});
