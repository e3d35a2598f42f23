/** The durable store as the client asks for it, whatever keeps it. */
import type { TableName, Tables } from './rows.ts';

/** A mark outside the store that says whether the store had anything in it, so that its loss can be noticed. */
export interface Marker {
  read(): Promise<'used' | 'empty' | undefined>;
  write(value: 'used' | 'empty'): Promise<void>;
}

export interface StorageQuota {
  persisted(): Promise<boolean | 'unsupported'>;
  persist(): Promise<boolean | 'unsupported'>;
  estimate(): Promise<{ readonly usageBytes?: number; readonly quotaBytes?: number }>;
}

export interface ReadTransaction {
  get<T extends TableName>(table: T, key: string): Promise<Tables[T] | undefined>;
  all<T extends TableName>(table: T): Promise<readonly Tables[T][]>;
  /** Rows whose indexed field has that value. */
  by<T extends TableName>(table: T, field: IndexedField, value: string): Promise<readonly Tables[T][]>;
}
export interface WriteTransaction extends ReadTransaction {
  put<T extends TableName>(table: T, row: Tables[T]): Promise<void>;
  delete(table: TableName, key: string): Promise<void>;
  /** As {@link put} of each, faster: only where the store has a way of its own. To be called by `many-rows.ts`. */
  putMany?<T extends TableName>(table: T, rows: readonly Tables[T][]): Promise<void>;
  /** As {@link delete} of each row that is there. */
  clear?(table: TableName): Promise<void>;
}
export type IndexedField = 'subjectId' | 'session' | 'lane' | 'draftId';

/**
 * Transactions over {@link Tables}. The work may await nothing but the transaction, and it can run twice (once more on a
 * new connection where the first was lost), so it must come to the same end the second time.
 *
 * `write` resolves when the transaction is complete and flushed; it rejects with a StorageError, or with what the work
 * threw, and then nothing of it is kept.
 */
export interface Store {
  readonly mode: 'durable' | 'memory';
  read<R>(tables: readonly TableName[], work: (transaction: ReadTransaction) => Promise<R>): Promise<R>;
  write<R>(tables: readonly TableName[], work: (transaction: WriteTransaction) => Promise<R>): Promise<R>;
  close(): Promise<void>;
}
