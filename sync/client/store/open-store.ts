import { StorageError } from '../base/storage-error.ts';
import { createMemoryStore } from './memory-store.ts';
import {
  checkCanary,
  type ProbeDependencies,
  type ProbeReason,
  probeReason,
  probeStore,
  storageReport,
} from './probe.ts';
import type { StorageReport } from './storage-report.ts';
import type { Marker, StorageQuota, Store } from './store.ts';

/** Opens the durable store where the browser keeps it, else one in memory; and says which, before anything is promised. */
export async function openStore(
  dependencies: ProbeDependencies & { readonly marker: Marker; readonly quota: StorageQuota },
): Promise<{ readonly store: Store; readonly report: StorageReport }> {
  const { marker, quota } = dependencies;
  const inMemory = async (reason: ProbeReason) => ({
    store: createMemoryStore(),
    report: await storageReport({ reason, evicted: false }, quota),
  });
  const probed = await probeStore(dependencies);
  if ('reason' in probed) return await inMemory(probed.reason);
  try {
    const { evicted } = await checkCanary(probed.store, marker);
    return { store: probed.store, report: await storageReport({ evicted }, quota) };
  } catch (error) {
    await probed.store.close();
    return await inMemory(probeReason(error));
  }
}

/** A store that opens when it is first used: callers needn't know whether the start is over. */
export function createLateStore(open: () => Promise<Store>): Store {
  let opening: Promise<Store> | undefined;
  let mode: Store['mode'] = 'durable';
  let over = false;
  const ready = () => {
    // What comes after the page has ended must not open the database again.
    if (over) return Promise.reject(new StorageError('closed'));
    opening ??= open().then((store) => {
      mode = store.mode;
      return store;
    });
    return opening;
  };
  return {
    get mode() {
      return mode;
    },
    read: async (tables, work) => (await ready()).read(tables, work),
    write: async (tables, work) => (await ready()).write(tables, work),
    close: async () => {
      over = true;
      await (await opening)?.close();
    },
  };
}
