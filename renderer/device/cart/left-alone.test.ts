import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { createTestAccount, testSession } from '../../platform/contract/account-testing.ts';
import type { DeviceOwner, Platform } from '../../platform/contract/contract.ts';
import { createTestShelf } from '../../platform/contract/shelf-testing.ts';
import { watchLeftAlone } from './left-alone.ts';

const IDLE_MS = 5 * 60_000;

beforeEach(() => {
  vi.useFakeTimers();
});
afterEach(() => {
  vi.useRealTimers();
});

/** Tabs of one vendor over one store. */
function device(owner?: DeviceOwner) {
  const shelf = createTestShelf({ cart: 'begun' }, owner, IDLE_MS);
  const account = createTestAccount(testSession);
  const stops: (() => void)[] = [];
  const open = (isSession = false) => {
    const page = new EventTarget();
    // What it asks of a platform.
    const platform = Promise.resolve({ shelf, account } as Partial<Platform> as Platform);
    stops.push(watchLeftAlone({ platform, idleMs: IDLE_MS, isSession, page }));
    return () => page.dispatchEvent(new Event('pointerdown'));
  };
  return { shelf, account, open };
}

describe('on a device that others use, too', () => {
  test('what is left behind goes once nobody is there, and so does who is signed in', async () => {
    const { shelf, account, open } = device('shared');
    open(true);
    await vi.advanceTimersByTimeAsync(IDLE_MS);
    expect(shelf.value('cart')).toBe('begun');
    await vi.advanceTimersByTimeAsync(30_000);
    expect(shelf.value('cart')).toBeUndefined();
    expect(account.state()).toMatchObject({ status: 'signed-out' });
  });

  test('a tab that nobody looks at takes nothing from who is there in another', async () => {
    const { shelf, account, open } = device('shared');
    open(true);
    const press = open(true);
    for (let passed = 0; passed < 3 * IDLE_MS; passed += 40_000) {
      press();
      await vi.advanceTimersByTimeAsync(40_000);
    }
    expect(shelf.value('cart')).toBe('begun');
    expect(account.state()).toMatchObject({ status: 'signed-in' });
    await vi.advanceTimersByTimeAsync(IDLE_MS + 30_000);
    expect(shelf.value('cart')).toBeUndefined();
  });

  test('who comes back to a page that slept finds it emptied', async () => {
    const { shelf, open } = device('shared');
    const press = open();
    await vi.advanceTimersByTimeAsync(20_000);
    vi.setSystemTime(Date.now() + 2 * IDLE_MS);
    press();
    await vi.advanceTimersByTimeAsync(10_000);
    expect(shelf.value('cart')).toBeUndefined();
  });
});

test.each([
  ['own', 'own'],
  ['one that nobody was asked about', undefined],
] as const)('on %s nothing goes', async (_, owner) => {
  const { shelf, account, open } = device(owner);
  open(true);
  await vi.advanceTimersByTimeAsync(5 * IDLE_MS);
  expect(shelf.value('cart')).toBe('begun');
  expect(account.state()).toMatchObject({ status: 'signed-in' });
});

test('where nobody was asked, it is one visit for as long as somebody is there', async () => {
  const { shelf, open } = device();
  const press = open();
  const { visit } = await shelf.visit();
  for (let passed = 0; passed < 3 * IDLE_MS; passed += 40_000) {
    press();
    await vi.advanceTimersByTimeAsync(40_000);
  }
  expect(await shelf.visit()).toMatchObject({ visit });
  await vi.advanceTimersByTimeAsync(IDLE_MS + 30_000);
  expect(await shelf.visit()).toMatchObject({ visit: visit + 1 });
});
