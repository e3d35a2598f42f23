import { existsSync } from 'node:fs';

const CANDIDATES = [
  '/usr/bin/chromium',
  '/usr/bin/chromium-browser',
  '/usr/bin/google-chrome',
  '/Applications/Chromium.app/Contents/MacOS/Chromium',
  '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
];

const SHELLS = ['/usr/bin/chromium-headless-shell'];

const firstOf = (paths: readonly string[]) => paths.find((path) => existsSync(path));

/** The whole browser, with all that is around a page: `CHROMIUM_PATH`, or where distributions put it; undefined where there is none. */
export function findChromium(environment: NodeJS.ProcessEnv = process.env): string | undefined {
  const named = environment.CHROMIUM_PATH;
  return named !== undefined && named !== '' ? named : firstOf(CANDIDATES);
}

/**
 * What tests of pages drive: Chromium without the browser around the page, which takes a third less time. It can't install apps, and goes through a
 * history without leaving out entries that nobody touched: tests of those take the whole browser, and `npm run test:full` takes it for all.
 */
export function findHeadlessChromium(environment: NodeJS.ProcessEnv = process.env): string | undefined {
  const isNamed = (environment.CHROMIUM_PATH ?? '') !== '';
  const shell = isNamed || environment.FULL === '1' ? undefined : firstOf(SHELLS);
  return shell ?? findChromium(environment);
}
