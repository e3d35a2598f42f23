/** When to look again: at once where the server says that something is new, and every so often where its word doesn't come through. */
import { POLL_MS } from './inbox-feed.ts';

export interface ConsoleNews {
  /** The listener is called whenever there may be something new; not at once. @returns what ends it. */
  subscribe(listener: () => void): () => void;
}

/** The stream says only that something is new, so that a line which is left open gives nothing away. */
export function createConsoleNews(vendor: string): ConsoleNews {
  const listeners = new Set<() => void>();
  let end: (() => void) | undefined;

  function start(): () => void {
    const tell = () => {
      for (const listener of listeners) listener();
    };
    const tellIfSeen = () => {
      if (document.visibilityState === 'visible') tell();
    };
    const stream = new EventSource(`/console/${encodeURIComponent(vendor)}/api/events`);
    // Also after the line was cut, and with it whatever was said meanwhile.
    stream.addEventListener('open', tell);
    stream.addEventListener('wake', tell);
    const timer = setInterval(tellIfSeen, POLL_MS);
    document.addEventListener('visibilitychange', tellIfSeen);
    window.addEventListener('online', tell);
    return () => {
      stream.close();
      clearInterval(timer);
      document.removeEventListener('visibilitychange', tellIfSeen);
      window.removeEventListener('online', tell);
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
