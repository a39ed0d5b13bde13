// The engine in a thread of its own, so that the page never waits for it.

import { answerCalls } from './calls';
import { Cancelled } from './cancelled';
import type { EngineCalls } from './engine';
import { openSession, type Session } from './session';
import { start } from './wasm';
import { tracedWithSums } from '../tally';

/** Lets messages in that have come meanwhile: a timer would wait four milliseconds. */
const channel = new MessageChannel();
const waiting: (() => void)[] = [];
channel.port1.onmessage = () => waiting.shift()?.();
const pause = () => new Promise<void>((resolve) => {
  waiting.push(resolve);
  channel.port2.postMessage(null);
});

let session: Session | null = null;

function open(): Session {
  if (session === null) throw new Error('the engine was not started');
  return session;
}

answerCalls<EngineCalls>(self, {
  async start(_, module) {
    session = openSession(await start(module), pause, tracedWithSums);
  },
  makers: () => open().makers(),
  make: ({ progress }, recipe) => open().make(recipe, progress),
  load: (_, map) => open().load(map),
  edit: (_, cells, values, plane) => open().edit(cells, values, plane),
  link: (_, links) => open().link(links),
  ask(call, question, method, wanted) {
    if (!call.isWanted()) throw new Cancelled();
    return open().ask(question, method, wanted, call.isWanted, call.progress);
  },
  time(call, question, method, times) {
    if (!call.isWanted()) throw new Cancelled();
    return open().time(question, method, times, call.isWanted);
  },
  costsTo: (_, question) => open().costsTo(question),
  walk: (_, question, path, isSmooth) => open().walk(question, path, isSmooth),
  turns: (_, question, path, budget) => open().turns(question, path, budget),
}, {
  make: ({ terrain }) => [terrain],
  ask({ answer, trace }) {
    if (trace === null) return [answer.path];
    const { kind, cell, parent, g, h, previous, openSize, pages, stamps, marks } = trace;
    const { times, begins, events } = trace.checkpoints;
    const known = [previous, openSize, pages, stamps, marks, times, begins, events];
    return [answer.path, kind, cell, parent, g, h, ...known];
  },
  costsTo: (costs) => [costs],
  walk: (points) => [points],
  turns: (ends) => [ends],
}, ['makers', 'make']);
