// The engine's C ABI as functions of TypeScript: crates/xunlu-abi tells what each of them does.

import { Coded, coded, toldIn } from '../coded';

/** The version of the ABI that this file was written for. */
const ABI_VERSION = 3;

type Call = (...numbers: number[]) => number;
/** What is done with a buffer: where it is, and how many elements it has. */
export type UseBuffer = (pointer: number, length: number) => number;

/** An engine in its own memory, with its functions by their names less `xunlu_`. */
export interface Abi {
  call(name: string, ...numbers: number[]): number;
  /** Calls with a pointer to a copy of these elements and their count. */
  give(elements: Uint8Array | Uint32Array | Float64Array, call: UseBuffer): number;
  /** Reads a text, or a list of numbers, from a function that fills a buffer and says how much there is. */
  text(fill: UseBuffer): string;
  bytes(fill: UseBuffer): Uint8Array;
  numbers(fill: UseBuffer): Uint32Array;
  floats(fill: UseBuffer): Float32Array;
  /** Throws what the engine says went wrong, unless this is the number of a session or a count. */
  session(number: number): number;
  /** Throws unless this is the status of something done; whether a search still works. */
  status(number: number): boolean;
}

/** Statuses of the ABI. */
const DONE = 0;
const WORKING = 4;

/** Starts the engine of a compiled module. */
export async function start(module: WebAssembly.Module): Promise<Abi> {
  const { exports } = await WebAssembly.instantiate(module, {});
  const memory = exports.memory as WebAssembly.Memory;
  const call = (name: string, ...numbers: number[]) => (exports[`xunlu_${name}`] as Call)(...numbers) >>> 0;
  const version = call('abi_version');
  if (version !== ABI_VERSION) {
    throw coded('abi-version', version, ABI_VERSION);
  }

  /** Room for so many bytes while something is done with it. */
  function withRoom<R>(bytes: number, deed: (pointer: number) => R): R {
    const pointer = call('alloc', bytes);
    if (pointer === 0) throw coded('out-of-memory', bytes);
    try {
      return deed(pointer);
    } finally {
      call('free', pointer, bytes);
    }
  }

  /** What a function fills a buffer with, copied: asked for its length first, then for itself. */
  function filled<T extends Uint8Array | Uint32Array | Float32Array>(
    kind: new (buffer: ArrayBuffer, offset: number, length: number) => T,
    size: number,
    fill: UseBuffer,
  ): T {
    const count = fill(0, 0) >>> 0;
    return withRoom(count * size, (pointer) => {
      fill(pointer, count);
      return new kind(memory.buffer as ArrayBuffer, pointer, count).slice() as T;
    });
  }

  const bytes = (fill: UseBuffer) => filled(Uint8Array, 1, fill);
  const text = (fill: UseBuffer) => new TextDecoder().decode(bytes(fill));
  const fail = (): never => {
    throw new Coded(toldIn(text((pointer, room) => call('last_error_facts', pointer, room)).split('\n')));
  };
  return {
    call,
    give: ({ buffer, byteLength, byteOffset, length }, use) =>
      withRoom(byteLength, (pointer) => {
        new Uint8Array(memory.buffer, pointer).set(new Uint8Array(buffer, byteOffset, byteLength));
        return use(pointer, length) >>> 0;
      }),
    text,
    bytes,
    numbers: (fill) => filled(Uint32Array, 4, fill),
    floats: (fill) => filled(Float32Array, 4, fill),
    session: (number) => (number === 0 ? fail() : number),
    status: (number) => (number === DONE || number === WORKING ? number === WORKING : fail()),
  };
}
