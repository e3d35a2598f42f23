/**
 * A component is there a frame after it was asked for, and Vitest looks for it after 270 ms and then every half second: most of what a
 * component test took. Here it looks every 15 ms. As `tests/support/prompt-waits.ts` does for what Playwright waits for.
 */
import { vi } from 'vitest';
import { type Locator, page } from 'vitest/browser';

const LOOK_AGAIN_MS = 15;
/** After that, Vitest says what is missing. */
const MAX_WAIT_MS = 5_000;

interface Inner {
  findElement(options?: { timeout?: number; strict?: boolean }): Promise<Element>;
}

const realTimeout = globalThis.setTimeout.bind(globalThis);
const now = performance.now.bind(performance);

/** Waits until there is one, in real time; clocks that a test has taken go on, as Vitest lets them. */
async function untilThere(locator: Locator, timeout: number): Promise<void> {
  const end = now() + timeout;
  while (locator.elements().length === 0 && now() < end) {
    if (vi.isFakeTimers()) vi.advanceTimersByTime(LOOK_AGAIN_MS);
    await new Promise((resolve) => realTimeout(resolve, LOOK_AGAIN_MS));
  }
}

const locators = Object.getPrototypeOf(
  Object.getPrototypeOf(page.elementLocator(document.documentElement)),
) as Inner;
if (!Object.hasOwn(locators, 'findElement'))
  throw new Error('This Vitest waits in another way: mend renderer/design/testing/prompt-waits.ts');
const { findElement } = locators;

locators.findElement = async function (this: Locator & Inner, options) {
  await untilThere(this, Math.min(options?.timeout ?? MAX_WAIT_MS, MAX_WAIT_MS));
  return findElement.call(this, options);
};
