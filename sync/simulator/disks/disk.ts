/** What a device's tabs store into, and what outlives them. */

import { createMemoryStore } from '../../client/store/memory-store.ts';
import type { Store } from '../../client/store/store.ts';
import type { Chance } from '../base/chance.ts';
import type { Life } from '../base/life.ts';
import type { Scheduler } from '../base/scheduler.ts';
import { createFaultyStore, type DiskFaults } from './disk-faults.ts';

export interface Disk {
  /** A connection for one tab. */
  connect(tab: { readonly life: Life; readonly faults: () => DiskFaults | undefined }): Store;
  /** Where fewer may be open at once than on a phone. */
  readonly mostTabs?: number;
  /** Gives back what it has changed of the runtime. */
  readonly dispose?: () => void;
}

/** Transactions and faults of a browser's store, without the browser's. */
export function createMemoryDisk(scheduler: Scheduler, chance: Chance): Disk {
  const shared = createMemoryStore('durable');
  return {
    connect: ({ life, faults }) =>
      createFaultyStore({
        store: { ...shared, close: async () => undefined },
        life,
        scheduler,
        chance,
        faults,
      }),
  };
}
