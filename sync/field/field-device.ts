/** A phone of a patient: the real client over `fetch`, with a clock that can be in the past, and a network that can be off. */

import type { Channel, Clock, Random, Transport } from '../client/base/ports.ts';
import { createSyncClient, type SyncClient } from '../client/client.ts';
import type { DraftHead } from '../client/drafts/drafts.ts';
import { createWebCrypto } from '../client/keys/web-crypto.ts';
import { createMemoryStore } from '../client/store/memory-store.ts';
import type { Store } from '../client/store/store.ts';
import { createPageSignals, createTabLocks } from '../client/testing/phone.ts';
import type { PublishedPack } from '../domain/vendor/published-pack.ts';

export interface FieldDraft extends DraftHead {
  readonly answers: string;
}

export interface FieldDevice {
  readonly client: SyncClient<FieldDraft>;
  readonly store: Store;
  /** From now on there is a network. */
  comesOnline(): void;
  /** The clock says so many milliseconds before now. */
  isBack(milliseconds: number): void;
}

const mute: Channel = { post: () => undefined, listen: () => () => undefined, close: () => undefined };

function createTransport(isOnline: () => boolean): Transport {
  return {
    send({ method, url, headers, body }) {
      const control = new AbortController();
      const answer = isOnline()
        ? fetch(url, {
            method,
            headers: { ...headers },
            ...(body === undefined ? {} : { body }),
            signal: control.signal,
          }).then((response) => ({
            status: response.status,
            header: (name: string) => response.headers.get(name) ?? undefined,
            text: () => response.text(),
          }))
        : Promise.reject(new TypeError('Failed to fetch'));
      return { answer, abort: () => control.abort() };
    },
  };
}

/** @param endpoint of the vendor, by way of the line. @param pack as the page was loaded with. @param fraction of the backoff's jitter. */
export function createFieldDevice(
  endpoint: string,
  pack: PublishedPack,
  fraction: () => number,
): FieldDevice {
  let online = false;
  let back = 0;
  const clock: Clock = {
    now: () => Date.now() - back,
    monotonic: () => performance.now(),
    boot: crypto.randomUUID(),
    offsetMinutes: () => 0,
    zone: () => 'UTC',
    setTimer(milliseconds, run) {
      const timer = setTimeout(run, milliseconds);
      return () => clearTimeout(timer);
    },
  };
  const random: Random = { bytes: (count) => crypto.getRandomValues(new Uint8Array(count)), fraction };
  const store = createMemoryStore('durable');
  const signals = createPageSignals();
  const client = createSyncClient<FieldDraft>({
    vendor: pack.slug,
    endpoint,
    store,
    clock,
    random,
    transport: createTransport(() => online),
    locks: createTabLocks(),
    channel: mute,
    signals,
    crypto: createWebCrypto(globalThis.crypto),
    receiptKeys: { current: () => pack.receiptKeys, refresh: async () => pack.receiptKeys },
    vendorKeys: { current: () => pack.keyManifest, refresh: async () => pack.keyManifest },
    copyDays: pack.settings.copyDays,
  });
  return {
    client,
    store,
    comesOnline() {
      online = true;
      signals.tell('online');
    },
    isBack(milliseconds) {
      back = milliseconds;
    },
  };
}
