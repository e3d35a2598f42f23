/** Opens what a browser keeps, by way of Dexie, and probes it: a chunk of its own, which no question waits for. */
import { createDexieStore, type DexieStoreDependencies } from '../../../sync/client/store/dexie-store.ts';
import { openStore } from '../../../sync/client/store/open-store.ts';
import type { ProbeDependencies } from '../../../sync/client/store/probe.ts';
import type { Marker, StorageQuota } from '../../../sync/client/store/store.ts';

export type DurableStoreDependencies = DexieStoreDependencies &
  Omit<ProbeDependencies, 'connect'> & { readonly marker: Marker; readonly quota: StorageQuota };

export function openDurableStore(dependencies: DurableStoreDependencies): ReturnType<typeof openStore> {
  return openStore({ ...dependencies, connect: () => createDexieStore(dependencies) });
}
