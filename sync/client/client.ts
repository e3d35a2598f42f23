/** The sync client, composed: reads like a table of contents. One per vendor and page. */
import { isUrgent, operationOf, urgentLanes } from '../protocol/operations/registry.ts';
import type { DeviceCrypto, ReceiptKeys, VendorKeys } from './base/crypto-ports.ts';
import type { Channel, Clock, Locks, Random, Signal, Signals, Transport, Unsubscribe } from './base/ports.ts';
import { type Blobs, createBlobs } from './blobs/blobs.ts';
import { createUploader } from './blobs/uploader.ts';
import { createDrafts, type DraftHead, type Drafts } from './drafts/drafts.ts';
import { createDevice, type Device } from './keys/device.ts';
import { createDraftLock, type DraftLock } from './keys/draft-lock.ts';
import { createSealEnvelope, type Pad } from './keys/envelope-sealing.ts';
import { createKeyVault } from './keys/key-vault.ts';
import { type Custody, createSubjectKeys, type SubjectKeys } from './keys/subject-keys.ts';
import { createKeyChoice, type KeyChoice } from './keys/vendor-keys.ts';
import { createBundles } from './outbox/bundle.ts';
import { createDeliveries, type Deliveries } from './outbox/deliveries.ts';
import { type Chain, createEnqueue, type Enqueue } from './outbox/enqueue.ts';
import { createReadOperation } from './outbox/envelopes.ts';
import { createOutbox } from './outbox/outbox.ts';
import { createReceiptCheck } from './outbox/receipt-check.ts';
import { awaitsProof, sweep } from './outbox/retention.ts';
import { createSender } from './outbox/sender.ts';
import { createSettle, type Settled } from './outbox/settle.ts';
import { createChanges } from './pull/changes.ts';
import type { Store } from './store/store.ts';
import { createExchange, type Exchange } from './wire/exchange.ts';
import { createProof } from './wire/proof.ts';
import { createPush } from './wire/push.ts';
import { type Connection, createStatus, type Status } from './wire/status.ts';

