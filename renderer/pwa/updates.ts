/**
 * When a new version may take over.
 *
 *   current --a new worker is installed--> waiting --applyUpdate here--> the worker takes over --> this tab reloads
 *   current or waiting --another tab applied it, or a file of ours is gone--> outdated --applyUpdate here--> this tab reloads
 *
 * workbox-window tells of each step, this tab's and other tabs'. Two things it can't tell are read from the browser: whether the worker
 * that took over before was of this scope (all workers have one address, and the platform's gives way to the vendor's without an update),
 * and a worker that another tab began to install before this page had registered.
 */
import type { Workbox } from 'workbox-window';

export type UpdateState =
  | 'current'
  /** A new version is installed and waits to be asked. */
  | 'waiting'
  /** This page runs on older files than its worker. It works on; a reload brings it up to date. */
  | 'outdated';

export type ApplyResult =
  | 'applied'
  /** Somebody is writing, or what they wrote couldn't be saved: ask again later. */
  | 'not-now'
  /** There is nothing to apply. */
  | 'current';

export interface Updates {
  state(): UpdateState;
  subscribe(listener: (state: UpdateState) => void): () => void;
  apply(): Promise<ApplyResult>;
  /** Says whether the screen that shows may be reloaded now. Without one, every screen may. */
  setSafeBoundary(isSafe: () => boolean): void;
  /** Saves what is being written; a rejection keeps the page as it is. */
  setBeforeReload(flush: () => Promise<void>): void;
  stop(): void;
}

export interface UpdateDependencies {
  /** Registered. */
  readonly lifecycle: Pick<Workbox, 'addEventListener' | 'removeEventListener' | 'messageSkipWaiting'>;
  /** `navigator.serviceWorker`, as far as it matters here. */
  readonly container: { readonly controller: object | null };
  /** The scope's ServiceWorkerRegistration, likewise. */
  readonly registration: {
    readonly active: object | null;
    readonly waiting: object | null;
    readonly installing: EventTarget | null;
  };
  /** Where `vite:preloadError` arrives. */
  readonly page: EventTarget;
  /** Requests a page of the scope that nobody sees. */
  readonly nudge: () => void;
  readonly reload: () => void;
}

/**
 * Chromium lets the waiting worker take over when the one before has ended, and ends that one as soon as it is idle. A request at that
 * moment, e.g. for a picture that scrolls into view, starts it again, and nothing would end it before it was idle for half a minute; a
 * second SKIP_WAITING counts for nothing. A page that is requested makes Chromium look again (ServiceWorkerRegistration::
 * ActivateWaitingVersionWhenReady), so one nobody sees is requested this often.
 */
const NUDGE_MS = 1_000;

export function watchUpdates(dependencies: UpdateDependencies): Updates {
  const { lifecycle, container, registration, page, nudge, reload } = dependencies;
  const listeners = new Set<(state: UpdateState) => void>();
  const stopping = new AbortController();
  const { signal } = stopping;
  let isSafe = () => true;
  let flush: () => Promise<void> = async () => undefined;
  let outdated = false;
  let asking: ReturnType<typeof setInterval> | undefined;
  let told: UpdateState = 'current';
  /** A page's first worker, or the change from the platform's worker to the vendor's, is no update. */
  let ownsPage = container.controller !== null && container.controller === registration.active;

  const state = (): UpdateState => {
    if (outdated) return 'outdated';
    return registration.waiting && registration.active ? 'waiting' : 'current';
  };
  const tell = () => {
    if (state() === told) return;
    told = state();
    for (const listener of listeners) listener(told);
  };
  const fellBehind = () => {
    outdated = true;
    tell();
  };
  const tookOver = () => {
    if (asking !== undefined) {
      clearInterval(asking);
      reload();
    } else if (ownsPage) fellBehind();
    ownsPage = true;
  };

  lifecycle.addEventListener('installed', tell);
  lifecycle.addEventListener('waiting', tell);
  lifecycle.addEventListener('redundant', tell);
  lifecycle.addEventListener('controlling', tookOver);
  registration.installing?.addEventListener('statechange', tell, { signal });
  // A part of the app that was to be loaded is gone. The import's own rejection goes on to the screen that needs it.
  page.addEventListener(
    'vite:preloadError',
    () => {
      flush()
        .catch(() => undefined)
        .finally(fellBehind);
    },
    { signal },
  );
  told = state();

  return {
    state,
    subscribe(listener) {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    async apply() {
      const before = state();
      if (before === 'current') return 'current';
      if (!isSafe()) return 'not-now';
      try {
        await flush();
      } catch {
        return 'not-now';
      }
      // Flushing took time: somebody may have begun to write.
      if (!isSafe()) return 'not-now';
      if (registration.waiting) {
        clearInterval(asking);
        asking = setInterval(() => {
          if (registration.waiting) nudge();
        }, NUDGE_MS);
        lifecycle.messageSkipWaiting();
      } else reload();
      return 'applied';
    },
    setSafeBoundary(next) {
      isSafe = next;
    },
    setBeforeReload(next) {
      flush = next;
    },
    stop() {
      stopping.abort();
      clearInterval(asking);
      for (const type of ['installed', 'waiting', 'redundant'] as const)
        lifecycle.removeEventListener(type, tell);
      lifecycle.removeEventListener('controlling', tookOver);
    },
  };
}
