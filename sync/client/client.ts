/** The sync client, composed: reads like a table of contents. One per vendor and page. */
import type { DeviceCrypto, ReceiptKeys, VendorKeys } from './base/crypto-ports.ts';
import type { Signal, Transport, Unsubscribe } from './base/ports.ts';
import { type Blobs, createBlobs } from './blobs/blobs.ts';
import type { DraftHead, Drafts } from './drafts/drafts.ts';
import { createDevice, type Device } from './keys/device.ts';
import type { DraftLock } from './keys/draft-lock.ts';
import { createSealEnvelope, type Pad } from './keys/envelope-sealing.ts';
import type { Custody, SubjectKeys } from './keys/subject-keys.ts';
import { createKeyChoice, type KeyChoice } from './keys/vendor-keys.ts';
import { createBundles } from './outbox/bundle.ts';
import { createDeliveries, type Deliveries } from './outbox/deliveries.ts';
import { type Chain, createEnqueue, type Enqueue } from './outbox/enqueue.ts';
import { createReadOperation } from './outbox/envelopes.ts';
import { createHousekeeping } from './outbox/housekeeping.ts';
import { createOutbox } from './outbox/outbox.ts';
import { createReceiptCheck } from './outbox/receipt-check.ts';
import { createSettle, type Settled } from './outbox/settle.ts';
import { type Changes, createChanges } from './pull/changes.ts';
import { createSenders } from './senders.ts';
import { watchConnection, watchReconnects } from './wire/connection-watch.ts';
import { createExchange, type Exchange } from './wire/exchange.ts';
import { createProof } from './wire/proof.ts';
import { createPush } from './wire/push.ts';
import { type Connection, createStatus, type Status } from './wire/status.ts';
import { CHANGED, createWriting, type Writing, type WritingPorts } from './writing.ts';

export interface SyncClientPorts extends WritingPorts {
  /** Absolute, without a slash at its end: `https://care.example/connect/willow`. */
  readonly endpoint: string;
  readonly transport: Transport;
  readonly crypto: DeviceCrypto;
  readonly receiptKeys: ReceiptKeys;
  readonly vendorKeys: VendorKeys;
  /** Days that the readable copy stays on the patient's own device. */
  readonly copyDays: number;
  /** On a kiosk, which may be stolen: nothing that it keeps may open there, and nothing of it may go missing unnoticed. */
  readonly kiosk?: (parts: { readonly device: Device; readonly keyChoice: KeyChoice }) => {
    readonly custody: Custody;
    readonly chain: Chain;
    readonly pad: Pad;
  };
}

/** What the client is made of, for a host that adds operations of its own over the same store. */
export interface ClientParts<Content extends DraftHead> {
  readonly device: Device;
  readonly keyChoice: KeyChoice;
  readonly keys: SubjectKeys;
  readonly drafts: Drafts<Content>;
  readonly enqueue: Enqueue;
  readonly exchange: Exchange;
  readonly status: Status;
  readonly wake: Changes['wake'];
  /** An operation was queued: tells everybody, and sends. */
  queued(): void;
}

export interface SyncClient<Content extends DraftHead> {
  readonly drafts: Omit<Drafts<Content>, 'settle' | 'end' | 'stop'>;
  readonly deliveries: Deliveries;
  readonly blobs: Pick<Blobs, 'keep' | 'adopt' | 'read' | 'drop'>;
  readonly lock: DraftLock;
  readonly parts: ClientParts<Content>;
  connection(): Connection;
  watchConnection(listener: (connection: Connection) => void): Unsubscribe;
  /** Tidies up, then sends and pulls what there is; resolves at once after the tidying. */
  start(): Promise<void>;
  stop(): Promise<void>;
}

export { SWEEP_MS } from './outbox/housekeeping.ts';

