/** The one page of a view: opened when it is shown, and watched from then on. */
import type { BrowserContext, Page } from 'playwright-core';
import { isOwnPage } from '../../policy/permissions.ts';
import type { KeptBack, ViewFailure } from '../host.ts';

export interface PageOptions {
  readonly origin: string;
  readonly camera: boolean;
  readonly onFailure: (failure: ViewFailure) => void;
  readonly onKeptBack: (what: KeptBack) => void;
}

function watchPage(page: Page, { origin, onFailure, onKeptBack }: PageOptions): void {
  page.on('crash', () => onFailure('crashed'));
  page.on('close', () => {
    onKeptBack('close');
    onFailure('abnormal-exit');
  });
  page.on('dialog', (dialog) => void dialog.dismiss().catch(() => undefined));
  // Being listened to, it isn't shown, and chooses nothing.
  page.on('filechooser', () => onKeptBack('window'));
  page.on('download', (download) => {
    onKeptBack('download');
    void download.cancel().catch(() => undefined);
  });
  page.on('framenavigated', (frame) => {
    if (frame !== page.mainFrame() || frame.url() === 'about:blank' || isOwnPage(frame.url(), origin)) return;
    onKeptBack('navigation');
    onFailure('load-failed');
  });
}

/** Targets of Chromium's that have a window or could become one; workers, and frames of a page, have none. */
const WINDOWS: ReadonlySet<string> = new Set(['page', 'tab', 'app', 'webview', 'background_page', 'other']);

/**
 * The one window of a browser, empty and over the whole screen from its first frame on: one that is made full-screen afterwards shows its bars before that.
 * @param onAnother told of each further window, no matter who opens it
 */
export async function openWindow(context: BrowserContext, onAnother: () => void): Promise<Page> {
  const devtools = await context.browser()?.newBrowserCDPSession();
  if (devtools === undefined) throw new Error('Chromium has gone.');
  const opened = Promise.withResolvers<Page>();
  let pages = 0;
  context.on('page', (page) => {
    pages += 1;
    if (pages > 1) onAnother();
    else opened.resolve(page);
  });
  context.on('close', () => opened.reject(new Error('Chromium has gone.')));
  // It may go before anybody waits for its page.
  opened.promise.catch(() => undefined);
  const { targetId } = await devtools.send('Target.createTarget', {
    url: 'about:blank',
    newWindow: true,
    windowState: 'fullscreen',
  });
  const page = await opened.promise;
  // Also those that playwright-core doesn't take for pages, such as a browser's own.
  devtools.on('Target.targetCreated', ({ targetInfo }) => {
    if (WINDOWS.has(targetInfo.type) && targetInfo.targetId !== targetId) onAnother();
  });
  await devtools.send('Target.setDiscoverTargets', { discover: true });
  return page;
}

/** An empty one, over the whole screen. Failures from then on are told; any other window of this browser is one. */
export async function makePage(context: BrowserContext, options: PageOptions): Promise<Page> {
  const { origin, camera, onKeptBack, onFailure } = options;
  if (camera) await context.grantPermissions(['camera'], { origin });
  const page = await openWindow(context, () => {
    onKeptBack('window');
    onFailure('abnormal-exit');
  });
  watchPage(page, options);
  return page;
}

/** Resolves when all scripts that the document names have run: the app has called by then. Rejects where there is no document. */
export async function loadPage(page: Page, { origin, onKeptBack, onFailure }: PageOptions): Promise<void> {
  const response = await page.goto(`${origin}/`, { waitUntil: 'domcontentloaded', timeout: 15_000 });
  if (response?.ok() !== true) throw new Error('The first page was not answered.');
  // The empty document is where it began; it may not go back there.
  page.on('framenavigated', (frame) => {
    if (frame !== page.mainFrame() || frame.url() !== 'about:blank') return;
    onKeptBack('navigation');
    onFailure('load-failed');
  });
}
