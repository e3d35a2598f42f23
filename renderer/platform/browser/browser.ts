/** The platform in a patient's browser: the sync client over IndexedDB, fetch and Web Locks. */

import type { DeviceCrypto } from '../../../sync/client/base/crypto-ports.ts';
import { uuidV4 } from '../../../sync/client/base/ids.ts';
import type { Clock, Locks, Random, Signals } from '../../../sync/client/base/ports.ts';
import { createSystemClock, createSystemRandom } from '../../../sync/client/base/system-clock.ts';
import {
  boundedLocalCrypto,
  boundedLocks,
  boundedMarker,
  boundedQuota,
} from '../../../sync/client/bounded-ports.ts';
import { createLocalCrypto } from '../../../sync/client/keys/local-crypto.ts';
import { databaseName } from '../../../sync/client/store/database-name.ts';
import { createEarlyReads } from '../../../sync/client/store/early-reads.ts';
import { createLateStore } from '../../../sync/client/store/late-store.ts';
import { markUse } from '../../../sync/client/store/mark-use.ts';
import type { Marker, StorageQuota, Store } from '../../../sync/client/store/store.ts';
import { createWriting } from '../../../sync/client/writing.ts';
import type { PublishedPack } from '../../../sync/domain/vendor/published-pack.ts';
import type { DraftContent, Platform } from '../contract/contract.ts';
import { createDeviceLock } from '../lock/device-lock.ts';
import type { SendingPack } from '../sending/sending.ts';
import { createLateAccount } from './account.ts';
import { createBackgroundSync } from './background-sync.ts';
import {
  createBroadcast,
  createPageSignals,
  createStorageQuota,
  createWebLocks,
  originStorage,
} from './browser-ports.ts';
import { blobsOf, createLateSending, deliveriesOf } from './late-sending.ts';
import { createLateShelf } from './late-shelf.ts';
import { createStoreMarker } from './store-marker.ts';

export interface BrowserPlatformOptions {
  readonly vendor: string;
  readonly pack: Pick<PublishedPack, 'name'> &
    SendingPack & { readonly settings: Pick<PublishedPack['settings'], 'idleMinutes'> };
  /** The browser's own where absent. */
  readonly fetch?: typeof globalThis.fetch;
  readonly origin?: string;
  readonly indexedDB?: IDBFactory | undefined;
  readonly IDBKeyRange?: typeof globalThis.IDBKeyRange;
  readonly clock?: Clock;
  readonly random?: Random;
  readonly locks?: Locks;
  readonly signals?: Signals;
  readonly marker?: Marker;
  readonly quota?: StorageQuota;
  readonly crypto?: DeviceCrypto;
}

/** Keeps the store from eviction once there is something to lose. */
function createPersistence(store: Store, marker: Marker, quota: StorageQuota) {
  let asking = false;
  /** One question at a time: a second one beside it would tell the person nothing new. */
  const requestPersistence = () => {
    if (asking) return;
    asking = true;
    quota
      .persist()
      .catch(() => undefined)
      .finally(() => {
        asking = false;
      });
  };
  let asked = false;
  /** Asked once there is something to lose: some browsers show a question, which nobody understands before that. */
  const keepFromEviction = async () => {
    if (asked || store.mode === 'memory' || (await marker.read()) !== 'used') return;
    asked = true;
    if ((await quota.persisted()) !== true) requestPersistence();
  };
  const onContentChange = () => {
    markUse(store, marker)
      .then(keepFromEviction)
      .catch(() => undefined);
  };
  return { requestPersistence, onContentChange };
}

