/**
 * Reads what the database holds before the durable store is there, by IndexedDB alone: a form that was begun is shown again
 * while Dexie is still being loaded and the probe is still writing. It never makes, upgrades or writes a database. Where it can't tell,
 * it answers nothing, and the reader waits for the store.
 */
import { withDeadline } from '../base/deadline.ts';
import type { Clock } from '../base/ports.ts';
import { StorageError } from '../base/storage-error.ts';
import { READER, type TableName, type Tables } from './rows.ts';
import type { ReadTransaction } from './store.ts';

/** The store itself is waited for after that. */
export const EARLY_READ_MS = 1_000;

export interface EarlyReads {
  /** @returns undefined where the store must be asked, for whatever reason. */
  read<R>(
    tables: readonly TableName[],
    work: (transaction: ReadTransaction) => Promise<R>,
  ): Promise<{ readonly value: R } | undefined>;
  close(): void;
}

function settled<R>(request: IDBRequest<R>): Promise<R> {
  return new Promise((resolve, reject) => {
    request.onsuccess = () => resolve(request.result);
    request.onerror = () => reject(request.error ?? new StorageError('unknown'));
  });
}

/** @returns undefined where there is no such database. */
function open(indexedDB: IDBFactory, name: string): Promise<IDBDatabase | undefined> {
  return new Promise((resolve, reject) => {
    const request = indexedDB.open(name);
    let isNew = false;
    request.onupgradeneeded = () => {
      // Aborted, nothing of it is ever there: an empty database would pass for one that was evicted.
      isNew = true;
      request.transaction?.abort();
    };
    request.onsuccess = () => resolve(request.result);
    request.onerror = (event) => {
      event.preventDefault();
      if (isNew) resolve(undefined);
      else reject(request.error ?? new StorageError('unknown'));
    };
  });
}

function over(transaction: IDBTransaction): ReadTransaction {
  // The names of the tables are the names of what is in them.
  const ask = <R>(request: IDBRequest): Promise<R> => settled<R>(request);
  return {
    get: <T extends TableName>(table: T, key: string) =>
      ask<Tables[T] | undefined>(transaction.objectStore(table).get(key)),
    all: <T extends TableName>(table: T) => ask<Tables[T][]>(transaction.objectStore(table).getAll()),
    by: <T extends TableName>(table: T, field: string, value: string) =>
      ask<Tables[T][]>(transaction.objectStore(table).index(field).getAll(value)),
  };
}

export function createEarlyReads(dependencies: {
  readonly name: string;
  readonly clock: Pick<Clock, 'setTimer'>;
  readonly indexedDB: IDBFactory | undefined;
}): EarlyReads {
  const { name, clock, indexedDB } = dependencies;
  let connecting: Promise<IDBDatabase | undefined> | undefined;
  let isOver = false;

  async function connect(): Promise<IDBDatabase | undefined> {
    const database = indexedDB && (await open(indexedDB, name));
    if (!database) return undefined;
    // A tab that upgrades or deletes it doesn't wait for this.
    database.onversionchange = () => database.close();
    if (isOver || !(await isReadable(database))) {
      database.close();
      return undefined;
    }
    return database;
  }

  const close = () => {
    isOver = true;
    connecting?.then(
      (database) => database?.close(),
      () => undefined,
    );
  };

  return {
    async read(tables, work) {
      const reading = async () => {
        if (isOver) return undefined;
        connecting ??= connect();
        const database = await connecting;
        if (isOver || !database) return undefined;
        return { value: await work(over(database.transaction([...tables], 'readonly'))) };
      };
      try {
        return await withDeadline(clock, EARLY_READ_MS, reading(), () => new StorageError('timeout'));
      } catch {
        // Whatever it is, the store says it better; and no further read waits for it here.
        close();
        return undefined;
      }
    },
    close,
  };
}

/** As the store judges it: what a newer version wrote is left alone. */
async function isReadable(database: IDBDatabase): Promise<boolean> {
  const schema: unknown = await settled(
    database.transaction('meta', 'readonly').objectStore('meta').get('schema'),
  );
  const newest =
    typeof schema === 'object' && schema !== null && 'value' in schema ? schema.value : undefined;
  return typeof newest === 'number' && newest <= READER;
}
