// What can be taken away is saved and is what it says: pictures, the map, the trace, code.

import { readFile } from 'node:fs/promises';
import { becomes, button, eventNow, messages, openPage } from './hands.mjs';

export const name = 'export';

export const variants = { '': { permissions: ['clipboard-read', 'clipboard-write'] } };

export async function run({ page, url, expect, shot }) {
  await openPage(page, url);
  const { total } = await eventNow(page);
  await button(page, 'Share and export').click();
  const dialog = page.getByRole('dialog');
  const take = async (name, file) => {
    const [download] = await Promise.all([page.waitForEvent('download'), button(dialog, name).click()]);
    expect.equal(download.suggestedFilename(), file, `what ${name} is called`);
    return readFile(await download.path());
  };

  const png = await take('PNG image', 'xunlu.png');
  expect.equal(png.subarray(0, 8).toString('hex'), '89504e470d0a1a0a', 'how a PNG begins');
  const size = [png.readUInt32BE(16), png.readUInt32BE(20)];
  expect.equal(size, [9 * 64 + 32, 7 * 64 + 32], 'the size of the PNG');

  const svg = (await take('SVG image', 'xunlu.svg')).toString();
  const drawn = await page.evaluate((text) => {
    const root = new DOMParser().parseFromString(text, 'image/svg+xml').documentElement;
    const shapes = root.querySelectorAll('rect, path, polygon, polyline, circle').length;
    return { name: root.nodeName, box: root.getAttribute('viewBox'), shapes };
  }, svg);
  expect.equal(drawn.name, 'svg', 'what the SVG is');
  expect.ok(drawn.shapes > 5, `the SVG has shapes: ${JSON.stringify(drawn)}`);

  const map = JSON.parse(await take('Map as JSON', 'xunlu.json'));
  expect.equal([map.xunlu, map.terrain.length, map.terrain[1][4]], [1, 7, '#'], 'the map as JSON');
  expect.equal(map.places, [{ name: 'start', x: 2, y: 2 }, { name: 'goal', x: 6, y: 3 }], 'its places');

  const trace = (await take('Trace (JSON lines)', 'xunlu-trace.jsonl')).toString().trim();
  const lines = trace.split('\n').map((line) => JSON.parse(line));
  expect.ok(lines.length >= total, `a line for each of ${total} events: ${lines.length}`);

  const posthoc = (await take('Trace for Posthoc (YAML)', 'xunlu.trace.yaml')).toString();
  expect.match(posthoc, /^version: /m, 'the Posthoc trace has a version');
  expect.match(posthoc, /^events:/m, 'and events');

  const code = {
    'Rust': /xunlu::/, 'TypeScript': /import .*engine/, 'Command line': /^xunlu /m,
    'C#': /DllImport/, 'curl': /^curl /m,
  };
  const tabs = dialog.getByRole('group', { name: 'Code' }).getByRole('button');
  const names = (await tabs.allInnerTexts()).filter((each) => each !== 'Copy');
  expect.equal(names.toSorted(), Object.keys(code).toSorted(), 'the languages of the code');
  for (const each of names) {
    await button(dialog, each).click();
    const text = await dialog.getByRole('region', { name: each }).innerText();
    expect.match(text, code[each], `the code for ${each}`);
    await button(dialog, 'Copy').click();
    const copied = async () => (await page.evaluate(() => navigator.clipboard.readText())).trim();
    await becomes(copied, text.trim(), `${each} copied`);
  }
  expect.match(await messages(page), /Copied/, 'the page says that it copied');
  await shot('dialog');
}
