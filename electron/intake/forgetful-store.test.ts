import { afterEach, describe, expect, test } from 'vitest';
import { createMemoryStore } from '../../sync/client/store/memory-store.ts';
import { createFaultyDisk } from '../../sync/client/testing/faulty-disk.ts';
import { bytesOf, draftRow } from '../../sync/client/testing/sample-rows.ts';
import { describeStores } from '../../sync/client/testing/store-contract.ts';
import { fileStoreOn } from '../../sync/client/testing/store-places.ts';
import { createForgetfulStore, sealedKeyId } from './forgetful-store.ts';
import { createClearKeyCodec } from './testing/clear-key-codec.ts';

describeStores([
  [
    'files, with people’s keys in memory, closed and opened by one process',
    async () => {
      const disk = createFaultyDisk();
      const memory = createMemoryStore();
      const codec = createClearKeyCodec();
      return {
        connect: () => createForgetfulStore(fileStoreOn(disk, codec), memory),
        forgets: false,
        keysExtractable: true,
        remove: async () => undefined,
      };
    },
  ],
]);

const newKey = () =>
  crypto.subtle.generateKey({ name: 'AES-GCM', length: 256 }, false, ['encrypt', 'decrypt']);
const keyRow = async (subjectId: string, keyId: string) => ({
  id: `subject:${subjectId}`,
  keyId,
  key: await newKey(),
  sealedKey: bytesOf(120),
  at: 1,
});

describe('a forgetful store', () => {
  const disk = createFaultyDisk();
  const codec = createClearKeyCodec();
  const open = () => createForgetfulStore(fileStoreOn(disk, codec));
  const idsOfKeys = async (store: ReturnType<typeof open>) =>
    (await store.read(['keys'], (transaction) => transaction.all('keys'))).map(({ id }) => id).toSorted();
  afterEach(() => disk.failEach('rename', undefined));

  test('forgets keys, copies and forms with its process - and keeps what is sealed to the clinic, without the key', async () => {
    const store = open();
    const row = await keyRow('a', 'k1');
    await store.write(['keys', 'copies', 'definitions', 'drafts'], async (transaction) => {
      await transaction.put('keys', row);
      await transaction.put('keys', { id: 'alert:a', keyId: 'k0', key: row.key, at: 1 });
      await transaction.put('copies', { opId: 'o', subjectId: 'a', box: draftRow('d').box });
      await transaction.put('definitions', { formHash: 'f', definition: { text: 'Anything' } });
      await transaction.put('drafts', draftRow('d', 1, 'a'));
    });
    expect(await idsOfKeys(store)).toEqual(['alert:a', 'sealed:k1', 'subject:a']);
    await store.close();

    const next = open();
    expect(await idsOfKeys(next)).toEqual(['sealed:k1']);
    const left = await next.read(['keys', 'copies', 'definitions', 'drafts'], async (transaction) => ({
      sealed: await transaction.get('keys', sealedKeyId('k1')),
      copies: await transaction.all('copies'),
      definitions: await transaction.all('definitions'),
      drafts: await transaction.all('drafts'),
    }));
    expect(left).toMatchObject({ copies: [], definitions: [], drafts: [{ draftId: 'd' }] });
    expect(left.sealed).toEqual({ id: 'sealed:k1', keyId: 'k1', sealedKey: bytesOf(120), at: 1 });
    await next.write(['keys', 'drafts'], async (transaction) => {
      await transaction.delete('keys', 'sealed:k1');
      await transaction.delete('drafts', 'd');
    });
    await next.close();
  });

  test('deletes what is sealed to the clinic with its key, in one transaction', async () => {
    const store = open();
    const row = await keyRow('b', 'k2');
    await store.write(['keys'], (transaction) => transaction.put('keys', row));
    await store.write(['keys'], (transaction) => transaction.delete('keys', row.id));
    expect(await idsOfKeys(store)).toEqual([]);
    await store.close();
  });

  test('has no key whose sealed twin is not on the disk - when the disk refuses', async () => {
    const store = open();
    disk.failEach('rename', 'EIO');
    const row = await keyRow('c', 'k3');
    await expect(store.write(['keys'], (transaction) => transaction.put('keys', row))).rejects.toMatchObject({
      code: 'disk',
    });
    disk.failEach('rename', undefined);
    expect(await idsOfKeys(store)).toEqual([]);
    await store.close();
  });

  test('runs work again, from before its first run - when the disk has too many files open', async () => {
    const store = open();
    const row = await keyRow('e', 'k5');
    await store.read(['keys'], (transaction) => transaction.all('keys'));
    disk.failAt(disk.calls.length, 'EMFILE');
    const seen: boolean[] = [];
    await store.write(['keys'], async (transaction) => {
      seen.push((await transaction.get('keys', row.id)) !== undefined);
      await transaction.put('keys', row);
    });
    expect(seen).toEqual([false, false]);
    expect(await idsOfKeys(store)).toEqual(['sealed:k5', 'subject:e']);
    await store.write(['keys'], (transaction) => transaction.delete('keys', row.id));
    await store.close();
  });

  test('forgets a person while the disk refuses - and keeps for the clinic what the clinic needs', async () => {
    const store = open();
    await store.write(['keys'], async (transaction) => {
      await transaction.put('keys', await keyRow('d', 'k4'));
      await transaction.put('keys', await keyRow('other', 'k6'));
    });
    disk.failEach('rename', 'EIO');
    await store.forget('d');
    expect(await idsOfKeys(store)).toEqual(['sealed:k4', 'sealed:k6', 'subject:other']);
    await store.close();
  });
});
