/** The rows of the shelf, for what empties it in a transaction of its own. */
import { earlierKeyId, subjectKeyId } from '../keys/subject-keys.ts';
import type { DeviceOwner, TableName } from '../store/rows.ts';
import type { ReadTransaction, WriteTransaction } from '../store/store.ts';

/** What a row on the shelf is sealed for: the device, and not one of the people whose forms are on it. */
export const SHELF_SUBJECT = 'shelf';

export interface ShelfState {
  /** The newest that any of its rows has had. */
  readonly version: number;
  /** When somebody was there last, by the device's clock. */
  readonly at: number;
  readonly owner?: DeviceOwner;
  /** How often nobody has been there for long. */
  readonly visit?: number;
}

export const shelfTables = ['shelf', 'keys', 'meta'] as const satisfies readonly TableName[];

const isState = (value: unknown): value is ShelfState =>
  typeof value === 'object' && value !== null && 'version' in value && 'at' in value;

export async function readShelf(transaction: ReadTransaction): Promise<ShelfState> {
  const value = (await transaction.get('meta', 'shelf'))?.value;
  return isState(value) ? value : { version: 0, at: 0 };
}

export async function writeShelf(transaction: WriteTransaction, state: ShelfState): Promise<void> {
  await transaction.put('meta', { key: 'shelf', value: state });
}

/** Its rows go, and what opens them: what old disk blocks hold of them stays closed. */
export async function clearShelf(transaction: WriteTransaction): Promise<void> {
  for (const { name } of await transaction.all('shelf')) await transaction.delete('shelf', name);
  for (const idOf of [subjectKeyId, earlierKeyId]) await transaction.delete('keys', idOf(SHELF_SUBJECT));
}
