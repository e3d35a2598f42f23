import type { PublishedPack } from '../../../sync/domain/vendor/published-pack.ts';
import type { Account } from '../../platform/contract/account.ts';
import type {
  Connection,
  Delivery,
  DraftSummary,
  LockState,
  Platform,
  StorageReport,
  Unsubscribe,
} from '../../platform/contract/contract.ts';

/** What is known of the device's store so far; `undefined` until it is. */
export interface PlatformState {
  readonly status: 'idle' | 'starting' | 'ready' | 'failed';
  readonly report?: StorageReport;
  readonly drafts?: readonly DraftSummary[];
  readonly deliveries?: readonly Delivery[];
  /** The patient's lock. */
  readonly lock?: LockState;
  /** Absent at a kiosk, too. */
  readonly account?: Account | undefined;
  readonly connection: Connection;
}

export interface PlatformSession {
  /** Resolves when the store is open and probed; starts it where nobody has. After a failure the next call tries again. */
  platform(): Promise<Platform>;
  /** Starts it, and tries again until it has. */
  keepStarting(): void;
  /** The same, started by the first that waits for it: a screen that holds it for a press needs no store yet. The same promise until a start has failed. */
  onDemand(): Promise<Platform>;
  /**
   * Resolves before that, once what is kept can be read: a form that was begun is shown while the store is being opened and probed. What is written meanwhile
   * waits for the store, which is tried again until it starts.
   */
  readable(): Promise<Platform>;
  state(): PlatformState;
  subscribe(listener: () => void): Unsubscribe;
  /** Reads the list of drafts again, e.g. when a screen that shows it opens. */
  refreshDrafts(): Promise<void>;
}

export type LoadPlatform = (vendor: string, pack: PublishedPack) => Promise<Platform>;

const RETRY_MS = 5_000;

export function createPlatformSession(pack: PublishedPack, load: LoadPlatform): PlatformSession {
  const listeners = new Set<() => void>();
  let state: PlatformState = { status: 'idle', connection: { state: 'unknown' } };
  let loading: Promise<Platform> | undefined;
  let started: Promise<Platform> | undefined;
  let held: Promise<Platform> | undefined;

  const change = (part: Partial<PlatformState>) => {
    state = { ...state, ...part };
    for (const listener of listeners) listener();
  };

  async function readDrafts(platform: Platform): Promise<void> {
    change({ drafts: await platform.drafts.list() });
  }

  /** The same one each time: what it has read and not yet written is in its memory. */
  function loaded(): Promise<Platform> {
    loading ??= load(pack.slug, pack).catch((error: unknown) => {
      loading = undefined;
      throw error;
    });
    return loading;
  }

  async function start(): Promise<Platform> {
    // A screen may ask while it renders, and must not change others meanwhile.
    await Promise.resolve();
    change({ status: 'starting' });
    const platform = await loaded();
    const report = await platform.start();
    const { account } = platform;
    change({ status: 'ready', report, connection: platform.connection(), account });
    platform.watchConnection((connection) => change({ connection }));
    platform.deliveries.watch((deliveries) => change({ deliveries }));
    const readLock = async () => change({ lock: await platform.lock.state() });
    platform.lock.watch(() => void readLock().catch(() => undefined));
    await readLock().catch(() => undefined);
    // A list that can't be read is no reason to keep the store from a screen that writes.
    await readDrafts(platform).catch(() => undefined);
    return platform;
  }

  function platform(): Promise<Platform> {
    started ??= start().catch((error: unknown) => {
      started = undefined;
      held = undefined;
      change({ status: 'failed' });
      throw error;
    });
    return started;
  }

  /** Several at once are one: they wait for the same start. */
  const keepStarting = () => {
    platform().catch(() => setTimeout(keepStarting, RETRY_MS));
  };

  return {
    platform,
    keepStarting,
    onDemand() {
      held ??= {
        // biome-ignore lint/suspicious/noThenProperty: it is a promise in all but when its work begins
        then: (...given) => platform().then(...given), // oxlint-disable-line no-thenable -- the same
        catch: (...given) => platform().catch(...given),
        finally: (...given) => platform().finally(...given),
        // What names it to a debugger is left out: it is in the first paint.
      } as Promise<Platform>;
      return held;
    },
    async readable() {
      const found = await loaded();
      keepStarting();
      return found;
    },
    state: () => state,
    subscribe(listener) {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    async refreshDrafts() {
      if (started) await readDrafts(await started);
    },
  };
}
