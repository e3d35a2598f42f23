/**
 * Sends what waits on the device without a page: what the service worker runs when the browser says that there is a network. Envelopes
 * are sealed when they are queued, so that no key of a person is needed here. The same locks as the pages' keep two from sending at once.
 */

import { answerOr } from '../../../sync/client/base/deadline.ts';
import type { Clock, Signals } from '../../../sync/client/base/ports.ts';
import { createSystemClock, createSystemRandom } from '../../../sync/client/base/system-clock.ts';
import { boundedCrypto, boundedLocks, boundedReceiptKeys } from '../../../sync/client/bounded-ports.ts';
import { createSyncClient } from '../../../sync/client/client.ts';
import { createWebCrypto } from '../../../sync/client/keys/web-crypto.ts';
import type { Deliveries } from '../../../sync/client/outbox/deliveries.ts';
import { databaseName } from '../../../sync/client/store/database-name.ts';
import { createDexieStore } from '../../../sync/client/store/dexie-store.ts';
import { createLateStore } from '../../../sync/client/store/late-store.ts';
import type { PublishedPack } from '../../../sync/domain/vendor/published-pack.ts';
import { createFetchTransport } from '../sending/fetch-transport.ts';
import { createReceiptKeys } from '../sending/receipt-keys.ts';
import { createVendorKeys } from '../sending/vendor-keys.ts';
import { createBroadcast, createWebLocks, originStorage } from './browser-ports.ts';

/** Browsers end a worker that works for long: some after half a minute, Chromium after some minutes. */
export const BACKGROUND_MS = 45_000;
/** Nothing has moved for so long: what hinders it will not pass within this run. */
export const STANDSTILL_MS = 12_000;
/** A browser that doesn't say by then which databases there are is asked again when it next wakes the worker. */
export const LISTING_MS = 5_000;

export interface BackgroundSenderOptions {
  readonly vendor: string;
  readonly origin: string;
  readonly pack: Pick<PublishedPack, 'receiptKeys' | 'keyManifest'> & {
    readonly settings: Pick<PublishedPack['settings'], 'copyDays'>;
  };
  readonly fetch: typeof globalThis.fetch;
  /** {@link STANDSTILL_MS} where absent. */
  readonly standstillMs?: number;
}

const unseen: Signals = { visible: () => false, listen: () => () => undefined };

/** Resolves with whether nothing waits any more. */
function untilSent(
  deliveries: Pick<Deliveries, 'watch'>,
  clock: Clock,
  standstillMs: number,
): Promise<boolean> {
  return new Promise((resolve) => {
    const ends: (() => void)[] = [];
    let over = false;
    let seen = '';
    let stopStandstill = () => {};
    const end = (sent: boolean) => {
      if (over) return;
      over = true;
      stopStandstill();
      for (const each of ends) each();
      resolve(sent);
    };
    ends.push(clock.setTimer(BACKGROUND_MS, () => end(false)));
    const stop = deliveries.watch((list) => {
      const waiting = list.filter(({ state }) => state === 'queued' || state === 'sending');
      if (waiting.length === 0) return end(true);
      // A try that begins and ends moves nothing.
      const now = JSON.stringify(waiting.map(({ opId, upload }) => [opId, upload?.done ?? 0]));
      if (now === seen) return;
      seen = now;
      stopStandstill();
      stopStandstill = clock.setTimer(standstillMs, () => end(false));
    });
    if (over) stop();
    else ends.push(stop);
  });
}

/** @returns whether everything that waited has been sent; true where there was nothing. */
export async function sendInBackground(options: BackgroundSenderOptions): Promise<boolean> {
  const { vendor, origin, pack, fetch, standstillMs = STANDSTILL_MS } = options;
  const storage = originStorage();
  // Looking must not make what isn't there: an empty store would pass for one that was evicted.
  const clock = createSystemClock();
  const listing = storage.indexedDB?.databases?.().catch(() => undefined);
  const known = await answerOr<IDBDatabaseInfo[] | 'unknown' | undefined>(
    clock,
    LISTING_MS,
    Promise.resolve(listing),
    () => 'unknown',
  );
  if (known === 'unknown') return false;
  if (!known?.some(({ name }) => name === databaseName(vendor))) return true;
  const endpoint = `${origin}/connect/${vendor}`;
  const { indexedDB, IDBKeyRange } = storage;
  const client = createSyncClient({
    vendor,
    endpoint,
    store: createLateStore(async () =>
      createDexieStore({ name: databaseName(vendor), clock, indexedDB, IDBKeyRange }),
    ),
    clock,
    random: createSystemRandom(),
    crypto: boundedCrypto(createWebCrypto(globalThis.crypto), clock),
    transport: createFetchTransport(fetch),
    locks: boundedLocks(createWebLocks(storage.locks), clock),
    channel: createBroadcast(`v:${vendor}:deliveries`),
    signals: unseen,
    receiptKeys: boundedReceiptKeys(
      createReceiptKeys({ known: pack.receiptKeys, url: `${endpoint}/pack.json`, fetch }),
      clock,
    ),
    vendorKeys: createVendorKeys({ known: pack.keyManifest, url: `${endpoint}/keys.json`, fetch }),
    copyDays: pack.settings.copyDays,
  });
  try {
    const sent = untilSent(client.deliveries, clock, standstillMs);
    await client.deliveries.sendNow().catch(() => undefined);
    return await sent;
  } finally {
    await client.stop();
  }
}
