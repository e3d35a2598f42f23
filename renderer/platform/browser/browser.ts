/** The platform in a patient's browser: the sync client over IndexedDB, fetch and Web Locks. */

import type { DeviceCrypto } from '../../../sync/client/base/crypto-ports.ts';
import { uuidV4 } from '../../../sync/client/base/ids.ts';
import type { Clock, Locks, Random, Signals } from '../../../sync/client/base/ports.ts';
import { createSystemClock, createSystemRandom } from '../../../sync/client/base/system-clock.ts';
import {
  boundedCrypto,
  boundedLocks,
  boundedMarker,
  boundedQuota,
  boundedReceiptKeys,
} from '../../../sync/client/bounded-ports.ts';
import { createSyncClient } from '../../../sync/client/client.ts';
import { createWebCrypto } from '../../../sync/client/keys/web-crypto.ts';
import { createShelf } from '../../../sync/client/shelf/shelf.ts';
import { createDexieStore, databaseName } from '../../../sync/client/store/dexie-store.ts';
import { createLateStore, openStore } from '../../../sync/client/store/open-store.ts';
import { markUse } from '../../../sync/client/store/probe.ts';
import type { Marker, StorageQuota } from '../../../sync/client/store/store.ts';
import type { PublishedPack } from '../../../sync/domain/vendor/published-pack.ts';
import { BUNDLE_EXTENSION, BUNDLE_MEDIA_TYPE } from '../../../sync/protocol/bundle.ts';
import type { Delivery, DraftContent, Platform } from '../contract/contract.ts';
import { createDeviceLock } from '../lock/device-lock.ts';
import { createLateAccount } from './account.ts';
import { createBackgroundSync } from './background-sync.ts';
import {
  createBroadcast,
  createFetchTransport,
  createPageSignals,
  createStorageQuota,
  createWebLocks,
  originStorage,
} from './browser-ports.ts';
import { createReceiptKeys } from './receipt-keys.ts';
import { createStoreMarker } from './store-marker.ts';
import { createVendorKeys } from './vendor-keys.ts';

export interface BrowserPlatformOptions {
  readonly vendor: string;
  readonly pack: Pick<PublishedPack, 'name' | 'receiptKeys' | 'keyManifest'> & {
    readonly settings: Pick<PublishedPack['settings'], 'copyDays' | 'idleMinutes'>;
  };
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

export function createBrowserPlatform(options: BrowserPlatformOptions): Platform {
  const { vendor, pack } = options;
  const origin = originStorage();
  const path = `/connect/${vendor}`;
  const endpoint = `${options.origin ?? location.origin}${path}`;
  const fetch = options.fetch ?? globalThis.fetch.bind(globalThis);
  const clock = options.clock ?? createSystemClock();
  const random = options.random ?? createSystemRandom();
  const crypto = boundedCrypto(options.crypto ?? createWebCrypto(globalThis.crypto), clock);
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
  const connect = () => createDexieStore({ name: databaseName(vendor), clock, indexedDB, IDBKeyRange });

  let opened: ReturnType<typeof openStore> | undefined;
  const open = () => {
    opened ??= openStore({ connect, crypto, random, clock, marker, quota });
    return opened;
  };
  const store = createLateStore(async () => (await open()).store);

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

  const locks = boundedLocks(options.locks ?? createWebLocks(origin.locks), clock);
  const signals = options.signals ?? createPageSignals(window);
  const client = createSyncClient<DraftContent>({
    vendor,
    endpoint,
    store,
    clock,
    random,
    crypto,
    transport: createFetchTransport(fetch),
    locks,
    channel: createBroadcast(`v:${vendor}:deliveries`),
    signals,
    receiptKeys: boundedReceiptKeys(
      createReceiptKeys({ known: pack.receiptKeys, url: `${endpoint}/pack.json`, fetch }),
      clock,
    ),
    vendorKeys: createVendorKeys({ known: pack.keyManifest, url: `${endpoint}/keys.json`, fetch }),
    copyDays: pack.settings.copyDays,
    onContentChange,
  });

  const channel = createBroadcast(`v:${vendor}:account`);
  const account = createLateAccount({
    store,
    channel,
    async load() {
      const { createAccount, createRecordCrypto } = await import('../account/account-parts.ts');
      return createAccount({
        ...{ vendor, store, clock, random, locks, channel, signals, deliveries },
        ...client.parts,
        crypto: createRecordCrypto(vendor, globalThis.crypto),
      });
    },
  });

  const shelf = createShelf({
    ...{ vendor, store, clock, keys: client.parts.keys, watchLock: client.lock.watch },
    channel: createBroadcast(`v:${vendor}:shelf`),
    idleMs: pack.settings.idleMinutes * 60_000,
    onChange: onContentChange,
  });

  let started: ReturnType<Platform['start']> | undefined;
  const start = async () => {
    const { report } = await open();
    await client.start();
    account.start();
    // Signing out of a device that others use, too, empties it, in whichever tab.
    account.watch(shelf.refresh);
    await shelf.start().catch(() => undefined);
    // Data from an earlier visit is marked, and kept from eviction, from now on.
    onContentChange();
    return report;
  };

  const { drafts, blobs, deliveries } = client;
  const background = createBackgroundSync({
    vendor,
    container: 'serviceWorker' in navigator ? navigator.serviceWorker : undefined,
  });
  const queued = (delivery: Delivery): Delivery => {
    void background.request();
    return delivery;
  };
  return {
    vendor,
    start() {
      started ??= start();
      return started;
    },
    drafts,
    blobs: { keep: blobs.keep, read: blobs.read, drop: blobs.drop },
    lock: createDeviceLock({ lock: client.lock, host: new URL(endpoint).hostname, name: pack.name }),
    deliveries: {
      submit: async (draftId, submission) => queued(await deliveries.submit(draftId, submission)),
      send: async (submission, owner) => queued(await deliveries.send(submission, owner)),
      list: deliveries.list,
      copy: deliveries.copy,
      watch: deliveries.watch,
      sendNow: deliveries.sendNow,
      async saveCopy(session) {
        const bundle = await deliveries.bundle(session);
        const waiting = (await deliveries.list()).findLast((each) => each.session === session);
        return {
          blob: new Blob([JSON.stringify(bundle)], { type: BUNDLE_MEDIA_TYPE }),
          name: `${vendor}-${waiting?.code ?? 'copy'}${BUNDLE_EXTENSION}`,
        };
      },
    },
    shelf,
    account,
    requestPersistence,
    connection: client.connection,
    watchConnection: client.watchConnection,
    newSubjectId: () => uuidV4(random),
    newSessionId: () => uuidV4(random),
    now: () => new Date(clock.now()),
    async stop() {
      shelf.stop();
      await account.stop();
      await client.stop();
    },
  };
}
