/** A device's store, seen from outside: what it holds of persons after each transaction that may change that, what is queued, and what a view is made of. */
import type { EnvelopeRow, OutboxRow, TableName, Tables } from '../../client/store/rows.ts';
import type { ReadTransaction, Store, WriteTransaction } from '../../client/store/store.ts';
import type { ReadBefore, StoredPersons } from '../site/person-monitor.ts';

const WATCHED = [
  'account',
  'recordKeys',
  'recordRows',
  'recordShadow',
  'recordState',
] as const satisfies readonly TableName[];

async function lookAt(transaction: ReadTransaction, withOutbox: boolean): Promise<StoredPersons> {
  return {
    account: await transaction.get('account', 'account'),
    keys: await transaction.all('recordKeys'),
    rows: await transaction.all('recordRows'),
    shadow: (await transaction.all('recordShadow')).length,
    states: await transaction.all('recordState'),
    outbox: withOutbox ? await transaction.all('outbox') : [],
  };
}

type OnQueued = (operation: OutboxRow, envelope: EnvelopeRow) => void;

const isOf = <T extends 'outbox' | 'envelopes'>(
  wanted: T,
  table: TableName,
  row: Tables[TableName],
): row is Tables[T] => table === wanted && 'opId' in row;

/** Tells of what is put together with its envelope, before the transaction ends: what is undone is in no outbox that anybody reads. */
function watchQueued(transaction: WriteTransaction, queued: OnQueued): WriteTransaction {
  const operations = new Map<string, OutboxRow>();
  return {
    ...transaction,
    put(table, row) {
      if (isOf('outbox', table, row)) operations.set(row.opId, row);
      if (isOf('envelopes', table, row)) {
        const operation = operations.get(row.opId);
        if (operation !== undefined) queued(operation, row);
      }
      return transaction.put(table, row);
    },
  };
}

export function observeStore(
  store: Store,
  on: {
    readonly stored: (stored: StoredPersons) => Promise<void>;
    readonly queued: OnQueued;
    readonly viewed: (read: ReadBefore) => void;
  },
): Store {
  async function write<R>(
    tables: readonly TableName[],
    work: (transaction: WriteTransaction) => Promise<R>,
  ): Promise<R> {
    if (!WATCHED.every((table) => tables.includes(table)))
      return await store.write(tables, (transaction) => work(watchQueued(transaction, on.queued)));
    const { result, stored } = await store.write(tables, async (transaction) => {
      const done = await work(transaction);
      return { result: done, stored: await lookAt(transaction, tables.includes('outbox')) };
    });
    await on.stored(stored);
    return result;
  }

  async function read<R>(
    tables: readonly TableName[],
    work: (transaction: ReadTransaction) => Promise<R>,
  ): Promise<R> {
    if (!WATCHED.every((table) => tables.includes(table))) return await store.read(tables, work);
    const { result, viewed } = await store.read(tables, async (transaction) => {
      let isView = false;
      const done = await work({
        get: transaction.get,
        by: transaction.by,
        all(table) {
          isView ||= table === 'recordRows';
          return transaction.all(table);
        },
      });
      if (!isView) return { result: done, viewed: undefined };
      const account = await transaction.get('account', 'account');
      const state = await transaction.get('recordState', account?.person ?? '');
      return { result: done, viewed: { account, state, outbox: await transaction.all('outbox') } };
    });
    if (viewed !== undefined) on.viewed(viewed);
    return result;
  }

  return {
    get mode() {
      return store.mode;
    },
    read,
    write,
    close: () => store.close(),
  };
}