/** @param given where it is there already: in a browser it comes first. It stops with the client. */
export function createSyncClient<Content extends DraftHead>(
  ports: SyncClientPorts,
  given?: Writing<Content>,
): SyncClient<Content> {
  const { vendor, endpoint, store, clock, random, transport, locks, channel, signals, crypto } = ports;
  const status = createStatus(channel);
  const device = createDevice({ store, crypto, random, clock });
  const keyChoice = createKeyChoice({ vendor, store, crypto, vendorKeys: ports.vendorKeys, clock });
  const { custody, chain, pad } = ports.kiosk?.({ device, keyChoice }) ?? {};
  const writing = given ?? createWriting<Content>({ ...ports, custody });
  const { drafts, keys, lock, changed, tellHere } = writing;
  const prove = createProof({ device, crypto, random, clock });
  const exchange = createExchange({ endpoint, transport, clock, prove, status });
  const blobs = createBlobs({ vendor, store, keys, crypto, clock });
  const sealEnvelope = createSealEnvelope({ vendor, crypto, keyChoice, pad });
  const enqueue = createEnqueue({ vendor, sealEnvelope, crypto, random, clock, chain });
  const outbox = createOutbox({ vendor, store, keys, enqueue, blobs, drafts });
  const readOperation = createReadOperation({ vendor, store, keys, sealEnvelope });
  const check = createReceiptCheck({ crypto, receiptKeys: ports.receiptKeys });
  const settle = createSettle({ store, clock, random, check });

  const changes = createChanges({
    vendor,
    store,
    exchange,
    signals,
    locks,
    clock,
    random,
    onChange: (requeued) => {
      changed();
      if (requeued > 0) senders.plan();
    },
  });
  const push = createPush({ store, device, exchange });
  const onSettled = ({ received, requeued }: Settled) => {
    changed();
    // What another sender has to offer again: an alert, where a form's answer told of the restore.
    if (requeued > 0) senders.plan();
    if (received > 0) {
      void changes.pull();
      void housekeeping.tidy();
    }
  };
  const senders = createSenders({
    ...{ vendor, store, exchange, status, locks, clock, random, push, settle, readOperation },
    onSettled,
    onUploaded: changed,
  });
  const { send } = senders;
  const housekeeping = createHousekeeping({
    ...{ store, clock, push, settle, copyDays: ports.copyDays },
    onReleased({ requeued }) {
      changed();
      if (requeued > 0) senders.plan();
    },
  });

  const queued = () => {
    changed();
    // Something urgent that was put off, for want of a key to seal to or by the server, mustn't see a younger form go first.
    void send(false, true);
  };
  const deliveries = createDeliveries({
    store,
    outbox,
    status,
    bundle: createBundles({ vendor, store, device, readOperation }),
    onQueued: queued,
    watchChanges(listener) {
      const stops = [writing.watch(listener), status.watch(listener)];
      return () => {
        for (const stop of stops) stop();
      };
    },
    sendNow: () => send(true),
  });

  const onSignal = (signal: Signal) => {
    if (signal === 'hidden') {
      void changes.plan();
      return;
    }
    // The browser's word is only a reason to ask: the answer decides.
    const networkChanged = signal === 'offline' || signal === 'online';
    if (networkChanged) status.unsettle();
    if (signal === 'resumed') tellHere();
    void send();
    void changes.pull(networkChanged);
  };
  const onMessage = (message: string) => {
    if (message !== CHANGED) return;
    tellHere();
    senders.plan();
    void changes.plan();
  };

  const cleanUps: Unsubscribe[] = [];

  return {
    drafts,
    deliveries,
    blobs: { keep: blobs.keep, adopt: blobs.adopt, read: blobs.read, drop: blobs.drop },
    lock,
    parts: { device, keyChoice, keys, drafts, enqueue, exchange, status, wake: changes.wake, queued },
    connection: status.connection,
    watchConnection: (listener) => watchConnection(status, listener),
    async start() {
      cleanUps.push(signals.listen(onSignal), channel.listen(onMessage));
      cleanUps.push(watchReconnects(status, { clock, random }, () => void send()));
      await housekeeping.start();
      // The root is pinned at first sight, not at the first form that is finished.
      void keyChoice.learn().catch(() => undefined);
      void send();
      void changes.pull();
    },
    async stop() {
      housekeeping.stop();
      for (const cleanUp of cleanUps.splice(0)) cleanUp();
      changes.stop();
      exchange.stop();
      await senders.stop();
      status.stop();
      await writing.stop();
    },
  };
}
