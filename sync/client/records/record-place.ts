/** Where a person's records are: in the device's store, and on a shared device in the memory of one tab, keys included. */
import { clearTable } from '../store/many-rows.ts';
import { createMemoryStore } from '../store/memory-store.ts';
import type { AccountRow, TableName } from '../store/rows.ts';
import type { ReadTransaction, Store, WriteTransaction } from '../store/store.ts';

export const recordTables = ['recordRows', 'recordShadow', 'recordState', 'recordKeys'] as const;
/** One transaction covers the records, who is signed in, what waits to be sent, and which epoch that was heard in. */
const others = ['account', 'outbox', 'meta'] as const satisfies readonly TableName[];
const tables = [...others, ...recordTables] as const satisfies readonly TableName[];

export interface RecordPlace {
  read<R>(work: (transaction: ReadTransaction) => Promise<R>): Promise<R>;
  write<R>(work: (transaction: WriteTransaction) => Promise<R>): Promise<R>;
}

export interface RecordPlaces {
  of(account: Pick<AccountRow, 'shared'>): RecordPlace;
  /** What this tab holds in memory. Synchronous, so that nothing comes in between. */
  forgetMemory(): void;
}

const isRecords = (table: TableName) => (recordTables as readonly TableName[]).includes(table);

export async function clearRecords(transaction: WriteTransaction): Promise<void> {
  for (const row of await transaction.all('recordKeys')) await transaction.delete('recordKeys', row.person);
  for (const row of await transaction.all('recordState')) await transaction.delete('recordState', row.person);
  await clearRows(transaction);
  await clearShadow(transaction);
}

export const clearRows = (transaction: WriteTransaction) => clearTable(transaction, 'recordRows');
export const clearShadow = (transaction: WriteTransaction) => clearTable(transaction, 'recordShadow');

function reading(durable: ReadTransaction, memory: ReadTransaction): ReadTransaction {
  const over = (table: TableName) => (isRecords(table) ? memory : durable);
  return {
    get: (table, key) => over(table).get(table, key),
    all: (table) => over(table).all(table),
    by: (table, field, value) => over(table).by(table, field, value),
  };
}

export function createRecordPlaces(store: Store): RecordPlaces {
  let memory = createMemoryStore();
  const durable: RecordPlace = {
    read: (work) => store.read(tables, work),
    write: (work) => store.write(tables, work),
  };
  /** The device's transaction is the outer one: where it fails, what memory has taken is at worst asked for again. */
  const shared = (): RecordPlace => ({
    read: (work) =>
      store.read(others, (outer) => memory.read(recordTables, (inner) => work(reading(outer, inner)))),
    write(work) {
      // What is forgotten meanwhile stays forgotten: a late page is written into what nobody reads any more.
      const own = memory;
      return store.write(others, (outer) =>
        own.write(recordTables, (inner) => {
          const over = (table: TableName) => (isRecords(table) ? inner : outer);
          return work({
            ...reading(outer, inner),
            put: (table, row) => over(table).put(table, row),
            delete: (table, key) => over(table).delete(table, key),
          });
        }),
      );
    },
  });
  return {
    of: (account) => (account.shared === true ? shared() : durable),
    forgetMemory() {
      memory = createMemoryStore();
    },
  };
}
