// When a call is made again: what may be, of whom, how often, and when it ends.

import assert from "node:assert/strict";
import { after, test } from "node:test";
import { Refusal, Xunlu } from "../src/index.js";
import { busy, say, Scripted } from "./server.js";

const ANSWER = { outcome: "found", path: { cost: 0, places: ["0,0"] }, expansions: 0, algorithm: "trivial", revision: 0 };
const QUESTION = { from: "0,0", goal: { at: "0,0" } } as const;

const begun: Scripted[] = [];
after(() => begun.forEach((server) => server.end()));

async function serving(...of: Parameters<typeof Scripted.begin>): Promise<Scripted> {
  const server = await Scripted.begin(...of);
  begun.push(server);
  return server;
}

test("a question goes to the next server when one has too much to do, and stays there", async () => {
  const first = await serving(busy);
  const second = await serving((reply) => say(reply, ANSWER));
  const xunlu = new Xunlu([first.address, second.address]);
  for (let number = 0; number < 5; number += 1) {
    assert.equal((await xunlu.path("yard", QUESTION)).outcome, "found");
  }
  assert.deepEqual([first.asked.length, second.asked.length], [1, 5]);
});

test("a server that is gone is told apart from one that refuses", async () => {
  const gone = await serving(busy);
  const { address } = gone;
  gone.end();
  await assert.rejects(new Xunlu(address).path("yard", QUESTION), { name: "Refusal", code: "unreachable" });
  const server = await serving((reply) =>
    say(reply, { status: 404, code: "unknown-map", detail: 'no map is called "yard"' }, 404),
  );
  const refused = new Xunlu(server.address).path("yard", QUESTION);
  await assert.rejects(refused, { code: "unknown-map", message: 'no map is called "yard"' });
  assert.equal(server.asked.length, 1, "it would say the same again");
});

test("not more than one call in ten is made again", async () => {
  const server = await serving(busy);
  const xunlu = new Xunlu(server.address);
  const calls = 400;
  for (let number = 0; number < calls; number += 1) {
    await assert.rejects(xunlu.path("yard", QUESTION), { code: "busy" });
  }
  // Ten are saved at the beginning.
  const again = server.asked.length - calls;
  assert.ok(again >= calls / 10 && again <= calls / 10 + 10, `${again} of ${calls} were made again`);
});

test("a change is made again only if it has a name, and of the same server", async () => {
  const first = await serving((reply, number) => (number < 1 ? busy(reply) : say(reply, { revision: "1", chain: "0" })));
  const second = await serving((reply) => say(reply, { revision: "1", chain: "0" }));
  const xunlu = new Xunlu([first.address, second.address]);
  const change = { terrain: { rect: { x: 0, y: 0, width: 1, height: 1 }, terrain: 0 } };
  await assert.rejects(xunlu.change("yard", change), { code: "busy" });
  assert.equal((await xunlu.change("yard", change, { id: "gate-1" })).revision, "1");
  assert.deepEqual([first.asked.length, second.asked.length], [2, 0]);
  assert.equal(first.asked[1]?.url, "/v1/maps/yard?id=gate-1");
});

test("nothing takes longer than it may, and the service is told how long", async () => {
  const server = await serving(() => undefined);
  const begun = performance.now();
  await assert.rejects(new Xunlu(server.address).path("yard", QUESTION, { time: 120 }), { code: "expired" });
  assert.ok(performance.now() - begun < 2_000);
  const told = new URL(`http://server${server.asked[0]?.url}`).searchParams.get("time_ms");
  assert.ok(told !== null && Number(told) > 60 && Number(told) <= 120, `${told}`);
  await assert.rejects(new Xunlu(server.address).path("yard", QUESTION, { time: 0 }), { code: "expired" });
  assert.equal(server.asked.length, 1, "there was no time to ask");
});

test("who is no longer interested is told nothing more", async () => {
  const server = await serving(busy);
  const left = new AbortController();
  const asked = new Xunlu(server.address).path("yard", QUESTION, { signal: left.signal });
  left.abort(new Error("left the game"));
  await assert.rejects(asked, { message: "left the game" });
});

test("retry-after is waited for, or the call ends if there is no time for it", async () => {
  const server = await serving((reply, number) =>
    number > 0
      ? say(reply, ANSWER)
      : say(reply, { status: 429, code: "busy", detail: "too much waits" }, 429, { "retry-after": "1" }),
  );
  const xunlu = new Xunlu(server.address);
  await assert.rejects(xunlu.path("yard", QUESTION, { time: 500 }), { code: "busy" });
  server.asked.length = 0;
  const begun = performance.now();
  assert.equal((await xunlu.path("yard", QUESTION)).outcome, "found");
  assert.ok(performance.now() - begun >= 990);
});

test("a token goes along, and a proxy's page is no answer", async () => {
  const server = await serving((reply) => {
    reply.writeHead(400, { "content-type": "text/html" });
    reply.end("<html>no</html>");
  });
  const asked = new Xunlu(server.address, { token: "secret" }).maps();
  await assert.rejects(asked, (error) => error instanceof Refusal && error.message.includes("<html>no</html>"));
  assert.equal(server.asked[0]?.headers.authorization, "Bearer secret");
});
