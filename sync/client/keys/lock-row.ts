/** The patient's lock as the device keeps it: `meta['lock']`, absent while the lock is off. Nothing in it opens anything by itself. */
import { z } from 'zod/mini';
import { StorageError } from '../base/storage-error.ts';
import type { ReadTransaction, WriteTransaction } from '../store/store.ts';

const bytes = z.custom<Uint8Array<ArrayBuffer>>((value) => value instanceof Uint8Array);
const box = z.object({ salt: bytes, iv: bytes, bytes });
const schema = z.object({
  /** Changes with each passkey and code. */
  id: z.string(),
  /** base64url. */
  credentialId: z.string(),
  /** What the passkey's PRF is asked with. */
  prfSalt: bytes,
  codeSalt: bytes,
  /** The root of the code, sealed by that of the passkey; so that either of them gives both. */
  byPasskey: box,
  /** The root of the passkey, sealed by that of the code. */
  byCode: box,
});
export type LockRow = z.infer<typeof schema>;

const KEY = 'lock';

export async function readLock(transaction: ReadTransaction): Promise<LockRow | undefined> {
  const row = await transaction.get('meta', KEY);
  if (row === undefined) return undefined;
  const parsed = schema.safeParse(row.value);
  // A lock that can't be read is still a lock: nothing may be written beside it under a key in clear.
  if (!parsed.success) throw new StorageError('unreadable');
  return parsed.data;
}
export async function writeLock(transaction: WriteTransaction, lock: LockRow): Promise<void> {
  await transaction.put('meta', { key: KEY, value: lock });
}
export async function removeLock(transaction: WriteTransaction): Promise<void> {
  await transaction.delete('meta', KEY);
}
