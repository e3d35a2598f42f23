import { describe, expect, test } from 'vitest';
import type { Store } from '../ports.ts';
import { createProfile } from '../testing/faulty-indexeddb.ts';
import { createMemoryStore } from './memory-store.ts';
import type { DraftRow } from './rows.ts';

const row = (draftId: string, rev = 1, subjectId = 'subject-1'): DraftRow => ({
  draftId,
  subjectId,
  session: 'session-1',
  questionnaireSlug: 'mood',
  formHash: 'f',
  owner: 'own',
  updatedAt: '2026-11-20T09:00:00.000Z',
  rev,
  writer: 'w',
  box: { keyId: 'k', iv: new Uint8Array([1]), bytes: new Uint8Array([2, 3]) },
});

const stores: readonly [string, () => Store][] = [
  ['IndexedDB', () => createProfile().connect()],
  ['memory', () => createMemoryStore()],
];

describe.each(stores)('store contract (promise 1) - %s', (_name, create) => {
  test('gives back what was put - get, all and by index', async () => {
    const store = create();
    await store.write(['drafts'], async (transaction) => {
      await transaction.put('drafts', row('a'));
      await transaction.put('drafts', row('b', 1, 'subject-2'));
    });
    const found = await store.read(['drafts'], async (transaction) => ({
      one: await transaction.get('drafts', 'a'),
      none: await transaction.get('drafts', 'c'),
      all: (await transaction.all('drafts')).length,
      ofSubject: (await transaction.by('drafts', 'subjectId', 'subject-2')).map((each) => each.draftId),
    }));
    expect(found).toEqual({ one: row('a'), none: undefined, all: 2, ofSubject: ['b'] });
    await store.close();
  });

  test('keeps nothing of a transaction - when its work throws', async () => {
    const store = create();
    await store.write(['drafts'], (transaction) => transaction.put('drafts', row('a')));
    const failure = new Error('stop here');
    const attempt = store.write(['drafts', 'meta'], async (transaction) => {
      await transaction.put('drafts', row('b'));
      await transaction.delete('drafts', 'a');
      await transaction.put('meta', { key: 'm', value: 1 });
      throw failure;
    });
    await expect(attempt).rejects.toBe(failure);
    const left = await store.read(['drafts', 'meta'], async (transaction) => ({
      drafts: (await transaction.all('drafts')).map((each) => each.draftId),
      meta: await transaction.get('meta', 'm'),
    }));
    expect(left).toEqual({ drafts: ['a'], meta: undefined });
    await store.close();
  });

  test('runs writes one after the other - when many count the same row up', async () => {
    const store = create();
    const countUp = () =>
      store.write(['meta'], async (transaction) => {
        const found = (await transaction.get('meta', 'n'))?.value;
        await transaction.put('meta', { key: 'n', value: (typeof found === 'number' ? found : 0) + 1 });
      });
    await Promise.all(Array.from({ length: 20 }, countUp));
    expect(await store.read(['meta'], (transaction) => transaction.get('meta', 'n'))).toEqual({
      key: 'n',
      value: 20,
    });
    await store.close();
  });

  test('refuses a table that the transaction does not cover', async () => {
    const store = create();
    await expect(
      store.write(['drafts'], (transaction) => transaction.put('meta', { key: 'm', value: 1 })),
    ).rejects.toThrow(/./);
    await store.close();
  });

  test('keeps a non-extractable key that still works', async () => {
    const store = create();
    const key = await crypto.subtle.generateKey({ name: 'AES-GCM', length: 256 }, false, [
      'encrypt',
      'decrypt',
    ]);
    await store.write(['keys'], (transaction) =>
      transaction.put('keys', { id: 'x', keyId: 'x', key, at: 0 }),
    );
    const found = await store.read(['keys'], (transaction) => transaction.get('keys', 'x'));
    expect(found?.key.extractable).toBe(false);
    await store.close();
  });
});
