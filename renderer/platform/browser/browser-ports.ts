/** The sync client's ports in a browser. Every name starts with the vendor, because vendors may share an origin (G7). */
/* oxlint-disable no-restricted-globals, no-restricted-properties -- the one module that hands the origin's shared storage, locks and channels on; names are given by browser.ts. */
import type { Channel, Locks, Signal, Signals, Transport } from '../../../sync/client/base/ports.ts';
import type { StorageQuota } from '../../../sync/client/store/store.ts';
import { SYNC_PROTOCOL, SYNC_PROTOCOL_HEADER } from '../../../sync/protocol/wire.ts';

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

/** No cookies but where a request says so: the device's proof authorises, and a session must not add to it. No redirects: only captive portals send them. */
const PLAIN = {
  cache: 'no-store',
  credentials: 'omit',
  redirect: 'error',
  referrerPolicy: 'no-referrer',
} as const;

export function createFetchTransport(fetch: typeof globalThis.fetch): Transport {
  return {
    send({ method, url, headers, body, session }) {
      const control = new AbortController();
      const answer = fetch(url, {
        ...PLAIN,
        method,
        headers: { ...headers },
        ...(body === undefined ? {} : { body }),
        ...(session && { credentials: 'same-origin' }),
        signal: control.signal,
      }).then((response) => ({
        status: response.status,
        header: (name: string) => response.headers.get(name) ?? undefined,
        text: () => response.text(),
      }));
      return { answer, abort: () => control.abort() };
    },
    listen({ method, url, headers }, onEvent) {
      const control = new AbortController();
      const ended = fetch(url, { ...PLAIN, method, headers: { ...headers }, signal: control.signal })
        .then((response) => readEvents(response, onEvent))
        // A line that breaks ends the stream like any other end.
        .catch(() => undefined)
        .finally(() => control.abort());
      return { ended, abort: () => control.abort() };
    },
  };
}

/**
 * Reads server-sent events (HTML Standard section 9.2.6) as far as they matter: that there was one. By `fetch`, because an EventSource can't
 * bear a proof. The opening counts as one: something may have happened while nobody listened.
 */
async function readEvents(response: Response, onEvent: () => void): Promise<void> {
  const type = response.headers.get('content-type')?.split(';')[0]?.trim().toLowerCase();
  const ours = response.headers.get(SYNC_PROTOCOL_HEADER) === SYNC_PROTOCOL;
  if (response.status !== 200 || type !== 'text/event-stream' || !ours || response.body === null) return;
  onEvent();
  const reader = response.body.pipeThrough(new TextDecoderStream()).getReader();
  let line = '';
  let after = '';
  let data = false;
  for (;;) {
    const { done, value } = await reader.read();
    if (done) return;
    for (const symbol of value) {
      // A line ends with CR, LF or both.
      const isSecondHalf = symbol === '\n' && after === '\r';
      after = symbol;
      if (isSecondHalf) continue;
      if (symbol !== '\r' && symbol !== '\n') {
        if (line.length < 5) line += symbol;
        continue;
      }
      if (line === 'data' || line === 'data:') data = true;
      else if (line === '') {
        if (data) onEvent();
        data = false;
      }
      line = '';
    }
  }
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
