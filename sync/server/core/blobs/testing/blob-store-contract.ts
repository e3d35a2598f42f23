/** What every blob store promises, over whatever it keeps its bytes in. */
import { createHash, randomBytes } from 'node:crypto';
import { describe, expect, test } from 'vitest';
import type { BlobKey, BlobStore } from '../blob-store.ts';

export const device = 'A_bC-dEfGhIjKlMnOpQrStUvWxYz0123456789abcde';

export function sampleBlob(size = 300): { readonly key: BlobKey; readonly bytes: Uint8Array<ArrayBuffer> } {
  const bytes = new Uint8Array(randomBytes(size));
  const sha256 = createHash('sha256').update(bytes).digest('hex');
  return { key: { vendor: 'meadow', device, sha256 }, bytes };
}

/** @param open a new, empty store, and the same again as after a restart. */
export function holdsBlobStoreContract(
  name: string,
  open: () => Promise<{ readonly store: BlobStore; reopen(): BlobStore }>,
): void {
  describe(`${name}: the contract of a blob store`, () => {
    test('a blob that arrives in parts is read as a whole, and survives a restart', async () => {
      const { store, reopen } = await open();
      const { key, bytes } = sampleBlob(300);
      expect(await store.size(key)).toBe(0);
      expect(await store.append(key, 0, bytes.subarray(0, 100))).toBe(100);
      expect(await store.append(key, 100, bytes.subarray(100, 250))).toBe(250);
      expect(await reopen().size(key)).toBe(250);
      expect(await reopen().append(key, 250, bytes.subarray(250))).toBe(300);
      expect(await store.finish(key, 300)).toBe('complete');
      expect(await reopen().read(key)).toEqual(bytes);
      expect(await store.size(key)).toBe(300);
    });

    test('an unfinished blob is not read', async () => {
      const { store } = await open();
      const { key, bytes } = sampleBlob();
      await store.append(key, 0, bytes.subarray(0, 100));
      expect(await store.read(key)).toBeUndefined();
    });

    test('an append elsewhere than at the end adds nothing', async () => {
      const { store } = await open();
      const { key, bytes } = sampleBlob();
      await store.append(key, 0, bytes.subarray(0, 100));
      await expect(store.append(key, 50, bytes.subarray(50))).rejects.toThrow();
      await expect(store.append(key, 150, bytes.subarray(150))).rejects.toThrow();
      expect(await store.size(key)).toBe(100);
    });

    test('finishing again is harmless', async () => {
      const { store } = await open();
      const { key, bytes } = sampleBlob();
      await store.append(key, 0, bytes);
      expect(await store.finish(key, bytes.length)).toBe('complete');
      expect(await store.finish(key, bytes.length)).toBe('complete');
      expect(await store.read(key)).toEqual(bytes);
    });

    test.each([
      ['other bytes', (bytes: Uint8Array) => bytes.map((byte) => byte ^ 1), 0],
      ['another length', (bytes: Uint8Array) => bytes, 1],
    ])('%s than the name says are not kept', async (_what, change, more) => {
      const { store } = await open();
      const { key, bytes } = sampleBlob();
      await store.append(key, 0, change(bytes));
      expect(await store.finish(key, bytes.length + more)).toBe('mismatch');
      expect(await store.size(key)).toBe(0);
      expect(await store.read(key)).toBeUndefined();
      await store.append(key, 0, bytes);
      expect(await store.finish(key, bytes.length)).toBe('complete');
    });

    test('nothing is finished where nothing is', async () => {
      const { store } = await open();
      expect(await store.finish(sampleBlob().key, 300)).toBe('mismatch');
    });

    test('the same bytes of two devices and of two vendors are apart', async () => {
      const { store } = await open();
      const { key, bytes } = sampleBlob();
      await store.append(key, 0, bytes);
      await store.finish(key, bytes.length);
      for (const other of [
        { ...key, vendor: 'brook' },
        { ...key, device: 'another' },
      ]) {
        expect(await store.size(other)).toBe(0);
        expect(await store.read(other)).toBeUndefined();
        await store.remove(other);
      }
      expect(await store.read(key)).toEqual(bytes);
    });

    test('what is removed is gone, finished or not, and once more is harmless', async () => {
      const { store } = await open();
      for (const finished of [true, false]) {
        const { key, bytes } = sampleBlob();
        await store.append(key, 0, bytes);
        if (finished) await store.finish(key, bytes.length);
        await store.remove(key);
        await store.remove(key);
        expect(await store.size(key)).toBe(0);
        expect(await store.read(key)).toBeUndefined();
      }
    });

    test.each([
      { vendor: '../brook', device, sha256: 'a'.repeat(64) },
      { vendor: 'meadow', device: '../x', sha256: 'a'.repeat(64) },
      { vendor: 'meadow', device, sha256: '../../../../etc/passwd' },
    ])('what is no key never becomes a path: %j', async (key) => {
      const { store } = await open();
      await expect(store.size(key)).rejects.toThrow();
      await expect(store.append(key, 0, new Uint8Array(1))).rejects.toThrow();
      await expect(store.read(key)).rejects.toThrow();
      await expect(store.remove(key)).rejects.toThrow();
    });
  });
}
