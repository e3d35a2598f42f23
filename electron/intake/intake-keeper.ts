/** The kiosk's keeper of intakes: the patient's sync client over a store that forgets. See `contract.ts` and this folder's README. */

import type { DraftContent, StorageReport } from '../../renderer/platform/contract/contract.ts';
import type { ReceiptKeys, VendorKeys } from '../../sync/client/base/crypto-ports.ts';
import type { Channel, Clock, Locks, Random, Signals, Transport } from '../../sync/client/base/ports.ts';
import { createSyncClient } from '../../sync/client/client.ts';
import type { Disk } from '../../sync/client/store/disk.ts';
import { createFileStore } from '../../sync/client/store/file-store.ts';
import type { KeyCodec } from '../../sync/client/store/file-values.ts';
import { probeReason } from '../../sync/client/store/probe.ts';
import { recallServer } from '../../sync/client/store/server-memory.ts';
import { isOurs } from '../../sync/client/wire/exchange.ts';
import { createChain } from './chain.ts';
import { createClosingStore } from './closing-store.ts';
import type { IntakeKeeper, PatientIntakes } from './contract.ts';
import { createCustody } from './custody.ts';
import { createForgetfulStore } from './forgetful-store.ts';
import type { KioskCrypto } from './kiosk-crypto.ts';
import { padJson } from './padding.ts';
import { createPatientIntakes } from './patient-intakes.ts';
import { createPauses } from './pause.ts';
import { createVendorRequest } from './vendor-request.ts';

export interface IntakeKeeperDependencies {
  readonly vendor: string;
  /** Absolute, without a slash at its end: `https://care.example/connect/willow`. */
  readonly endpoint: string;
  /** Of the intakes alone; absolute. */
  readonly folder: string;
  readonly disk: Disk;
  /** Protects the device's own key at rest. Nobody else's is ever given to it. */
  readonly keyCodec: KeyCodec;
  readonly clock: Clock;
  readonly random: Random;
  readonly transport: Transport;
  readonly signals: Signals;
  readonly locks: Locks;
  readonly channel: Channel;
  readonly crypto: KioskCrypto;
  readonly vendorKeys: VendorKeys;
  readonly receiptKeys: ReceiptKeys;
}

export interface ClosableIntakeKeeper extends IntakeKeeper {
  /** The end of a process that comes again: what is unfinished is paused, and the enrollment stays. A kill in its stead loses nothing. */
  close(): Promise<void>;
}

/** @returns a transport that tells of each answer that is the server's own */
function telling(transport: Transport, onContact: () => void): Transport {
  return {
    ...transport,
    send(request) {
      const { answer, abort } = transport.send(request);
      return {
        answer: answer.then((found) => {
          if (isOurs(found)) onContact();
          return found;
        }),
        abort,
      };
    },
  };
}

export function createIntakeKeeper(dependencies: IntakeKeeperDependencies): ClosableIntakeKeeper {
  const { vendor, folder, disk, keyCodec, clock, random, crypto } = dependencies;
  let damaged = 0;
  let contact: number | undefined;
  const durable = createClosingStore(
    createFileStore({
      ...{ folder, disk, keyCodec, clock, random },
      onDamage: (files) => {
        damaged += files;
      },
    }),
  );
  const store = createForgetfulStore(durable);
  const transport = telling(dependencies.transport, () => {
    contact = clock.now();
  });
  let chain: ReturnType<typeof createChain> | undefined;
  const client = createSyncClient<DraftContent>({
    ...dependencies,
    store,
    transport,
    // A kiosk is never anybody's own device: it keeps no readable copy at all.
    copyDays: 0,
    kiosk({ device, keyChoice }) {
      chain = createChain({ vendor, store, device, crypto });
      const importKey = crypto.importSubjectKey;
      return {
        chain,
        custody: createCustody({ vendor, random, crypto, importKey, keyChoice }),
        pad: padJson,
      };
    },
  });
  const { parts } = client;
  const { enqueue, drafts, exchange, status, device, keyChoice, queued } = parts;
  const pauses = createPauses({ vendor, store, enqueue, drafts, queued });
  const request = createVendorRequest({ exchange, status, clock });
  /** Drafts that patients asked to delete, which the disk refused. */
  const toDiscard = new Set<string>();
  let present: PatientIntakes | undefined;
  let starting: Promise<StorageReport> | undefined;
  let unrecovered = 0;

  async function recover(): Promise<void> {
    for (const draftId of toDiscard) {
      await client.drafts.discard(draftId);
      drafts.forget(draftId);
      toDiscard.delete(draftId);
    }
    unrecovered = await pauses.recover();
  }
  /** What could not be done before, for want of room or of a key, may be possible now. */
  const recoverAgain = async () => {
    if (unrecovered > 0 || toDiscard.size > 0) await recover().catch(() => undefined);
  };

  async function open(): Promise<StorageReport> {
    try {
      await store.write(['meta'], (transaction) => transaction.put('meta', { key: 'canary', value: 1 }));
      const { pushedAt } = await store.read(['meta'], recallServer);
      contact ??= pushedAt;
    } catch (error) {
      starting = undefined;
      return { mode: 'memory', reason: probeReason(error), persisted: 'unsupported', evicted: false };
    }
    // Where it fails everything stays as it is, and is tried again with the next contact.
    await recover().catch(() => {
      unrecovered += 1;
    });
    await client.start();
    let before = client.connection().state;
    client.watchConnection(({ state }) => {
      if (state === 'online' && before !== 'online') void recoverAgain();
      before = state;
    });
    return { mode: 'durable', persisted: true, evicted: damaged > 0 };
  }

  const keyNow = async () => {
    if ((await starting)?.mode !== 'durable') return undefined;
    return await keyChoice.inForce().catch(() => undefined);
  };

  async function end(): Promise<void> {
    // The core ends each session itself: any session still here was forgotten by it.
    await present?.end('crash').catch(() => undefined);
  }

  return {
    start() {
      starting ??= open();
      return starting;
    },
    async begin() {
      await end();
      if ((await keyNow()) === undefined) return undefined;
      const intakes = createPatientIntakes({
        ...{ client, store, pauses, clock },
        onDiscardFailed: (draftId) => toDiscard.add(draftId),
        onEnded: (complete) => {
          if (present === intakes) present = undefined;
          if (!complete) unrecovered += 1;
        },
      });
      present = intakes;
      return intakes;
    },
    async canBegin() {
      const key = await keyNow();
      return key === undefined ? { ok: false } : { ok: true, validUntil: key.notAfter };
    },
    connection: client.connection,
    watchConnection: client.watchConnection,
    queued: () =>
      store.read(['outbox'], async (transaction) => {
        const rows = await transaction.all('outbox');
        return rows.filter(({ state }) => state === 'queued' || state === 'attention').length;
      }),
    chained: async () => (await chain?.length()) ?? 0,
    lastContact: () => (contact === undefined ? undefined : new Date(contact).toISOString()),
    async sendNow() {
      await recoverAgain();
      await client.deliveries.sendNow();
    },
    async device() {
      const { deviceId, publicJwk } = await device.identity();
      return { deviceId, publicJwk };
    },
    request,
    async stop() {
      await end();
      await store.write(['keys'], (transaction) => transaction.delete('keys', 'device'));
      await client.stop();
    },
    async close() {
      await end();
      await client.stop();
    },
  };
}
