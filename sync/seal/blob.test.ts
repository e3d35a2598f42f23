import { expect, test } from 'vitest';
import { BLOB_CHUNK_BYTES, openBlob, sealBlob, sealedBlobSize } from './blob.ts';

const file = (length: number) => Uint8Array.from({ length }, (_, index) => (index * 31 + length) & 255);

test.each([0, 1, BLOB_CHUNK_BYTES - 1, BLOB_CHUNK_BYTES, BLOB_CHUNK_BYTES + 1, 3 * BLOB_CHUNK_BYTES])(
  'a file of %i bytes comes back as it was, and its size is known ahead',
  async (length) => {
    const { bytes, key } = await sealBlob(file(length));
    expect(bytes.length).toBe(sealedBlobSize(length));
    expect(await openBlob(key, bytes)).toEqual(file(length));
  },
);

test('chunks that are cut off, repeated, exchanged or changed keep the whole closed', async () => {
  const { bytes, key } = await sealBlob(file(3 * BLOB_CHUNK_BYTES));
  const step = BLOB_CHUNK_BYTES + 16;
  const parts = [0, 1, 2].map((chunk) => bytes.slice(4 + chunk * step, 4 + (chunk + 1) * step));
  const joined = (...chosen: number[]) =>
    Uint8Array.from([...bytes.subarray(0, 4), ...chosen.flatMap((chunk) => [...(parts[chunk] ?? [])])]);
  expect(await openBlob(key, joined(0, 1, 2))).toEqual(file(3 * BLOB_CHUNK_BYTES));
  for (const wrong of [joined(0, 1), joined(0), joined(0, 2, 1), joined(0, 0, 1, 2), joined(1, 2)])
    expect(await openBlob(key, wrong)).toBeUndefined();
  const changed = bytes.slice();
  changed[10] = (changed[10] ?? 0) ^ 1;
  expect(await openBlob(key, changed)).toBeUndefined();
});

test('another key, and what is no blob, open nothing', async () => {
  const [one, other] = await Promise.all([sealBlob(file(5)), sealBlob(file(5))]);
  expect(await openBlob(other.key, one.bytes)).toBeUndefined();
  expect(await openBlob(one.key, new Uint8Array(3))).toBeUndefined();
  expect(await openBlob(one.key, new Uint8Array(60))).toBeUndefined();
  expect(await openBlob(new Uint8Array(5), one.bytes)).toBeUndefined();
});
