/** The patient's session and records on this device. Loaded once somebody signs in, or where the account's row says that somebody has. */
import { createKicks } from '../base/kicks.ts';
import type { Channel, Clock, Locks, Random, Signal, Signals, Unsubscribe } from '../base/ports.ts';
import type { Delivery } from '../outbox/delivery.ts';
import type { Changes } from '../pull/changes.ts';
import { createPullRecords } from '../records/pull-records.ts';
import { createReadRecords, type ReadCopy } from '../records/read-records.ts';
import type { RecordCrypto } from '../records/record-crypto.ts';
import { createRecordPlaces } from '../records/record-place.ts';
import type { Store } from '../store/store.ts';
import type { Exchange } from '../wire/exchange.ts';
import { createSessionRequests } from '../wire/session-requests.ts';
import type { Account } from './account-contract.ts';
import { createAccountStore } from './account-store.ts';
import { createAccountVerbs } from './account-verbs.ts';
import { CHANGED, createAccountWatch } from './account-watch.ts';

export interface AccountPorts {
  readonly vendor: string;
  readonly store: Store;
  readonly clock: Clock;
  readonly random: Random;
  readonly locks: Locks;
  /** Of the account alone. */
  readonly channel: Pick<Channel, 'post' | 'listen'>;
  readonly signals: Signals;
  readonly exchange: Pick<Exchange, 'ask'>;
  readonly crypto: RecordCrypto;
  readonly deliveries: {
    readonly copy: ReadCopy;
    watch(listener: (deliveries: readonly Delivery[]) => void): Unsubscribe;
  };
  /** The stream of events: kept open while somebody is signed in; it tells when to ask. */
  readonly wake: Changes['wake'];
}

/** The tab that pulls is to ask again. */
const ASK = 'ask';

export interface RunningAccount extends Account {
  start(): Promise<void>;
  stop(): Promise<void>;
}

/** What the clinic has made of what was sent, as far as records may tell of it. */
const arrivedOf = (list: readonly Delivery[]): string =>
  list
    .filter(({ state }) => state === 'received' || state === 'held')
    .map(({ opId, outcome, reviewedAt, consultation }) => `${opId}:${outcome}:${reviewedAt}:${consultation}`)
    .join();

export function createAccount(ports: AccountPorts): RunningAccount {
  const { vendor, store, clock, random, locks, channel, signals, crypto, deliveries, wake } = ports;
  const places = createRecordPlaces(store);
  const accounts = createAccountStore({ store, places, random, clock });
  const requests = createSessionRequests({ exchange: ports.exchange, clock });
  const records = createReadRecords({ places, crypto, copy: deliveries.copy });
  const pullRecords = createPullRecords({
    ...{ vendor, places, requests, crypto, locks, clock },
    // Another tab pulls: it asks once more when it is through.
    askOther: () => channel.post(ASK),
  });
  let stopped = false;

  async function pullOnce(): Promise<void> {
    const account = await watch.readState();
    if (account === undefined || stopped) return;
    const pulled = await pullRecords(account);
    // A page that signed somebody in may have died before it could store that.
    if (pulled === 'another') return await askSession();
    if (typeof pulled === 'object') await accounts.end(account.mark, pulled.ended);
    if (pulled !== 'nothing') await watch.changed();
  }
  const pulling = createKicks(() => pullOnce().catch(() => undefined));
  const pull = () => pulling.kick();

  const watch = createAccountWatch({
    ...{ accounts, places, records, channel },
    onState: (isSignedIn) => wake(isSignedIn && !stopped, () => void pull()),
    pull: () => void pull(),
  });
  const { leaveOnServer, askSession, ...verbs } = createAccountVerbs({
    ...{ vendor, requests, accounts, watch, crypto, locks, clock, pull },
  });
  const leave = () => void leaveOnServer().catch(() => undefined);

  const onSignal = (signal: Signal) => {
    if (signal === 'hidden' || signal === 'offline') return;
    leave();
    void pull();
  };
  let arrived: string | undefined;
  const onDeliveries = (list: readonly Delivery[]) => {
    watch.refreshViews();
    const now = arrivedOf(list);
    if (arrived !== undefined && arrived !== now) void pull();
    arrived = now;
  };
  async function onChange(): Promise<void> {
    const person = watch.seen()?.person;
    const account = await watch.readState();
    watch.refreshViews();
    // Memory isn't shared between tabs: this one needs records of its own.
    if (account?.shared === true && person !== account.person) void verbs.refresh();
  }
  const onMessage = (message: string) => {
    if (message === ASK && pulling.isRunning()) void pull();
    if (message === CHANGED) void onChange().catch(() => undefined);
  };
  const cleanUps: Unsubscribe[] = [];

  return {
    state: watch.state,
    watch: watch.watch,
    watchRecords: watch.watchRecords,
    ...verbs,
    async start() {
      cleanUps.push(signals.listen(onSignal), channel.listen(onMessage), deliveries.watch(onDeliveries));
      const account = await watch.readState();
      leave();
      void (account?.shared === true ? verbs.refresh() : pull());
    },
    async stop() {
      stopped = true;
      wake(false, () => undefined);
      for (const cleanUp of cleanUps.splice(0)) cleanUp();
      await Promise.all([pulling.stop(), watch.stop()]);
    },
  };
}
