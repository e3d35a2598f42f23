import { afterEach, describe, expect, test, vi } from 'vitest';
import { createWebCrypto } from '../keys/web-crypto.ts';
import { abortAfterPutInto, createProfile, hangOpening, onPutInto } from '../testing/faulty-indexeddb.ts';
import { random } from '../testing/phone.ts';
import { until } from '../testing/until.ts';
import { createVirtualClock } from '../testing/virtual-clock.ts';
import { createDexieStore, STORE_DEADLINE_MS } from './dexie-store.ts';
import { markUse } from './mark-use.ts';
import { createMemoryStore } from './memory-store.ts';
import { openStore } from './open-store.ts';
import { READER } from './rows.ts';
import type { Marker, StorageQuota } from './store.ts';

afterEach(() => {
  vi.restoreAllMocks();
});

const quota: StorageQuota = {
  persisted: async () => false,
  persist: async () => true,
  estimate: async () => ({ usageBytes: 10, quotaBytes: 1000 }),
};

function createMarker(value?: 'used' | 'empty'): Marker {
  let kept = value;
  return {
    read: async () => kept,
    write: async (next) => {
      kept = next;
    },
  };
}

function start(profile = createProfile(), marker = createMarker(), clock = createVirtualClock()) {
  return openStore({
    connect: () => profile.connect(clock),
    crypto: createWebCrypto(globalThis.crypto),
    random,
    clock,
    marker,
    quota,
  });
}

describe('start-up probe', () => {
  test('promises to keep data, and leaves nothing of itself behind - in a browser that keeps keys and rows', async () => {
    const { store, report } = await start();
    expect(report).toEqual({
      mode: 'durable',
      persisted: false,
      usageBytes: 10,
      quotaBytes: 1000,
      evicted: false,
    });
    const left = await store.read(['keys', 'meta'], async (transaction) => ({
      keys: await transaction.all('keys'),
      meta: (await transaction.all('meta')).map((row) => row.key),
    }));
    expect(left).toEqual({ keys: [], meta: ['canary', 'schema'] });
  });

  test('failure-14: says `no-indexeddb` and works in memory - where there is no IndexedDB', async () => {
    const clock = createVirtualClock();
    const connect = () =>
      createDexieStore({ name: 'v', clock, indexedDB: undefined, IDBKeyRange: undefined });
    const crypto = createWebCrypto(globalThis.crypto);
    const { store, report } = await openStore({
      connect,
      crypto,
      random,
      clock,
      marker: createMarker(),
      quota,
    });
    expect(report).toMatchObject({ mode: 'memory', reason: 'no-indexeddb', evicted: false });
    await store.write(['meta'], (transaction) => transaction.put('meta', { key: 'm', value: 1 }));
    expect(await store.read(['meta'], (transaction) => transaction.get('meta', 'm'))).toEqual({
      key: 'm',
      value: 1,
    });
  });

  test('failure-15: says `keys-not-kept` - where a CryptoKey cannot be cloned', async () => {
    onPutInto('keys', () => {
      throw new DOMException('The object could not be cloned.', 'DataCloneError');
    });
    expect((await start()).report).toMatchObject({ mode: 'memory', reason: 'keys-not-kept' });
  });

  test('failure-15: says `keys-not-kept` - where a key reads back as null', async () => {
    onPutInto('keys', (row) => ({ ...Object(row), key: null }));
    expect((await start()).report).toMatchObject({ mode: 'memory', reason: 'keys-not-kept' });
  });

  test('failure-15: says `keys-not-kept` - where a key reads back as something that cannot decrypt', async () => {
    const other = await crypto.subtle.generateKey({ name: 'AES-GCM', length: 256 }, false, [
      'encrypt',
      'decrypt',
    ]);
    onPutInto('keys', (row) => ({ ...Object(row), key: other }));
    expect((await start()).report).toMatchObject({ mode: 'memory', reason: 'keys-not-kept' });
  });

  test('says `data-not-kept` - where a row is gone when the database is reopened', async () => {
    const clock = createVirtualClock();
    const connect = () => createMemoryStore();
    const crypto = createWebCrypto(globalThis.crypto);
    const { report } = await openStore({ connect, crypto, random, clock, marker: createMarker(), quota });
    expect(report).toMatchObject({ mode: 'memory', reason: 'data-not-kept' });
  });

  test('failure-08: says `quota` - where there is no room for a row', async () => {
    abortAfterPutInto('keys', 'QuotaExceededError');
    expect((await start()).report).toMatchObject({ mode: 'memory', reason: 'quota' });
  });

  test('failure-16: says `newer-version` - where a newer version has written the store', async () => {
    const profile = createProfile();
    const newer = profile.connect();
    await newer.write(['meta'], (transaction) =>
      transaction.put('meta', { key: 'schema', value: READER + 1 }),
    );
    await newer.close();
    expect((await start(profile)).report).toMatchObject({ mode: 'memory', reason: 'newer-version' });
  });

  test('failure-17: says `blocked` - where opening never ends', async () => {
    const profile = createProfile();
    hangOpening(profile.indexedDB);
    const clock = createVirtualClock();
    const started = start(profile, createMarker(), clock);
    let over = false;
    void started.finally(() => {
      over = true;
    });
    await until(() => {
      if (clock.timers() > 0) clock.advance(STORE_DEADLINE_MS);
      return over;
    });
    expect((await started).report).toMatchObject({ mode: 'memory', reason: 'blocked' });
  });

  test('failure-13: notices an eviction once - when the mark says there was data and the store is new', async () => {
    const profile = createProfile();
    const marker = createMarker('used');
    expect((await start(profile, marker)).report.evicted).toBe(true);
    expect((await start(profile, marker)).report.evicted).toBe(false);
  });

  test('failure-13: alarms nobody - when the store that is gone had nothing in it', async () => {
    expect((await start(createProfile(), createMarker('empty'))).report.evicted).toBe(false);
    expect((await start(createProfile(), createMarker())).report.evicted).toBe(false);
  });

  test('marks the store as used while a draft is in it, and as empty afterwards', async () => {
    const { store } = await start();
    const marker = createMarker();
    await markUse(store, marker);
    expect(await marker.read()).toBe('empty');
    const box = { keyId: 'k', iv: new Uint8Array(), bytes: new Uint8Array() };
    const about = {
      questionnaireSlug: 's',
      formHash: 'f',
      owner: 'own',
      updatedAt: '',
      rev: 1,
      writer: 'w',
      box,
    } as const;
    await store.write(['drafts'], (transaction) =>
      transaction.put('drafts', { draftId: 'd', subjectId: 's', session: 's', ...about }),
    );
    await markUse(store, marker);
    expect(await marker.read()).toBe('used');
    await store.write(['drafts'], (transaction) => transaction.delete('drafts', 'd'));
    await markUse(store, marker);
    expect(await marker.read()).toBe('empty');
  });
});
