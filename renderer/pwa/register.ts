/** Registers the worker for one scope, and keeps looking for new versions and new packs. Import it after the first paint. */
import { messageSW, Workbox } from 'workbox-window';
import type { RefreshResult, WorkerRequest } from '../service-worker/messages.ts';
import { trustedWorkerUrl } from './trusted-script.ts';
import { type ApplyResult, type UpdateState, type Updates, watchUpdates } from './updates.ts';

export const UPDATE_CHECK_MS = 60 * 60 * 1000;
/** A worker that fetches a pack over a slow network gets this long to say how it went. */
const REFRESH_ANSWER_MS = 60_000;
/** A page that is never idle must not keep the app off the device, either. */
export const IDLE_MS = 5_000;
/** A picture that never comes must not keep the app off the device. */
export const LOADED_MS = 30_000;

export interface PwaDependencies {
  /** `/connect/{vendor}/` or `/`. */
  readonly scope: string;
  readonly page: Window;
  /** Whether the screen that shows may be reloaded now. */
  readonly isSafe: () => boolean;
  /** Saves what is being written. */
  readonly flush: () => Promise<void>;
  /** A new pack is on the device; the next navigation shows it. */
  readonly onPackRefreshed?: (packHash: string) => void;
}

export interface Pwa {
  updateState(): UpdateState;
  /** Called on each change of {@link Pwa.updateState}. */
  subscribeUpdate(listener: (state: UpdateState) => void): () => void;
  /** The update somebody asked for in this tab. No other tab reloads. */
  applyUpdate(): Promise<ApplyResult>;
  setSafeBoundary(isSafe: () => boolean): void;
  /** Asks the worker for the vendor's newest pack. */
  refreshPack(): Promise<RefreshResult>;
  stop(): void;
}

/**
 * @returns undefined where the browser has no service workers, or refuses: everything works on, as long as there is a
 *   network
 */
export async function registerPwa(dependencies: PwaDependencies): Promise<Pwa | undefined> {
  const { scope, page } = dependencies;
  const container: ServiceWorkerContainer | undefined = page.navigator.serviceWorker;
  if (container === undefined) return undefined;
  try {
    // The worker fetches the whole app: not while the page still fetches what it shows, or somebody waits for an answer.
    await isLoaded(page);
    await isIdle(page);
    const url = trustedWorkerUrl(Reflect.get(page, 'trustedTypes'));
    // `/sw.js` is always asked for again; the code that it imports is named by its hash.
    const workbox = new Workbox(url, { scope, updateViaCache: 'imports' });
    // Its own wait for the page has no end: see isLoaded.
    const registration = await workbox.register({ immediate: true });
    return registration && keepUpToDate(dependencies, workbox, registration);
  } catch {
    return undefined;
  }
}

function isLoaded(page: Window): Promise<void> {
  if (page.document.readyState === 'complete') return Promise.resolve();
  return new Promise((resolve) => {
    page.addEventListener('load', () => resolve(), { once: true });
    page.setTimeout(resolve, LOADED_MS);
  });
}

/** Safari has no idle callback. */
function isIdle(page: Window): Promise<void> {
  if (typeof page.requestIdleCallback !== 'function') return Promise.resolve();
  return new Promise((resolve) => page.requestIdleCallback(() => resolve(), { timeout: IDLE_MS }));
}

function keepUpToDate(
  { page, isSafe, flush, onPackRefreshed }: PwaDependencies,
  workbox: Workbox,
  registration: ServiceWorkerRegistration,
): Pwa {
  const updates: Updates = watchUpdates({
    lifecycle: workbox,
    container: page.navigator.serviceWorker,
    registration,
    page,
    nudge: () => openUnseen(page, `${registration.scope}keys.json`),
    reload: () => page.location.reload(),
  });
  updates.setSafeBoundary(isSafe);
  updates.setBeforeReload(flush);

  async function refreshPack(): Promise<RefreshResult> {
    const worker = registration.active;
    if (!worker) return { status: 'unreachable' };
    const result = await ask(page, worker);
    if (result.status === 'refreshed') onPackRefreshed?.(result.packHash);
    return result;
  }

  /** While a version is being installed another check would only cost the patient's data volume. */
  async function check(): Promise<void> {
    if (
      page.navigator.onLine === false ||
      registration.installing ||
      page.document.visibilityState === 'hidden'
    )
      return;
    // Both fail without a network, and are tried again within the hour.
    await workbox.update().catch(() => undefined);
    // A new version brings its own pack, and a worker that is asked for something as it is being replaced stays until it is idle.
    if (registration.installing || registration.waiting) return;
    await refreshPack().catch(() => undefined);
  }

  const look = () => void check();
  page.document.addEventListener('visibilitychange', look);
  const timer = page.setInterval(look, UPDATE_CHECK_MS);
  look();

  return {
    updateState: updates.state,
    subscribeUpdate: updates.subscribe,
    applyUpdate: updates.apply,
    setSafeBoundary: updates.setSafeBoundary,
    refreshPack,
    stop() {
      updates.stop();
      page.clearInterval(timer);
      page.document.removeEventListener('visibilitychange', look);
    },
  };
}

const REFRESH: WorkerRequest = { type: 'refresh-pack' };

/** Of the active worker: `Workbox.messageSW` would ask the one that waits, whose pack nobody sees yet. */
function ask(page: Window, worker: ServiceWorker): Promise<RefreshResult> {
  return new Promise((resolve, reject) => {
    const patience = page.setTimeout(() => resolve({ status: 'unreachable' }), REFRESH_ANSWER_MS);
    messageSW(worker, REFRESH)
      .then(resolve, reject)
      .finally(() => page.clearTimeout(patience));
  });
}

function openUnseen({ document }: Window, address: string): void {
  const frame = document.createElement('iframe');
  frame.hidden = true;
  frame.src = address;
  frame.addEventListener('load', () => frame.remove());
  document.body.append(frame);
}
