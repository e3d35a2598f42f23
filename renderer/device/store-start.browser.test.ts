import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { databaseName } from '../../sync/client/store/database-name.ts';
import { storeCookie } from '../../sync/domain/vendor/store-cookie.ts';
import { QUIET_MS, type StoreStart, whenStoreIsDue } from './store-start.ts';

const vendor = 'meadow';
const mark = `${storeCookie(vendor)}=used; Path=/`;
let cancel: () => void = () => undefined;

beforeEach(() => void vi.useFakeTimers());
afterEach(() => {
  cancel();
  // biome-ignore lint/suspicious/noDocumentCookie: as the store's mark is written
  document.cookie = `${mark}; Max-Age=0`;
  vi.useRealTimers();
});

async function begun(part: Partial<StoreStart> = {}) {
  const start = vi.fn<() => void>();
  cancel = whenStoreIsDue({
    vendor,
    isReading: () => true,
    onNavigate: () => () => undefined,
    databases: async () => [{ name: databaseName('lantern') }],
    ...part,
  })(start);
  // Longer than a page is idle after a sign, and shorter than somebody only reads.
  await vi.advanceTimersByTimeAsync(5_000);
  return start;
}

test('somebody new who only reads gets the store after a while, once', async () => {
  const start = await begun();
  expect(start).not.toHaveBeenCalled();
  await vi.advanceTimersByTimeAsync(QUIET_MS);
  expect(start).toHaveBeenCalledOnce();
  dispatchEvent(new Event('pointerdown'));
  await vi.advanceTimersByTimeAsync(5_000);
  expect(start).toHaveBeenCalledOnce();
});

test.each([
  ['pointerdown', () => dispatchEvent(new Event('pointerdown'))],
  ['pointermove', () => dispatchEvent(new Event('pointermove'))],
  ['keydown', () => document.body.dispatchEvent(new Event('keydown', { bubbles: true }))],
  // As a screen reader presses.
  ['click', () => document.body.dispatchEvent(new Event('click', { bubbles: true }))],
  ['focusin', () => document.body.dispatchEvent(new Event('focusin', { bubbles: true }))],
  // Of a part of the page: it doesn't bubble.
  ['scroll', () => document.body.dispatchEvent(new Event('scroll'))],
  ['offline', () => dispatchEvent(new Event('offline'))],
  ['pageshow, back from the back-forward cache', () => dispatchEvent(new Event('pageshow'))],
  ['visibilitychange, back from another tab', () => document.dispatchEvent(new Event('visibilitychange'))],
])('their first sign opens it - %s', async (_, sign) => {
  const start = await begun();
  expect(start).not.toHaveBeenCalled();
  sign();
  await vi.advanceTimersByTimeAsync(2_000);
  expect(start).toHaveBeenCalledOnce();
});

test('the next screen opens it', async () => {
  let navigate: () => void = () => undefined;
  const left = vi.fn<() => void>();
  const start = await begun({
    onNavigate(listener) {
      navigate = listener;
      return left;
    },
  });
  navigate();
  await vi.advanceTimersByTimeAsync(2_000);
  expect(start).toHaveBeenCalledOnce();
  expect(left).toHaveBeenCalledOnce();
});

test.each<[string, Partial<StoreStart>, (() => void)?]>([
  // biome-ignore lint/suspicious/noDocumentCookie: as the store's mark is written
  ['the mark says that something is kept', {}, () => (document.cookie = mark)],
  ['the mark is lost, and there is a store', { databases: async () => [{ name: databaseName(vendor) }] }],
  [
    'the browser does not say which stores there are',
    { databases: async () => Promise.reject(new Error('blocked')) },
  ],
  ['the page asks for more than to be read', { isReading: () => false }],
])('it opens at once where %s', async (_, part, before) => {
  before?.();
  expect(await begun(part)).toHaveBeenCalledOnce();
});

test('a page that is left opens nothing', async () => {
  const start = await begun();
  cancel();
  dispatchEvent(new Event('pointerdown'));
  await vi.advanceTimersByTimeAsync(QUIET_MS);
  expect(start).not.toHaveBeenCalled();
});
