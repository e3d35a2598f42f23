import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { prepareWhenIdle } from './prepare-when-idle.ts';

/** A page that nobody looks at is never told that it is idle: this one is, at once, with room for one piece of work. */
beforeEach(() => {
  const idle: IdleDeadline = { didTimeout: false, timeRemaining: () => 0 };
  vi.stubGlobal('requestIdleCallback', (work: IdleRequestCallback) => window.setTimeout(work, 1, idle));
  vi.stubGlobal('cancelIdleCallback', (handle: number) => clearTimeout(handle));
});
afterEach(() => vi.unstubAllGlobals());

/** A form with so many pieces of work. */
function formWith(pieces: number) {
  let done = 0;
  return {
    prepare: () => {
      done += 1;
      return done < pieces;
    },
    done: () => done,
  };
}

test('all work is done in the end, and none after it', async () => {
  const form = formWith(5);
  prepareWhenIdle(form);
  expect(form.done()).toBe(0);
  await expect.poll(form.done).toBe(5);
  await new Promise((resolve) => requestIdleCallback(resolve));
  expect(form.done()).toBe(5);
});

test('a browser that does not tell when it is idle does it, too', async () => {
  vi.stubGlobal('requestIdleCallback', undefined);
  const form = formWith(3);
  prepareWhenIdle(form);
  await expect.poll(form.done).toBe(3);
});

test('a form that is closed is left alone', async () => {
  const form = formWith(Number.POSITIVE_INFINITY);
  const end = prepareWhenIdle(form);
  await expect.poll(form.done).toBeGreaterThan(0);
  end();
  const before = form.done();
  await new Promise((resolve) => requestIdleCallback(resolve));
  await new Promise((resolve) => requestIdleCallback(resolve));
  expect(form.done()).toBe(before);
});
