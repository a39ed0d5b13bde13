// The service itself, asked for all kinds of things.

import assert from "node:assert/strict";
import { mkdtemp } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { after, test } from "node:test";
import { Xunlu, type WatchEvent } from "../src/index.js";
import { Service } from "./server.js";

const begun: Service[] = [];
after(() => Promise.all(begun.map((service) => service.end())));

async function serving(...of: Parameters<typeof Service.begin>): Promise<Service> {
  const service = await Service.begin(...of);
  begun.push(service);
  return service;
}

const WALL = { terrain: { rect: { x: 0, y: 1, width: 1, height: 1 }, terrain: 254 } };

test("maps are put, asked, changed and let go of", async () => {
  const xunlu = new Xunlu((await serving()).address);
  assert.equal((await xunlu.put("yard", "....\n.##.\n....\n")).revision, "0");
  const question = { from: "0,0", goal: { at: "3,0" } } as const;
  const before = await xunlu.path("yard", question);
  assert.deepEqual(before.path?.places, ["0,0", "1,0", "2,0", "3,0"]);
  const { revision } = await xunlu.change("yard", WALL, { id: "wall", expected: "0" });
  assert.equal((await xunlu.change("yard", WALL, { id: "wall", expected: "0" })).revision, revision, "made once");
  const down = await xunlu.path("yard", { from: "0,0", goal: { at: "0,2" } }, { at_least: revision });
  assert.equal(down.outcome, "found");
  assert.equal(String(down.revision), revision);
  const blocked = await xunlu.path("yard", { from: "0,0", goal: { at: "1,1" } });
  assert.equal(blocked.blocked?.end, "goal");
  assert.ok(blocked.blocked?.nearest_free);
  assert.equal((await xunlu.raycast("yard", { from: "0,0", to: "0,2" })).is_clear, false);
  const reach = await xunlu.reach("yard", { from: "0,0", budget: 10 });
  assert.deepEqual(reach.places[0], { place: "0,0", cost: 0 });
  const costs = (await xunlu.matrix("yard", { from: ["0,0"], to: ["3,0", "1,1"] })).costs;
  assert.deepEqual(costs, [[before.path?.cost, null]]);
  assert.deepEqual((await xunlu.maps()).maps.map(({ map }) => map), ["yard"]);
  await xunlu.forget("yard");
  await assert.rejects(xunlu.path("yard", question), { code: "unknown-map" });
});

test("scenes are asked about points", async () => {
  const xunlu = new Xunlu((await serving()).address);
  const ground = [[0, 0], [10, 0], [10, 10], [0, 10]];
  const plan = JSON.stringify({ xunlu: 1, kind: "scene", ground: [ground] });
  await xunlu.putScene("plaza", plan);
  const outline: [number, number][] = [[4, -1], [6, -1], [6, 8], [4, 8]];
  await xunlu.changeScene("plaza", { put: { name: "cart", outline } });
  const told = await xunlu.scenePath("plaza", { from: [1, 1], goals: [[9, 1]] });
  assert.deepEqual(told.path?.points, [[1, 1], [4, 8], [6, 8], [9, 1]]);
  assert.equal((await xunlu.sceneRaycast("plaza", { from: [1, 1], to: [9, 1] })).is_clear, false);
});

test("who watches is told of changes, also of those while the service was away", async () => {
  const folder = await mkdtemp(join(tmpdir(), "xunlu-client-"));
  const service = await serving("127.0.0.1:0", "--data", folder);
  const xunlu = new Xunlu(service.address);
  await xunlu.put("yard", "....\n.##.\n....\n");
  const left = new AbortController();
  const told: WatchEvent[] = [];
  const next = async (watch: AsyncGenerator<WatchEvent>) => {
    const { value } = await watch.next();
    told.push(value);
    return value as WatchEvent;
  };
  const watch = xunlu.events("yard", { signal: left.signal });
  assert.equal((await next(watch)).kind, "watching");
  await xunlu.change("yard", WALL);
  assert.equal((await next(watch)).kind, "changed");
  await service.end("SIGKILL");
  const again = await serving(new URL(service.address).host, "--data", folder);
  await new Xunlu(again.address).change("yard", { terrain: { rect: { x: 3, y: 2, width: 1, height: 1 }, terrain: 254 } });
  while (!told.some((event) => event.kind === "changed" && event.revision === "2")) {
    await next(watch);
  }
  left.abort();
  await assert.rejects(watch.next(), { name: "AbortError" });
});
