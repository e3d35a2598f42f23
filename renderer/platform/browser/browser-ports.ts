/** The sync client's ports in a browser. Every name starts with the vendor, because vendors may share an origin (G7). */
/* oxlint-disable no-restricted-globals, no-restricted-properties -- the one module that hands the origin's shared storage, locks and channels on; names are given by browser.ts. */
import type { Channel, Locks, Signal, Signals } from '../../../sync/client/base/ports.ts';
import type { StorageQuota } from '../../../sync/client/store/store.ts';

/** What the origin offers to keep things in; undefined where the browser locks it away. */
export function originStorage() {
  return {
    indexedDB: globalThis.indexedDB as IDBFactory | undefined,
    IDBKeyRange: globalThis.IDBKeyRange as typeof globalThis.IDBKeyRange | undefined,
    caches: 'caches' in globalThis ? globalThis.caches : undefined,
    locks: navigator.locks as LockManager | undefined,
    quota: navigator.storage as StorageManager | undefined,
  };
}

export function createWebLocks(manager: LockManager | undefined): Locks {
  return {
    async tryHold(name) {
      // Without Web Locks each tab goes ahead; the server's ledger keeps that harmless (failure case 30).
      if (manager === undefined) return () => undefined;
      return await new Promise((resolve) => {
        manager
          .request(name, { ifAvailable: true }, (lock) => {
            if (lock === null) {
              resolve(undefined);
              return undefined;
            }
            return new Promise<void>((release) => resolve(() => release()));
          })
          // Refused altogether, e.g. in a sandbox: as if there were no locks.
          .catch(() => resolve(() => undefined));
      });
    },
  };
}

export function createBroadcast(name: string): Channel {
  if (typeof BroadcastChannel === 'undefined')
    return { post: () => undefined, listen: () => () => undefined, close: () => undefined };
  const channel = new BroadcastChannel(name);
  return {
    post: (message) => channel.postMessage(message),
    listen(listener) {
      const onMessage = (event: MessageEvent<unknown>) => {
        if (typeof event.data === 'string') listener(event.data);
      };
      channel.addEventListener('message', onMessage);
      return () => channel.removeEventListener('message', onMessage);
    },
    close: () => channel.close(),
  };
}

export function createPageSignals(page: Window): Signals {
  const { document } = page;
  return {
    visible: () => document.visibilityState === 'visible',
    listen(listener) {
      const ends: (() => void)[] = [];
      const on = (target: EventTarget, type: string, read: (event: Event) => Signal | undefined) => {
        const handle = (event: Event) => {
          const signal = read(event);
          if (signal !== undefined) listener(signal);
        };
        target.addEventListener(type, handle);
        ends.push(() => target.removeEventListener(type, handle));
      };
      on(page, 'online', () => 'online');
      on(page, 'offline', () => 'offline');
      on(page, 'focus', () => 'focus');
      // Back from the back/forward cache, where the database's connections were closed (failure case 25).
      on(page, 'pageshow', (event) =>
        'persisted' in event && event.persisted === true ? 'resumed' : undefined,
      );
      on(document, 'visibilitychange', () => (document.visibilityState === 'visible' ? 'visible' : 'hidden'));
      return () => {
        for (const end of ends) end();
      };
    },
  };
}

export function createStorageQuota(manager: StorageManager | undefined): StorageQuota {
  return {
    persisted: async () => (manager?.persisted ? await manager.persisted() : 'unsupported'),
    persist: async () => (manager?.persist ? await manager.persist() : 'unsupported'),
    async estimate() {
      const { usage, quota } = (await manager?.estimate?.()) ?? {};
      return {
        ...(usage === undefined ? {} : { usageBytes: usage }),
        ...(quota === undefined ? {} : { quotaBytes: quota }),
      };
    },
  };
}
