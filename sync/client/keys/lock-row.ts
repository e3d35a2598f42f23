/** The patient's lock as the device keeps it: `meta['lock']`, absent while the lock is off. Nothing in it opens anything by itself. */
import { StorageError } from '../base/storage-error.ts';
import type { ReadTransaction, WriteTransaction } from '../store/store.ts';

interface Box {
  readonly salt: Uint8Array<ArrayBuffer>;
  readonly iv: Uint8Array<ArrayBuffer>;
  readonly bytes: Uint8Array<ArrayBuffer>;
}
export interface LockRow {
  /** Changes with each passkey and code. */
  readonly id: string;
  /** base64url. */
  readonly credentialId: string;
  /** What the passkey's PRF is asked with. */
  readonly prfSalt: Uint8Array<ArrayBuffer>;
  readonly codeSalt: Uint8Array<ArrayBuffer>;
  /** The root of the code, sealed by that of the passkey; so that either of them gives both. */
  readonly byPasskey: Box;
  /** The root of the passkey, sealed by that of the code. */
  readonly byCode: Box;
}

const isBytes = (value: unknown) => value instanceof Uint8Array;
const isBox = (value: unknown) => {
  const { salt, iv, bytes } = (value ?? {}) as Partial<Record<keyof Box, unknown>>;
  return [salt, iv, bytes].every(isBytes);
};
function isLock(value: unknown): value is LockRow {
  const lock = (value ?? {}) as Partial<Record<keyof LockRow, unknown>>;
  return (
    [lock.id, lock.credentialId].every((text) => typeof text === 'string') &&
    [lock.prfSalt, lock.codeSalt].every(isBytes) &&
    [lock.byPasskey, lock.byCode].every(isBox)
  );
}

const KEY = 'lock';

export async function readLock(transaction: ReadTransaction): Promise<LockRow | undefined> {
  const row = await transaction.get('meta', KEY);
  if (row === undefined) return undefined;
  // A lock that can't be read is still a lock: nothing may be written beside it under a key in clear.
  if (!isLock(row.value)) throw new StorageError('unreadable');
  return row.value;
}
export async function writeLock(transaction: WriteTransaction, lock: LockRow): Promise<void> {
  await transaction.put('meta', { key: KEY, value: lock });
}
export async function removeLock(transaction: WriteTransaction): Promise<void> {
  await transaction.delete('meta', KEY);
}
