// A map of a service: two who look at it see what the other draws, and what a program changes; a service that
// goes and comes again is found again.

import { spawn } from 'node:child_process';
import { createInterface } from 'node:readline';
import { resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { becomes, button, FIRST, mapIs, stroke } from './hands.mjs';

export const name = 'a map of a service is followed';
export const seconds = 60;
// It is shown by the service itself, not by the server of the other scenarios.
export const allows = [/a request to http:\/\/127\.0\.0\.1:/, /WebSocket|ERR_CONNECTION_REFUSED/];

const built = process.env.XUNLU_BUILT ?? fileURLToPath(new URL('../../target/debug', import.meta.url));
const MAP = `${`${'.'.repeat(FIRST.columns)}\n`.repeat(FIRST.rows)}`;

/** A service at a port, any if it is 0. */
async function begin(port) {
  const words = ['serve', '--http', `127.0.0.1:${port}`, '--tcp', 'off', '--grpc', 'off'];
  const service = spawn(resolve(built, 'xunlu'), words, { stdio: ['ignore', 'pipe', 'inherit'] });
  const failed = new Promise((_, fail) => service.on('error', fail));
  for await (const line of createInterface({ input: service.stdout })) {
    const [, address] = /^The service is at (http:\/\/[\d.:]+)/.exec(line) ?? [];
    if (address) return { address, kill: () => service.kill('SIGKILL'), failed };
  }
  throw new Error('the service ended');
}

export async function run({ page, context, expect, shot }) {
  let service = await begin(0);
  const { address } = service;
  const map = `${address}/v1/maps/yard`;
  const ask = async (method, body) => {
    const told = await fetch(map, { method, ...(body ? { body } : {}) });
    expect.ok(told.ok, `${method} is answered with ${told.status}`);
    return told.json();
  };
  const walls = async () => JSON.stringify(await ask('GET')).split('#').length - 1;
  try {
    await ask('PUT', MAP);
    const other = await context.newPage();
    const signs = {};
    for (const each of [page, other]) {
      await each.goto(`${address}/play/#live=yard`);
      await mapIs(each, FIRST.columns, FIRST.rows);
      signs[each === page ? 'own' : 'other'] = each.locator('.live [role=status]');
    }
    const areAt = async (revision) => {
      for (const of of ['own', 'other']) {
        await becomes(() => signs[of].innerText(), `yard ${revision}`, `${of} is at revision ${revision}`);
      }
    };
    await areAt(0);

    // One draws, and the other sees it; the service has it.
    await stroke(page, FIRST, [4, 1], [4, 4]);
    await becomes(walls, 4, 'the service has the walls');
    const drawn = Number((await fetch(map)).headers.get('etag').replaceAll('"', ''));
    await areAt(drawn);
    await other.bringToFront();
    await shot('seen');

    // A program changes the map, and both see it.
    const rect = { x: 0, y: 3, width: 3, height: 1 };
    await ask('PATCH', JSON.stringify({ terrain: { rect, terrain: 254 } }));
    await areAt(drawn + 1);
    expect.equal(await walls(), 7, 'walls of the map');

    // The service goes, and another comes in its place.
    service.kill();
    const says = async () => (await signs.own.innerText()).includes('does not answer');
    await becomes(says, true, 'it says that nobody answers');
    await shot('gone');
    service = await begin(new URL(address).port);
    await ask('PUT', MAP);
    await areAt(0);

    // Whoever has seen enough keeps the map.
    await button(page, 'Stop following; the map stays').click();
    await becomes(() => signs.own.count(), 0, 'nothing is followed');
    await mapIs(page, FIRST.columns, FIRST.rows);
  } finally {
    service.kill();
  }
}
