/** A phone with any number of tabs of one vendor's space over one store. */
import { intakeSubmission } from '../../protocol/operations/intake-submit.ts';
import type { DeviceCrypto, VendorKeys } from '../base/crypto-ports.ts';
import type { Channel, Locks, Random, Signal, Signals, Transport } from '../base/ports.ts';
import { createSyncClient, type SyncClient } from '../client.ts';
import { createWebCrypto } from '../keys/web-crypto.ts';
import { createMemoryStore } from '../store/memory-store.ts';
import type { Store } from '../store/store.ts';
import { type Clinic, ENDPOINT } from './clinic.ts';
import { CANARY, type SampleDraft, sampleDraft, sampleSubmission } from './samples.ts';
import { createVirtualClock, type VirtualClock } from './virtual-clock.ts';

export const random: Random = {
  bytes: (count) => crypto.getRandomValues(new Uint8Array(count)),
  fraction: () => 0.999,
};

export interface PageSignals extends Signals {
  tell(signal: Signal): void;
}
export function createPageSignals(): PageSignals {
  const listeners = new Set<(signal: Signal) => void>();
  let visible = true;
  return {
    visible: () => visible,
    listen(listener) {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    tell(signal) {
      if (signal === 'visible') visible = true;
      if (signal === 'hidden') visible = false;
      for (const listener of listeners) listener(signal);
    },
  };
}

export function createTabLocks(): Locks {
  const held = new Set<string>();
  return {
    async tryHold(name) {
      if (held.has(name)) return undefined;
      held.add(name);
      return () => held.delete(name);
    },
  };
}
export const noLocks: Locks = { tryHold: async () => () => undefined };

export interface Tab {
  readonly client: SyncClient<SampleDraft>;
  readonly clock: VirtualClock;
  readonly signals: PageSignals;
  readonly store: Store;
}

export function createPhone(options: {
  readonly clinic: Clinic;
  /** A connection of its own for each tab. */
  readonly connect?: () => Store;
  readonly locks?: Locks;
  readonly copyDays?: number;
  readonly transport?: Transport;
  readonly vendorKeys?: VendorKeys;
  readonly crypto?: DeviceCrypto;
}) {
  const { clinic, locks = createTabLocks(), copyDays = 30, transport = clinic.transport } = options;
  const { vendorKeys = clinic.vendorKeys, crypto = createWebCrypto(globalThis.crypto) } = options;
  const shared = createMemoryStore('durable');
  const connect = options.connect ?? (() => ({ ...shared, close: async () => undefined }));
  const channels = new Map<symbol, Set<(message: string) => void>>();

  function createChannel(): Channel {
    const self = Symbol('tab');
    channels.set(self, new Set());
    return {
      post(message) {
        for (const [tab, listeners] of channels)
          if (tab !== self) for (const listener of listeners) queueMicrotask(() => listener(message));
      },
      listen(listener) {
        channels.get(self)?.add(listener);
        return () => channels.get(self)?.delete(listener);
      },
      close: () => channels.delete(self),
    };
  }

  const tabs: Tab[] = [];
  async function opens(): Promise<Tab> {
    const clock = createVirtualClock();
    const signals = createPageSignals();
    const store = connect();
    const client = createSyncClient<SampleDraft>({
      vendor: 'meadow',
      endpoint: ENDPOINT,
      store,
      clock,
      random,
      transport,
      locks,
      channel: createChannel(),
      signals,
      crypto,
      receiptKeys: { current: () => clinic.receiptKeys, refresh: async () => clinic.receiptKeys },
      vendorKeys,
      copyDays,
    });
    await client.start();
    const tab = { client, clock, signals, store };
    tabs.push(tab);
    return tab;
  }

  return {
    opens,
    /** What anybody reads who opens the database. */
    async everything(store: Store) {
      return await store.read(
        [
          'drafts',
          'outbox',
          'envelopes',
          'copies',
          'blobs',
          'blobBodies',
          'uploads',
          'shadow',
          'keys',
          'meta',
        ],
        async (transaction) => ({
          drafts: await transaction.all('drafts'),
          outbox: await transaction.all('outbox'),
          envelopes: await transaction.all('envelopes'),
          copies: await transaction.all('copies'),
          blobs: await transaction.all('blobs'),
          blobBodies: await transaction.all('blobBodies'),
          uploads: await transaction.all('uploads'),
          shadow: await transaction.all('shadow'),
          keys: await transaction.all('keys'),
          meta: await transaction.all('meta'),
        }),
      );
    },
    async switchesOff() {
      for (const tab of tabs.splice(0)) await tab.client.stop();
    },
  };
}
export type Phone = ReturnType<typeof createPhone>;

/** The patient fills the form with that number, picks that many photos, and submits it. */
export async function handsIn(tab: Tab, number = 1, owner: SampleDraft['owner'] = 'own', photos = 0) {
  const draft = sampleDraft(number, { owner });
  await tab.client.drafts.save(draft);
  const names = await Promise.all(Array.from({ length: photos }, (_, index) => picks(tab, draft, index)));
  // Ids sort by time: no two in the same millisecond.
  tab.clock.advance(1);
  const answers = sampleSubmission(number, draft, CANARY, names);
  return await tab.client.deliveries.submit(draft.draftId, intakeSubmission(answers));
}

/** @returns the name of the photo: of the ciphertext of `bytes` bytes that say who took it. */
export async function picks(tab: Tab, draft: SampleDraft, index = 0, bytes = 2_000): Promise<string> {
  const file = new TextEncoder().encode(`${CANARY} photo ${index} `.padEnd(bytes, '.'));
  const { draftId, subjectId } = draft;
  const { sha256 } = await tab.client.blobs.keep({
    draftId,
    subjectId,
    bytes: new Uint8Array(file),
    contentType: 'image/jpeg',
  });
  return sha256;
}

export async function statesOf(tab: Tab): Promise<readonly string[]> {
  return (await tab.client.deliveries.list()).map((delivery) => delivery.state);
}

/** Whether everything that was handed in has arrived. */
export const allReceived = (tab: Tab) => async () => {
  const states = await statesOf(tab);
  return states.length > 0 && states.every((state) => state === 'received');
};
