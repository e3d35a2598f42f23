import { useEffect, useMemo, useSyncExternalStore } from 'react';
import type { InboxFilter } from '../../../../sync/protocol/api/inbox.ts';
import { useConsole } from '../base/console-context.ts';
import { createInboxFeed, type InboxFeed, type InboxState, POLL_MS } from '../base/inbox-feed.ts';

/** The list of one filter, looked at again and again while the page is in sight. */
export function useInbox(filter: InboxFilter): readonly [InboxState, InboxFeed] {
  const { api } = useConsole();
  const feed = useMemo(() => createInboxFeed(api, filter), [api, filter]);
  useEffect(() => {
    const look = () => {
      if (document.visibilityState === 'visible') void feed.refresh();
    };
    look();
    const timer = setInterval(look, POLL_MS);
    document.addEventListener('visibilitychange', look);
    window.addEventListener('online', look);
    return () => {
      clearInterval(timer);
      document.removeEventListener('visibilitychange', look);
      window.removeEventListener('online', look);
    };
  }, [feed]);
  return [useSyncExternalStore(feed.subscribe, feed.state), feed];
}
