import { afterEach, describe, expect, test, vi } from 'vitest';
import { openBlob } from '../../seal/blob.ts';
import { fromBase64url, utf8 } from '../base/bytes.ts';
import { createSubjectKeys } from '../keys/subject-keys.ts';
import { createWebCrypto } from '../keys/web-crypto.ts';
import { createMemoryStore } from '../store/memory-store.ts';
import type { Store } from '../store/store.ts';
import { abortAfterPutInto, createProfile } from '../testing/faulty-indexeddb.ts';
import { random } from '../testing/phone.ts';
import { operationWith } from '../testing/uploading.ts';
import { createVirtualClock } from '../testing/virtual-clock.ts';
import { deleteBlobsOfDraft, reopenUploads, requireBlobs, uploadsDone } from './blob-rows.ts';
import { createBlobs } from './blobs.ts';

afterEach(() => {
  vi.restoreAllMocks();
});

const CANARY = 'canary-photo-51c9';
const draftId = '10000000-0000-4000-8000-000000000001';
const subjectId = '30000000-0000-4000-8000-000000000001';
const photo = () => utf8(`${CANARY} `.repeat(10_000));
const file = { draftId, subjectId, contentType: 'image/jpeg', title: `${CANARY}.jpg` };

function open(store: Store = createMemoryStore('durable'), vendor = 'meadow') {
  const crypto = createWebCrypto(globalThis.crypto);
  const clock = createVirtualClock();
  const keys = createSubjectKeys({ store, crypto, random, clock });
  return { store, keys, blobs: createBlobs({ vendor, store, keys, crypto, clock }) };
}
const everything = (store: Store) =>
  store.read(['blobs', 'blobBodies', 'uploads'], async (transaction) => ({
    blobs: await transaction.all('blobs'),
    blobBodies: await transaction.all('blobBodies'),
    uploads: await transaction.all('uploads'),
  }));

describe('a photo that was picked', () => {
  test('is read back as it was, by a later run of the page too', async () => {
    const { store, blobs } = open();
    const bytes = photo();
    const { sha256, size } = await blobs.keep({ ...file, bytes });
    expect(size).toBe(bytes.length);
    const expected = { bytes, contentType: 'image/jpeg', title: file.title, size };
    expect(await blobs.read(sha256)).toEqual(expected);
    expect(await open(store).blobs.read(sha256)).toEqual(expected);
  });

  test('lies on the device without a word of it in clear, its title included', async () => {
    const { store, blobs } = open();
    await blobs.keep({ ...file, bytes: photo() });
    const rows = await everything(store);
    const bytes = [
      JSON.stringify(rows.blobs.map(({ box: _box, ...row }) => row)),
      ...rows.blobs.map(({ box }) => Buffer.from(box.bytes).toString('latin1')),
      ...rows.blobBodies.map((body) => Buffer.from(body.bytes).toString('latin1')),
    ].join();
    expect(bytes).not.toContain(CANARY);
    expect(bytes).not.toContain('image/jpeg');
  });

  test('has another name each time, so that two answers never share one', async () => {
    const { blobs } = open();
    const bytes = photo();
    const names = await Promise.all([1, 2].map(() => blobs.keep({ ...file, bytes })));
    expect(new Set(names.map(({ sha256 }) => sha256)).size).toBe(2);
  });

  test('is opened by nobody whose row was exchanged', async () => {
    const { store, blobs } = open();
    const mine = await blobs.keep({ ...file, bytes: photo() });
    const other = await blobs.keep({ ...file, draftId: draftId.replace(/1$/, '2'), bytes: utf8('other') });
    await store.write(['blobs'], async (transaction) => {
      const row = await transaction.get('blobs', mine.sha256);
      const theirs = await transaction.get('blobs', other.sha256);
      if (row && theirs) await transaction.put('blobs', { ...row, box: theirs.box });
    });
    expect(await blobs.read(mine.sha256)).toBeUndefined();
    expect(await open(store, 'another').blobs.read(other.sha256)).toBeUndefined();
  });

  test('is not there where it never was', async () => {
    expect(await open().blobs.read('a'.repeat(64))).toBeUndefined();
  });

  test.each(['blobs', 'blobBodies'])('is kept in full or not at all: no room for %s', async (table) => {
    const profile = createProfile();
    const { store, blobs } = open(profile.connect());
    await blobs.keep({ ...file, bytes: utf8('the first') });
    abortAfterPutInto(table, 'QuotaExceededError');
    await expect(blobs.keep({ ...file, bytes: photo() })).rejects.toMatchObject({ code: 'quota' });
    vi.restoreAllMocks();
    const rows = await everything(store);
    expect(rows.blobs).toHaveLength(1);
    expect(rows.blobBodies).toHaveLength(1);
    await blobs.keep({ ...file, bytes: photo() });
    expect((await everything(store)).blobs).toHaveLength(2);
    await store.close();
  });
});

