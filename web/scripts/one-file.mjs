// Builds dist/playground.html: the whole page in one file that works from a file:// address.
//
// Such a page may load nothing beside it, so scripts and styles stand in the page, WASM in the scripts
// as base64, and workers, which may not be files either, are begun from blobs.

import { writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { build } from 'vite';

const root = fileURLToPath(new URL('..', import.meta.url));

/** How a source asks for a worker. */
const WORKER = /new Worker\(\s*new URL\(\s*(['"][^'"]+['"])\s*,\s*import\.meta\.url\s*\)[^)]*\)/g;

/** Has every worker made from its inlined source, however the source asks for it. */
const inlineWorkers = {
  name: 'inline-workers',
  enforce: 'pre',
  transform(code, id) {
    if (id.includes('/node_modules/') || !/\.[jt]sx?$/.test(id)) return null;
    let count = 0;
    const found = [];
    const changed = code
      .replace(/(['"][^'"]+\?worker)(['"])/g, '$1&inline$2')
      .replace(WORKER, (_, path) => {
        const name = `InlineWorker${count++}`;
        found.push(`import ${name} from ${path.slice(0, -1)}?worker&inline${path.slice(-1)};`);
        return `new ${name}()`;
      });
    return changed === code ? null : { code: found.join(' ') + changed, map: null };
  },
};

const whole = { codeSplitting: false };
const outcome = await build({
  root,
  configFile: `${root}vite.config.ts`,
  logLevel: 'warn',
  plugins: [inlineWorkers],
  build: {
    write: false, assetsInlineLimit: () => true, cssCodeSplit: false,
    rolldownOptions: { input: 'index.html', output: whole },
  },
  // Browsers differ on modules from blobs; a plain script works in all of them.
  worker: { format: 'iife', plugins: () => [inlineWorkers], rolldownOptions: { output: whole } },
});

const files = new Map();
for (const { fileName, code, source } of [outcome].flat().flatMap((one) => one.output)) {
  files.set(fileName, code ?? source);
}

const used = new Set();

/** The bytes of what the page names. */
function take(address) {
  const name = address.replace(/^\.?\//, '');
  const built = files.get(name) ?? files.get(`assets/${name}`);
  used.add(files.has(name) ? name : `assets/${name}`);
  if (built !== undefined) return Buffer.from(built);
  throw new Error(`the page asks for ${address}, which the build did not make`);
}

const KINDS = {
  svg: 'image/svg+xml', png: 'image/png', ico: 'image/x-icon', webmanifest: 'application/manifest+json',
};

function asData(address) {
  const kind = KINDS[address.split('.').pop()];
  if (!kind) throw new Error(`${address} has no content type here: give it one in scripts/one-file.mjs`);
  return `data:${kind};base64,${take(address).toString('base64')}`;
}

const URLS = /\burl\((["']?)(?!data:|#)([^"')]+)\1\)/g;
const inStyle = (text) => text
  .replace(URLS, (_, quote, address) => `url(${quote}${asData(address)}${quote})`)
  .replace(/<\/(style)/gi, '<\\/$1');
const inScript = (text) => text.replace(/<\/(script)/gi, '<\\/$1').replace(/<!--/g, '<\\!--');
const page = take('index.html').toString()
  // Pictures and icons first: what comes after holds code, in which nothing may be found.
  .replace(/(<(?:link|img)\b[^>]*\b(?:href|src)=")(\.?\/[^"]+\.)(svg|png|ico|webmanifest)"/g,
    (_, before, path, ending) => `${before}${asData(path + ending)}"`)
  .replace(/<link\b[^>]*\brel="stylesheet"[^>]*>/g, (link) =>
    `<style>${inStyle(take(/href="([^"]+)"/.exec(link)[1]).toString())}</style>`)
  .replace(/<script\b[^>]*\bsrc="([^"]+)"[^>]*><\/script>/g, (_, address) =>
    `<script type="module">${inScript(take(address).toString())}</script>`);

const tags = page.replace(/<(script|style)\b.*?<\/\1>/gs, '');
const outside = /\b(?:src|href)="(?!data:|https:|#)[^"]*"/.exec(tags);
const left = [...files.keys()].filter((name) => !used.has(name) && !name.endsWith('.map'));
if (outside || left.length > 0) {
  const what = outside ? `it asks for ${outside[0]}` : `these files are left over: ${left.join(', ')}`;
  throw new Error(`playground.html is not whole: ${what}. Import the file where it is used.`);
}
writeFileSync(`${root}dist/playground.html`, page);
