import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { CLIPBOARD_MS, copyText } from './copy-text.ts';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

test.each([
  ['is copied', async () => undefined, true],
  [
    'is not copied - the browser refuses',
    () => Promise.reject(new DOMException('no', 'NotAllowedError')),
    false,
  ],
  ['is not relied on - the browser asks, and nobody answers', () => new Promise<never>(() => {}), false],
])('a text %s', async (_what, writeText, copied) => {
  const copying = copyText('7KQ4', { writeText });
  await vi.advanceTimersByTimeAsync(CLIPBOARD_MS);
  expect(await copying).toBe(copied);
});

test('a text is not copied - the browser has no clipboard', async () => {
  vi.stubGlobal('navigator', {});
  expect(await copyText('7KQ4')).toBe(false);
  vi.unstubAllGlobals();
});
