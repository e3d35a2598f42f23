import { CLINIC } from '../../../sync/domain/testing/fixture-clinic.ts';
import type { Account } from '../../platform/contract/account.ts';
import type {
  Connection,
  Delivery,
  DeviceLock,
  DraftContent,
  KeptFile,
  LockState,
  LockSupport,
  Platform,
  Shelf,
  StorageReport,
} from '../../platform/contract/contract.ts';
import { createTestShelf } from '../../platform/contract/shelf-testing.ts';
import { summaryOf } from '../../platform/contract/testing.ts';

export interface TestPlatform extends Platform {
  setDeliveries(deliveries: readonly Delivery[]): void;
  setConnection(connection: Connection): void;
  readonly sendNowCalls: () => number;
  readonly lock: DeviceLock & { set(state: LockState): void };
}

export interface TestPlatformState {
  readonly drafts?: readonly DraftContent[];
  readonly deliveries?: readonly Delivery[];
  readonly report?: StorageReport;
  readonly files?: Readonly<Record<string, KeptFile>>;
  readonly lock?: LockState;
  readonly lockSupport?: LockSupport;
  readonly account?: Account;
  /** An empty one where left out. */
  readonly shelf?: Shelf;
}

/** What the test's passkey holder sees and types. */
export const TEST_RECOVERY_CODE = '7ZQK-0M3D-9RTX-4H2W-8PBN-5CJV-6YFA';

function createTestLock(first: LockState, support: LockSupport): TestPlatform['lock'] {
  const listeners = new Set<() => void>();
  let state = first;
  const set = (next: LockState) => {
    state = next;
    for (const listener of listeners) listener();
  };
  return {
    set,
    support: async () => support,
    state: async () => state,
    watch(listener) {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    async enable(shown) {
      await shown(TEST_RECOVERY_CODE);
      set('open');
    },
    async unlock() {
      set('open');
      return 'open';
    },
    async unlockWithCode(code) {
      if (code !== TEST_RECOVERY_CODE) return code.length < 30 ? 'mistyped' : 'wrong';
      set('open');
      return 'open';
    },
    lock: () => set('locked'),
    disable: async () => set('off'),
  };
}

const durable: StorageReport = { mode: 'durable', persisted: true, evicted: false };

/** A device in memory: what a test puts in is what a screen sees. */
export function createTestPlatform({
  drafts = [],
  deliveries = [],
  report = durable,
  files = {},
  lock = 'off',
  lockSupport = 'ready',
  account,
  shelf = createTestShelf(),
}: TestPlatformState = {}): TestPlatform {
  let current = deliveries;
  let connection: Connection = { state: 'online' };
  let sends = 0;
  const deliveryListeners = new Set<(deliveries: readonly Delivery[]) => void>();
  const connectionListeners = new Set<(connection: Connection) => void>();
  const refuse = async () => {
    throw new Error('This test writes nothing');
  };
  return {
    vendor: CLINIC,
    start: async () => report,
    stop: async () => undefined,
    drafts: {
      list: async () => drafts.map(summaryOf),
      open: async (draftId) => {
        const content = drafts.find((draft) => draft.draftId === draftId);
        return content ? { status: 'open', content } : { status: 'absent' };
      },
      save: refuse,
      discard: refuse,
      keepDefinition: refuse,
      definition: async () => undefined,
    },
    lock: createTestLock(lock, lockSupport),
    blobs: { keep: refuse, read: async (sha256) => files[sha256], drop: refuse },
    deliveries: {
      submit: refuse,
      send: refuse,
      list: async () => current,
      copy: async () => undefined,
      watch(listener) {
        deliveryListeners.add(listener);
        listener(current);
        return () => deliveryListeners.delete(listener);
      },
      sendNow: async () => {
        sends += 1;
      },
      async saveCopy(session) {
        const waiting = current.find((delivery) => delivery.session === session);
        return {
          blob: new Blob(['{"bundle":1}'], { type: 'application/vnd.carefront.intake+json' }),
          name: `${CLINIC}-${waiting?.code}.intake`,
        };
      },
    },
    ...(account && { account }),
    shelf,
    requestPersistence: () => undefined,
    connection: () => connection,
    watchConnection(listener) {
      connectionListeners.add(listener);
      return () => connectionListeners.delete(listener);
    },
    newSubjectId: () => crypto.randomUUID(),
    newSessionId: () => crypto.randomUUID(),
    now: () => new Date(),
    setDeliveries(next) {
      current = next;
      for (const listener of deliveryListeners) listener(next);
    },
    setConnection(next) {
      connection = next;
      for (const listener of connectionListeners) listener(next);
    },
    sendNowCalls: () => sends,
  };
}
