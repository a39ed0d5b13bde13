// A service elsewhere, asked over HTTP, again if need be.

import { Budget } from "./budget.js";
import { serverSent } from "./events.js";
import { Calls } from "./generated/calls.js";
import type { operations } from "./generated/schema.js";
import { Refusal } from "./refusal.js";
import { pause, sleep } from "./sleep.js";
import type { Called, Told, WatchEvent } from "./told.js";

/** How often a call is made again at most. */
const AGAIN_MAX = 3;

/** How long a call may take unless it says, in milliseconds. */
const TIME = 5_000;

/** Who watches comes back after so many milliseconds at most. */
const BACK_MAX = 2_000;

/** How the service is asked. */
export type Options = {
  /** By it the servers know who asks. */
  readonly token?: string;
  /** How long a call may take unless it says, in milliseconds: 5,000. */
  readonly time?: number;
  /** What sends a request: the platform's own `fetch`. */
  readonly fetch?: typeof fetch;
};

/**
 * A service, and others that answer in its place when it does not.
 *
 * What can be asked again without harm is asked again, of the next server, after a pause that grows and is
 * never the same; but not more than one call in ten. The server that answered last is asked first from then
 * on. A change goes to that server alone, and again only if it has an `id`.
 */
export class Xunlu extends Calls {
  readonly #servers: readonly string[];
  readonly #options: Options;
  readonly #budget = new Budget();
  // The one that answered last.
  #current = 0;

  /** By the address of a server, such as `http://127.0.0.1:8090`, or of several. */
  constructor(servers: string | readonly string[], options: Options = {}) {
    super();
    this.#servers = [servers].flat().map((server) => new URL(server).href.replace(/\/$/, ""));
    if (this.#servers.length === 0) {
      throw new TypeError("there is no address; expected one such as http://127.0.0.1:8090");
    }
    this.#options = options;
  }

  protected async call<Name extends keyof operations>(called: Called): Promise<Told<Name>> {
    const time = called.wish.time ?? this.#options.time ?? TIME;
    const until = performance.now() + time;
    const isQuestion = called.method === "POST" || called.method === "GET";
    const mayRepeat = isQuestion || called.wish.id !== undefined;
    this.#budget.earn();
    let server = this.#current;
    for (let again = 0; ; again += 1) {
      const told = await this.#once(server, called, until);
      if (!(told instanceof Refusal)) {
        this.#current = isQuestion ? server : this.#current;
        return told as Told<Name>;
      }
      const wait = Math.max(pause(again), told.retryAfter);
      const isInTime = performance.now() + wait < until;
      if (!told.isPassing || !mayRepeat || again >= AGAIN_MAX || !isInTime || !this.#budget.spend()) {
        throw told;
      }
      await sleep(wait, called.wish.signal);
      server = isQuestion ? (server + 1) % this.#servers.length : server;
    }
  }

  protected async *watch(called: Called): AsyncGenerator<WatchEvent> {
    const { signal } = called.wish;
    let [server, last]: [number, string | undefined] = [this.#current, undefined];
    for (let again = 0; ; again += 1) {
      try {
        const reply = await this.#send(server, called, signal, last);
        if (!reply.ok) {
          throw await Refusal.of(reply);
        }
        for await (const { name, id, data } of serverSent(reply.body!)) {
          [again, last] = [0, id ?? last];
          const event = { kind: name, ...JSON.parse(data) } as WatchEvent;
          yield event;
          if (event.kind === "refused" && event.path === undefined) {
            return;
          }
        }
      } catch (error) {
        signal?.throwIfAborted();
        if (error instanceof Refusal && !error.isPassing) {
          throw error;
        }
        server = (server + 1) % this.#servers.length;
      }
      // The service ended, or was not there: who comes back is told what came after.
      await sleep(pause(again, BACK_MAX), signal);
    }
  }

  /** Asks one server once. */
  async #once(server: number, called: Called, until: number): Promise<unknown> {
    const left = until - performance.now();
    const ended = () => new Refusal("expired", `no answer came within the time it had, from ${this.#servers[server]}`);
    if (left <= 0) {
      return ended();
    }
    const timeout = AbortSignal.timeout(Math.ceil(left));
    const { signal } = called.wish;
    try {
      const reply = await this.#send(server, called, signal ? AbortSignal.any([signal, timeout]) : timeout, undefined, left);
      return reply.ok ? await reply.json() : await Refusal.of(reply);
    } catch (error) {
      signal?.throwIfAborted();
      if (timeout.aborted) {
        return ended();
      }
      const cause = error instanceof Error ? (error.cause ?? error) : error;
      return new Refusal("unreachable", `${this.#servers[server]} does not answer: ${String(cause)}`);
    }
  }

  #send(server: number, called: Called, signal?: AbortSignal, last?: string, left?: number): Promise<Response> {
    const { signal: _, time, ...told } = called.wish;
    const said: [string, string | undefined][] = Object.entries(told);
    const asked = new URLSearchParams(said.filter((own): own is [string, string] => own[1] !== undefined));
    // A service is not told of a time that nobody spoke of: it has its own.
    if (called.tellsTime && left !== undefined && time !== undefined) {
      asked.set("time_ms", String(Math.floor(left)));
    }
    const headers = new Headers(called.body === undefined ? {} : { "content-type": "application/json" });
    if (this.#options.token !== undefined) {
      headers.set("authorization", `Bearer ${this.#options.token}`);
    }
    if (last !== undefined) {
      headers.set("last-event-id", last);
    }
    const body = called.body === undefined ? called.file : JSON.stringify(called.body);
    const send = this.#options.fetch ?? fetch;
    const address = `${this.#servers[server]}${called.path}${asked.size > 0 ? `?${asked}` : ""}`;
    const request: RequestInit = { method: called.method, headers };
    return send(address, { ...request, ...(body === undefined ? {} : { body }), ...(signal ? { signal } : {}) });
  }
}
