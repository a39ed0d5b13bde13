// Prints how large the built page is, gzipped as servers send it, and fails when a budget is exceeded.

import { readFileSync, readdirSync } from 'node:fs';
import { gzipSync } from 'node:zlib';

const KB = 1000;

const dist = new URL('../dist/', import.meta.url);
const names = readdirSync(dist, { recursive: true }).map((name) => name.replaceAll('\\', '/'));
const bytesOf = (name) => readFileSync(new URL(name, dist));

const isScript = (name) => name.endsWith('.js');
const scripts = names.filter(isScript);
const zipped = (name) => gzipSync(bytesOf(name), { level: 9 }).length;

/** What the page needs before its map stands there: its own scripts with what they import, one worker. */
function scriptsAtFirst() {
  const found = new Set(scripts.filter((name) => /(^|\/)worker-[^/]*$/.test(name)));
  const look = (text, pattern) => {
    for (const [, file] of text.matchAll(pattern)) {
      const name = scripts.find((script) => script === file || script.endsWith(`/${file}`));
      if (name === undefined || found.has(name)) continue;
      found.add(name);
      // What is imported by a call is fetched when it is needed.
      look(bytesOf(name).toString(), /(?:\bfrom|\bimport)\s*["'][^"']*?([^/"']+\.js)["']/g);
    }
  };
  look(bytesOf('index.html').toString(), /\b(?:src|href)="[^"]*?([^/"]+\.js)"/g);
  return found;
}

const atFirst = scriptsAtFirst();
const later = scripts.filter((name) => !atFirst.has(name))
  .sort((a, b) => zipped(b) - zipped(a));

/**
 * The readers' files, of which one is sent when a map is brought: the most kilobytes of each. Maps of shapes
 * (regions, links, routes, collision shapes) took three of Tiled's, objects of templates four to six, and
 * plans of scenes eight of our documents'. Those of texts had been within some bytes of 106. They hold a part
 * of the engine's code, whose packed size varies by that much at each change, so they have one more.
 */
const READERS = {
  tmx: 186, tmj: 213, tiled: 277, ldtk: 197, images: 105, texts: 107, documents: 190,
};

/**
 * What may be sent, in bytes after gzip. The page as one file has no budget. The engine had 260 kB; what is
 * over that bought questions that keep clear of places and heed tags, turns, walks by time, and searches
 * over jumps that are walled by units, compiled apart from those that are not: those took 3% more
 * instructions while they were one. Looking up what was baked took ten (roadmaps of squares and of
 * waypoints), jumps past links and to several goals twelve, and what an index remembers of edited ground,
 * with lone cells taken in at a look, six; jumps that keep to a region took two, jumps over hexes two beyond
 * what was freed and six more past links and to several goals, jumps from layer to layer five, past one-way
 * cells, whose steps are links, five, over joined edges two, and places where turns cost something five;
 * two more forget the stairs that a search has passed, five join jumps where there is no choice, and three
 * find the nearest place reached by jumps; four take in edits of single cells at once, and two let landmarks
 * bound several goals, two make an index in two parts, two let landmarks stand at stairs, and one
 * and a half leaves edits outstanding that may be taken back. Eight lower the costs from landmarks together,
 * keep those from stairs, and jump over dense noise on hexes. Six and a half are landmarks on hexes and what
 * is known of last steps, and three an open list for keys that fall, compiled apart from the one for those
 * that do not, with which weighted A* takes half the time: it is 376.1 kB; builds of the same code have
 * differed by two, which are there for that. Hierarchies, which no page makes, are not in it: they had taken
 * seventeen. Which terrains occur, kept by bits, takes every reader some hundred bytes, and the name of one
 * more algorithm, or a longer reason, some more, which Tiled's had no room for.
 * Scenes had 190 kB; cheapest paths over regions took ten, to take links on them five, of which two keep
 * that work bounded, rounding without gaps, with walls of no width, four, paths of somebody of any radius,
 * with the arcs round corners, eleven, and links that are put, taken away and told with the path, three.
 * A file each for plans of ours and for Tiled's has scenes and their readers: it is sent when such a plan is
 * opened.
 * The first scripts had 45 kB and took all of it. They name other files by hashes of what is in these, which
 * pack by some bytes better or worse at each change of the engine: one more is for that.
 * Scripts that come later have a budget each, not together: nobody loads them all.
 */
const BUDGETS = [
  { what: 'JavaScript at first', has: (name) => atFirst.has(name), most: 46 * KB },
  { what: 'engine (xunlu.wasm)', has: (name) => /(^|\/)xunlu[^/]*\.wasm$/.test(name), most: 378 * KB },
  { what: 'scenes (scene.wasm)', has: (name) => /(^|\/)scene-[^/]*\.wasm$/.test(name), most: 219 * KB },
  { what: 'with OBJ (storeys.wasm)', has: (name) => /(^|\/)storeys-[^/]*\.wasm$/.test(name), most: 247 * KB },
  { what: 'plans (plans.wasm)', has: (name) => /(^|\/)plans-[^/]*\.wasm$/.test(name), most: 352 * KB },
  { what: 'of Tiled (shapes.wasm)', has: (name) => /(^|\/)shapes-[^/]*\.wasm$/.test(name), most: 490 * KB },
  ...Object.entries(READERS).map(([family, most]) => {
    const file = new RegExp(`(^|/)${family}-[^/]*\\.wasm$`);
    return { what: `readers (${family}.wasm)`, has: (name) => file.test(name), most: most * KB };
  }),
  { what: 'words, of which one is sent', has: (name) => name.endsWith('.json'), most: 32 * KB },
  { what: 'styles', has: (name) => name.endsWith('.css'), most: 15 * KB },
  { what: 'page', has: (name) => name === 'index.html', most: 5 * KB },
  { what: 'all in one file', has: (name) => name === 'playground.html' },
  ...later.map((script) => {
    const what = script.replace(/^assets\/(.*)-[\w-]{8}\.js$/, '+ $1');
    // A benchmark's worker has the whole session in it, which the page's own shares with nothing else.
    // A scene's view is its plan with a way back, and all tools that change it; its picture is one part.
    const most = ['+ bench-worker', '+ view-state', '+ paint'].includes(what) ? 6 : 5;
    return { what, has: (name) => name === script, most: most * KB };
  }),
];

const isColoured = process.stdout.isTTY && !process.env.NO_COLOR;
const red = (text) => (isColoured ? `\x1b[31m${text}\x1b[0m` : text);
const kb = (bytes) => (bytes / KB).toFixed(1).padStart(9);
let over = 0;

console.log(`  ${'gzipped'.padEnd(28)} files    raw kB     gz kB    budget`);
for (const { what, has, most } of BUDGETS) {
  const found = names.filter(has).map(bytesOf);
  if (found.length === 0) continue;
  const raw = found.reduce((sum, bytes) => sum + bytes.length, 0);
  const sent = names.filter(has).reduce((sum, name) => sum + zipped(name), 0);
  const isOver = most !== undefined && sent > most;
  over += Number(isOver);
  const [count, budget] = [String(found.length).padStart(5), most ? kb(most) : '        -'];
  const line = `  ${what.padEnd(28)} ${count} ${kb(raw)} ${kb(sent)} ${budget}`;
  console.log(isOver ? red(`${line}  TOO LARGE`) : line);
}
if (over > 0) {
  console.log('Look for what came in: a dependency, a table that could be made, a word said twice.');
  process.exitCode = 1;
}
