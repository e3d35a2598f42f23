/* oxlint-disable no-restricted-globals, no-restricted-properties -- the self-check tries the browser's own storage, under a name of its own */
import { BRIDGE_GLOBAL } from '../../platform/kiosk/channel-names.ts';
import { findPageApi } from '../../platform/kiosk/page-api.ts';
import type { Surroundings } from './checks/run-checks.ts';

const TOAST = '.Toastify__toast';

/** Undefined where the browser locks it away, and throws for asking. */
function attempt<Value>(read: () => Value): Value | undefined {
  try {
    return read();
  } catch {
    return undefined;
  }
}

/** @returns once a toast is on the screen; whoever asked stops waiting by themselves */
const toastShows = () =>
  new Promise<boolean>((resolve) => {
    const look = () => document.querySelector(TOAST) !== null;
    const observer = new MutationObserver(() => {
      if (!look()) return;
      observer.disconnect();
      resolve(true);
    });
    if (look()) return resolve(true);
    observer.observe(document.body, { childList: true, subtree: true });
  });

/** Of all vendors of this origin, and the platform's. */
export const browserCaches = () => attempt(() => globalThis.caches);

export function browserSurroundings(showToast: () => Promise<void>): Surroundings {
  return {
    navigator: {
      serviceWorker: attempt(() => navigator.serviceWorker),
      storage: navigator.storage,
      permissions: navigator.permissions,
    },
    indexedDB: attempt(() => globalThis.indexedDB),
    crypto,
    fetch: globalThis.fetch.bind(globalThis),
    now: () => Date.now(),
    entry: document.querySelector<HTMLScriptElement>('script[type=module][src]')?.src,
    canPrint: typeof window.print === 'function',
    hasKioskBridge: findPageApi(window, BRIDGE_GLOBAL) !== undefined,
    async showToast() {
      await showToast();
      return await toastShows();
    },
  };
}
