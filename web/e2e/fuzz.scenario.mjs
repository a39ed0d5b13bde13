// Hands that do anything: clicks, keys, drags, drawing, files, links, sizes, one after another by a seed.
// `node e2e/run.mjs fuzz --seed 7 --actions 20000` goes on for longer; the same seed does the same again.
//
// Each action has random numbers of its own, made of the seed and its number, so that what one action draws
// moves none of those after it. `--from 4000` begins there, with the page as it opens.

import { readdirSync, readFileSync } from 'node:fs';
import { answered, drop, EXAMPLES, exampleOf, fileOf } from './hands.mjs';

export const name = 'random actions';

const USUAL = { seed: 1, actions: 100, from: 0 };
/** In a second a slow machine does at least so many. */
const PACE = 2;
/** A page that says nothing for so long is dead. */
const DEAD_MS = 20_000;
/** So many of the last actions are told when something is wrong. */
const TOLD = 25;

export const seconds = ({ actions = USUAL.actions }) => 60 + actions / PACE;

export async function run({ page, url, context, heard, flags }) {
  const { seed, actions, from } = { ...USUAL, ...flags };
  await context.grantPermissions(['clipboard-read', 'clipboard-write']);
  // Asked where it is at when the page is dead.
  const inspector = await context.newCDPSession(page);
  await inspector.send('Debugger.enable');
  let isCrashed = false;
  page.on('crash', () => (isCrashed = true));
  page.on('dialog', (dialog) => void dialog.dismiss().catch(() => {}));
  await page.goto(url);
  await answered(page);
  const told = [];
  const hand = { page, url, links: [] };
  for (let at = from; at < from + actions; at += 1) {
    const random = randomOf(seed, at);
    const [what, act] = weighted(random);
    try {
      told.push(`${at} ${what} ...`);
      const how = await within(act(hand, random), what);
      told.splice(-1, 1, `${at} ${what} ${how ?? ''}`);
      await within(page.evaluate(() => new Promise((done) => setTimeout(done))), 'the page');
      if (at % 8 === 0) await isSane(page);
    } catch (error) {
      told.splice(-1, 1, `${at} ${what}: ${error.message.split('\n')[0]}`);
      // What was to be clicked may have gone: that is how hands are.
      const isGone = new RegExp('Timeout .* exceeded|properties of null|not attached|not visible|'
        + 'outside of the viewport|not enabled');
      const isDead = /dead/.test(error.message);
      if (!isGone.test(error.message) || isDead) heard.push(`it says: ${error.message}`);
      if (isDead) heard.push(await whereIs(inspector));
    }
    if (isCrashed) heard.push('the renderer crashed');
    if (heard.length > 0) {
      throw new Error(`seed ${seed}, after these actions:\n${told.slice(-TOLD).join('\n')}`);
    }
    if (at % 500 === 499 && actions >= 1000) console.log(`    ${at + 1} actions`);
  }
}

/** What the page is at: the innermost calls of its script, if one runs. */
function whereIs(inspector) {
  const paused = new Promise((done) => inspector.once('Debugger.paused', ({ callFrames }) => {
    const frames = callFrames.slice(0, 12).map(({ functionName, url, location }) => {
      const { lineNumber, columnNumber } = location;
      const name = functionName || 'something';
      return `${name} (${url.split('/').at(-1)}:${lineNumber}:${columnNumber})`;
    });
    done(`it is at ${frames.join(' < ')}`);
  }));
  inspector.send('Debugger.pause').catch(() => {});
  const late = new Promise((done) => setTimeout(() => done('no script runs'), 5000));
  return Promise.race([paused, late]);
}

/** Ends with an error when the page does not answer any more. */
function within(work, what) {
  let timer;
  const late = new Promise((_, reject) => {
    timer = setTimeout(() => reject(new Error(`${what} is dead for ${DEAD_MS} ms`)), DEAD_MS);
  });
  return Promise.race([work, late]).finally(() => clearTimeout(timer));
}

/** What no page may say, whatever was done to it. */
async function isSane(page) {
  const text = await within(page.locator('body').innerText(), 'the page');
  const words = 'NaN|undefined|RuntimeError|panicked|is not a function';
  const wrong = new RegExp(`.{0,40}(\\b(${words})\\b|\\[object ).{0,60}`).exec(text);
  if (wrong) throw new Error(`nonsense on the page: ${wrong[0]}`);
}