describe('what a payload says of its photos', () => {
  test('opens what was sealed, in the order of the names', async () => {
    const { store, blobs } = open();
    const first = await blobs.keep({ ...file, bytes: photo() });
    const second = await blobs.keep({ draftId, subjectId, contentType: 'application/pdf', bytes: utf8('x') });
    const [two, one] = await blobs.attachments(subjectId, [second.sha256, first.sha256]);
    expect(two).toEqual({
      sha256: second.sha256,
      key: expect.any(String),
      contentType: 'application/pdf',
      size: 1,
    });
    expect(one).toMatchObject({ sha256: first.sha256, contentType: 'image/jpeg', title: file.title });
    const body = (await everything(store)).blobBodies.find(({ sha256 }) => sha256 === first.sha256);
    const key = fromBase64url(one?.key ?? '');
    if (body === undefined || key === undefined) throw new Error('The photo is not there.');
    expect(await openBlob(key, body.bytes)).toEqual(photo());
  });

  test('failure-18: a photo that is not here, or not in full, or of somebody else, ends it', async () => {
    const { store, blobs } = open();
    const missing = { code: 'blob-missing' };
    await expect(blobs.attachments(subjectId, ['a'.repeat(64)])).rejects.toMatchObject(missing);
    const { sha256 } = await blobs.keep({ ...file, bytes: photo() });
    await expect(blobs.attachments('somebody else', [sha256])).rejects.toMatchObject(missing);
    await store.write(['blobBodies'], (transaction) =>
      transaction.put('blobBodies', { sha256, bytes: new Uint8Array() }),
    );
    await expect(blobs.attachments(subjectId, [sha256])).rejects.toMatchObject(missing);
  });

  test('says that a photo can not be read where its key is gone', async () => {
    const { store, blobs } = open();
    const { sha256 } = await blobs.keep({ ...file, bytes: photo() });
    await store.write(['keys'], (transaction) => transaction.delete('keys', `subject:${subjectId}`));
    await expect(open(store).blobs.attachments(subjectId, [sha256])).rejects.toMatchObject({
      code: 'unreadable',
    });
  });
});

describe('photos inside other transactions', () => {
  test('failure-18: an operation is queued with all its photos, or the transaction is undone', async () => {
    const { store, blobs } = open();
    const { sha256 } = await blobs.keep({ ...file, bytes: photo() });
    const queue = (names: readonly string[]) =>
      store.write(['outbox', 'blobs'], async (transaction) => {
        await transaction.put('outbox', operationWith(1, names));
        await requireBlobs(transaction, names);
      });
    await expect(queue([sha256, 'b'.repeat(64)])).rejects.toMatchObject({ code: 'blob-missing' });
    expect(await store.read(['outbox'], (transaction) => transaction.all('outbox'))).toEqual([]);
    await queue([sha256]);
  });

  test('a photo that was taken out of the answers is deleted, one that an operation names is not', async () => {
    const { store, blobs } = open();
    const sent = await blobs.keep({ ...file, bytes: photo() });
    const dropped = await blobs.keep({ ...file, bytes: photo() });
    await store.write(['outbox'], (transaction) =>
      transaction.put('outbox', { ...operationWith(1, [sent.sha256]), draftId }),
    );
    await blobs.drop(dropped.sha256);
    await blobs.drop(sent.sha256);
    await blobs.drop('a'.repeat(64));
    const rows = await everything(store);
    expect(rows.blobs.map(({ sha256 }) => sha256)).toEqual([sent.sha256]);
    expect(rows.blobBodies.map(({ sha256 }) => sha256)).toEqual([sent.sha256]);
  });

  test('with a draft go its photos, but for those that are named', async () => {
    const { store, blobs } = open();
    const kept = await blobs.keep({ ...file, bytes: photo() });
    await blobs.keep({ ...file, bytes: photo() });
    const other = await blobs.keep({ ...file, draftId: 'another', bytes: photo() });
    await store.write(['blobs', 'blobBodies', 'uploads'], (transaction) =>
      deleteBlobsOfDraft(transaction, draftId, [kept.sha256]),
    );
    const rows = await everything(store);
    const left = [kept.sha256, other.sha256].sort();
    expect(rows.blobs.map(({ sha256 }) => sha256).sort()).toEqual(left);
    expect(rows.blobBodies.map(({ sha256 }) => sha256).sort()).toEqual(left);
  });

  test('photos are delivered once the server has said so of each, and no more once they are asked for again', async () => {
    const { store, blobs } = open();
    const { sha256 } = await blobs.keep({ ...file, bytes: photo() });
    const done = () => store.read(['uploads'], (transaction) => uploadsDone(transaction, [sha256]));
    expect(await store.read(['uploads'], (transaction) => uploadsDone(transaction, []))).toBe(true);
    expect(await done()).toBe(false);
    await store.write(['uploads'], (transaction) =>
      transaction.put('uploads', { sha256, offset: 9, done: true, attempts: 0, nextAt: 0 }),
    );
    expect(await done()).toBe(true);
    const reopened = await store.write(['blobs', 'uploads'], (transaction) =>
      reopenUploads(transaction, [sha256, 'b'.repeat(64)]),
    );
    expect(reopened).toBe(1);
    expect(await done()).toBe(false);
  });
});
