/** The sync client's ports in the kiosk's main process: one page of one vendor, which is always to be seen. */
import type { Channel, Locks, Signal, Signals, Transport } from '../../sync/client/base/ports.ts';

/**
 * Without server-sent events: news of the kiosk's own operations are polled for.
 * @param fetch the host's, so that its pins and its rules of egress hold here, too
 */
export function createFetchTransport(fetch: typeof globalThis.fetch): Transport {
  return {
    send({ method, url, headers, body }) {
      const control = new AbortController();
      const answer = fetch(url, {
        method,
        headers: { ...headers },
        // The device's proof authorises, and only captive portals redirect.
        credentials: 'omit',
        cache: 'no-store',
        redirect: 'error',
        ...(body === undefined ? {} : { body }),
        signal: control.signal,
      }).then((response) => ({
        status: response.status,
        header: (name: string) => response.headers.get(name) ?? undefined,
        text: () => response.text(),
      }));
      return { answer, abort: () => control.abort() };
    },
  };
}

export interface TellableSignals extends Signals {
  /** Of the host's power and network. */
  tell(signal: Signal): void;
}

export function createNodeSignals(): TellableSignals {
  const listeners = new Set<(signal: Signal) => void>();
  return {
    visible: () => true,
    listen(listener) {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    tell(signal) {
      for (const listener of listeners) listener(signal);
    },
  };
}

/** The folder's own lock keeps other processes away: see `Disk.lock`. */
export function createProcessLocks(): Locks {
  const held = new Set<string>();
  return {
    async tryHold(name) {
      if (held.has(name)) return undefined;
      held.add(name);
      return () => held.delete(name);
    },
  };
}

/** There is nobody else to tell. */
export function createSilentChannel(): Channel {
  return { post: () => undefined, listen: () => () => undefined, close: () => undefined };
}
