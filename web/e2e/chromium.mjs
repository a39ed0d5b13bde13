// The system's Chromium, as scenarios and measurements drive it.

import { existsSync } from 'node:fs';

export const FLAGS = [
  '--no-sandbox', '--disable-gpu', '--disable-quic', '--no-first-run', '--disable-background-networking',
  '--disable-component-update', '--disable-sync',
];

const BROWSERS = ['chromium', 'chromium-browser', 'google-chrome', 'google-chrome-stable'];
/** Chromium without its windows: the same pages take a third less of the processor. */
const SHELL = 'chromium-headless-shell';

/** What drives scenarios: what $CHROMIUM names, or the system's, the shell first or what people have. */
export const findDriven = (isAsPeopleHave) =>
  find(isAsPeopleHave ? [...BROWSERS, SHELL] : [SHELL, ...BROWSERS], SHELL);

/** What people have: the program that $CHROMIUM names, or the system's. */
export const findChromium = () => find(BROWSERS, 'chromium');

/** Ends with what to install where there is none. */
function find(names, ofDebian) {
  const known = names.map((name) => `/usr/bin/${name}`);
  const elsewhere = '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome';
  const found = [process.env.CHROMIUM, ...known, elsewhere].find((path) => path && existsSync(path));
  if (found) return found;
  console.error(
    `There is no Chromium here. Debian: apt-get install ${ofDebian} fonts-wqy-microhei;\n`
    + 'elsewhere install Chromium or Chrome and name its program in CHROMIUM.',
  );
  process.exit(1);
}
