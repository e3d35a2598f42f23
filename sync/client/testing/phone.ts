/** A phone with any number of tabs of one vendor's space over one store. */
import { createSyncClient, type SyncClient } from '../client.ts';
import type { Channel, Locks, Random, Signal, Signals, Store, Transport } from '../ports.ts';
import { createMemoryStore } from '../store/memory-store.ts';
import { createWebCrypto } from '../web-crypto.ts';
import { type Clinic, ENDPOINT } from './clinic.ts';
import { type SampleDraft, sampleDraft, sampleSubmission } from './samples.ts';
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
}) {
  const { clinic, locks = createTabLocks(), copyDays = 30, transport = clinic.transport } = options;
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
      vendor: 'lantern',
      endpoint: ENDPOINT,
      store,
      clock,
      random,
      transport,
      locks,
      channel: createChannel(),
      signals,
      crypto: createWebCrypto(globalThis.crypto),
      receiptKeys: { current: () => clinic.receiptKeys, refresh: async () => clinic.receiptKeys },
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
        ['drafts', 'outbox', 'envelopes', 'copies', 'keys', 'meta'],
        async (transaction) => ({
          drafts: await transaction.all('drafts'),
          outbox: await transaction.all('outbox'),
          envelopes: await transaction.all('envelopes'),
          copies: await transaction.all('copies'),
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

/** The patient fills the form with that number and submits it. */
export async function handsIn(tab: Tab, number = 1, owner: SampleDraft['owner'] = 'own') {
  const draft = sampleDraft(number, { owner });
  await tab.client.drafts.save(draft);
  // Ids sort by time: no two in the same millisecond.
  tab.clock.advance(1);
  return await tab.client.deliveries.submit(draft.draftId, sampleSubmission(number, draft));
}

export async function statesOf(tab: Tab): Promise<readonly string[]> {
  return (await tab.client.deliveries.list()).map((delivery) => delivery.state);
}

/** Whether everything that was handed in has arrived. */
export const allReceived = (tab: Tab) => async () => {
  const states = await statesOf(tab);
  return states.length > 0 && states.every((state) => state === 'received');
};
