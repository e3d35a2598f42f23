/**
 * Keeps the draft on the device while it is being written.
 *
 * ```
 * idle --touch--> waiting(at most THROTTLE_MS) --> in flight --stored--> saved
 *                                                  in flight --touched meanwhile--> in flight again, newest content
 *                                                  in flight --refused--> not saved --retry, touch or flush--> in flight
 * ```
 *
 * 1. At most one save is in flight; what is stored is read when the save begins, so the newest content wins.
 * 2. A touch is followed by a save within THROTTLE_MS, however many more touches follow it.
 * 3. "saved" is said only after the store's promise, and only when nothing was touched since.
 */
import { createStore } from '../../../../base/store.ts';

/** Milliseconds: below the 250 that an answer may wait for, with room for encryption and the commit. */
export const THROTTLE_MS = 150;
/** Milliseconds before a refused save is tried again: doubled each time, up to the last. */
export const RETRY_FIRST_MS = 1_000;
export const RETRY_LAST_MS = 30_000;

export type NotSavedReason =
  | 'quota'
  | 'closed'
  | 'timeout'
  | 'memory-only'
  | 'taken-over'
  | 'locked'
  | 'unknown';

export type SaveState =
  | { readonly status: 'idle' }
  | { readonly status: 'saving' }
  | { readonly status: 'saved'; readonly at: Date }
  | { readonly status: 'not-saved'; readonly reason: NotSavedReason };

export interface Timers {
  set(callback: () => void, milliseconds: number): unknown;
  clear(handle: unknown): void;
}

export interface DraftKeeperDependencies<Content> {
  /** What is to be kept now; `undefined` while nothing may be kept yet. */
  readonly read: () => Content | undefined;
  /** Resolves once the content is on the disk. */
  readonly save: (content: Content) => Promise<void>;
  readonly now: () => Date;
  readonly timers?: Timers;
}

export interface DraftKeeper {
  /** Something was changed: it is stored within THROTTLE_MS. */
  touch(): void;
  /** Stores now what isn't stored yet. Resolves with what can be said about the newest content. */
  flush(): Promise<SaveState>;
  state(): SaveState;
  subscribe(listener: () => void): () => void;
  /** Ends keeping. A save in flight is awaited, nothing new begins. */
  stop(): Promise<void>;
}

const reasons: readonly string[] = ['quota', 'closed', 'timeout', 'memory-only', 'taken-over', 'locked'];

function reasonOf(error: unknown): NotSavedReason {
  const code = typeof error === 'object' && error !== null && 'code' in error ? error.code : undefined;
  return typeof code === 'string' && reasons.includes(code) ? (code as NotSavedReason) : 'unknown';
}

/** Nothing that waiting could mend: another tab writes this draft, or this device can't keep anything. */
export const isFinal = (reason: NotSavedReason): boolean =>
  reason === 'taken-over' || reason === 'memory-only';

const systemTimers: Timers = {
  set: (callback, milliseconds) => setTimeout(callback, milliseconds),
  clear: (handle) => clearTimeout(handle as ReturnType<typeof setTimeout>),
};

export function createDraftKeeper<Content>(dependencies: DraftKeeperDependencies<Content>): DraftKeeper {
  const { read, save, now, timers = systemTimers } = dependencies;
  const state = createStore<SaveState>({ status: 'idle' });
  let dirty = false;
  let stopped = false;
  let timer: unknown;
  let retryAfter = RETRY_FIRST_MS;
  let inFlight: Promise<void> | undefined;

  const cancelTimer = () => {
    if (timer !== undefined) timers.clear(timer);
    timer = undefined;
  };
  const saveAfter = (milliseconds: number) => {
    cancelTimer();
    timer = timers.set(() => {
      timer = undefined;
      begin();
    }, milliseconds);
  };

  function begin(): void {
    if (stopped || inFlight || !dirty) return;
    const content = read();
    if (content === undefined) return;
    cancelTimer();
    dirty = false;
    inFlight = store(content).finally(() => {
      inFlight = undefined;
      if (dirty && !stopped && state.get().status !== 'not-saved') begin();
    });
  }

  async function store(content: Content): Promise<void> {
    try {
      await save(content);
      retryAfter = RETRY_FIRST_MS;
      if (!dirty) state.set({ status: 'saved', at: now() });
    } catch (error) {
      dirty = true;
      const reason = reasonOf(error);
      state.set({ status: 'not-saved', reason });
      if (isFinal(reason) || stopped) return;
      saveAfter(retryAfter);
      retryAfter = Math.min(retryAfter * 2, RETRY_LAST_MS);
    }
  }

  return {
    touch() {
      if (stopped) return;
      dirty = true;
      const current = state.get();
      if (current.status === 'not-saved') {
        // The plain words about the failure stay until a save has worked.
        if (!inFlight) saveAfter(THROTTLE_MS);
        return;
      }
      state.set({ status: 'saving' });
      if (timer === undefined && !inFlight) saveAfter(THROTTLE_MS);
    },
    async flush() {
      cancelTimer();
      if (inFlight) await inFlight;
      begin();
      while (inFlight) await inFlight;
      return state.get();
    },
    state: state.get,
    subscribe: state.subscribe,
    async stop() {
      stopped = true;
      cancelTimer();
      if (inFlight) await inFlight;
    },
  };
}

/** Stores at once when the page is about to go away, since phones kill hidden pages without another word. */
export function flushWhenHidden(
  keeper: Pick<DraftKeeper, 'flush'>,
  page: Pick<Document, 'visibilityState' | 'addEventListener' | 'removeEventListener'>,
  frame: Pick<Window, 'addEventListener' | 'removeEventListener'>,
): () => void {
  const onVisibility = () => {
    if (page.visibilityState === 'hidden') void keeper.flush();
  };
  const onLeave = () => void keeper.flush();
  page.addEventListener('visibilitychange', onVisibility);
  frame.addEventListener('pagehide', onLeave);
  return () => {
    page.removeEventListener('visibilitychange', onVisibility);
    frame.removeEventListener('pagehide', onLeave);
  };
}
