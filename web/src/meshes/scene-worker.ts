// The engine of scenes in a thread of its own.

import { answerCalls } from '../engine/calls';
import { start } from '../engine/wasm';
import { openScene, type SceneCalls, type Session } from './session';

let session: Session | null = null;

function opened(): Session {
  if (session === null) throw new Error('no scene was opened');
  return session;
}

answerCalls<SceneCalls>(self, {
  async open(_, module, opening) {
    session = openScene(await start(module), opening);
    return session.ground();
  },
  show: (_, plan) => opened().show(plan),
  watch: (_, plan, method) => opened().watch(plan, method),
  probe: (_, from, at) => opened().probe(from, at),
}, {
  watch: ({ events }) => [events],
});
