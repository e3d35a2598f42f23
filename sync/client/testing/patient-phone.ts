/** A browser with any number of tabs over one store, in which patients sign in: the account by itself, over a line that can be held up. */
import { createAccount, type RunningAccount } from '../account/account.ts';
import { createRecordCrypto } from '../records/record-crypto.ts';
import type { RecordsView } from '../records/record-view.ts';
import { createMemoryStore } from '../store/memory-store.ts';
import { type AccountRow, type OutboxRow, tableNames } from '../store/rows.ts';
import type { Store } from '../store/store.ts';
import type { Outgoing } from '../wire/exchange.ts';
import { asWire, type CookieJar, type DeskAnswer, type PatientDesk, RIGHT_CODE } from './patient-desk.ts';
import { createPageSignals, createTabLocks, type PageSignals, random } from './phone.ts';
import { createVirtualClock, type VirtualClock } from './virtual-clock.ts';

/** Stands between browser and desk for one request: what it returns is what the browser gets; undefined is silence. */
export type Line = (
  request: Outgoing,
  proceed: () => DeskAnswer,
) => DeskAnswer | undefined | Promise<DeskAnswer | undefined>;

export interface PatientTab {
  readonly account: RunningAccount;
  readonly signals: PageSignals;
  readonly clock: VirtualClock;
  readonly store: Store;
  /** An event of the stream. */
  ask(): void;
  listens(): boolean;
  /** The outbox has changed. */
  delivered(): void;
}

export function createPatientPhone(options: {
  readonly desk: PatientDesk;
  readonly connect?: () => Store;
  /** Around a tab's connection. */
  readonly wrap?: (store: Store) => Store;
  /** What the device can read of operations in the outbox, by their ids. */
  readonly copies?: ReadonlyMap<string, object>;
}) {
  const { desk, wrap = (store) => store, copies } = options;
  const shared = createMemoryStore('durable');
  const connect = options.connect ?? (() => ({ ...shared, close: async () => undefined }));
  const jar: CookieJar = {};
  const locks = createTabLocks();
  const line: { current: Line | undefined } = { current: undefined };
  const requests: Pick<Outgoing, 'method' | 'path' | 'session'>[] = [];
  const channels = new Map<symbol, (message: string) => void>();
  const tabs: PatientTab[] = [];
  // Waits between tries are short, and nothing else waits for time.
  const clock: VirtualClock = {
    ...createVirtualClock(),
    setTimer(_milliseconds, run) {
      const timer = setTimeout(run);
      return () => clearTimeout(timer);
    },
  };

  async function ask(request: Outgoing) {
    const { method, path, session } = request;
    requests.push({ method, path, ...(session && { session }) });
    // The cookie goes along as it is when the request leaves.
    const sent: CookieJar = { ...jar };
    const proceed = () => {
      const answer = desk.serve(request, sent);
      return answer;
    };
    const answer = line.current === undefined ? proceed() : await line.current(request, proceed);
    await Promise.resolve();
    if (answer === undefined) return undefined;
    if (answer.token !== undefined) jar.token = answer.token ?? undefined;
    return asWire(answer);
  }

  async function opens(): Promise<PatientTab> {
    const self = Symbol('tab');
    const signals = createPageSignals();
    const store = wrap(connect());
    let wake: (() => void) | undefined;
    const watchers = new Set<() => void>();
    const account = createAccount({
      ...{ vendor: 'meadow', store, clock, random, locks, signals },
      exchange: { ask },
      channel: {
        post(message) {
          for (const [tab, listener] of channels) if (tab !== self) queueMicrotask(() => listener(message));
        },
        listen(listener) {
          channels.set(self, listener);
          return () => channels.delete(self);
        },
      },
      crypto: createRecordCrypto('meadow', globalThis.crypto),
      deliveries: {
        copy: async (operation, opId) => {
          const copy = copies?.get(opId);
          return copy && operation.upcast(operation.newest, copy);
        },
        watch(listener) {
          const tell = () =>
            void store
              .read(['outbox'], (transaction) => transaction.all('outbox'))
              .then((rows) => listener(rows.map(deliveryOf)))
              .catch(() => undefined);
          watchers.add(tell);
          tell();
          return () => watchers.delete(tell);
        },
      },
      wake: (wanted, onEvent) => {
        wake = wanted ? onEvent : undefined;
      },
    });
    await account.start();
    const tab: PatientTab = {
      ...{ account, signals, clock, store },
      ask: () => wake?.(),
      listens: () => wake !== undefined,
      delivered() {
        for (const tell of watchers) tell();
      },
    };
    tabs.push(tab);
    return tab;
  }

  return {
    jar,
    line,
    requests,
    clock,
    opens,
    async switchesOff() {
      for (const tab of tabs.splice(0)) await tab.account.stop();
    },
    /** The device's store as it is, past all tabs. */
    look: () => everything(connect()),
    connect,
  };
}
export type PatientPhone = ReturnType<typeof createPatientPhone>;

function deliveryOf(row: OutboxRow) {
  const { opId, session, subjectId, kind, owner, code, queuedAt, state } = row;
  return {
    ...{ opId, session, subjectId, kind, owner, code, queuedAt, about: {} },
    state: state === 'receipt' ? ('received' as const) : state,
    ...(row.outcome === undefined ? {} : { outcome: row.outcome }),
    ...(row.reviewedAt === undefined ? {} : { reviewedAt: row.reviewedAt }),
  };
}

export const everything = (store: Store) =>
  store.read(tableNames, async (transaction) => ({
    account: await transaction.get('account', 'account'),
    keys: await transaction.all('recordKeys'),
    rows: await transaction.all('recordRows'),
    shadow: await transaction.all('recordShadow'),
    state: await transaction.all('recordState'),
    outbox: await transaction.all('outbox'),
    drafts: await transaction.all('drafts'),
  }));

export const signsIn = (tab: PatientTab, email: string, shared = false, code = RIGHT_CODE) =>
  tab.account.signIn({ email, language: 'en', by: { code }, shared });

/** What a screen of that tab shows of a kind, as it is told. */
export function watches(tab: PatientTab, kind = 'case') {
  const seen: RecordsView[] = [];
  const stop = tab.account.watchRecords(kind, (view) => void seen.push(view));
  return {
    seen,
    stop,
    now: () => seen.at(-1),
    ids: () => seen.at(-1)?.records.map(({ id }) => id) ?? [],
  };
}

let operations = 0;
/** A form in the outbox, as it is once it was queued by who is signed in. */
export async function queues(store: Store, part: Partial<OutboxRow> = {}): Promise<OutboxRow> {
  operations += 1;
  const number = String(operations).padStart(12, '0');
  const opId = `01900000-0000-7000-8000-${number}`;
  return await store.write(['outbox', 'account'], async (transaction) => {
    const account: AccountRow | undefined = await transaction.get('account', 'account');
    const row: OutboxRow = {
      ...{ opId, lane: `intake:${opId}`, laneNo: 1, kind: 'intake.submit', v: 2, owner: 'own' },
      ...{ subjectId: 's', session: opId, sha256: '', size: 0, blobs: [], code: 'K7-42QF' },
      capturedAt: { wall: '2026-11-20T10:00:00.000+01:00', tz: 'Europe/Madrid', mono: 0, boot: 'b' },
      queuedAt: '2026-11-20T10:00:00.000+01:00',
      ...{ state: 'queued', attempts: 0, nextAt: 0, kept: true },
      ...(account?.state === 'signed-in' && account.person && { person: account.person }),
      ...part,
    };
    await transaction.put('outbox', row);
    return row;
  });
}
