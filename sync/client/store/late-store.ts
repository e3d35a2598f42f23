import { StorageError } from '../base/storage-error.ts';
import type { EarlyReads } from './early-reads.ts';
import type { TableName } from './rows.ts';
import type { ReadTransaction, Store } from './store.ts';

/**
 * A store that opens when it is first used: callers needn't know whether the start is over. Where it can't be opened, the next use tries again.
 * @param early answers reads for as long as it isn't open
 */
export function createLateStore(open: () => Promise<Store>, early?: EarlyReads): Store {
  let opening: Promise<Store> | undefined;
  let mode: Store['mode'] = 'durable';
  let isOpen = false;
  let over = false;
  const ready = () => {
    // What comes after the page has ended must not open the database again.
    if (over) return Promise.reject(new StorageError('closed'));
    opening ??= open().then(
      (store) => {
        mode = store.mode;
        isOpen = true;
        early?.close();
        return store;
      },
      (error: unknown) => {
        opening = undefined;
        throw error;
      },
    );
    return opening;
  };
  return {
    get mode() {
      return mode;
    },
    async read<R>(
      tables: readonly TableName[],
      work: (transaction: ReadTransaction) => Promise<R>,
    ): Promise<R> {
      const found = over || isOpen ? undefined : await early?.read(tables, work);
      return found ? found.value : (await ready()).read(tables, work);
    },
    write: async (tables, work) => (await ready()).write(tables, work),
    close: async () => {
      over = true;
      early?.close();
      await (await opening?.catch(() => undefined))?.close();
    },
  };
}
