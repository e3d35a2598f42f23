/** Firefox as Debian packages it, over WebDriver BiDi, with a profile on disk that outlives the browser. */
import { existsSync } from 'node:fs';
import puppeteer, { type Browser, type Page } from 'puppeteer-core';
import { temporaryFolder } from '../support/paths.ts';
import { killFamily } from '../support/processes.ts';

const FIREFOX = '/usr/bin/firefox-esr';
const PHONE = { width: 390, height: 844 };

export interface Firefox {
  /** Of the browser that runs now: another one after {@link Firefox.relaunch}. */
  readonly page: Page;
  /** SIGKILL to the browser and its content processes: nothing is flushed. */
  kill9(): Promise<void>;
  /** Opens the same profile again. */
  relaunch(): Promise<Page>;
  close(): Promise<void>;
}

/** Why Firefox can't be driven here; undefined where it can. */
export function firefoxIsMissing(): string | undefined {
  return existsSync(FIREFOX) ? undefined : `Firefox needs ${FIREFOX}: npm test names the package`;
}

interface Running {
  readonly browser: Browser;
  readonly page: Page;
}

async function start(profileDir: string): Promise<Running> {
  const browser = await puppeteer.launch({
    browser: 'firefox',
    protocol: 'webDriverBiDi',
    executablePath: FIREFOX,
    headless: true,
    userDataDir: profileDir,
    defaultViewport: null,
    // Somebody's own settings are none of the test's business, and root's may not be writable.
    env: { ...process.env, HOME: profileDir },
    timeout: 90_000,
    protocolTimeout: 120_000,
  });
  const [first] = await browser.pages();
  const page = first ?? (await browser.newPage());
  // The page that a launch opens has the window's size.
  await page.setViewport(PHONE);
  return { browser, page };
}

/** There is no offline switch over this protocol: a test stops the server, or disconnects the network. */
export async function launchFirefox(): Promise<Firefox> {
  const profileDir = temporaryFolder('firefox');
  let running = await start(profileDir);
  const kill9 = async () => {
    const pid = running.browser.process()?.pid;
    if (pid !== undefined) await killFamily(pid);
  };
  return {
    get page() {
      return running.page;
    },
    kill9,
    async relaunch() {
      running = await start(profileDir);
      return running.page;
    },
    async close() {
      await running.browser.close().catch(() => undefined);
      await kill9();
    },
  };
}
