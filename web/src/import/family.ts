// Which of the readers' files opens a map. They know formats by first bytes and names, and so do we: each
// file has the readers of a few formats and refuses the others.

import type { ToRead } from './reader';

/** The readers' files: `tiled` opens all that `tmx` and `tmj` do, and what few maps need. */
export type Family = 'tmx' | 'tmj' | 'tiled' | 'ldtk' | 'images' | 'texts' | 'documents';

/** Those whose maps say what they look like. */
export const WITH_LOOKS: readonly Family[] = ['tmx', 'tmj', 'tiled', 'ldtk'];

/** How much of a file is looked at, and what stands there before a text. */
const START_BYTES = 4096;
const BEFORE = /^(?:\xef\xbb\xbf)?[ \t\n\f\r]*/;

const BY_ENDING: Readonly<Record<string, Family>> = {
  tmx: 'tmx', tmj: 'tmj', ldtk: 'ldtk', png: 'images', json: 'documents', xunlu: 'documents',
};

/** Files beside a map that are no tilesets. */
const NO_TILESET = /\.(png|jpe?g|gif|webp|bmp|scen)$/i;

/** The readers that a map and its tilesets need. */
export function familyOf({ name, files, assignments = [] }: ToRead): Family {
  const bytes = files.find((file) => file.name === name)?.bytes ?? new Uint8Array();
  const family = ofFile(name, bytes);
  if (family !== 'tmx' && family !== 'tmj') return family;
  const isXml = (text: Uint8Array) => textOf(text).startsWith('<');
  const beside = files.filter((file) => file.name !== name && !NO_TILESET.test(file.name));
  const isMixed = beside.some((file) => isXml(file.bytes) !== (family === 'tmx'));
  return isMixed || assignments.length > 0 || has(bytes, 'zstd') ? 'tiled' : family;
}

const textOf = (bytes: Uint8Array) =>
  String.fromCharCode(...bytes.subarray(0, START_BYTES)).replace(BEFORE, '');

function ofFile(name: string, bytes: Uint8Array): Family {
  const ending = /\.([^.]*)$/.exec(name)?.[1].toLowerCase() ?? '';
  const byName = BY_ENDING[ending] ?? 'texts';
  const start = String.fromCharCode(...bytes.subarray(0, 8));
  if (start.startsWith('\x89PNG')) return 'images';
  if (start.startsWith('\x89xunlu\r\n')) return 'documents';
  const text = textOf(bytes);
  if (text.startsWith('type ')) return 'texts';
  if (text.startsWith('<')) {
    return text.includes('<graphml') ? 'texts' : text.includes('<map') ? 'tmx' : byName;
  }
  if (!text.startsWith('{')) return byName;
  if (/"(__header__|jsonVersion)"/.test(text)) return 'ldtk';
  if (text.includes('"xunlu"')) return 'documents';
  // A brace says little; a name that promises another such format says more.
  return byName === 'ldtk' || byName === 'documents' && ending === 'json' ? byName : 'tmj';
}

/** Whether a word of letters stands anywhere in a text. */
function has(bytes: Uint8Array, word: string): boolean {
  const [first, ...rest] = new TextEncoder().encode(word);
  let at = bytes.indexOf(first);
  const isAt = (at: number) => rest.every((byte, after) => bytes[at + 1 + after] === byte);
  while (at >= 0 && !isAt(at)) at = bytes.indexOf(first, at + 1);
  return at >= 0;
}
