// How much memory the browser's process that has the page holds, as Linux tells it.

import { existsSync, readFileSync } from 'node:fs';

/** Whether this system tells. */
export const isTold = existsSync('/proc/self/status');

/** What it holds, in bytes: now, and at its most. Others wait for further pages and are smaller. */
export async function memoryOf(browser) {
  const session = await browser.newBrowserCDPSession();
  const { processInfo } = await session.send('SystemInfo.getProcessInfo');
  await session.detach();
  const told = processInfo.filter(({ type }) => type === 'renderer').map(({ id }) => statusOf(id));
  const largest = (name) => Math.max(...told.map((status) => status(name)));
  return { now: largest('VmRSS'), most: largest('VmHWM') };
}

/** Figures of a process by their names, told in kB. */
function statusOf(process) {
  const text = readFileSync(`/proc/${process}/status`, 'utf8');
  return (name) => 1024 * Number(new RegExp(`^${name}:\\s+(\\d+)`, 'm').exec(text)?.[1] ?? 0);
}
