/** What a browser leaves unanswered for ever holds nobody up. */
import { describe, expect, test } from 'vitest';
import type { DeviceCrypto } from './base/crypto-ports.ts';
import {
  ANSWER_MS,
  boundedCrypto,
  boundedLocks,
  boundedMarker,
  boundedQuota,
  boundedReceiptKeys,
  CRYPTO_MS,
  RECEIPT_KEYS_MS,
} from './bounded-ports.ts';
import { createWebCrypto } from './keys/web-crypto.ts';
import type { StorageQuota } from './store/store.ts';
import { until } from './testing/until.ts';
import { createVirtualClock } from './testing/virtual-clock.ts';

const never = () => new Promise<never>(() => {});

/** Lets the time pass that an answer has, in the two halves in which it is counted. */
async function passes(clock: ReturnType<typeof createVirtualClock>, milliseconds: number): Promise<void> {
  await until(() => clock.timers() > 0);
  clock.advance(milliseconds);
}

describe('a lock', () => {
  test('that the browser never answers for is as if there were no locks', async () => {
    const clock = createVirtualClock();
    const holding = boundedLocks({ tryHold: never }, clock).tryHold('v:willow:outbox');
    await passes(clock, ANSWER_MS);
    expect(await holding).toBeTypeOf('function');
  });

  test('that is granted too late is given back', async () => {
    const clock = createVirtualClock();
    let grant: (release: () => void) => void = () => undefined;
    const asked = new Promise<() => void>((resolve) => {
      grant = resolve;
    });
    const holding = boundedLocks({ tryHold: () => asked }, clock).tryHold('v:willow:outbox');
    await passes(clock, ANSWER_MS);
    await holding;
    let released = 0;
    grant(() => {
      released += 1;
    });
    await until(() => released === 1);
    expect(clock.timers()).toBe(0);
  });

  test('that another tab holds is refused as before', async () => {
    const clock = createVirtualClock();
    expect(await boundedLocks({ tryHold: async () => undefined }, clock).tryHold('a')).toBeUndefined();
  });
});

test('a mark in a cache that hangs is as if there were none', async () => {
  const clock = createVirtualClock();
  const marker = boundedMarker({ read: never, write: never }, clock);
  const both = Promise.all([marker.read(), marker.write('used')]);
  await passes(clock, ANSWER_MS);
  expect(await both).toEqual([undefined, undefined]);
});

test('what the browser does not say of its storage is unsupported', async () => {
  const clock = createVirtualClock();
  const silent: StorageQuota = { persisted: never, persist: never, estimate: never };
  const quota = boundedQuota(silent, clock);
  const both = Promise.all([quota.persisted(), quota.estimate()]);
  await passes(clock, ANSWER_MS);
  expect(await both).toEqual(['unsupported', {}]);
});

test('receipts are judged by the keys that are known while the newer ones do not come', async () => {
  const clock = createVirtualClock();
  const known = { a: 'b' };
  const refreshed = boundedReceiptKeys({ current: () => known, refresh: never }, clock).refresh();
  await passes(clock, RECEIPT_KEYS_MS);
  expect(await refreshed).toBe(known);
});

describe('cryptography', () => {
  /** Each function of a port, with one that never answers in its place. */
  const silenced = <Port extends object>(port: Port): Port =>
    Object.fromEntries(
      Object.entries(port).map(([name, part]: [string, unknown]) => [
        name,
        typeof part === 'function'
          ? never
          : typeof part === 'object' && part !== null
            ? silenced(part)
            : part,
      ]),
    ) as Port;
  const calls = (port: object): readonly (() => unknown)[] =>
    Object.values(port).flatMap((part: unknown) =>
      typeof part === 'function'
        ? [() => part() as unknown]
        : typeof part === 'object' && part !== null
          ? calls(part)
          : [],
    );
  const real = createWebCrypto(globalThis.crypto);

  test('that never answers fails, in every one of its functions', async () => {
    const clock = createVirtualClock();
    const bounded = boundedCrypto(silenced<DeviceCrypto>(real), clock);
    expect(calls(bounded)).toHaveLength(calls(real).length);
    const asked = Promise.allSettled(calls(bounded).map(async (call) => await call()));
    await until(() => clock.timers() === calls(real).length);
    clock.advance(CRYPTO_MS);
    for (const each of await asked)
      expect(each).toMatchObject({ status: 'rejected', reason: { name: 'StorageError', code: 'timeout' } });
  });

  test('that answers works as it is, and leaves no timer', async () => {
    const clock = createVirtualClock();
    const bounded = boundedCrypto(real, clock);
    const key = await bounded.newSubjectKey();
    const bound = new Uint8Array([1]);
    const box = await bounded.seal(key, new Uint8Array([7]), bound);
    expect(await bounded.open(key, box, bound)).toEqual(new Uint8Array([7]));
    expect(clock.timers()).toBe(0);
  });

  test('is given its time again where the page was frozen meanwhile', async () => {
    const clock = createVirtualClock();
    let answer: (key: CryptoKey) => void = () => undefined;
    const newSubjectKey = () =>
      new Promise<CryptoKey>((resolve) => {
        answer = resolve;
      });
    const asked = boundedCrypto({ ...real, newSubjectKey }, clock).newSubjectKey();
    // The page wakes: the first timer is long due, and comes before the answer does.
    clock.advance(CRYPTO_MS / 2);
    const key = await real.newSubjectKey();
    answer(key);
    expect(await asked).toBe(key);
  });
});
