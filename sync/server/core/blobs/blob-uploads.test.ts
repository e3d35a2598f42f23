import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { MAX_BLOB_BYTES } from '../../../protocol/base/blobs.ts';
import { createLimiter } from '../../base/limiter.ts';
import { createTestDatabase } from '../../testing/test-database.ts';
import type { BlobStore } from './blob-store.ts';
import { createBlobUploads, MAX_UNCLAIMED_BYTES } from './blob-uploads.ts';
import { createFolderBlobStore } from './folder-blob-store.ts';
import { sampleBlob } from './testing/blob-store-contract.ts';
import { storeOperation } from './testing/store-operation.ts';

async function open(change: (store: BlobStore) => BlobStore = (store) => store) {
  const database = await createTestDatabase();
  onTestFinished(database.drop);
  const folder = await mkdtemp(join(tmpdir(), 'carefront-blobs-'));
  onTestFinished(() => rm(folder, { recursive: true, force: true }));
  const store = change(createFolderBlobStore(folder));
  /** As one of several processes over the same database and folder. */
  const process = () =>
    createBlobUploads({
      sql: database.sql,
      store,
      now: () => new Date(),
      limiter: createLimiter({ atOnce: 4 }),
    });
  return { sql: database.sql, store, process, uploads: process() };
}

test('the same part, at the same time, at four processes is added once', async () => {
  const { store, process } = await open();
  const { key, bytes } = sampleBlob(5000);
  const parts = [0, 1000, 2000, 3000, 4000];
  for (const offset of parts) {
    const outcomes = await Promise.all(
      [process(), process(), process(), process()].map((uploads) =>
        uploads.append(key, bytes.length, offset, bytes.subarray(offset, offset + 1000)),
      ),
    );
    expect(outcomes.filter((outcome) => outcome.kind === 'position' && outcome.taken)).toHaveLength(1);
    for (const outcome of outcomes)
      expect(outcome).toMatchObject({ kind: 'position', offset: offset + 1000 });
  }
  expect(await store.read(key)).toEqual(bytes);
});

test('a store that fails in the middle of a part leaves a beginning that goes on', async () => {
  let failing = true;
  const { store, uploads } = await open((folder) => ({
    ...folder,
    async append(key, offset, bytes) {
      if (!failing) return await folder.append(key, offset, bytes);
      failing = false;
      await folder.append(key, offset, bytes.subarray(0, 300));
      throw new Error('EIO');
    },
  }));
  const { key, bytes } = sampleBlob(1000);
  await expect(uploads.append(key, 1000, 0, bytes)).rejects.toThrow();
  expect(await uploads.locate(key)).toEqual({ kind: 'position', offset: 300, complete: false });
  expect(await uploads.append(key, 1000, 0, bytes)).toMatchObject({ offset: 300, taken: false });
  expect(await uploads.append(key, 1000, 300, bytes.subarray(300))).toMatchObject({ complete: true });
  expect(await store.read(key)).toEqual(bytes);
});

test('a device can not fill the disk: what no operation names is limited, until one does', async () => {
  const { sql, uploads } = await open();
  const most = Math.floor(MAX_UNCLAIMED_BYTES / MAX_BLOB_BYTES);
  const begun = [];
  for (let number = 0; number < most; number += 1) {
    const { key, bytes } = sampleBlob(10);
    expect(await uploads.append(key, MAX_BLOB_BYTES, 0, bytes)).toMatchObject({ kind: 'position' });
    begun.push(key);
  }
  const { key, bytes } = sampleBlob(10);
  expect(await uploads.append(key, MAX_BLOB_BYTES, 0, bytes)).toEqual({ kind: 'quota' });
  expect(await uploads.append({ ...key, device: 'another' }, 10, 0, bytes)).toMatchObject({ complete: true });
  const [first] = begun;
  if (first === undefined) throw new Error('Nothing was begun.');
  // What has begun goes on.
  expect(await uploads.append(first, MAX_BLOB_BYTES, 10, bytes)).toMatchObject({ offset: 20 });
  await storeOperation(sql, first.device, [first.sha256]);
  expect(await uploads.append(key, MAX_BLOB_BYTES, 0, bytes)).toMatchObject({ offset: 10 });
});

test('ten new blobs at once do not all get the last room', async () => {
  const { sql, process, uploads } = await open();
  // Connections are opened before, so that the ten really meet.
  const connections = await Promise.all(Array.from({ length: 10 }, () => sql.reserve()));
  for (const connection of connections) connection.release();
  const most = Math.floor(MAX_UNCLAIMED_BYTES / MAX_BLOB_BYTES);
  for (let number = 1; number < most; number += 1) {
    const { key, bytes } = sampleBlob(10);
    await uploads.append(key, MAX_BLOB_BYTES, 0, bytes);
  }
  const outcomes = await Promise.all(
    Array.from({ length: 10 }, () => {
      const { key, bytes } = sampleBlob(10);
      return process().append(key, MAX_BLOB_BYTES, 0, bytes);
    }),
  );
  expect(outcomes.filter(({ kind }) => kind === 'position')).toHaveLength(1);
  expect(outcomes.filter(({ kind }) => kind === 'quota')).toHaveLength(9);
});

test("a saved copy's blob is there at once, in the place of what an upload has left, and once", async () => {
  const { store, uploads } = await open();
  const { key, bytes } = sampleBlob(1000);
  await uploads.append(key, 1000, 0, bytes.subarray(0, 300));
  expect(await uploads.take(key, bytes)).toBe('complete');
  expect(await uploads.take(key, bytes)).toBe('complete');
  expect(await uploads.locate(key)).toEqual({ kind: 'position', offset: 1000, complete: true });
  expect(await store.read(key)).toEqual(bytes);
  expect(await uploads.take(sampleBlob().key, bytes)).toBe('mismatch');
});
