import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { testPack } from '../../../sync/domain/testing/fixture-clinic.ts';
import type { Platform, StorageReport } from '../../platform/contract/contract.ts';
import { createTestPlatform } from '../testing/platform.ts';
import { createPlatformSession } from './platform-session.ts';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

const report: StorageReport = { mode: 'durable', persisted: false, evicted: false };

function sessionWith(start: Platform['start']) {
  let loads = 0;
  const platform = { ...createTestPlatform({}), start };
  const session = createPlatformSession(testPack({}), async () => {
    loads += 1;
    return platform;
  });
  return { session, platform, loads: () => loads };
}

test('can be read while the store is being opened', async () => {
  const { session, platform } = sessionWith(() => new Promise(() => undefined));
  expect(await session.readable()).toBe(platform);
  expect(session.state().status).toBe('starting');
});

test('a store that does not start is tried again for who goes on with a form, with the same platform', async () => {
  let tries = 0;
  const { session, platform, loads } = sessionWith(async () => {
    tries += 1;
    if (tries < 3) throw new TypeError('Failed to fetch dynamically imported module');
    return report;
  });
  await session.readable();
  await vi.waitFor(() => expect(session.state().status).toBe('failed'));
  await vi.advanceTimersByTimeAsync(60_000);
  expect(session.state()).toMatchObject({ status: 'ready', report });
  expect(await session.platform()).toBe(platform);
  expect([tries, loads()]).toEqual([3, 1]);
});

test('what is held for later starts the store with the first who waits for it', async () => {
  const { session, platform, loads } = sessionWith(async () => report);
  const held = session.onDemand();
  await vi.advanceTimersByTimeAsync(60_000);
  expect([loads(), session.state().status]).toEqual([0, 'idle']);
  expect(await held).toBe(platform);
  expect(session.onDemand()).toBe(held);
  expect(session.state().status).toBe('ready');
});

test('what is held for later is another promise once a start has failed', async () => {
  const { session } = sessionWith(() => Promise.reject(new TypeError('Failed to fetch')));
  const held = session.onDemand();
  await expect(held.then(() => undefined)).rejects.toThrow('Failed to fetch');
  expect(session.onDemand()).not.toBe(held);
});
