/** What every store promises, as tests: over IndexedDB, memory, files, and whatever a host puts around one of them. */
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { clearTable, putAll } from '../store/many-rows.ts';
import { primaryKeys, tableNames } from '../store/rows.ts';
import type { Store } from '../store/store.ts';
import { bytesOf, draftRow, sampleRows } from './sample-rows.ts';
import type { StorePlace } from './store-places.ts';

const newKey = (extractable: boolean) =>
  crypto.subtle.generateKey({ name: 'AES-GCM', length: 256 }, extractable, ['encrypt', 'decrypt']);

async function stillOpens(key: CryptoKey | undefined, other: CryptoKey): Promise<boolean> {
  if (key === undefined) return false;
  const aes = { name: 'AES-GCM', iv: bytesOf(12) };
  const box = await crypto.subtle.encrypt(aes, other, bytesOf(9));
  return new Uint8Array(await crypto.subtle.decrypt(aes, key, box)).length === 9;
}

interface OpenedStore {
  readonly store: Store;
  readonly keysExtractable: boolean;
  /** Closes the store and reopens it, where that makes sense. */
  reopen(): Promise<void>;
}

const idsOfDrafts = (store: Store) =>
  store.read(['drafts'], async (transaction) =>
    (await transaction.all('drafts')).map((each) => each.draftId).toSorted(),
  );

function describeRows(opened: OpenedStore): void {
  test('gives back what was put - get, all and by index', async () => {
    await opened.store.write(['drafts'], async (transaction) => {
      await transaction.put('drafts', draftRow('a'));
      await transaction.put('drafts', draftRow('b', 1, 'subject-2'));
    });
    const found = await opened.store.read(['drafts'], async (transaction) => ({
      one: await transaction.get('drafts', 'a'),
      none: await transaction.get('drafts', 'c'),
      all: (await transaction.all('drafts')).length,
      ofSubject: (await transaction.by('drafts', 'subjectId', 'subject-2')).map((each) => each.draftId),
      ofNobody: await transaction.by('drafts', 'subjectId', 'subject-3'),
    }));
    expect(found).toEqual({
      one: draftRow('a'),
      none: undefined,
      all: 2,
      ofSubject: ['b'],
      ofNobody: [],
    });
  });

  test.each(tableNames)('keeps a row of %s to the last byte - after a restart too', async (table) => {
    const rows = sampleRows(await newKey(opened.keysExtractable));
    await opened.store.write([table], (transaction) => transaction.put(table, rows[table]));
    await opened.reopen();
    const key = String(Reflect.get(rows[table], primaryKeys[table]));
    const found = await opened.store.read([table], async (transaction) => ({
      one: await transaction.get(table, key),
      all: (await transaction.all(table)).filter((each) => Reflect.get(each, primaryKeys[table]) === key),
    }));
    const { key: _found, ...one } = { key: undefined, ...found.one };
    const { key: _put, ...expected } = { key: undefined, ...rows[table] };
    expect(one).toEqual(expected);
    expect(found.all).toHaveLength(1);
  });

  test('keeps a key that still works and cannot be exported', async () => {
    const key = await newKey(opened.keysExtractable);
    await opened.store.write(['keys'], (transaction) =>
      transaction.put('keys', { id: 'x', keyId: 'x', key, at: 0 }),
    );
    await opened.reopen();
    const found = await opened.store.read(['keys'], (transaction) => transaction.get('keys', 'x'));
    expect(found?.key?.extractable).toBe(false);
    expect(await stillOpens(found?.key, key)).toBe(true);
  });

  test('puts many rows at once, in the place of those with their keys, and clears a table alone', async () => {
    const { store } = opened;
    await store.write(['drafts', 'meta'], async (transaction) => {
      await transaction.put('meta', { key: 'x', value: 1 });
      await transaction.put('drafts', draftRow('a'));
      await putAll(transaction, 'drafts', [draftRow('a', 7), draftRow('b')]);
    });
    const revs = () =>
      store.read(['drafts'], async (transaction) =>
        (await transaction.all('drafts')).map(({ draftId, rev }) => `${draftId} ${rev}`).toSorted(),
      );
    expect(await revs()).toEqual(['a 7', `b ${draftRow('b').rev}`]);
    const undone = store.write(['drafts', 'meta'], async (transaction) => {
      await clearTable(transaction, 'drafts');
      throw new Error('undone');
    });
    await expect(undone).rejects.toThrow('undone');
    expect(await revs()).toHaveLength(2);
    await store.write(['drafts', 'meta'], (transaction) => clearTable(transaction, 'drafts'));
    expect(await revs()).toEqual([]);
    expect(await store.read(['meta'], (transaction) => transaction.get('meta', 'x'))).toBeDefined();
  });

  test('holds ten thousand rows', async () => {
    const names = Array.from({ length: 10_000 }, (_, index) => `d${index}`);
    await opened.store.write(['drafts'], async (transaction) => {
      for (const [index, name] of names.entries())
        await transaction.put('drafts', draftRow(name, index, `subject-${index % 100}`));
    });
    await opened.store.write(['drafts'], async (transaction) => {
      for (const name of names.slice(0, 100)) await transaction.delete('drafts', name);
    });
    await opened.reopen();
    const found = await opened.store.read(['drafts'], async (transaction) => ({
      all: (await transaction.all('drafts')).length,
      one: (await transaction.get('drafts', 'd9999'))?.rev,
      gone: await transaction.get('drafts', 'd99'),
      ofSubject: (await transaction.by('drafts', 'subjectId', 'subject-7')).length,
    }));
    expect(found).toEqual({ all: 9_900, one: 9_999, gone: undefined, ofSubject: 99 });
  });
}

