import { mkdtemp, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { createFolderBlobStore } from './folder-blob-store.ts';
import { openBlobStore } from './open-blob-store.ts';
import { createS3BlobStore } from './s3-blob-store.ts';
import { holdsBlobStoreContract, sampleBlob } from './testing/blob-store-contract.ts';
import { startS3Server } from './testing/s3-server.ts';

async function openS3(prefix?: string) {
  const server = await startS3Server(prefix);
  const folder = await mkdtemp(join(tmpdir(), 'carefront-staging-'));
  onTestFinished(async () => {
    await server.close();
    await rm(folder, { recursive: true, force: true });
    expect(server.faults).toEqual([]);
  });
  const reopen = () => createS3BlobStore(server.settings, createFolderBlobStore(folder));
  return { server, folder, store: reopen(), reopen };
}
const filesIn = async (folder: string) =>
  (await readdir(folder, { recursive: true, withFileTypes: true }))
    .filter((entry) => entry.isFile())
    .map((entry) => entry.name);

holdsBlobStoreContract('S3', openS3);

test('a finished blob is one object below the prefix, and leaves this machine', async () => {
  const { server, folder, store } = await openS3();
  const { key, bytes } = sampleBlob();
  await store.append(key, 0, bytes);
  expect(await filesIn(folder)).toHaveLength(1);
  await store.finish(key, bytes.length);
  const path = `/photos/clinic/blobs/meadow/${key.sha256.slice(0, 2)}/${key.sha256}.${key.device}`;
  expect([...server.objects.keys()]).toEqual([path]);
  expect(await filesIn(folder)).toEqual([]);
});

test('no prefix is no empty part of the path', async () => {
  const { server, store } = await openS3('');
  const { key, bytes } = sampleBlob();
  await store.append(key, 0, bytes);
  await store.finish(key, bytes.length);
  expect([...server.objects.keys()][0]).toMatch(/^\/photos\/meadow\//);
});

test('an answer of 500 or 503 is asked again', async () => {
  const { server, store } = await openS3();
  const { key, bytes } = sampleBlob();
  await store.append(key, 0, bytes);
  server.spoil('PUT', 500, 503);
  expect(await store.finish(key, bytes.length)).toBe('complete');
  server.spoil('GET', 503);
  expect(await store.read(key)).toEqual(bytes);
  expect(server.requests.filter((request) => request.startsWith('PUT'))).toHaveLength(3);
});

test.each([
  ['an answer of 403', 403],
  ['a line that is cut', 'cut'],
] as const)('%s at the end is an error, and the blob is finished later', async (_what, answer) => {
  const { server, store } = await openS3();
  const { key, bytes } = sampleBlob();
  await store.append(key, 0, bytes);
  server.spoil('PUT', answer);
  await expect(store.finish(key, bytes.length)).rejects.toThrow();
  expect(await store.size(key)).toBe(bytes.length);
  expect(await store.finish(key, bytes.length)).toBe('complete');
  expect(await store.read(key)).toEqual(bytes);
});

test('an answer of 403 is never taken for "not there"', async () => {
  const { server, store } = await openS3();
  const { key, bytes } = sampleBlob();
  await store.append(key, 0, bytes);
  await store.finish(key, bytes.length);
  for (const [method, ask] of [
    ['HEAD', () => store.size(key)],
    ['GET', () => store.read(key)],
    ['DELETE', () => store.remove(key)],
  ] as const) {
    server.spoil(method, 403);
    await expect(ask()).rejects.toThrow(`${method}: 403`);
  }
  expect(await store.read(key)).toEqual(bytes);
});

test('failure-47: what lay in the folder before the setting was changed is still read', async () => {
  const { server } = await openS3();
  const dataDir = await mkdtemp(join(tmpdir(), 'carefront-data-'));
  onTestFinished(() => rm(dataDir, { recursive: true, force: true }));
  const before = openBlobStore(dataDir, undefined);
  const { key, bytes } = sampleBlob();
  await before.append(key, 0, bytes);
  await before.finish(key, bytes.length);
  const after = openBlobStore(dataDir, server.settings);
  expect(await after.size(key)).toBe(bytes.length);
  expect(await after.read(key)).toEqual(bytes);
});
