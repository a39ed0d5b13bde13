// A link opened by somebody else shows the same map, question, searches and view.

import {
  answered, becomes, button, counter, FIRST, history, keptAddress, makeMap, mapIs, mapPanel, openPage, panels,
  pointAt, stroke,
} from './hands.mjs';

export const name = 'a link goes round';

const CLIPBOARD = { permissions: ['clipboard-read', 'clipboard-write'] };
export const variants = { 'drawn': CLIPBOARD, 'made': CLIPBOARD };

async function linkOf(page, expect) {
  await button(page, 'Share and export').click();
  const dialog = page.getByRole('dialog');
  await button(dialog, 'Copy link').click();
  await expect.soon(() => page.getByText('Link copied').isVisible(), 'the page says that it copied');
  const link = await dialog.getByLabel('Share', { exact: true }).inputValue();
  // A browser takes its time with what was copied, and until then has nothing.
  await becomes(() => page.evaluate(() => navigator.clipboard.readText()), link, 'what was copied');
  await page.keyboard.press('Escape');
  return link;
}

const chosen = (page) =>
  panels(page).getByLabel('Algorithm').evaluateAll((all) => all.map((each) => each.selectedOptions[0].label));

export async function run({ page, url, variant, expect, shot, context }) {
  await openPage(page, url);
  const columns = variant === 'drawn' ? 9 : 40;
  const map = variant === 'drawn' ? FIRST : { columns: 40, rows: 30 };
  if (variant === 'made') await makeMap(page, { maker: 'Caves', width: 40, height: 30, seed: 5 });
  else await stroke(page, map, [4, 4], [4, 6]);
  await button(page, 'Panes: 2').click();
  await panels(page).getByLabel('Algorithm').nth(1).selectOption({ label: 'Breadth-first search' });
  await page.getByLabel('Corners').selectOption({ label: 'No corner cutting' });
  await page.getByLabel('Colour cells by').selectOption({ label: 'g' });
  await expect.soon(async () => /\d/.test(await counter(page, 'Cost')), 'a way is found');
  const before = { cost: await counter(page, 'Cost'), expanded: await counter(page, 'Expanded') };
  const link = await linkOf(page, expect);
  expect.ok(link.length < 600, `a link of ${link.length} letters`);

  const theirOwn = { viewport: { width: 1280, height: 800 }, locale: 'en-US', reducedMotion: 'reduce' };
  const other = await context.browser().newContext(theirOwn);
  try {
    const theirs = await other.newPage();
    theirs.setDefaultTimeout(5000);
    await theirs.goto(link);
    await mapIs(theirs, columns, map.rows);
    await answered(theirs);
    for (const panel of ['Map', 'Panels']) await button(theirs, panel).click();
    await becomes(() => counter(theirs, 'Cost'), before.cost, 'what the way costs there');
    expect.equal(await counter(theirs, 'Expanded'), before.expanded, 'what is expanded there');
    expect.equal(await chosen(theirs), ['A*', 'Breadth-first search'], 'which searches run there');
    expect.equal(await theirs.getByLabel('Corners').inputValue(), 'no-cutting', 'the corner rule there');
    expect.equal(await theirs.getByLabel('Colour cells by').inputValue(), 'g', 'the heat there');
    if (variant === 'drawn') {
      await button(theirs, 'Panes: 1').click();
      const welcome = theirs.getByRole('complementary', { name: 'Guided tour' });
      if (await welcome.isVisible()) await button(welcome, 'Close').click();
      await becomes(() => welcome.isVisible(), false, 'the welcome is away');
      await pointAt(theirs, map, 4, 5);
      expect.match(await history(theirs), /wall/, 'the wall that was drawn');
    }
    // By way of another page: on this one the link would be read, told and written anew before a reload.
    await theirs.goto('about:blank');
    await theirs.goto(`${url}#nonsense`);
    const told = () => theirs.getByRole('log').innerText();
    await becomes(told, /This link cannot be read/, 'a broken link is told');
    await mapIs(theirs, 9, 7);
  } finally {
    await other.close();
  }
  await shot('shared');
  if (variant === 'made') await keepRecipes(page, expect);
}

/** A map that undo brings back, and new walls, are told by their recipes. */
async function keepRecipes(page, expect) {
  let link = page.url();
  const isNewAndShort = async (what) => {
    const before = link;
    const isWanted = (address) => address !== before && /#.{20,300}$/.test(address);
    link = await keptAddress(page, what, isWanted);
  };
  await button(page, 'Panes: 1').click();
  await makeMap(page, { maker: 'Noise', width: 100, height: 100 });
  await isNewAndShort('a short link of what was made');
  await makeMap(page, { width: 20, height: 20 });
  await isNewAndShort('a short link of the small one');
  await button(page, 'Undo').click();
  await mapIs(page, 100, 100);
  await isNewAndShort('a short link of what undo brought back');
  await button(mapPanel(page), 'Random obstacles').click();
  await isNewAndShort('a short link of new walls');
  const cost = await counter(page, 'Cost');
  await page.goto('about:blank');
  await page.goto(link);
  await becomes(() => counter(page, 'Cost'), cost, 'it leads to the same map');
  await button(mapPanel(page), 'Reset').click();
  await isNewAndShort('a short link of open ground');
}
