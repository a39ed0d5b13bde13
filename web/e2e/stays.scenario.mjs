// Nothing is asked of any other machine, whatever is done on the page.

import { becomes, button, counter, openPage, panels } from './hands.mjs';

export const name = 'no request leaves';

export async function run({ page, url, expect }) {
  const asked = [];
  page.on('request', (request) => asked.push(request.url()));
  await openPage(page, url);
  await button(page, 'Panes: 4').click();
  await button(page, 'Tour').click();
  await button(page, 'Tour').click();
  await button(page, 'Panes: 1').click();
  await panels(page).getByLabel('Algorithm').selectOption({ label: 'Dijkstra' });
  await button(page, 'Share and export').click();
  await button(page.getByRole('dialog'), 'Close').click();
  await becomes(() => counter(page, 'Cost'), /\d/, 'a way is found');
  expect.ok(asked.length > 3, `something was loaded: ${asked.length}`);
  const away = asked.filter((each) => !each.startsWith(url) && !/^(blob|data):/.test(each));
  expect.equal(away, [], 'what was asked of other machines');
}