export function createBrowserPlatform(options: BrowserPlatformOptions): Platform {
  const { vendor, pack } = options;
  const origin = originStorage();
  const path = `/connect/${vendor}`;
  const endpoint = `${options.origin ?? location.origin}${path}`;
  const fetch = options.fetch ?? globalThis.fetch.bind(globalThis);
  const clock = options.clock ?? createSystemClock();
  const random = options.random ?? createSystemRandom();
  const crypto = boundedLocalCrypto(options.crypto ?? createLocalCrypto(globalThis.crypto), clock);
  const quota = boundedQuota(options.quota ?? createStorageQuota(origin.quota), clock);
  const marker = boundedMarker(
    options.marker ??
      createStoreMarker({
        vendor,
        path,
        cookies: document,
        caches: origin.caches,
      }),
    clock,
  );

  const indexedDB = 'indexedDB' in options ? options.indexedDB : origin.indexedDB;
  const IDBKeyRange = options.IDBKeyRange ?? origin.IDBKeyRange;
  const name = databaseName(vendor);

  const openNow = async () => {
    const { openDurableStore } = await import('../store/durable-store.ts');
    return await openDurableStore({ name, indexedDB, IDBKeyRange, crypto, random, clock, marker, quota });
  };
  let opened: ReturnType<typeof openNow> | undefined;
  const open = () => {
    opened ??= openNow().catch((error: unknown) => {
      opened = undefined;
      throw error;
    });
    return opened;
  };
  const early = createEarlyReads({ name, clock, indexedDB });
  const store = createLateStore(async () => (await open()).store, early);

  const { requestPersistence, onContentChange } = createPersistence(store, marker, quota);

  const locks = boundedLocks(options.locks ?? createWebLocks(origin.locks), clock);
  const signals = options.signals ?? createPageSignals(window);
  const ports = {
    ...{ vendor, store, clock, random, locks, signals, onContentChange },
    channel: createBroadcast(`v:${vendor}:deliveries`),
  };
  const writing = createWriting<DraftContent>({ ...ports, crypto });
  const sending = createLateSending({
    ...{ clock, signals },
    async load() {
      const { createSending } = await import('../sending/sending.ts');
      return createSending({ ...ports, pack, endpoint, fetch, crypto: options.crypto }, writing);
    },
  });

  const background = createBackgroundSync({
    vendor,
    container: 'serviceWorker' in navigator ? navigator.serviceWorker : undefined,
  });
  const deliveries = deliveriesOf(sending, () => void background.request());

  const channel = createBroadcast(`v:${vendor}:account`);
  const account = createLateAccount({
    store,
    channel,
    async load() {
      const [{ createAccount, createRecordCrypto }, { parts }] = await Promise.all([
        import('../account/account-parts.ts'),
        sending.ready(),
      ]);
      return createAccount({
        ...{ vendor, store, clock, random, locks, channel, signals, deliveries },
        ...parts,
        crypto: createRecordCrypto(vendor, globalThis.crypto),
      });
    },
  });

  const shelf = createLateShelf({
    store,
    async load() {
      const { createShelf } = await import('../shelf/shelf-parts.ts');
      return createShelf({
        ...{ vendor, store, clock, keys: writing.keys, watchLock: writing.lock.watch },
        channel: createBroadcast(`v:${vendor}:shelf`),
        idleMs: pack.settings.idleMinutes * 60_000,
        onChange: onContentChange,
      });
    },
  });

  let started: ReturnType<Platform['start']> | undefined;
  const start = async () => {
    const { report } = await open();
    const waits = async () =>
      (await store.read(['outbox'], (transaction) => transaction.all('outbox'))).length > 0;
    sending.plan(false);
    void waits().then(
      (isUrgent) => isUrgent && sending.plan(true),
      () => undefined,
    );
    account.start();
    // Signing out of a device that others use, too, empties it, in whichever tab.
    account.watch(shelf.refresh);
    await shelf.start().catch(() => undefined);
    // Data from an earlier visit is marked, and kept from eviction, from now on.
    onContentChange();
    return report;
  };

  return {
    vendor,
    start() {
      started ??= start().catch((error: unknown) => {
        started = undefined;
        throw error;
      });
      return started;
    },
    drafts: {
      ...writing.drafts,
      save(content) {
        // Who has begun to answer will finish, perhaps where there is no network.
        sending.plan(true);
        return writing.drafts.save(content);
      },
    },
    shelf,
    blobs: blobsOf(sending),
    lock: createDeviceLock({ lock: writing.lock, host: new URL(endpoint).hostname, name: pack.name }),
    deliveries,
    account,
    requestPersistence,
    connection: () => sending.current()?.connection() ?? { state: 'unknown' },
    watchConnection: (listener) => sending.follow((sender) => sender.watchConnection(listener)),
    newSubjectId: () => uuidV4(random),
    newSessionId: () => uuidV4(random),
    now: () => new Date(clock.now()),
    async stop() {
      shelf.stop();
      await account.stop();
      if (!(await sending.stop())) await writing.stop();
    },
  };
}
