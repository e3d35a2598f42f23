/** When to look again: at once where the server says that something is new, and every so often where its word doesn't come through. */
import { POLL_MS } from './inbox-feed.ts';

export interface ConsoleEvents {
  /** The listener is called whenever there may be something new; not at once. @returns what ends it. */
  subscribe(listener: () => void): () => void;
}

/** The stream says only that something is new, so that a line which is left open gives nothing away. */
export function createConsoleEvents(vendor: string): ConsoleEvents {
  const listeners = new Set<() => void>();
  let end: (() => void) | undefined;

  function start(): () => void {
    const notify = () => {
      for (const listener of listeners) listener();
    };
    const notifyIfVisible = () => {
      if (document.visibilityState === 'visible') notify();
    };
    const stream = new EventSource(`/console/${encodeURIComponent(vendor)}/api/events`);
    // Also after the line was cut, and with it whatever was said meanwhile.
    stream.addEventListener('open', notify);
    stream.addEventListener('wake', notify);
    const timer = setInterval(notifyIfVisible, POLL_MS);
    document.addEventListener('visibilitychange', notifyIfVisible);
    window.addEventListener('online', notify);
    return () => {
      stream.close();
      clearInterval(timer);
      document.removeEventListener('visibilitychange', notifyIfVisible);
      window.removeEventListener('online', notify);
    };
  }

  return {
    subscribe(listener) {
      listeners.add(listener);
      end ??= start();
      return () => {
        listeners.delete(listener);
        if (listeners.size > 0) return;
        end?.();
        end = undefined;
      };
    },
  };
}
