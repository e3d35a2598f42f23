/** The sync client, composed: reads like a table of contents. One per vendor and page. */
import { createChanges } from './changes.ts';
import { createDeliveries, type Deliveries } from './deliveries.ts';
import { createDevice } from './device.ts';
import { createDrafts, type DraftHead, type Drafts } from './drafts.ts';
import { createExchange } from './exchange.ts';
import { createOutbox } from './outbox.ts';
import type {
  Channel,
  Clock,
  DeviceCrypto,
  Locks,
  Random,
  ReceiptKeys,
  Signal,
  Signals,
  Store,
  Transport,
  Unsubscribe,
} from './ports.ts';
import { createProof } from './proof.ts';
import { createReceiptCheck } from './receipt-check.ts';
import { sweep } from './retention.ts';
import { createSender } from './sender.ts';
import { createSettle } from './settle.ts';
import { type Connection, createStatus } from './status.ts';
import { createSubjectKeys } from './subject-keys.ts';

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
  /** Days that the readable copy stays on the patient's own device. */
  readonly copyDays: number;
  /** A draft or a delivery has come or gone. */
  readonly onContentChange?: () => void;
}

export interface SyncClient<Content extends DraftHead> {
  readonly drafts: Omit<Drafts<Content>, 'settle' | 'end' | 'stop'>;
  readonly deliveries: Deliveries;
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
  const keys = createSubjectKeys({ store, crypto, random, clock });
  const device = createDevice({ store, crypto, random, clock });
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
  const outbox = createOutbox({ vendor, store, keys, crypto, random, clock, drafts });
  const check = createReceiptCheck({ crypto, receiptKeys: ports.receiptKeys });
  const settle = createSettle({ store, clock, random, check });

  const changes = createChanges({
    store,
    exchange,
    signals,
    clock,
    onChange: (requeued) => {
      changed();
      if (requeued > 0) void send();
    },
  });
  const onSettled = (received: number) => {
    changed();
    if (received > 0) {
      void changes.pull();
      void tidy();
    }
  };
  const onWake = () => void send();
  const shared = { store, outbox, exchange, device, settle, status, locks, clock, random, onSettled, onWake };
  const safety = createSender({
    ...shared,
    lock: `v:${vendor}:outbox:safety`,
    takes: (row) => row.kind === 'safety.alert',
  });
  const forms = createSender({
    ...shared,
    lock: `v:${vendor}:outbox`,
    takes: (row) => row.kind !== 'safety.alert',
  });

  /**
   * Alerts first, and in a request of their own; forms follow whatever the server made of it. Where it wasn't reached at all the forms
   * wait for the alert's next try: they would fail alike, or, on a line that comes back just now, overtake it.
   */
  async function send(force = false): Promise<void> {
    await safety.kick(force);
    if (!safety.isUnreachable()) await forms.kick(force);
  }
  const tidy = () => sweep(ports, ports.copyDays).catch(() => undefined);

  const deliveries = createDeliveries({
    vendor,
    store,
    outbox,
    device,
    status,
    onQueued: () => {
      changed();
      void send();
    },
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
    if (signal === 'hidden') return;
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
    safety.plan();
    forms.plan();
    void changes.plan();
  };

  let cancelTimer: Unsubscribe = () => undefined;
  const cleanUps: Unsubscribe[] = [];
  const tidyLater = () => {
    cancelTimer = clock.setTimer(SWEEP_MS, () => {
      void tidy();
      tidyLater();
    });
  };

  return {
    drafts,
    deliveries,
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
      cleanUps.push(signals.listen(onSignal), channel.listen(onMessage));
      await tidy();
      tidyLater();
      void send();
      void changes.pull();
    },
    async stop() {
      cancelTimer();
      for (const cleanUp of cleanUps.splice(0)) cleanUp();
      changes.stop();
      drafts.stop();
      exchange.stop();
      await Promise.all([safety.stop(), forms.stop()]);
      status.stop();
      channel.close();
      listeners.clear();
      await store.close();
    },
  };
}
