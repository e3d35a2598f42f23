import type { InboxItem, InboxResponse, InboxView } from '../../../../sync/protocol/api/inbox.ts';
import type { UnshownRow } from '../../../../sync/protocol/api/rows.ts';
import type { ConsoleApi } from './api.ts';
import type { Failure } from './api-answer.ts';

/** Milliseconds between two looks at the inbox, while the page is in sight. */
export const POLL_MS = 15_000;

export interface InboxState {
  readonly items: readonly InboxItem[];
  readonly unshown: readonly UnshownRow[];
  /** Undefined until the first answer. */
  readonly counts?: InboxResponse['counts'];
  readonly forms?: InboxResponse['forms'];
  /** The server's clock at the last answer: what "2 hours ago" is counted from. */
  readonly serverTime?: string;
  readonly hasMore: boolean;
  readonly loading: boolean;
  /** Of the last look; what was seen before it stays. */
  readonly failure?: Failure;
  /** Alerts that were not there at the look before. */
  readonly newAlerts: number;
}

export interface InboxFeed {
  state(): InboxState;
  subscribe(listener: () => void): () => void;
  /** Looks again, at as many pages as are open. */
  refresh(): Promise<void>;
  loadMore(): Promise<void>;
  /** Answers that are still on their way are ignored. */
  stop(): void;
}

interface Pages {
  readonly items: readonly InboxItem[];
  readonly unshown: readonly UnshownRow[];
  readonly last: InboxResponse;
}

/** The list of one view. Pages are read again together, because lines move between them as the queue is worked off. */
export function createInboxFeed(api: Pick<ConsoleApi, 'inbox'>, view: InboxView): InboxFeed {
  const listeners = new Set<() => void>();
  let state: InboxState = { items: [], unshown: [], hasMore: false, loading: false, newAlerts: 0 };
  let pages = 1;
  let turn = 0;

  const change = (next: InboxState) => {
    state = next;
    for (const listener of listeners) listener();
  };

  async function read(count: number): Promise<Pages | Failure> {
    const items = new Map<string, InboxItem>();
    const unshown = new Map<string, UnshownRow>();
    let cursor: string | undefined;
    for (let page = 1; ; page += 1) {
      const answer = await api.inbox(view, cursor);
      if (!answer.ok) return answer.failure;
      // A line that moved while the pages were read is listed once.
      for (const item of answer.value.items) items.set(item.id, item);
      for (const row of answer.value.unshown ?? []) unshown.set(row.id, row);
      cursor = answer.value.cursor ?? undefined;
      if (page === count || cursor === undefined)
        return { items: [...items.values()], unshown: [...unshown.values()], last: answer.value };
    }
  }

  async function look(): Promise<void> {
    turn += 1;
    const mine = turn;
    change({ ...state, loading: true });
    const result = await read(pages);
    if (mine !== turn) return;
    if ('code' in result) {
      change({ ...state, loading: false, failure: result });
      return;
    }
    const known = new Set(state.items.map((item) => item.id));
    const first = state.counts === undefined;
    const isNew = (item: InboxItem) => item.kind === 'alert' && item.status === 'open' && !known.has(item.id);
    change({
      items: result.items,
      unshown: result.unshown,
      counts: result.last.counts,
      forms: result.last.forms,
      serverTime: result.last.serverTime,
      hasMore: result.last.cursor !== null,
      loading: false,
      newAlerts: first ? 0 : result.items.filter(isNew).length,
    });
  }

  return {
    state: () => state,
    subscribe(listener) {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    refresh: look,
    async loadMore() {
      pages += 1;
      await look();
    },
    stop() {
      turn += 1;
      listeners.clear();
    },
  };
}