/** Numbers of 0 to 1, the same for the same seed and action (mulberry32). */
function randomOf(seed, action) {
  let state = (Math.imul(seed, 0x9e3779b1) ^ Math.imul(action + 1, 0x85ebca6b)) >>> 0;
  const next = () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
  const below = (most) => Math.floor(next() * most);
  return { next, below, oneOf: (all) => all[below(all.length)], chance: (share) => next() < share };
}

const CONTROLS = 'button, select, input, summary';
const KEYS = [
  '.', ',', ']', '[', '<', '>', 'Home', 'End', '+', '-', '0', 'm', 'h', 'n', 'p', 't', 'o', 'x', '?', 'a',
  'w', 'e', 'l', 'r', 'f', 'i', 's', 'g', 'v', 'u', '1', '5', '9', 'Enter', 'Space', 'Escape', 'Tab',
  'ArrowLeft', 'ArrowRight', 'ArrowUp', 'ArrowDown', 'Control+z', 'Control+y', 'Control+Shift+z', 'Shift+Tab',
];
const SIZES = [
  [1280, 800], [900, 700], [844, 390], [390, 844], [320, 568], [1920, 1080], [601, 601], [1024, 300],
];
const READ = /\.(txt|map|tmx|tmj|json|ldtk|png|scen|xunlu|md)$/;
const MAPS = readdirSync(EXAMPLES).filter((file) => READ.test(file));

/** What hands do, and how often. */
const DEEDS = [
  [26, 'control', useControl],
  [20, 'key', async ({ page }, { oneOf, below, chance }) => {
    if (chance(0.4)) await focusMap(page, below);
    const key = oneOf(KEYS);
    for (let left = 1 + below(4); left > 0; left -= 1) await page.keyboard.press(key);
    return key;
  }],
  [16, 'drag', drag],
  [6, 'timeline', async ({ page }, { next }) => {
    const box = await page.locator('canvas[role=slider]').boundingBox({ timeout: 500 });
    await page.mouse.move(box.x + next() * box.width, box.y + box.height / 2);
    await page.mouse.down();
    await page.mouse.move(box.x + next() * box.width, box.y + next() * box.height, { steps: 3 });
    await page.mouse.up();
  }],
  [6, 'wheel', async ({ page }, { next, below }) => {
    const [x, y] = await spot(page, next, below);
    await page.mouse.move(x, y);
    await page.mouse.wheel((next() - 0.5) * 300, (next() - 0.5) * 3000);
  }],
  [8, 'undo', async ({ page }, { chance, below }) => {
    const key = chance(0.6) ? 'Control+z' : 'Control+y';
    for (let left = 1 + below(8); left > 0; left -= 1) await page.keyboard.press(key);
    return key;
  }],
  [4, 'resize', async ({ page }, { oneOf }) => {
    const [width, height] = oneOf(SIZES);
    await page.setViewportSize({ width, height });
    return `${width} x ${height}`;
  }],
  [3, 'media', async ({ page }, { oneOf }) => {
    const colorScheme = oneOf(['dark', 'light']);
    const media = { colorScheme, reducedMotion: oneOf(['reduce', 'no-preference']) };
    await page.emulateMedia(media);
    return JSON.stringify(media);
  }],
  [4, 'file', async ({ page }, random) => {
    const file = anyFile(random);
    await drop(page, [file]);
    return `${file.name} (${file.bytes.length} bytes)`;
  }],
  [4, 'link', followLink],
  [5, 'wait', async ({ page }, { below }) => {
    const ms = below(250);
    await page.waitForTimeout(ms);
    return String(ms);
  }],
];

function weighted({ next }) {
  let left = next() * DEEDS.reduce((sum, [weight]) => sum + weight, 0);
  for (const [weight, what, act] of DEEDS) {
    left -= weight;
    if (left < 0) return [what, act];
  }
  return DEEDS[0].slice(1);
}

