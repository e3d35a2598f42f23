/** The one page of a view: opened when it is shown, and watched from then on. */
import type { BrowserContext, Page } from 'playwright-core';
import type { KeptBack } from '../host.ts';
import { isOwnPage } from '../policy/permissions.ts';
import type { ViewFailure } from '../watchdog/ladder.ts';

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

/**
 * The whole screen, without bars: `--kiosk` is for the window that a browser begins with, and there is none. Where no window manager is, a window keeps
 * its size when it becomes full-screen.
 */
export async function fillScreen(context: BrowserContext, page: Page): Promise<void> {
  const [width, height] = await page.evaluate(() => [screen.width, screen.height] as const);
  const session = await context.newCDPSession(page);
  try {
    const { windowId } = await session.send('Browser.getWindowForTarget');
    await session.send('Browser.setWindowBounds', { windowId, bounds: { left: 0, top: 0, width, height } });
    await session.send('Browser.setWindowBounds', { windowId, bounds: { windowState: 'fullscreen' } });
  } finally {
    await session.detach();
  }
}

/** An empty one, over the whole screen. Any other page of this browser is closed at once. Failures from then on are told. */
export async function makePage(context: BrowserContext, options: PageOptions): Promise<Page> {
  const { origin, camera, onKeptBack } = options;
  let own: Page | undefined;
  context.on('page', (page) => {
    if (own === undefined) {
      own = page;
      return;
    }
    onKeptBack('window');
    void page.close().catch(() => undefined);
  });
  if (camera) await context.grantPermissions(['camera'], { origin });
  const page = await context.newPage();
  watchPage(page, options);
  await fillScreen(context, page);
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
