import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { backoff, FIRST_BACKOFF_MS, MAX_BACKOFF_MS } from './base/backoff.ts';
import { base64url, bindingOf, fromBase64url, fromUtf8, hex, utf8 } from './base/bytes.ts';
import { uuidV4, uuidV7 } from './base/ids.ts';
import { StorageError, toStorageError } from './base/storage-error.ts';
import { captureTime, wallTime } from './outbox/captured-at.ts';
import { random } from './testing/phone.ts';
import { createVirtualClock } from './testing/virtual-clock.ts';
import { MAX_RETRY_AFTER_MS, retryAfter } from './wire/answers.ts';

describe('bytes', () => {
  test("base64url agrees with Node's, both ways", () => {
    fc.assert(
      fc.property(fc.uint8Array({ maxLength: 300 }), (bytes) => {
        const text = Buffer.from(bytes).toString('base64url');
        expect(base64url(bytes)).toBe(text);
        expect([...(fromBase64url(text) ?? [])]).toEqual([...bytes]);
        expect(hex(bytes)).toBe(Buffer.from(bytes).toString('hex'));
      }),
    );
  });
  test.each(['a', 'ab=', 'a+b/', 'é', 'abcde'])('base64url refuses %s', (text) => {
    expect(fromBase64url(text)).toBeUndefined();
  });
  test('a binding of other parts is another binding, wherever they are cut', () => {
    expect(fromUtf8(bindingOf('a', 'bc'))).not.toBe(fromUtf8(bindingOf('ab', 'c')));
    expect(fromUtf8(utf8('ñ ع'))).toBe('ñ ع');
  });
});

describe('ids', () => {
  test('are UUIDs of their version, and version 7 sorts by time', () => {
    const clock = createVirtualClock();
    expect(uuidV4(random)).toMatch(/^[0-9a-f]{8}-[0-9a-f]{4}-4[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/);
    const ids = Array.from({ length: 20 }, () => {
      clock.advance(1);
      return uuidV7(random, clock);
    });
    for (const id of ids)
      expect(id).toMatch(/^[0-9a-f]{8}-[0-9a-f]{4}-7[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/);
    expect(ids.toSorted()).toEqual(ids);
    expect(Number.parseInt((ids[0] ?? '').replace('-', '').slice(0, 12), 16)).toBe(
      Date.UTC(2026, 10, 20, 9) + 1,
    );
  });
});

describe('claimed time', () => {
  test.each([
    [60, '2026-11-20T10:00:00.000+01:00'],
    [0, '2026-11-20T09:00:00.000+00:00'],
    [-210, '2026-11-20T05:30:00.000-03:30'],
    [345, '2026-11-20T14:45:00.000+05:45'],
  ])('carries the offset of the device: %i minutes', (offset, wall) => {
    expect(wallTime({ now: () => Date.UTC(2026, 10, 20, 9), offsetMinutes: () => offset })).toBe(wall);
  });
  test('carries zone, monotonic clock and boot', () => {
    const clock = createVirtualClock();
    clock.advance(1500);
    expect(captureTime(clock)).toMatchObject({ tz: 'Europe/Madrid', mono: 1500, boot: clock.boot });
  });
});

describe('backoff', () => {
  test('doubles from one second to five minutes, with full jitter', () => {
    const most = { fraction: () => 1 };
    expect([1, 2, 3].map((attempts) => backoff(attempts, most))).toEqual(
      [1, 2, 4].map((n) => n * FIRST_BACKOFF_MS),
    );
    expect(backoff(1000, most)).toBe(MAX_BACKOFF_MS);
    expect(backoff(5, { fraction: () => 0 })).toBe(0);
  });
});

describe('Retry-After', () => {
  const now = Date.UTC(2026, 10, 20, 9);
  test.each([
    ['7', 7_000],
    ['Fri, 20 Nov 2026 09:01:00 GMT', 60_000],
    ['Fri, 20 Nov 2020 09:01:00 GMT', 0],
    ['99999999', MAX_RETRY_AFTER_MS],
    ['soon', undefined],
  ])('%s', (text, wait) => {
    expect(retryAfter(text, now)).toBe(wait);
  });
});

describe('storage errors', () => {
  test('take the innermost cause that is known', () => {
    const wrapped = Object.assign(new Error('Transaction aborted'), {
      name: 'AbortError',
      inner: new DOMException('', 'QuotaExceededError'),
    });
    expect(toStorageError(wrapped).code).toBe('quota');
    expect(toStorageError(new StorageError('absent')).code).toBe('absent');
    expect(toStorageError('what?').code).toBe('unknown');
  });
  test('say nothing but their code', () => {
    expect(new StorageError('quota', new Error('answer: 9')).message).toBe('storage: quota');
  });
});
