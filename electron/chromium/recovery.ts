/** "Please see the front desk" (K4's last rung): a page without scripts and without the app, in a Chromium of its own. */
import { recoveryPage } from '../shell/recovery-page.ts';
import { createShellPages } from '../shell/shell-pages.ts';
import { type LaunchOptions, launchBrowser, makeViewFolder } from './browser.ts';
import { fillScreen } from './page.ts';

export interface RecoveryOptions {
  readonly origin: string;
  readonly root: string;
  readonly launch: LaunchOptions;
  /** Holds keys and gestures, as on every page. */
  readonly pageScript: string;
}

export async function openRecoveryPage({ origin, root, launch, pageScript }: RecoveryOptions): Promise<void> {
  const pages = createShellPages(origin);
  const address = pages.add('recovery', recoveryPage);
  const folder = await makeViewFolder(root, false);
  const context = await launchBrowser(folder, { ...launch, camera: false });
  await context.addInitScript({ content: pageScript });
  await context.route(
    () => true,
    async (route) => {
      const response = pages.answer({ url: route.request().url(), method: route.request().method() });
      if (response === undefined) return await route.abort('aborted');
      await route.fulfill({
        status: response.status,
        headers: Object.fromEntries(response.headers),
        body: Buffer.from(await response.arrayBuffer()),
      });
    },
  );
  const page = await context.newPage();
  await fillScreen(context, page);
  await page.goto(address);
}
