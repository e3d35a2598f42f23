/**
 * Asks the browser, before the first question, whether it keeps what it is given: writes a key and a row, opens the
 * database again, and uses the key (failure cases 14, 15). Where it doesn't, the store is in memory and the report says so.
 */
import { bindingOf, utf8 } from '../base/bytes.ts';
import type { LocalCrypto } from '../base/crypto-ports.ts';
import { uuidV4 } from '../base/ids.ts';
import type { Clock, Random } from '../base/ports.ts';
import { type StorageErrorCode, toStorageError } from '../base/storage-error.ts';
import type { StorageReport } from './storage-report.ts';
import type { Marker, StorageQuota, Store } from './store.ts';

export type ProbeReason = NonNullable<StorageReport['reason']>;

const reasons: Partial<Record<StorageErrorCode, ProbeReason>> = {
  'no-indexeddb': 'no-indexeddb',
  'not-storable': 'keys-not-kept',
  'newer-version': 'newer-version',
  blocked: 'blocked',
  timeout: 'blocked',
  quota: 'quota',
};

export function probeReason(error: unknown): ProbeReason {
  return reasons[toStorageError(error).code] ?? 'data-not-kept';
}

export interface ProbeDependencies {
  /** A new connection each time. */
  readonly connect: () => Store;
  readonly crypto: LocalCrypto;
  readonly random: Random;
  readonly clock: Pick<Clock, 'now'>;
}

/** @returns an open store, or why there is none. */
export async function probeStore(
  dependencies: ProbeDependencies,
): Promise<{ readonly store: Store } | { readonly reason: ProbeReason }> {
  const { connect, crypto, random, clock } = dependencies;
  const id = `probe:${uuidV4(random)}`;
  const plain = utf8(id);
  const boundTo = bindingOf(id);
  const opened: Store[] = [];
  const open = () => {
    const store = connect();
    opened.push(store);
    return store;
  };
  const fail = async (reason: ProbeReason) => {
    for (const store of opened) await store.close();
    return { reason };
  };
  try {
    const key = await crypto.newSubjectKey();
    const first = open();
    await first.write(['keys', 'meta'], async (transaction) => {
      await transaction.put('keys', { id, keyId: id, key, at: clock.now() });
      await transaction.put('meta', { key: id, value: id });
    });
    await first.close();
    const second = open();
    const found = await second.read(['keys', 'meta'], async (transaction) => ({
      key: (await transaction.get('keys', id))?.key,
      row: await transaction.get('meta', id),
    }));
    if (found.row?.value !== id) return await fail('data-not-kept');
    // Typed as a key, and yet null or a plain object where the engine doesn't keep keys.
    if (!found.key) return await fail('keys-not-kept');
    const box = await crypto.seal(key, plain, boundTo).catch(() => undefined);
    const back = box && (await crypto.open(found.key, box, boundTo).catch(() => undefined));
    await second.write(['keys', 'meta'], async (transaction) => {
      await transaction.delete('keys', id);
      await transaction.delete('meta', id);
    });
    return back?.length === plain.length ? { store: second } : await fail('keys-not-kept');
  } catch (error) {
    return await fail(probeReason(error));
  }
}

/**
 * The canary lies in the store, the mark outside of it: a mark that says there was data, beside a store without a canary,
 * means that the browser has evicted it or somebody has cleared it.
 */
export async function checkCanary(store: Store, marker: Marker): Promise<{ readonly evicted: boolean }> {
  const marked = await marker.read().catch(() => undefined);
  const canary = await store.write(['meta'], async (transaction) => {
    const found = await transaction.get('meta', 'canary');
    if (found === undefined) await transaction.put('meta', { key: 'canary', value: 1 });
    return found;
  });
  return { evicted: marked === 'used' && canary === undefined };
}

export async function storageReport(
  found: { readonly reason?: ProbeReason; readonly evicted: boolean },
  quota: StorageQuota,
): Promise<StorageReport> {
  const [persisted, estimate] = await Promise.all([
    quota.persisted().catch((): 'unsupported' => 'unsupported'),
    quota.estimate().catch(() => ({})),
  ]);
  const { reason, evicted } = found;
  return {
    mode: reason === undefined ? 'durable' : 'memory',
    ...(reason === undefined ? {} : { reason }),
    persisted,
    evicted,
    ...estimate,
  };
}
