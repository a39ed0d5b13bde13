// What scenarios say must be so. Each takes, last, what it is about; messages begin with that.

import { isDeepStrictEqual } from 'node:util';

const shown = (value) => (value instanceof RegExp ? String(value) : JSON.stringify(value));

function check(holds, what, problem) {
  if (!holds) throw new Error(`${what}: ${problem}`);
}

export const expect = {
  ok: (value, what) => check(value, what, 'it is not so'),

  equal: (actual, expected, what) =>
    check(isDeepStrictEqual(actual, expected), what, `${shown(actual)}; expected ${shown(expected)}`),

  match: (actual, pattern, what) =>
    check(pattern.test(actual), what, `${shown(actual)}; expected ${pattern}`),

  /** Asks again until it is so, for what the page still has to work out: `probe` gives what is true. */
  async soon(probe, what, seconds = 10) {
    const deadline = performance.now() + seconds * 1000;
    let last;
    for (;;) {
      try {
        const value = await probe();
        if (value) return value;
        last = `it was still ${shown(value)}`;
      } catch (error) {
        last = error.message;
      }
      check(performance.now() < deadline, what, `not after ${seconds} s; ${last}`);
      await new Promise((resolve) => setTimeout(resolve, 50));
    }
  },
};
