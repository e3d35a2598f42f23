/**
 * Playwright looks for what a test waits for after 0.27 s, and then every half second: most of what journeys took. Here it looks every
 * few milliseconds. Imported by what starts browsers: `tests/playwright.config.ts`, `vite.config.ts`, `tests/kiosk`.
 */
import coreBundle from 'playwright-core/lib/coreBundle';

const LOOK_AGAIN_MS = [10, 20, 40];

interface Frame {
  retryWithProgressAndTimeouts<T>(progress: unknown, pauses: readonly number[], look: T): Promise<unknown>;
  retryWithProgressAndBackoff<T>(progress: unknown, look: T): Promise<unknown>;
}
interface Page {
  mainFrame(): Frame;
}

const { prototype } = (coreBundle as { server: { Page: { prototype: Page } } }).server.Page;
const { mainFrame } = prototype;

// The class of frames is reached by a frame alone.
prototype.mainFrame = function (this: Page) {
  const frame = mainFrame.call(this);
  const frames = Object.getPrototypeOf(frame) as Frame;
  if (!Object.hasOwn(frames, 'retryWithProgressAndBackoff'))
    throw new Error('This Playwright waits otherwise: see tests/support/prompt-waits.ts');
  frames.retryWithProgressAndBackoff = function (this: Frame, progress, look) {
    return this.retryWithProgressAndTimeouts(progress, LOOK_AGAIN_MS, look);
  };
  prototype.mainFrame = mainFrame;
  return frame;
};
