// Numbers and words as bytes, and bytes as text that fits behind the # of a link.

import { coded } from '../coded';

/** The longest hash we write: what mail and chat programs leave whole. */
export const HASH_MAX = 6144;
/** What the hash of a scene begins with: no version of a map's does. */
export const SCENE_LETTER = 'S';

/** Takes in numbers and words one after the other. */
export interface Writer {
  /** A whole number from 0 on; small ones take one byte. */
  count(n: number): void;
  word(text: string): void;
  /** What people write, in any script. */
  text(text: string): void;
  bytes(): number[];
}

/** Gives them back in the same order; throws where they end too soon or are out of range. */
export interface Reader {
  count(most?: number, least?: number): number;
  word(): string;
  text(): string;
  isDone(): boolean;
}

const WORD_MAX = 40;
const TEXT_MAX = 200;

export function writer(): Writer {
  const out: number[] = [];
  const count = (n: number) => {
    if (!Number.isSafeInteger(n) || n < 0) throw coded('link-value');
    // Seven bits a byte, the low ones first. Division, as shifts end at 32 bits.
    for (; n >= 128; n = Math.floor(n / 128)) out.push((n % 128) + 128);
    out.push(n);
  };
  const word = (text: string) => {
    if (!/^[\x20-\x7e]*$/.test(text) || text.length > WORD_MAX) {
      throw coded('link-value');
    }
    count(text.length);
    for (let at = 0; at < text.length; at += 1) out.push(text.charCodeAt(at));
  };
  const text = (told: string) => {
    const utf8 = new TextEncoder().encode(told);
    if (utf8.length > TEXT_MAX) throw coded('link-name', told.slice(0, WORD_MAX), utf8.length, TEXT_MAX);
    count(utf8.length);
    out.push(...utf8);
  };
  return { count, word, text, bytes: () => out };
}

export function reader(bytes: Uint8Array): Reader {
  let at = 0;
  const next = () => {
    if (at >= bytes.length) throw coded('link-cut');
    at += 1;
    return bytes[at - 1];
  };
  const count = (most = Number.MAX_SAFE_INTEGER, least = 0) => {
    let n = 0;
    for (let scale = 1; ; scale *= 128) {
      const byte = next();
      n += (byte % 128) * scale;
      if (n > most || (byte === 0 && scale > 1)) break;
      if (byte >= 128) continue;
      if (n < least) break;
      return n;
    }
    throw coded('link-value');
  };
  const word = () => {
    let text = '';
    for (let left = count(WORD_MAX); left > 0; left -= 1) text += String.fromCharCode(next());
    if (!/^[\x20-\x7e]*$/.test(text)) throw coded('link-value');
    return text;
  };
  const text = () => {
    const utf8 = Uint8Array.from({ length: count(TEXT_MAX) }, next);
    try {
      return new TextDecoder('utf-8', { fatal: true }).decode(utf8);
    } catch {
      throw coded('link-value');
    }
  };
  return { count, word, text, isDone: () => at === bytes.length };
}

/** Bytes and a checksum, in the letters that every link may have. */
export function toText(bytes: readonly number[]): string {
  const sum = checksum(bytes);
  let letters = '';
  for (const byte of [...bytes, sum & 255, sum >> 8]) letters += String.fromCharCode(byte);
  return btoa(letters).replace(/\+/g, '-').replace(/\//g, '_').replace(/=+$/, '');
}

/** The bytes of such a text; throws where a letter is missing, changed or none of ours. */
export function fromText(text: string): Uint8Array {
  if (!/^[\w-]*$/.test(text)) throw coded('link-cut');
  let letters = '';
  try {
    letters = atob(text.replace(/-/g, '+').replace(/_/g, '/'));
  } catch {
    throw coded('link-cut');
  }
  const bytes = Uint8Array.from(letters, (letter) => letter.charCodeAt(0));
  const body = bytes.subarray(0, -2);
  const sum = bytes[bytes.length - 2] + bytes[bytes.length - 1] * 256;
  if (bytes.length < 2 || checksum(body) !== sum) throw coded('link-cut');
  return body;
}

/** Fletcher's sum (1982) over bytes, modulo 255: sees every changed, lost or swapped letter but a few. */
function checksum(bytes: Iterable<number>): number {
  let [low, high] = [1, 0];
  for (const byte of bytes) {
    low = (low + byte) % 255;
    high = (high + low) % 255;
  }
  return high * 256 + low;
}
