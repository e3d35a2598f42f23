/**
 * A photo or document on its way: encrypted under a key of its own as soon as it is picked, and named by the SHA-256 of the ciphertext.
 *
 * Layout: magic `CFB1` (4 bytes), then chunks of at most 64 KiB of plain text, each AES-256-GCM with its 16-byte tag. The nonce is the
 * chunk's number (11 bytes, big-endian) and 1 for the last chunk, else 0: the STREAM construction (Hoang, Reyhanitabar, Rogaway, Vizár
 * 2015), so that chunks can't be cut off, repeated or put in another order. A key seals one blob only.
 */
type Bytes = Uint8Array<ArrayBuffer>;

const MAGIC = new TextEncoder().encode('CFB1');
export const BLOB_CHUNK_BYTES = 64 * 1024;
const TAG_BYTES = 16;
const KEY_BYTES = 32;
const NONCE_BYTES = 12;

function nonceOf(chunk: number, last: boolean): Bytes {
  const nonce = new Uint8Array(NONCE_BYTES);
  new DataView(nonce.buffer).setUint32(NONCE_BYTES - 5, chunk);
  nonce[NONCE_BYTES - 1] = last ? 1 : 0;
  return nonce;
}

const importKey = (key: Bytes, use: 'encrypt' | 'decrypt') =>
  crypto.subtle.importKey('raw', key, 'AES-GCM', false, [use]);

const chunksOf = (length: number, size: number) => Math.max(1, Math.ceil(length / size));

/** Bytes of the ciphertext of so many bytes. */
export function sealedBlobSize(plainBytes: number): number {
  return MAGIC.length + plainBytes + chunksOf(plainBytes, BLOB_CHUNK_BYTES) * TAG_BYTES;
}

export async function sealBlob(plain: Bytes): Promise<{ readonly bytes: Bytes; readonly key: Bytes }> {
  const key = crypto.getRandomValues(new Uint8Array(KEY_BYTES));
  const imported = await importKey(key, 'encrypt');
  const bytes = new Uint8Array(sealedBlobSize(plain.length));
  bytes.set(MAGIC);
  const count = chunksOf(plain.length, BLOB_CHUNK_BYTES);
  let at = MAGIC.length;
  for (let chunk = 0; chunk < count; chunk += 1) {
    const part = plain.subarray(chunk * BLOB_CHUNK_BYTES, (chunk + 1) * BLOB_CHUNK_BYTES);
    const iv = nonceOf(chunk, chunk === count - 1);
    const sealed = await crypto.subtle.encrypt({ name: 'AES-GCM', iv }, imported, part);
    bytes.set(new Uint8Array(sealed), at);
    at += sealed.byteLength;
  }
  return { bytes, key };
}

/** @returns undefined where the bytes were not sealed with this key, or not all of them are there. */
export async function openBlob(key: Bytes, bytes: Bytes): Promise<Bytes | undefined> {
  if (key.length !== KEY_BYTES || bytes.length < MAGIC.length + TAG_BYTES) return undefined;
  if (MAGIC.some((byte, index) => bytes[index] !== byte)) return undefined;
  const imported = await importKey(key, 'decrypt');
  const sealed = bytes.subarray(MAGIC.length);
  const step = BLOB_CHUNK_BYTES + TAG_BYTES;
  const count = chunksOf(sealed.length, step);
  const plain = new Uint8Array(Math.max(0, sealed.length - count * TAG_BYTES));
  try {
    for (let chunk = 0; chunk < count; chunk += 1) {
      const iv = nonceOf(chunk, chunk === count - 1);
      const part = sealed.subarray(chunk * step, (chunk + 1) * step);
      const opened = await crypto.subtle.decrypt({ name: 'AES-GCM', iv }, imported, part);
      plain.set(new Uint8Array(opened), chunk * BLOB_CHUNK_BYTES);
    }
    return plain;
  } catch {
    return undefined;
  }
}
