/** The rows of photos within others' transactions. Apart from `blobs.ts`: who only writes a draft encrypts no photo. */
import { StorageError } from '../base/storage-error.ts';
import type { TableName } from '../store/rows.ts';
import type { ReadTransaction, WriteTransaction } from '../store/store.ts';

/** The tables that the functions of this module touch inside a transaction. */
export const blobTables = ['blobs', 'blobBodies', 'uploads'] as const satisfies readonly TableName[];

/**
 * To be asked in the transaction that queues an operation.
 * @throws StorageError `blob-missing`, which undoes the transaction.
 */
export async function requireBlobs(transaction: ReadTransaction, names: readonly string[]): Promise<void> {
  for (const name of names)
    if ((await transaction.get('blobs', name)) === undefined) throw new StorageError('blob-missing');
}

export async function deleteBlobs(transaction: WriteTransaction, names: readonly string[]): Promise<void> {
  for (const name of names) for (const table of blobTables) await transaction.delete(table, name);
}

/** @param except names that stay: those that the operation which the draft became still needs. */
export async function deleteBlobsOfDraft(
  transaction: WriteTransaction,
  draftId: string,
  except: readonly string[] = [],
): Promise<void> {
  const rows = await transaction.by('blobs', 'draftId', draftId);
  await deleteBlobs(
    transaction,
    rows.map((row) => row.sha256).filter((name) => !except.includes(name)),
  );
}

/** Whether the server has said of each that it has all of it. */
export async function uploadsDone(transaction: ReadTransaction, names: readonly string[]): Promise<boolean> {
  for (const name of names) if (!(await transaction.get('uploads', name))?.done) return false;
  return true;
}

/**
 * The server lacks them, or may: it was restored, or lost them. The uploader asks it how much it has of each before it sends anything.
 * @returns how many of them are still on this device.
 */
export async function reopenUploads(
  transaction: WriteTransaction,
  names: readonly string[],
): Promise<number> {
  let reopened = 0;
  for (const sha256 of names) {
    if ((await transaction.get('blobs', sha256)) === undefined) continue;
    await transaction.put('uploads', { sha256, offset: 0, done: false, attempts: 0, nextAt: 0 });
    reopened += 1;
  }
  return reopened;
}