export interface SyncClientPorts {
  readonly vendor: string;
  /** Absolute, without a slash at its end: `https://care.example/connect/willow`. */
  readonly endpoint: string;
  readonly store: Store;
  readonly clock: Clock;
  readonly random: Random;
  readonly transport: Transport;
  readonly locks: Locks;
  readonly channel: Channel;
  readonly signals: Signals;
  readonly crypto: DeviceCrypto;
  readonly receiptKeys: ReceiptKeys;
  readonly vendorKeys: VendorKeys;
  /** Days that the readable copy stays on the patient's own device. */
  readonly copyDays: number;
  /** A draft or a delivery has come or gone. */
  readonly onContentChange?: () => void;
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

/** Tidying goes on while the page stays open. */
export const SWEEP_MS = 60 * 60_000;
const CHANGED = 'changed';

export function createSyncClient<Content extends DraftHead>(ports: SyncClientPorts): SyncClient<Content> {
  const { vendor, endpoint, store, clock, random, transport, locks, channel, signals, crypto } = ports;
  const listeners = new Set<() => void>();
  const tellHere = () => {
    for (const listener of listeners) listener();
  };
  const changed = () => {
    channel.post(CHANGED);
    ports.onContentChange?.();
    tellHere();
  };

  const status = createStatus(channel);
  const vault = createKeyVault({ vendor, crypto: crypto.lock, random });
  const device = createDevice({ store, crypto, random, clock });
  const keyChoice = createKeyChoice({ vendor, store, crypto, vendorKeys: ports.vendorKeys, clock });
  const { custody, chain, pad } = ports.kiosk?.({ device, keyChoice }) ?? {};
  const keys = createSubjectKeys({ store, crypto, random, clock, vault, custody });
  const lock = createDraftLock({ vendor, store, crypto, vault, random, channel });
  const prove = createProof({ device, crypto, random, clock });
  const exchange = createExchange({ endpoint, transport, clock, prove, status });
  const drafts = createDrafts<Content>({
    vendor,
    writer: clock.boot,
    store,
    keys,
    locks,
    signals,
    onChange: changed,
  });
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
      if (requeued === 0) return;
      sendLater();
    },
  });
  /** After a pause of random length: every device of a restored server does the same now. */
  const sendLater = () => {
    for (const each of [...urgent, others, uploads]) each.plan();
  };
  const onSettled = ({ received, requeued }: Settled) => {
    changed();
    // What another sender has to offer again: an alert, where a form's answer told of the restore.
    if (requeued > 0) sendLater();
    if (received > 0) {
      void changes.pull();
      void tidy();
    }
  };
  const onWake = () => void send();
  const push = createPush({ store, device, exchange });
  const shared = {
    ...{ store, push, settle, status, locks, clock, random },
    ...{ readOperation, onSettled, onWake },
  };
  const urgent = urgentLanes().map((lane) =>
    createSender({
      ...shared,
      lock: `v:${vendor}:outbox:${lane}`,
      takes: ({ kind }) => isUrgent(kind) && operationOf(kind)?.lane === lane,
    }),
  );
  const others = createSender({
    ...shared,
    lock: `v:${vendor}:outbox`,
    takes: ({ kind }) => !isUrgent(kind),
  });
  const urgentHoldsBack = () => urgent.some((sender) => sender.holdsOthersBack());

  const uploads = createUploader({
    ...{ vendor, store, exchange, status, locks, clock, random },
    onUploaded: () => {
      changed();
      if (!urgentHoldsBack()) void others.kick();
    },
  });

  /**
   * What is urgent first, and in a request of its own; photos and the rest follow whatever the server made of it. Where it wasn't reached at all
   * they wait for its next try: they would fail alike, or, on a line that comes back just now, overtake it. So they do while another
   * tab, or the service worker that the same network woke, has it on the line.
   */
  async function send(force = false, forceUrgent = force): Promise<void> {
    await Promise.all(urgent.map((sender) => sender.kick(forceUrgent)));
    if (urgentHoldsBack()) return;
    void uploads.kick(force);
    await others.kick(force);
  }
  const tidy = () => sweep(ports, ports.copyDays).catch(() => undefined);
  /** What a device with nothing to send has kept would stay for ever: it asks whether the server has it still. */
  async function letGoOfTheSafe(): Promise<void> {
    if (!(await awaitsProof(ports))) return;
    const verdict = await push([]);
    if (verdict.kind !== 'answer') return;
    const { requeued } = await settle([], verdict.body);
    await tidy();
    changed();
    if (requeued > 0) sendLater();
  }

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
      listeners.add(listener);
      const stop = status.watch(listener);
      return () => {
        listeners.delete(listener);
        stop();
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
    for (const each of [...urgent, others, uploads]) each.plan();
    void changes.plan();
  };

  /** Whatever was answered: what waits by a timer goes now, and not when the longest of the waits is over. */
  function watchContact(): Unsubscribe {
    let before = status.connection().state;
    return status.watch(() => {
      const { state } = status.connection();
      const isBack = before === 'offline' && state === 'online';
      before = state;
      if (isBack) void send();
    });
  }

  let cancelTimer: Unsubscribe = () => undefined;
  const cleanUps: Unsubscribe[] = [];
  const tidyLater = () => {
    cancelTimer = clock.setTimer(SWEEP_MS, () => {
      void tidy().then(() => letGoOfTheSafe().catch(() => undefined));
      tidyLater();
    });
  };

  return {
    drafts,
    deliveries,
    blobs: { keep: blobs.keep, adopt: blobs.adopt, read: blobs.read, drop: blobs.drop },
    lock,
    parts: { device, keyChoice, keys, drafts, enqueue, exchange, status, queued },
    connection: status.connection,
    watchConnection(listener) {
      let last = status.connection();
      listener(last);
      return status.watch(() => {
        const next = status.connection();
        if (next === last) return;
        last = next;
        listener(next);
      });
    },
    async start() {
      cleanUps.push(signals.listen(onSignal), channel.listen(onMessage), watchContact());
      await tidy();
      tidyLater();
      void letGoOfTheSafe().catch(() => undefined);
      // The root is pinned at first sight, not at the first form that is finished.
      void keyChoice.learn().catch(() => undefined);
      void send();
      void changes.pull();
    },
    async stop() {
      cancelTimer();
      for (const cleanUp of cleanUps.splice(0)) cleanUp();
      changes.stop();
      drafts.stop();
      exchange.stop();
      await Promise.all([...urgent, others, uploads].map((each) => each.stop()));
      status.stop();
      lock.stop();
      channel.close();
      listeners.clear();
      await store.close();
    },
  };
}
