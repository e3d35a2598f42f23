/** A device's storage that fails the way browsers' has been seen to, over any store, and stops with its tab. */

import { StorageError } from '../../client/base/storage-error.ts';
import type { TableName } from '../../client/store/rows.ts';
import type { ReadTransaction, Store, WriteTransaction } from '../../client/store/store.ts';
import type { Chance } from '../base/chance.ts';
import type { Life } from '../base/life.ts';
import type { Scheduler } from '../base/scheduler.ts';

/**
 * `abort`: the transaction is rolled back at its end. `quota`: the same, for want of room. `closed`: the connection is lost before it
 * begins. `hang`: nothing happens until the store's own deadline. `unheard`: it commits, and its end is never told. `rerun`: the connection is lost
 * at its end, and the store runs the work once more on a new one.
 */
export type DiskFault = 'abort' | 'quota' | 'closed' | 'hang' | 'unheard' | 'rerun';

export interface DiskFaults {
  fault: DiskFault;
  /** Of a transaction. */
  probability: number;
}

/** The store's own deadline, as the durable one's. */
const DEADLINE_MS = 5_000;
/** Thrown at the end of a transaction, so that nothing of it is kept. */
class Undo extends Error {
  override name = 'Undo';
}

/** Every call of a transaction is a place where the tab may die; then the transaction is undone. */
function mortal(transaction: WriteTransaction, life: Life): WriteTransaction {
  return {
    get: (table, key) => life.through(() => transaction.get(table, key)),
    all: (table) => life.through(() => transaction.all(table)),
    by: (table, field, value) => life.through(() => transaction.by(table, field, value)),
    put: (table, row) => life.through(() => transaction.put(table, row)),
    delete: (table, key) => life.through(() => transaction.delete(table, key)),
  };
}

export interface FaultyStoreDependencies {
  readonly store: Store;
  readonly life: Life;
  readonly scheduler: Scheduler;
  readonly chance: Chance;
  readonly faults: () => DiskFaults | undefined;
}

export function createFaultyStore(dependencies: FaultyStoreDependencies): Store {
  const { store, life, scheduler, chance, faults } = dependencies;
  const death = new Promise<never>((_, reject) => {
    life.onDeath(() => reject(new Error('The tab has died.')));
  });
  death.catch(() => undefined);

  const faultNow = (): DiskFault | undefined => {
    const now = faults();
    return now !== undefined && chance.happens(now.probability) ? now.fault : undefined;
  };
  async function late(): Promise<never> {
    await scheduler.pause(DEADLINE_MS);
    throw new StorageError('timeout');
  }

  function write<R>(
    tables: readonly TableName[],
    work: (transaction: WriteTransaction) => Promise<R>,
  ): Promise<R> {
    const run = (fails: boolean) =>
      store.write(tables, async (transaction) => {
        const result = await Promise.race([work(mortal(transaction, life)), death]);
        if (fails) throw new Undo();
        return result;
      });
    const undone = async (code: 'aborted' | 'quota') => {
      try {
        return await run(true);
      } catch (error) {
        throw error instanceof Undo ? new StorageError(code) : error;
      }
    };
    switch (faultNow()) {
      case 'closed':
        return Promise.reject(new StorageError('closed'));
      case 'hang':
        return late();
      case 'abort':
        return undone('aborted');
      case 'quota':
        return undone('quota');
      case 'unheard':
        return run(false).then(late);
      case 'rerun':
        return undone('aborted').catch((error: unknown) => {
          if (error instanceof StorageError && error.code === 'aborted') return run(false);
          throw error;
        });
      case undefined:
        return run(false);
    }
  }

  function read<R>(
    tables: readonly TableName[],
    work: (transaction: ReadTransaction) => Promise<R>,
  ): Promise<R> {
    const fault = faultNow();
    if (fault === 'closed') return Promise.reject(new StorageError('closed'));
    if (fault === 'hang') return late();
    return store.read(tables, (transaction) => work(transaction));
  }

  return {
    get mode() {
      return store.mode;
    },
    read: (tables, work) => life.through(() => read(tables, work)),
    write: (tables, work) => life.through(() => write(tables, work)),
    close: () => life.through(() => store.close()),
  };
}
