import { mkdtemp, readdir, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { createFolderBlobStore } from './folder-blob-store.ts';
import { holdsBlobStoreContract, sampleBlob } from './testing/blob-store-contract.ts';

async function openFolder() {
  const parent = await mkdtemp(join(tmpdir(), 'carefront-blobs-'));
  onTestFinished(() => rm(parent, { recursive: true, force: true }));
  const folder = join(parent, 'data', 'blobs');
  return { folder, store: createFolderBlobStore(folder), reopen: () => createFolderBlobStore(folder) };
}

holdsBlobStoreContract('folder', openFolder);

test('folders and files are for their owner alone', async () => {
  const { folder, store } = await openFolder();
  const { key, bytes } = sampleBlob();
  await store.append(key, 0, bytes);
  await store.finish(key, bytes.length);
  expect((await stat(store.pathOf(key))).mode & 0o777).toBe(0o600);
  for (const path of [folder, join(folder, 'meadow'), join(folder, 'meadow', key.sha256.slice(0, 2))])
    expect((await stat(path)).mode & 0o777).toBe(0o700);
});

test('a finished blob leaves one file, named by its hash and its device', async () => {
  const { folder, store } = await openFolder();
  const { key, bytes } = sampleBlob();
  await store.append(key, 0, bytes);
  await store.finish(key, bytes.length);
  const files = (await readdir(folder, { recursive: true, withFileTypes: true })).filter((entry) =>
    entry.isFile(),
  );
  expect(files.map((file) => file.name)).toEqual([`${key.sha256}.${key.device}`]);
});

test('a tail that a power cut left behind the last flush is found by the hash', async () => {
  const { store } = await openFolder();
  const { key, bytes } = sampleBlob(300);
  await store.append(key, 0, bytes.subarray(0, 200));
  await writeFile(`${store.pathOf(key)}.part`, new Uint8Array(50), { flag: 'a' });
  expect(await store.size(key)).toBe(250);
  await store.append(key, 250, bytes.subarray(250));
  expect(await store.finish(key, 300)).toBe('mismatch');
  expect(await store.size(key)).toBe(0);
});
