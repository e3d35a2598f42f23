/**
 * Playwright looks for what a test waits for after 0.27 s, and then every half second: most of what a journey took. Here it looks every
 * 40 ms. Imported by what drives browsers: `playwright.config.ts`, and Vitest's projects `browser` and `kiosk` (`projects.ts`).
 */
import { createRequire } from 'node:module';

const LOOK_AGAIN_MS = [10, 20, 40];

interface Frame {
  retryWithProgressAndTimeouts(progress: unknown, pauses: readonly number[], look: unknown): Promise<unknown>;
  retryWithProgressAndBackoff(progress: unknown, look: unknown): Promise<unknown>;
}
interface Page {
  mainFrame(): Frame;
}

const { server } = createRequire(import.meta.url)('playwright-core/lib/coreBundle') as {
  readonly server: { readonly Page: { readonly prototype: Page } };
};
const { prototype: pages } = server.Page;
const { mainFrame } = pages;

// What frames are is reached by one of them alone.
pages.mainFrame = function (this: Page) {
  const frame = mainFrame.call(this);
  const frames = Object.getPrototypeOf(frame) as Frame;
  if (!Object.hasOwn(frames, 'retryWithProgressAndBackoff'))
    throw new Error('This Playwright waits in another way: mend tests/support/prompt-waits.ts');
  frames.retryWithProgressAndBackoff = function (this: Frame, progress, look) {
    return this.retryWithProgressAndTimeouts(progress, LOOK_AGAIN_MS, look);
  };
  pages.mainFrame = mainFrame;
  return frame;
};
