/** Blobs between the store and a backup: whole ciphertexts, of a few megabytes each. */
import type { BlobKey, BlobStore } from '../blobs/blob-store.ts';

/** Puts a blob into the store where it isn't there yet. @returns whether it wasn't, or `mismatch` where the bytes aren't those of its name. */
export async function keepBlob(
  store: BlobStore,
  key: BlobKey,
  bytes: Uint8Array,
): Promise<'kept' | 'known' | 'mismatch'> {
  if ((await store.read(key)) !== undefined) return 'known';
  // What a cut upload has left may be of other bytes.
  if ((await store.size(key)) > 0) await store.remove(key);
  await store.append(key, 0, bytes);
  return (await store.finish(key, bytes.length)) === 'complete' ? 'kept' : 'mismatch';
}