/** One of the controls that can be used now. */
async function useControl({ page }, { next, below, chance, oneOf }) {
  const share = next();
  const found = await page.evaluate(([selector, share]) => {
    const within = document.querySelector('dialog') ?? document;
    const shown = [...within.querySelectorAll(selector)]
      .filter((each) => each.checkVisibility() && !each.disabled);
    for (const each of document.querySelectorAll('[data-hand]')) delete each.dataset.hand;
    const one = shown[Math.floor(share * shown.length)];
    if (!one) return null;
    one.dataset.hand = 'here';
    return {
      kind: one.localName === 'input' ? one.type : one.localName,
      label: (one.labels?.[0]?.innerText || one.ariaLabel || one.innerText || one.title).trim(),
      values: one.localName === 'select' ? [...one.options].map(({ value }) => value) : [],
      least: Number(one.min), most: Number(one.max),
    };
  }, [CONTROLS, share]);
  if (found === null) return 'none';
  const { kind, label, values, least, most } = found;
  const control = page.locator('[data-hand=here]').first();
  const soon = { timeout: 1000 };
  let how = '';
  if (kind === 'select') await control.selectOption((how = oneOf(values)), soon);
  else if (kind === 'number') {
    // Large sides now and then: a page that can only do with small ones is not done.
    const whole = least + below(Math.min(most, chance(0.04) ? most : 120) - least + 1);
    how = chance(0.9) ? String(whole) : oneOf(['', '-1', '1e9', '0.5', '0']);
    await control.fill(how, soon);
    if (chance(0.7)) await control.press('Tab', soon);
  } else if (kind === 'range') {
    for (let left = 1 + below(6); left > 0; left -= 1) {
      await control.press((how = oneOf(['End', 'Home', 'ArrowLeft', 'ArrowRight'])), soon);
    }
  } else if (kind === 'file') {
    const { name, bytes } = anyFile({ below, chance, oneOf });
    await control.setInputFiles({ name: (how = name), mimeType: '', buffer: Buffer.from(bytes) }, soon);
  } else if (kind === 'text') {
    await control.fill((how = oneOf(['', '0', 'x y', '寻路', '9'.repeat(40)])), soon);
  } else await control.click(soon);
  return `${kind} “${label.replace(/\s+/g, ' ').slice(0, 40)}” ${how}`;
}

/** A place on one of the pictures, or a little beside it. */
async function spot(page, next, below) {
  const pictures = page.getByRole('application');
  const box = await pictures.nth(below(Math.max(1, await pictures.count()))).boundingBox({ timeout: 500 });
  return [box.x + (next() * 1.1 - 0.05) * box.width, box.y + (next() * 1.1 - 0.05) * box.height];
}

async function focusMap(page, below) {
  const canvases = page.locator('.stage canvas');
  await canvases.nth(below(Math.max(1, await canvases.count()))).focus({ timeout: 500 });
}

async function drag({ page }, { next, below, chance, oneOf }) {
  const buttonDown = chance(0.85) ? 'left' : oneOf(['right', 'middle']);
  const held = chance(0.2) ? oneOf(['Shift', 'Space', 'Alt']) : null;
  if (held) await page.keyboard.down(held);
  const [x, y] = await spot(page, next, below);
  await page.mouse.move(x, y);
  await page.mouse.down({ button: buttonDown });
  for (let left = below(4); left > 0; left -= 1) {
    const [toX, toY] = await spot(page, next, below);
    await page.mouse.move(toX, toY, { steps: 1 + below(4) });
  }
  // Keys come in the middle of a drag too.
  const amidst = chance(0.15) ? oneOf(KEYS.slice(0, 36)) : null;
  if (amidst) await page.keyboard.press(amidst);
  await page.mouse.up({ button: buttonDown });
  if (held) await page.keyboard.up(held);
  return `${buttonDown} ${held ?? ''} ${amidst ?? ''}`;
}

/** One of the examples, whole or broken, or what is no map. */
function anyFile({ below, chance, oneOf }) {
  if (chance(0.3)) {
    const texts = ['hello world', '', '\n\n', 'S.G', '####', '<map/>', '{}', '[1, 2', '\u0000\u0001'];
    return fileOf(oneOf(['a.txt', 'a.tmx', 'a.json', 'a.map', 'a.png', 'a', 'a.exe']), oneOf(texts));
  }
  const file = exampleOf(oneOf(MAPS));
  if (chance(0.7)) return file;
  const bytes = file.bytes.slice(0, 1 + below(file.bytes.length));
  bytes[below(bytes.length)] = below(256);
  return { ...file, bytes };
}

/** A link of before, whole or broken; back; or all of it loaded anew. */
async function followLink({ page, url, links }, { below, chance, oneOf }) {
  const now = await page.evaluate(() => location.hash);
  if (now.length > 1) links.push(now);
  if (links.length > 20) links.splice(below(20), 1);
  if (chance(0.15)) {
    await page.goto(url);
    await answered(page);
    return 'the page as it opens';
  }
  if (chance(0.15)) {
    await page.reload();
    await page.getByRole('main').waitFor();
    return 'again';
  }
  let link = links.length > 0 ? oneOf(links) : '#x';
  if (chance(0.3)) {
    const at = below(link.length);
    const put = oneOf(['', '%', '=', '&', 'A', '\u5bfb', '~', '0']);
    link = link.slice(0, at) + put + link.slice(at + below(3));
  }
  await page.evaluate((hash) => (location.hash = hash), link);
  return link.slice(0, 60);
}
