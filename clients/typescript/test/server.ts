// Servers for tests: one that says what it is told to, and the service itself.

import assert from "node:assert/strict";
import { spawn, type ChildProcess } from "node:child_process";
import { createServer, type IncomingMessage, type Server, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { join } from "node:path";
import { createInterface } from "node:readline";

/** A server that answers as it likes, and keeps what it was asked. */
export class Scripted {
  readonly asked: { method: string; url: string; headers: IncomingMessage["headers"]; body: string }[] = [];
  readonly #server: Server;

  private constructor(answer: (reply: ServerResponse, number: number) => void) {
    this.#server = createServer(async (request, reply) => {
      let body = "";
      for await (const part of request) {
        body += part;
      }
      const { method = "", url = "", headers } = request;
      answer(reply, this.asked.push({ method, url, headers, body }) - 1);
    });
  }

  static async begin(answer: (reply: ServerResponse, number: number) => void): Promise<Scripted> {
    const made = new Scripted(answer);
    await new Promise<void>((done) => made.#server.listen(0, "127.0.0.1", done));
    return made;
  }

  get address(): string {
    return `http://127.0.0.1:${(this.#server.address() as AddressInfo).port}`;
  }

  end(): void {
    this.#server.closeAllConnections();
    this.#server.close();
  }
}

/** Says something as JSON. */
export function say(reply: ServerResponse, said: unknown, status = 200, headers: Record<string, string> = {}): void {
  reply.writeHead(status, { "content-type": "application/json", ...headers });
  reply.end(JSON.stringify(said));
}

/** Says that there is too much to do. */
export function busy(reply: ServerResponse): void {
  say(reply, { status: 429, code: "busy", detail: "too much waits" }, 429);
}

/** The program `xunlu serve`, from the folder that XUNLU_BUILT names. */
export class Service {
  readonly #child: ChildProcess;

  private constructor(
    child: ChildProcess,
    readonly address: string,
  ) {
    this.#child = child;
  }

  static async begin(http = "127.0.0.1:0", ...more: string[]): Promise<Service> {
    const folder = process.env["XUNLU_BUILT"];
    assert.ok(folder, "XUNLU_BUILT says in which folder the program xunlu is, such as target/debug");
    const words = ["serve", "--http", http, "--tcp", "off", "--grpc", "off", ...more];
    const child = spawn(join(folder, "xunlu"), words, { stdio: ["ignore", "pipe", "inherit"] });
    for await (const line of createInterface({ input: child.stdout })) {
      const [, address] = /^The service is at (http:.*)$/.exec(line) ?? [];
      if (address) {
        child.stdout.resume();
        return new Service(child, address);
      }
    }
    throw new Error("the service ended before it said where it is");
  }

  /** Ends it, and waits until it has. */
  async end(signal: NodeJS.Signals = "SIGTERM"): Promise<void> {
    if (this.#child.exitCode === null && this.#child.signalCode === null) {
      const ended = new Promise((done) => this.#child.once("exit", done));
      this.#child.kill(signal);
      await ended;
    }
  }
}
