/** What a device's tabs store into, and what outlives them. */

import { createMemoryStore } from '../../client/store/memory-store.ts';
import type { Store } from '../../client/store/store.ts';
import type { Chance } from '../base/chance.ts';
import type { Life } from '../base/life.ts';
import type { Scheduler } from '../base/scheduler.ts';
import { createFaultyStore, type DiskFaults } from './disk-faults.ts';

export interface Connection {
  readonly life: Life;
  readonly faults: () => DiskFaults | undefined;
  /** Put below the faults: it sees what was committed, also where the tab isn't told, or dies with the transaction's end. */
  readonly observe?: ((store: Store) => Store) | undefined;
}

export interface Disk {
  /** A connection for one tab. */
  connect(tab: Connection): Store;
  /** Where fewer may be open at once than on a phone. */
  readonly mostTabs?: number;
  /** Gives back what it has changed of the runtime. */
  readonly dispose?: () => void;
}

/** Transactions and faults of a browser's store, without the browser's. */
export function createMemoryDisk(scheduler: Scheduler, chance: Chance): Disk {
  const shared = createMemoryStore('durable');
  return {
    connect: ({ life, faults, observe = (store) => store }) =>
      createFaultyStore({
        store: observe({ ...shared, close: async () => undefined }),
        life,
        scheduler,
        chance,
        faults,
      }),
  };
}
