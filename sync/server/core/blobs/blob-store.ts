/**
 * The port to the bytes of photos and documents: ciphertext, named by its SHA-256. Which of them exist, and whose they are, is in the
 * table `blobs`. One contract suite holds every implementation (`testing/blob-store-contract.ts`).
 */
export interface BlobKey {
  readonly vendor: string;
  /** deviceId of the device that delivered it. */
  readonly device: string;
  /** Hex, of the ciphertext. */
  readonly sha256: string;
}

export interface BlobStore {
  /** Bytes that are there and flushed, of an unfinished blob too; 0 where nothing is. */
  size(key: BlobKey): Promise<number>;
  /**
   * Adds to an unfinished blob. The bytes are durable when this returns. Never called twice at once for the same blob.
   * @param offset must be what {@link BlobStore.size} says; 0 begins it.
   * @returns the new size.
   * @throws Error where the offset is another one, or the store fails: then nothing, or a beginning of the bytes, was added.
   */
  append(key: BlobKey, offset: number, bytes: Uint8Array): Promise<number>;
  /**
   * Checks the whole against the hash that names it, and puts it where {@link BlobStore.read} finds it, durably. Can be repeated.
   * @param length bytes of the whole.
   * @returns `mismatch` where length or hash are other ones: then nothing of it is kept.
   */
  finish(key: BlobKey, length: number): Promise<'complete' | 'mismatch'>;
  /** @returns undefined where it isn't there, or isn't finished. */
  read(key: BlobKey): Promise<Uint8Array | undefined>;
  /** Finished or not. */
  remove(key: BlobKey): Promise<void>;
}

const VENDOR = /^[a-z0-9][a-z0-9-]{0,62}$/;
const DEVICE = /^[A-Za-z0-9_-]{1,64}$/;
const SHA256 = /^[0-9a-f]{64}$/;

/**
 * `{vendor}/{first two of the hash}/{hash}.{device}`: safe as a path and as an object's key.
 * @throws Error for what is no key: it never becomes a path.
 */
export function blobPath({ vendor, device, sha256 }: BlobKey): string {
  if (!VENDOR.test(vendor) || !DEVICE.test(device) || !SHA256.test(sha256))
    throw new Error('Not a blob key.');
  return `${vendor}/${sha256.slice(0, 2)}/${sha256}.${device}`;
}