function describeTransactions(opened: OpenedStore): void {
  test('gives back what was put within the same transaction, and nothing that it deleted', async () => {
    await opened.store.write(['drafts'], (transaction) => transaction.put('drafts', draftRow('a')));
    const seen = await opened.store.write(['drafts'], async (transaction) => {
      await transaction.put('drafts', draftRow('b', 2, 'subject-1', 5_000));
      await transaction.delete('drafts', 'a');
      return {
        a: await transaction.get('drafts', 'a'),
        b: await transaction.get('drafts', 'b'),
        by: (await transaction.by('drafts', 'subjectId', 'subject-1')).map((each) => each.draftId),
      };
    });
    expect(seen).toEqual({ a: undefined, b: draftRow('b', 2, 'subject-1', 5_000), by: ['b'] });
    await opened.reopen();
    expect(await idsOfDrafts(opened.store)).toEqual(['b']);
  });

  test('keeps nothing of a transaction - when its work throws', async () => {
    await opened.store.write(['drafts'], (transaction) => transaction.put('drafts', draftRow('a')));
    const failure = new Error('stop here');
    const attempt = opened.store.write(['drafts', 'meta', 'blobBodies'], async (transaction) => {
      await transaction.put('drafts', draftRow('b'));
      await transaction.delete('drafts', 'a');
      await transaction.put('meta', { key: 'm', value: 1 });
      await transaction.put('blobBodies', { sha256: 'x', bytes: bytesOf(5_000) });
      throw failure;
    });
    await expect(attempt).rejects.toBe(failure);
    await opened.reopen();
    const left = await opened.store.read(['drafts', 'meta', 'blobBodies'], async (transaction) => ({
      drafts: (await transaction.all('drafts')).map((each) => each.draftId),
      meta: await transaction.get('meta', 'm'),
      bodies: await transaction.all('blobBodies'),
    }));
    expect(left).toEqual({ drafts: ['a'], meta: undefined, bodies: [] });
  });

  test('runs writes one after the other - when many count the same row up', async () => {
    const countUp = () =>
      opened.store.write(['meta'], async (transaction) => {
        const found = (await transaction.get('meta', 'n'))?.value;
        await transaction.put('meta', { key: 'n', value: (typeof found === 'number' ? found : 0) + 1 });
      });
    await Promise.all(Array.from({ length: 20 }, countUp));
    expect(await opened.store.read(['meta'], (transaction) => transaction.get('meta', 'n'))).toEqual({
      key: 'n',
      value: 20,
    });
  });

  test('shows a read all of a transaction or nothing - while writes are under way', async () => {
    const write = (value: number) =>
      opened.store.write(['drafts', 'meta'], async (transaction) => {
        await transaction.put('meta', { key: 'n', value });
        await transaction.put('drafts', draftRow('a', value, 'subject-1', 3_000));
      });
    const read = () =>
      opened.store.read(['drafts', 'meta'], async (transaction) => {
        const draft = await transaction.get('drafts', 'a');
        return [(await transaction.get('meta', 'n'))?.value, draft?.rev];
      });
    await write(0);
    const under = Array.from({ length: 10 }, (_, index) => [write(index + 1), read()] as const);
    const seen = await Promise.all(under.map(([, reading]) => reading));
    await Promise.all(under.map(([writing]) => writing));
    expect(seen).toHaveLength(10);
    for (const [meta, draft] of seen) expect(meta).toBe(draft);
    expect(await read()).toEqual([10, 10]);
  });

  test('comes to the same end - when a transaction is run twice', async () => {
    const work = () =>
      opened.store.write(['drafts', 'blobBodies'], async (transaction) => {
        await transaction.put('drafts', draftRow('a', 1, 'subject-1', 4_000));
        await transaction.put('blobBodies', { sha256: 'x', bytes: bytesOf(4_000) });
        await transaction.delete('drafts', 'b');
      });
    await work();
    await work();
    await opened.reopen();
    const found = await opened.store.read(['drafts', 'blobBodies'], async (transaction) => ({
      drafts: await transaction.all('drafts'),
      bodies: await transaction.all('blobBodies'),
    }));
    expect(found.drafts).toEqual([draftRow('a', 1, 'subject-1', 4_000)]);
    expect(found.bodies).toEqual([{ sha256: 'x', bytes: bytesOf(4_000) }]);
  });

  test('refuses a table that the transaction does not cover', async () => {
    await expect(
      opened.store.write(['drafts'], (transaction) => transaction.put('meta', { key: 'm', value: 1 })),
    ).rejects.toThrow(/./);
  });
}

/** @param places each by its name, with what opens it */
export function describeStores(places: readonly (readonly [string, () => Promise<StorePlace>])[]): void {
  describe.each(places)('store contract (promise 1) - %s', (_name, open) => {
    let place: StorePlace;
    let store: Store;
    beforeEach(async () => {
      place = await open();
      store = place.connect();
    });
    afterEach(async () => {
      await store.close();
      await place.remove();
    });
    const opened: OpenedStore = {
      get store() {
        return store;
      },
      get keysExtractable() {
        return place.keysExtractable;
      },
      async reopen() {
        if (place.forgets) return;
        await store.close();
        store = place.connect();
      },
    };
    describeRows(opened);
    describeTransactions(opened);
  });
}
