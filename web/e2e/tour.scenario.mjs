// The guided tour from its start to its end, each step with its numbers on the page.

import { answered, becomes, panels } from './hands.mjs';

export const name = 'the guided tour';

export const variants = {
  'english': { locale: 'en-US' },
  'chinese': { locale: 'zh-CN', colorScheme: 'dark' },
};

const START = /^(Start the tour|开始导览)$/;

export async function run({ page, url, variant, expect, shot }) {
  await page.goto(url);
  await answered(page);
  const card = page.getByRole('main').getByRole('complementary');
  const isEnglish = variant === 'english';
  await card.getByRole('button', { name: START }).click();
  const seen = new Set();
  const at = () => card.getByRole('progressbar').evaluate(({ value, max }) => `${value}/${max}`);
  for (let step = 1; step <= 8; step += 1) {
    await becomes(at, `${step}/8`, `step ${step}`);
    await answered(page);
    if (isEnglish) expect.ok((await card.innerText()).includes(`${step} of 8`), `the card counts: ${step}`);
    const title = await card.getByRole('heading').innerText();
    const text = await card.innerText();
    if (!isEnglish) expect.match(text, /\p{Script=Han}/u, 'the words of the step');
    const isFocused = (each) => each === document.activeElement;
    const hasFocus = await card.getByRole('heading').evaluate(isFocused);
    expect.ok(hasFocus, `step ${step} is told to who listens`);
    seen.add(title);
    await shot(`${step}`);
    if (step === 5 || step === 6 || step === 8) {
      await becomes(() => page.getByRole('application').count(), 2, `step ${step} shows two searches`);
    }
    if (step === 4) {
      await becomes(() => card.locator('.heap text').count(), 15, 'the heap is drawn, four levels of it');
    }
    if (step === 7) {
      const history = panels(page).getByRole('group').filter({ hasText: 'Cell history' });
      const told = () => (isEnglish ? history : page.getByRole('complementary').last()).innerText();
      await becomes(told, /f 44|f = 44|44/, 'the worked example is on the map');
    }
    if (step === 3) {
      await card.getByRole('button').nth(1).click();
      await becomes(at, '2/8', 'one step back');
      await card.getByRole('button').last().click();
      await becomes(at, '3/8', 'and on');
    }
    await card.getByRole('button').last().click();
  }
  expect.equal(seen.size, 8, 'eight steps with a title each');
  await becomes(() => card.count(), 0, 'the tour is over');
}
