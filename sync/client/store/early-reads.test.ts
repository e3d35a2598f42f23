import { afterEach, describe, expect, test, vi } from 'vitest';
import { StorageError } from '../base/storage-error.ts';
import { createProfile, hangOpening, keyRange } from '../testing/faulty-indexeddb.ts';
import { draftRow } from '../testing/sample-rows.ts';
import { until } from '../testing/until.ts';
import { createVirtualClock } from '../testing/virtual-clock.ts';
import { createDexieStore } from './dexie-store.ts';
import { createEarlyReads, EARLY_READ_MS } from './early-reads.ts';
import { createLateStore } from './late-store.ts';
import { createMemoryStore } from './memory-store.ts';
import { READER } from './rows.ts';
import type { Store } from './store.ts';

afterEach(() => vi.restoreAllMocks());

const name = 'v:meadow:store';
const idsIn = (store: Pick<Store, 'read'>) =>
  store.read(['drafts'], async (transaction) => (await transaction.all('drafts')).map((row) => row.draftId));

async function profileWithDraft() {
  const profile = createProfile();
  const store = profile.connect();
  await store.write(['drafts'], (transaction) => transaction.put('drafts', draftRow('a')));
  await store.close();
  return profile;
}
const readsOf = (indexedDB: IDBFactory | undefined, clock = createVirtualClock()) =>
  createEarlyReads({ name, clock, indexedDB });
const draftsOf = (reads: ReturnType<typeof readsOf>) =>
  reads.read(['drafts', 'keys'], async (transaction) => ({
    one: await transaction.get('drafts', 'a'),
    all: await transaction.all('drafts'),
    by: await transaction.by('drafts', 'subjectId', 'subject-1'),
    none: await transaction.get('keys', 'subject:b'),
  }));

describe('early reads', () => {
  test('give what the store has written - get, all and by index', async () => {
    const { indexedDB } = await profileWithDraft();
    const row = draftRow('a');
    expect(await draftsOf(readsOf(indexedDB))).toEqual({
      value: { one: row, all: [row], by: [row], none: undefined },
    });
  });

  test('make no database: an empty one would pass for one that was evicted', async () => {
    const { indexedDB } = createProfile();
    expect(await draftsOf(readsOf(indexedDB))).toBeUndefined();
    expect(await indexedDB.databases()).toEqual([]);
    expect(await draftsOf(readsOf(undefined))).toBeUndefined();
  });

  test('leave alone what a newer version wrote', async () => {
    const profile = await profileWithDraft();
    const newer = profile.connect();
    await newer.write(['meta'], (transaction) =>
      transaction.put('meta', { key: 'schema', value: READER + 1 }),
    );
    await newer.close();
    expect(await draftsOf(readsOf(profile.indexedDB))).toBeUndefined();
  });

  test('answer nothing where opening never ends, and are not waited for again', async () => {
    const { indexedDB } = await profileWithDraft();
    hangOpening(indexedDB);
    const clock = createVirtualClock();
    const reads = readsOf(indexedDB, clock);
    const first = draftsOf(reads);
    await until(() => clock.timers() > 0);
    clock.advance(EARLY_READ_MS);
    expect(await first).toBeUndefined();
    expect(await draftsOf(reads)).toBeUndefined();
  });

  test('let go where another tab deletes or upgrades the database', async () => {
    const { indexedDB } = await profileWithDraft();
    const reads = readsOf(indexedDB);
    expect(await draftsOf(reads)).toBeDefined();
    await new Promise<void>((resolve, reject) => {
      const request = indexedDB.deleteDatabase(name);
      request.onsuccess = () => resolve();
      request.onblocked = () => reject(new Error('It was held open'));
    });
  });
});

describe('a store that comes late', () => {
  test('answers reads before it is open, and by itself from then on', async () => {
    const { indexedDB } = await profileWithDraft();
    let letOpen: (store: Store) => void = () => undefined;
    const opened = new Promise<Store>((resolve) => {
      letOpen = resolve;
    });
    const late = createLateStore(() => opened, readsOf(indexedDB));
    expect(await idsIn(late)).toEqual(['a']);
    const written = late.write(['drafts'], (transaction) => transaction.put('drafts', draftRow('b')));
    expect(await idsIn(late)).toEqual(['a']);
    letOpen(createDexieStore({ name, clock: createVirtualClock(), indexedDB, IDBKeyRange: keyRange }));
    await written;
    expect(await idsIn(late)).toEqual(['a', 'b']);
    await late.close();
    await expect(idsIn(late)).rejects.toEqual(new StorageError('closed'));
  });

  test('is tried again where it could not be opened: what is written then is kept', async () => {
    let tries = 0;
    const kept = createMemoryStore();
    const late = createLateStore(async () => {
      tries += 1;
      if (tries === 1) throw new TypeError('Failed to fetch dynamically imported module');
      return kept;
    });
    const save = () => late.write(['drafts'], (transaction) => transaction.put('drafts', draftRow('a')));
    await expect(save()).rejects.toThrow('Failed to fetch');
    await save();
    expect(await idsIn(kept)).toEqual(['a']);
  });
});
