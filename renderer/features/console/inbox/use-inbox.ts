import { useEffect, useMemo, useSyncExternalStore } from 'react';
import type { InboxView } from '../../../../sync/protocol/api/inbox.ts';
import { useConsole } from '../base/console-context.ts';
import { createInboxFeed, type InboxFeed, type InboxState, POLL_MS } from '../base/inbox-feed.ts';

/** The list of one view, looked at again and again while the page is in sight. */
export function useInbox(view: InboxView): readonly [InboxState, InboxFeed] {
  const { api, events } = useConsole();
  const feed = useMemo(() => createInboxFeed(api, view), [api, view]);
  useEffect(() => {
    const look = () => {
      if (document.visibilityState === 'visible') void feed.refresh();
    };
    look();
    const end = events.subscribe(look);
    const timer = setInterval(look, POLL_MS);
    document.addEventListener('visibilitychange', look);
    window.addEventListener('online', look);
    return () => {
      end();
      clearInterval(timer);
      document.removeEventListener('visibilitychange', look);
      window.removeEventListener('online', look);
    };
  }, [feed, events]);
  return [useSyncExternalStore(feed.subscribe, feed.state), feed];
}
