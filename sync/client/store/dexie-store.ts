/**
 * The durable store: IndexedDB by way of Dexie, strict durability.
 *
 * Every call has a deadline. A connection that is lost, closed or hangs is dropped, and the whole transaction is run once
 * more on a new one; a cached handle is never retried (failure cases 1, 3, 4, 6). A second failure is reported, and
 * nothing is ever deleted to make room.
 */
// oxlint-disable-next-line no-restricted-imports -- this module opens the database, and only as v:{vendor}:store.
import { Dexie, type Transaction } from 'dexie';
import { withDeadline } from '../base/deadline.ts';
import type { Clock } from '../base/ports.ts';
import { StorageError, toStorageError } from '../base/storage-error.ts';
import { MIN_READER, READER, type TableName, type Tables } from './rows.ts';
import type { ReadTransaction, Store, WriteTransaction } from './store.ts';

/** For one transaction, or one opening. */
export const STORE_DEADLINE_MS = 5_000;

export interface DexieStoreDependencies {
  /** See `database-name.ts`. */
  readonly name: string;
  readonly clock: Pick<Clock, 'setTimer'>;
  readonly indexedDB: IDBFactory | undefined;
  readonly IDBKeyRange: typeof globalThis.IDBKeyRange | undefined;
  readonly deadlineMs?: number;
}

function connect(dependencies: DexieStoreDependencies): Dexie {
  const { name, indexedDB, IDBKeyRange } = dependencies;
  if (indexedDB === undefined || IDBKeyRange === undefined) throw new StorageError('no-indexeddb');
  const database = new Dexie(name, {
    indexedDB,
    IDBKeyRange,
    autoOpen: false,
    // Chrome completes a relaxed transaction before it is flushed: "Saved" would be said too early (failure case 7).
    chromeTransactionDurability: 'strict',
  });
  database.version(1).stores({
    drafts: 'draftId, subjectId, session',
    outbox: 'opId, lane, subjectId, session, draftId',
    envelopes: 'opId, subjectId',
    copies: 'opId, subjectId',
    definitions: 'formHash',
    keys: 'id',
    meta: 'key',
  });
  database.version(2).stores({
    blobs: 'sha256, subjectId, draftId',
    blobBodies: 'sha256',
    uploads: 'sha256',
    shadow: 'id',
  });
  database.version(3).stores({
    account: 'id',
    recordRows: 'tag',
    recordShadow: 'tag',
    recordState: 'person',
    recordKeys: 'person',
  });
  database.version(4).stores({ shelf: 'name' });
  return database;
}

/** Dexie opens a newer schema without a word (dexie#1599, #2097), so the store says itself who may read it. */
async function checkReader(database: Dexie): Promise<void> {
  const newest = await database.transaction('rw', ['meta'], async (transaction) => {
    const table = transaction.table<Tables['meta'], string>('meta');
    const found = (await table.get('schema'))?.value;
    if (typeof found === 'number' && found >= MIN_READER) return found;
    await table.put({ key: 'schema', value: MIN_READER });
    return MIN_READER;
  });
  if (newest > READER) throw new StorageError('newer-version');
}

function over(transaction: Transaction): WriteTransaction {
  const table = <T extends TableName>(name: T) => transaction.table<Tables[T], string>(name);
  return {
    get: (name, key) => table(name).get(key),
    all: (name) => table(name).toArray(),
    by: (name, field, value) => table(name).where(field).equals(value).toArray(),
    put: async (name, row) => {
      await table(name).put(row);
    },
    delete: (name, key) => table(name).delete(key),
    async putMany(name, rows) {
      try {
        await table(name).bulkPut([...rows]);
      } catch (error) {
        // What went wrong is in the first of them: a lost connection is told by that.
        throw error instanceof Dexie.BulkError ? (error.failures[0] ?? error) : error;
      }
    },
    clear: (name) => table(name).clear(),
  };
}

const retryable = new Set(['closed', 'timeout', 'aborted']);

export function createDexieStore(dependencies: DexieStoreDependencies): Store {
  const { clock, deadlineMs = STORE_DEADLINE_MS } = dependencies;
  let current: { readonly database: Dexie; readonly ready: Promise<void> } | undefined;

  const forget = (database: Dexie) => {
    if (current?.database === database) current = undefined;
  };
  const drop = (database: Dexie) => {
    forget(database);
    database.close();
  };

  async function connection(): Promise<Dexie> {
    if (current === undefined) {
      const database = connect(dependencies);
      let blocked = false;
      database.on('blocked', () => {
        blocked = true;
      });
      // Another tab wants to upgrade: stand aside at once, and reopen (and judge the version) at the next call.
      database.on('versionchange', () => drop(database));
      database.on('close', () => forget(database));
      const opening = (async () => {
        await database.open();
        await checkReader(database);
      })();
      const ready = withDeadline(
        clock,
        deadlineMs,
        opening,
        () => new StorageError(blocked ? 'blocked' : 'timeout'),
      );
      current = { database, ready };
    }
    const { database, ready } = current;
    try {
      await ready;
      return database;
    } catch (error) {
      drop(database);
      throw error;
    }
  }

  async function attempt<R>(
    mode: 'r' | 'rw',
    tables: readonly TableName[],
    work: (transaction: WriteTransaction) => Promise<R>,
  ): Promise<R> {
    const database = await connection();
    let open: Transaction | undefined;
    const running = database.transaction(mode, [...tables], async (transaction) => {
      open = transaction;
      return await work(over(transaction));
    });
    try {
      return await withDeadline(
        clock,
        deadlineMs,
        Promise.resolve(running),
        () => new StorageError('timeout'),
      );
    } catch (failure) {
      // After an abort each further request fails for being late: the transaction itself knows why it was aborted.
      const error = open?.idbtrans?.error ?? failure;
      if (toStorageError(error).code === 'timeout') {
        try {
          open?.abort();
        } catch {
          // It has ended meanwhile, or its connection is gone: nothing is left to abort.
        }
      }
      if (retryable.has(toStorageError(error).code)) drop(database);
      throw error;
    }
  }

  async function run<R>(
    mode: 'r' | 'rw',
    tables: readonly TableName[],
    work: (transaction: WriteTransaction) => Promise<R>,
  ): Promise<R> {
    // What the work itself throws is the caller's business and passes unchanged.
    let thrown: { readonly error: unknown } | undefined;
    const watched = async (transaction: WriteTransaction) => {
      thrown = undefined;
      try {
        return await work(transaction);
      } catch (error) {
        thrown = { error };
        throw error;
      }
    };
    const failure = (error: unknown): unknown =>
      thrown !== undefined && thrown.error === error && toStorageError(error).code === 'unknown'
        ? error
        : toStorageError(error);
    try {
      return await attempt(mode, tables, watched);
    } catch (error) {
      const first = failure(error);
      if (!(first instanceof StorageError) || !retryable.has(first.code)) throw first;
    }
    try {
      return await attempt(mode, tables, watched);
    } catch (error) {
      throw failure(error);
    }
  }

  return {
    mode: 'durable',
    read<R>(tables: readonly TableName[], work: (transaction: ReadTransaction) => Promise<R>): Promise<R> {
      return run('r', tables, work);
    },
    write<R>(tables: readonly TableName[], work: (transaction: WriteTransaction) => Promise<R>): Promise<R> {
      return run('rw', tables, work);
    },
    close: async () => {
      if (current !== undefined) drop(current.database);
    },
  };
}
