/** A device's store, seen from outside: what it holds of persons after each transaction that may change that, and what a view is made of. */
import type { TableName } from '../../client/store/rows.ts';
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

export function observeStore(
  store: Store,
  on: {
    readonly stored: (stored: StoredPersons) => Promise<void>;
    readonly viewed: (read: ReadBefore) => void;
  },
): Store {
  async function write<R>(
    tables: readonly TableName[],
    work: (transaction: WriteTransaction) => Promise<R>,
  ): Promise<R> {
    if (!WATCHED.every((table) => tables.includes(table))) return await store.write(tables, work);
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
