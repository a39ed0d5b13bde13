// A broken file of any kind leaves the map as it was and says what is wrong and where.

import { readFileSync } from 'node:fs';
import {
  becomes, button, counter, drop, EXAMPLES, fileOf, FIRST, mapIs, openPage, stroke,
} from './hands.mjs';

export const name = 'a broken file leaves the map untouched';

const text = (name) => readFileSync(new URL(name, EXAMPLES), 'utf8');

/** Each with what the page has to say about it. */
const BROKEN = [
  [() => [fileOf('cut.tmx', text('tutorial.tmx').slice(0, 300))], /line \d+|\d+:\d+/i],
  [() => [fileOf('tutorial.tmx', text('tutorial.tmx'))], /tutorial\.tsx/],
  [() => [fileOf('cut.map', text('rooms.map').split('\n').slice(0, 20).join('\n'))], /line \d+|row|\d+:\d+/i],
  [() => [fileOf('odd.map', 'type octile\nheight 2\nwidth 3\nmap\n...\n..\n')], /line \d+|\d+:\d+/i],
  [
    () => [fileOf('cut.png', readFileSync(new URL('tutorial.png', EXAMPLES)).subarray(0, 60))],
    /expected a whole PNG/,
  ],
  [
    () => [fileOf('odd.json', '{ "xunlu": 1, "kind": "grid",\n "terrain": ["..", "."] }')],
    /line \d+|row|terrain|\d+:\d+/i,
  ],
  [() => [fileOf('cut.json', '{ "xunlu": 1,\n "kind": ')], /line \d+|\d+:\d+/i],
  [() => [fileOf('cut.tmj', '{ "layers": [')], /line \d+|\d+:\d+/i],
  [() => [fileOf('letter.pdf', '%PDF-1.4')], /is not a map/],
  [() => [fileOf('hello.jpg', 'hello')], /is not a map/],
  [() => [fileOf('long.txt', '.'.repeat(5000))], /at most 4,096 cells/],
];

export async function run({ page, url, expect, shot }) {
  await openPage(page, url);
  await stroke(page, FIRST, [4, 4], [4, 6]);
  await becomes(() => counter(page, 'Cost'), '66', 'a map of one\'s own');
  for (const [files, where] of BROKEN) {
    const given = files();
    await drop(page, given);
    const alert = page.getByRole('dialog').getByRole('alert');
    await expect.soon(() => alert.isVisible(), `${given[0].name} is refused`);
    const said = await alert.innerText();
    expect.ok(said.includes(given[0].name), `what is said names ${given[0].name}: ${said}`);
    expect.match(said, where, `what is said about ${given[0].name}`);
    expect.match(said, /Your map is untouched/, `what is said about ${given[0].name}`);
    if (given[0].name === 'odd.map') await shot('refused');
    await button(page.getByRole('dialog'), 'Close').click();
    await mapIs(page, 9, 7);
    expect.equal(await counter(page, 'Cost'), '66', `the cost after ${given[0].name}`);
  }
}
