import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { databaseName } from '../../sync/client/store/database-name.ts';
import { storeCookie } from '../../sync/domain/vendor/store-cookie.ts';
import { QUIET_MS, type Screens, whenStoreIsDue } from './store-start.ts';

const vendor = 'meadow';
const mark = `${storeCookie(vendor)}=used; Path=/`;

beforeEach(() => void vi.useFakeTimers());
afterEach(() => {
  // What waits in an earlier test is over.
  dispatchEvent(new Event('pointerdown'));
  // biome-ignore lint/suspicious/noDocumentCookie: as the store's mark is written
  document.cookie = `${mark}; Max-Age=0`;
  vi.useRealTimers();
});

const reading: Screens = {
  state: { status: 'idle', matches: [{ staticData: {} }, { staticData: { reading: true } }] },
  subscribe: () => () => undefined,
};
const noStore = async () => [{ name: databaseName('lantern') }];

async function begun(databases: () => Promise<{ name?: string }[]> = noStore, screens = reading) {
  const start = vi.fn<() => void>();
  void whenStoreIsDue(screens, start, { slug: vendor }, databases);
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
  [
    'pageshow, back from the back-forward cache',
    () => dispatchEvent(new PageTransitionEvent('pageshow', { persisted: true })),
  ],
  ['visibilitychange, back from another tab', () => document.dispatchEvent(new Event('visibilitychange'))],
])('their first sign opens it - %s', async (_, sign) => {
  const start = await begun();
  expect(start).not.toHaveBeenCalled();
  sign();
  await vi.advanceTimersByTimeAsync(2_000);
  expect(start).toHaveBeenCalledOnce();
});

test('what a page does by itself opens nothing', async () => {
  const start = await begun();
  dispatchEvent(new PageTransitionEvent('pageshow', { persisted: false }));
  dispatchEvent(new Event('offline'));
  await vi.advanceTimersByTimeAsync(2_000);
  expect(start).not.toHaveBeenCalled();
});

test('a browser that never says which stores there are opens it with the first sign, or after a while', async () => {
  const never = () => new Promise<never>(() => undefined);
  const start = await begun(never);
  expect(start).not.toHaveBeenCalled();
  await vi.advanceTimersByTimeAsync(QUIET_MS);
  expect(start).toHaveBeenCalledOnce();
  const touched = await begun(never);
  dispatchEvent(new Event('pointerdown'));
  await vi.advanceTimersByTimeAsync(2_000);
  expect(touched).toHaveBeenCalledOnce();
});

test('the next screen opens it', async () => {
  let navigate: () => void = () => undefined;
  const unsubscribed = vi.fn<() => void>();
  const start = await begun(noStore, {
    ...reading,
    subscribe(_, listener) {
      navigate = listener;
      return unsubscribed;
    },
  });
  navigate();
  await vi.advanceTimersByTimeAsync(2_000);
  expect(start).toHaveBeenCalledOnce();
  expect(unsubscribed).toHaveBeenCalledOnce();
});

test('it opens at once where the mark says that something is kept', async () => {
  // biome-ignore lint/suspicious/noDocumentCookie: as the store's mark is written
  document.cookie = mark;
  expect(await begun()).toHaveBeenCalledOnce();
});

test('it opens at once where the mark is lost, and there is a store', async () => {
  expect(await begun(async () => [{ name: databaseName(vendor) }])).toHaveBeenCalledOnce();
});

test('it opens at once where the browser does not say which stores there are', async () => {
  expect(await begun(async () => Promise.reject(new Error('blocked')))).toHaveBeenCalledOnce();
});

test('it opens at once where another screen is on its way', async () => {
  const screens: Screens = { ...reading, state: { ...reading.state, status: 'pending' } };
  expect(await begun(noStore, screens)).toHaveBeenCalledOnce();
});

test('it opens at once where the screen asks for more than to be read', async () => {
  const screens: Screens = { ...reading, state: { status: 'idle', matches: [{ staticData: {} }] } };
  expect(await begun(noStore, screens)).toHaveBeenCalledOnce();
});
