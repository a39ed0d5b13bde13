// Steps that led to nothing new are events where one asks for them: said, drawn, counted, lit in the code.

import { becomes, counters, eventNow, makeMap, openPage, panels } from './hands.mjs';

export const name = 'considered and no better';
export const seconds = 60;

export async function run({ page, url, expect, shot }) {
  await openPage(page, url);
  const { total } = await eventNow(page);
  const press = (key) => page.keyboard.press(key);
  const said = () => page.locator('p.unseen[role=status]').innerText();
  const lit = () => panels(page).locator('.pseudo .running').innerText();
  const box = panels(page).getByRole('checkbox', { name: /no better/ });

  // Half-way, so that it can be told whether the moment is kept.
  for (let left = 0; left < 20; left += 1) await press(',');
  const { now } = await eventNow(page);
  const before = await counters(page);
  expect.equal(now, total - 20, 'twenty events before the end');
  await box.check();
  await expect.soon(async () => {
    const now = await eventNow(page);
    if (now.total <= total) throw new Error(`${now.total} events, ${total} before`);
    return true;
  }, 'there are more events');
  const all = await eventNow(page);
  await becomes(async () => (await counters(page))['No better'] !== undefined, true, 'they are counted');
  const after = await counters(page);
  for (const what of ['Expanded', 'Opened', 'Improved', 'Open now']) {
    expect.equal(after[what], before[what], `${what} is as before: the moment is kept`);
  }

  await page.getByRole('application').first().focus();
  await press('Home');
  await expect.soon(async () => (await eventNow(page)).now === 0, 'at the start');
  // The start is opened and closed, eight neighbours are opened, and the next that is closed looks back.
  for (let event = 1; event <= 13; event += 1) await press('.');
  await becomes(said, /^Event 13 of \d+: x \d, y \d no better from x 3, y 3, g \d+/, 'it is said');
  expect.match(await lit(), /else if c < g\(m\)/, 'the line that asks is lit');
  await shot('looked');
  const here = (await eventNow(page)).now;
  await press('j');
  await expect.soon(async () => (await eventNow(page)).now > here, 'on to the end of the expansion');
  await press('End');
  await expect.soon(async () => (await eventNow(page)).now === all.total, 'and to the end of all');

  await box.uncheck();
  await expect.soon(async () => (await eventNow(page)).total === total, 'as many events as at first');

  // A jump that is no better is drawn as it bends, and bidirectional searches tell of theirs.
  await makeMap(page, { maker: 'Noise', width: 24, height: 16, seed: 5 });
  await box.check();
  for (const algorithm of ['Jump point search (JPS)', 'Bidirectional A*']) {
    await panels(page).getByLabel('Algorithm').selectOption({ label: algorithm });
    const isTold = async () => Number((await counters(page))['No better']) > 0;
    await expect.soon(isTold, `${algorithm} tells of what it considered`);
  }
}
