/**
 * A component is there a frame after it was asked for. Vitest and Playwright look for an element after 270 ms, and then every half
 * second: most of what a component test took was that pause. Here they look again as soon as the page may have changed.
 */
import { vi } from 'vitest';
import { type Locator, page } from 'vitest/browser';

const LOOK_AGAIN_MS = 15;
/** After that, whoever acts on it says what is missing. */
const MAX_WAIT_MS = 5_000;

interface Inner {
  findElement(options?: { timeout?: number; strict?: boolean }): Promise<Element>;
  action(...args: unknown[]): PromiseLike<unknown>;
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
const { findElement, action } = locators;

locators.findElement = async function (this: Locator & Inner, options) {
  await untilThere(this, Math.min(options?.timeout ?? MAX_WAIT_MS, MAX_WAIT_MS));
  return findElement.call(this, options);
};

// A click and the like begin when they are awaited.
locators.action = function (this: Locator & Inner, ...args) {
  const act = action.apply(this, args);
  const begin = act.then.bind(act);
  // biome-ignore lint/suspicious/noThenProperty: what Vitest hands out is a thenable, too
  act.then = (done, failed) => untilThere(this, MAX_WAIT_MS).then(() => begin(done, failed)) as never;
  return act;
};
