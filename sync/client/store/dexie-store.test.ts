import { IDBDatabase as FDBDatabase } from 'fake-indexeddb';
import { afterEach, describe, expect, test, vi } from 'vitest';
import { StorageError } from '../base/storage-error.ts';
import {
  abortAfterPutInto,
  createProfile,
  hangingConnections,
  hangOpening,
  lostConnections,
} from '../testing/faulty-indexeddb.ts';
import { until } from '../testing/until.ts';
import { createVirtualClock, type VirtualClock } from '../testing/virtual-clock.ts';
import { createDexieStore, STORE_DEADLINE_MS } from './dexie-store.ts';
import { READER } from './rows.ts';

afterEach(() => {
  vi.restoreAllMocks();
});

const mark = { key: 'm', value: 1 };

/** What the attempt fails with, letting every deadline pass that it sets. */
async function pastDeadlines(clock: VirtualClock, attempt: Promise<unknown>): Promise<unknown> {
  let over = false;
  const failure = attempt
    .then(
      () => undefined,
      (error: unknown) => error,
    )
    .finally(() => {
      over = true;
    });
  await until(() => {
    if (clock.timers() > 0) clock.advance(STORE_DEADLINE_MS);
    return over;
  });
  return await failure;
}

describe('Dexie store', () => {
  test('failure-01: runs the whole transaction again on a new connection - when Safari has lost the old one', async () => {
    const fault = lostConnections();
    const store = createProfile().connect();
    await store.write(['meta'], (transaction) => transaction.put('meta', mark));
    fault.begin('open');
    let runs = 0;
    await store.write(['meta'], async (transaction) => {
      runs += 1;
      await transaction.put('meta', { key: 'n', value: 2 });
    });
    expect(runs).toBe(1);
    expect(await store.read(['meta'], (transaction) => transaction.get('meta', 'n'))).toEqual({
      key: 'n',
      value: 2,
    });
    expect(await store.read(['meta'], (transaction) => transaction.get('meta', 'm'))).toEqual(mark);
  });

  test('failure-01: reports `closed` and promises nothing - when the new connection is lost as well', async () => {
    const fault = lostConnections();
    const profile = createProfile();
    const store = profile.connect();
    await store.write(['meta'], (transaction) => transaction.put('meta', mark));
    fault.begin('all');
    const attempt = store.write(['meta'], (transaction) => transaction.put('meta', { key: 'n', value: 2 }));
    await expect(attempt).rejects.toMatchObject({ name: 'StorageError', code: 'closed' });
    vi.restoreAllMocks();
    expect(
      await profile.connect().read(['meta'], (transaction) => transaction.get('meta', 'n')),
    ).toBeUndefined();
  });

  test('failure-03: goes on by itself - after the browser has closed the database under a living page', async () => {
    const { indexedDB, connect } = createProfile();
    const opened: IDBDatabase[] = [];
    const open = indexedDB.open.bind(indexedDB);
    vi.spyOn(indexedDB, 'open').mockImplementation((...rest) => {
      const request = open(...rest);
      request.addEventListener('success', () => opened.push(request.result));
      return request;
    });
    const store = connect();
    await store.write(['meta'], (transaction) => transaction.put('meta', mark));
    for (const database of opened) database.close();
    expect(await store.read(['meta'], (transaction) => transaction.get('meta', 'm'))).toEqual(mark);
  });

  test('failure-04: gives up a transaction that never settles and does it again - after the deadline', async () => {
    const clock = createVirtualClock();
    const fault = hangingConnections();
    const { connect } = createProfile();
    const store = connect(clock);
    await store.write(['meta'], (transaction) => transaction.put('meta', mark));
    fault.begin('open');
    const attempt = store.write(['meta'], (transaction) => transaction.put('meta', { key: 'n', value: 2 }));
    await until(() => clock.timers() === 1, 'the deadline to be set');
    clock.advance(STORE_DEADLINE_MS);
    await attempt;
    expect(await store.read(['meta'], (transaction) => transaction.get('meta', 'n'))).toEqual({
      key: 'n',
      value: 2,
    });
  });

  test('failure-06: reports `timeout` - when no transaction settles any more', async () => {
    const clock = createVirtualClock();
    const fault = hangingConnections();
    const store = createProfile().connect(clock);
    await store.write(['meta'], (transaction) => transaction.put('meta', mark));
    fault.begin('all');
    const attempt = store.write(['meta'], (transaction) => transaction.put('meta', mark));
    const failure = await pastDeadlines(clock, attempt);
    expect(failure).toMatchObject({ code: 'timeout' });
  });

  test('failure-07: asks for strict durability on every writing transaction', async () => {
    const begin = vi.spyOn(FDBDatabase.prototype, 'transaction');
    const store = createProfile().connect();
    await store.write(['drafts', 'outbox'], (transaction) => transaction.delete('drafts', 'none'));
    const writing = begin.mock.calls.filter(([, mode]) => mode === 'readwrite');
    expect(writing.length).toBeGreaterThan(0);
    for (const call of writing) expect(call.at(2)).toEqual({ durability: 'strict' });
  });

  test('failure-08: reports `quota` and keeps what was there - when the disk is full', async () => {
    const store = createProfile().connect();
    await store.write(['meta'], (transaction) => transaction.put('meta', mark));
    abortAfterPutInto('meta', 'QuotaExceededError');
    const attempt = store.write(['meta'], (transaction) =>
      transaction.put('meta', { key: 'm', value: 'new' }),
    );
    await expect(attempt).rejects.toMatchObject({ code: 'quota' });
    vi.restoreAllMocks();
    expect(await store.read(['meta'], (transaction) => transaction.get('meta', 'm'))).toEqual(mark);
  });

  test('failure-16: touches nothing - when a newer version of the software wrote the store', async () => {
    const { connect } = createProfile();
    const newer = connect();
    await newer.write(['meta'], (transaction) =>
      transaction.put('meta', { key: 'schema', value: READER + 1 }),
    );
    await newer.close();
    const older = connect();
    const attempt = older.write(['meta'], (transaction) => transaction.put('meta', mark));
    await expect(attempt).rejects.toMatchObject({ code: 'newer-version' });
  });

  test("failure-17, R30: stands aside for another tab's upgrade, and then judges the version again", async () => {
    const { indexedDB, connect } = createProfile();
    const store = connect();
    await store.write(['meta'], (transaction) => transaction.put('meta', mark));
    const upgraded = await new Promise<IDBDatabase>((resolve, reject) => {
      // Later than any of ours: Dexie's version 4 is 40 in IndexedDB.
      const request = indexedDB.open('v:meadow:store', 90);
      request.addEventListener('error', () => reject(request.error ?? new Error('It was refused.')));
      request.addEventListener('blocked', () => reject(new Error('The older tab kept the database.')));
      request.addEventListener('success', () => resolve(request.result));
    });
    upgraded.close();
    expect(await store.read(['meta'], (transaction) => transaction.get('meta', 'm'))).toEqual(mark);
  });

  test('failure-17: reports `timeout` within the deadline - when opening never ends', async () => {
    const clock = createVirtualClock();
    const { indexedDB, connect } = createProfile();
    hangOpening(indexedDB);
    const attempt = connect(clock).read(['meta'], (transaction) => transaction.get('meta', 'm'));
    const failure = await pastDeadlines(clock, attempt);
    expect(failure).toMatchObject({ code: 'timeout' });
  });

  test('failure-25: goes on - after the back/forward cache had the connections closed', async () => {
    const store = createProfile().connect();
    await store.write(['meta'], (transaction) => transaction.put('meta', mark));
    await store.close();
    expect(await store.read(['meta'], (transaction) => transaction.get('meta', 'm'))).toEqual(mark);
  });

  test('runs a transaction again - when it is aborted at its commit without a reason', async () => {
    const store = createProfile().connect();
    await store.write(['meta'], (transaction) => transaction.put('meta', mark));
    abortAfterPutInto('meta', 'AbortError', 1);
    await store.write(['meta'], (transaction) => transaction.put('meta', { key: 'm', value: 2 }));
    expect(await store.read(['meta'], (transaction) => transaction.get('meta', 'm'))).toEqual({
      key: 'm',
      value: 2,
    });
  });

  test('reports `no-indexeddb` - where the browser has none', async () => {
    const store = createDexieStore({
      name: 'v:meadow:store',
      clock: createVirtualClock(),
      indexedDB: undefined,
      IDBKeyRange: undefined,
    });
    await expect(store.read(['meta'], (transaction) => transaction.all('meta'))).rejects.toBeInstanceOf(
      StorageError,
    );
  });

  test('keeps vendors apart by the names of their databases (G7)', async () => {
    const { connect } = createProfile();
    const clock = createVirtualClock();
    await connect(clock, 'v:meadow:store').write(['meta'], (transaction) => transaction.put('meta', mark));
    expect(
      await connect(clock, 'v:willow:store').read(['meta'], (transaction) => transaction.get('meta', 'm')),
    ).toBeUndefined();
  });
});
