// The system's Chromium, as scenarios and measurements drive it.

import { existsSync } from 'node:fs';

export const FLAGS = [
  '--no-sandbox', '--disable-gpu', '--disable-quic', '--no-first-run', '--disable-background-networking',
  '--disable-component-update', '--disable-sync',
];

/** The program that $CHROMIUM names, or the system's; ends with what to install where there is none. */
export function findChromium() {
  const known = ['chromium', 'chromium-browser', 'google-chrome', 'google-chrome-stable']
    .map((name) => `/usr/bin/${name}`);
  const elsewhere = '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome';
  const found = [process.env.CHROMIUM, ...known, elsewhere].find((path) => path && existsSync(path));
  if (found) return found;
  console.error(
    'There is no Chromium here. Debian, Ubuntu: apt-get install chromium fonts-wqy-microhei;\n'
    + 'elsewhere install Chromium or Chrome and name its program in CHROMIUM.',
  );
  process.exit(1);
}
