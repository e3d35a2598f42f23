/** "Please see the front desk" (K4's last rung): a page without scripts and without the app, in a Chromium of its own. */
import { recoveryPage } from '../shared/recovery-page.ts';
import { createShellPages } from '../shared/shell-pages.ts';
import { type LaunchOptions, launchBrowser, makeViewFolder } from './browser.ts';
import { openWindow } from './page.ts';
import { endProcessesOver } from './processes.ts';

export interface RecoveryOptions {
  readonly origin: string;
  readonly root: string;
  readonly launch: LaunchOptions;
  /** Holds keys and gestures, as on every page. */
  readonly pageScript: string;
  readonly lockKeyboard: () => Promise<void>;
}

export async function openRecoveryPage({
  origin,
  root,
  launch,
  pageScript,
  lockKeyboard,
}: RecoveryOptions): Promise<void> {
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
  await lockKeyboard();
  const page = await openWindow(context, () => void endProcessesOver(folder));
  await page.goto(address);
}
