/** A store that stays closed: the folder is another process's from then on, and a late call must not take it again. */

import { StorageError } from '../../sync/client/base/storage-error.ts';
import type { Store } from '../../sync/client/store/store.ts';

/** After `close` every transaction rejects with `closed`. */
export function createClosingStore(store: Store): Store {
  let closed = false;
  const refuseWhenClosed = () => {
    if (closed) throw new StorageError('closed');
  };
  return {
    mode: store.mode,
    async read(tables, work) {
      refuseWhenClosed();
      return await store.read(tables, work);
    },
    async write(tables, work) {
      refuseWhenClosed();
      return await store.write(tables, work);
    },
    close() {
      closed = true;
      return store.close();
    },
  };
}
