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
