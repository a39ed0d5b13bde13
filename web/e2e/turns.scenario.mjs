// The figure is slower on expensive ground and stops where its path ends; turns are flagged, told and shared.

import {
  answered, becomes, button, counter, FIRST, keptAddress, mapPanel, messages, openPage, picture, spoken,
  stroke,
} from './hands.mjs';

export const name = 'turns and time';

const MOVING = { reducedMotion: 'no-preference' };
export const variants = {
  'light': { ...MOVING, colorScheme: 'light' },
  'dark': { ...MOVING, colorScheme: 'dark' },
  'phone': { viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true, deviceScaleFactor: 2 },
};

export async function run({ page, url, variant, expect, shot }) {
  await openPage(page, url);
  if (variant === 'phone') {
    await button(page, 'Map').tap();
    await countTurns(page, 2);
    await shot('panel');
    await button(page, 'Map').tap();
    await shot('flags');
    return;
  }
  await becomes(() => counter(page, 'Cost'), '52', 'there is a way');
  const look = async () => (await picture(page).screenshot()).toString('base64');
  const plain = await look();
  await mapPanel(page).getByText('Figure', { exact: true }).click();
  const told = () => mapPanel(page).getByRole('status').innerText();
  expect.equal(await told(), '', 'nobody counts in turns at first');

  // Three diagonal steps and a straight one: 14, 14, 14 and 10, in some order.
  await countTurns(page, 3);
  await becomes(told, /arrives in turn 2/, 'three points a turn');
  await expect.soon(async () => (await look()) !== plain, 'flags are seen');
  await shot('three');
  await countTurns(page, 2);
  await becomes(told, /arrives in turn 4/, 'two points a turn');
  await shot('two');
  await countTurns(page, 1);
  await becomes(told, /stops at .*more than a turn gives/, 'a diagonal step is too dear for one point');
  await shot('dear');
  await countTurns(page, 2);

  // What the link holds is what somebody else sees.
  const link = await keptAddress(page, 'a link');
  await page.evaluate(() => localStorage.clear());
  await page.goto('about:blank');
  await page.goto(link);
  await answered(page);
  const points = mapPanel(page).getByLabel('Points a turn');
  expect.equal(await points.inputValue(), '2', 'the points a turn in the link');
  await mapPanel(page).getByText('Figure', { exact: true }).click();
  await becomes(told, /arrives in turn 4/, 'and its turns');

  // The keyboard's cursor reads it out.
  await picture(page).focus();
  await page.keyboard.press('ArrowRight');
  await page.keyboard.press('ArrowDown');
  await page.keyboard.press('ArrowRight');
  await becomes(() => spoken(page), /turn \d ends here/, 'the end of a turn is read out');

  // Mud under the whole width: no way round.
  const took = async (what) => {
    await page.evaluate(watchWalk);
    await button(page, 'Walk the path').click();
    await becomes(() => messages(page), /It has arrived/, `${what}: it arrives`, 12);
    await button(page, 'Close').first().click();
    return page.evaluate(() => globalThis.walkSeconds);
  };
  await mapPanel(page).getByRole('slider', { name: 'Walking speed' }).fill('6');
  const quick = await took('open ground');
  const tools = page.getByRole('toolbar', { name: 'Drawing tools' });
  await tools.getByLabel(/^Weight brush/).click();
  await button(tools, 'Weight 9').click();
  await stroke(page, FIRST, [5, 0], [5, 6]);
  await becomes(() => counter(page, 'Cost'), /^1\d\d$/, 'mud has to be crossed');
  const slow = await took('mud');
  expect.ok(slow > quick + 0.6, `mud took ${slow.toFixed(2)} s, open ground ${quick.toFixed(2)} s`);
  await becomes(told, /more than a turn gives/, 'mud is too dear for two points');

  // However fast it comes, it stops at the same spot.
  await page.mouse.move(640, 790);
  const arrived = await look();
  await mapPanel(page).getByRole('slider', { name: 'Walking speed' }).fill('13');
  await took('faster');
  await page.mouse.move(640, 790);
  await becomes(look, arrived, 'it stands where it stood');
  await shot('arrived');
  await page.getByRole('button', { name: 'Settings' }).click();
  await page.getByRole('dialog').getByLabel('Language').selectOption({ label: '中文' });
  await page.keyboard.press('Escape');
  const figure = page.locator('[data-panel=figure]');
  await becomes(() => figure.innerText(), /每回合移动点数/, 'in Chinese');
  expect.match(await figure.innerText(), /超过每回合移动点数/, 'the step that is too dear');
  await shot('chinese');
}

/** In the page, where the hands' own time does not count: how long from the next click to the message. */
function watchWalk() {
  delete globalThis.walkSeconds;
  let begun;
  document.addEventListener('click', () => { begun = performance.now(); }, { once: true, capture: true });
  const seen = new MutationObserver(() => {
    if (!document.querySelector('[role=log]').innerText.includes('It has arrived')) return;
    globalThis.walkSeconds = (performance.now() - begun) / 1000;
    seen.disconnect();
  });
  seen.observe(document.querySelector('[role=log]'), { childList: true, subtree: true, characterData: true });
}

async function countTurns(page, points) {
  const panel = mapPanel(page);
  const field = panel.getByLabel('Points a turn');
  if (!(await field.isVisible())) await panel.getByText('Figure', { exact: true }).click();
  await field.fill(String(points));
  await field.press('Enter');
}
