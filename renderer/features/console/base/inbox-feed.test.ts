import { describe, expect, it, vi } from 'vitest';
import type { InboxResponse } from '../../../../sync/protocol/api/inbox.ts';
import { inboxItem, inboxPage } from '../testing/inbox.ts';
import type { ConsoleApi } from './api.ts';
import type { Answer } from './api-answer.ts';
import { createInboxFeed } from './inbox-feed.ts';

type Ask = ConsoleApi['inbox'];
const good = (value: InboxResponse): Answer<InboxResponse> => ({ ok: true, value });
const one = inboxItem({ id: '1' });
const two = inboxItem({ id: '2' });
const three = inboxItem({ id: '3' });
const alert = inboxItem({ id: 'a', kind: 'alert', status: 'open', triage: 'red' });

describe('the inbox', () => {
  it('shows what the server has, and how much', async () => {
    const feed = createInboxFeed(
      { inbox: async () => good(inboxPage([one, two])) },
      { filter: 'open', sort: 'urgent' },
    );
    await feed.refresh();
    expect(feed.state()).toMatchObject({
      items: [one, two],
      hasMore: false,
      loading: false,
      counts: { open: 2 },
    });
  });

  it('keeps what it has and says so - the network is gone', async () => {
    const inbox = vi.fn<Ask>(async () => good(inboxPage([one])));
    const feed = createInboxFeed({ inbox }, { filter: 'open', sort: 'urgent' });
    await feed.refresh();
    inbox.mockResolvedValue({ ok: false, failure: { code: 'OFFLINE' } });
    await feed.refresh();
    expect(feed.state()).toMatchObject({ items: [one], failure: { code: 'OFFLINE' } });
    inbox.mockResolvedValue(good(inboxPage([one])));
    await feed.refresh();
    expect(feed.state().failure).toBeUndefined();
  });

  it('reads all open pages again, and lists a line once that moved between them', async () => {
    const inbox = vi.fn<Ask>(async (_filter, cursor) =>
      good(cursor === undefined ? inboxPage([one, two], 'next') : inboxPage([two, three])),
    );
    const feed = createInboxFeed({ inbox }, { filter: 'open', sort: 'urgent' });
    await feed.refresh();
    expect(feed.state()).toMatchObject({ items: [one, two], hasMore: true });
    await feed.loadMore();
    expect(feed.state()).toMatchObject({ items: [one, two, three], hasMore: false });
  });

  it('counts alerts that have come since - not those of the first look', async () => {
    const inbox = vi.fn<Ask>(async () => good(inboxPage([alert, one])));
    const feed = createInboxFeed({ inbox }, { filter: 'open', sort: 'urgent' });
    await feed.refresh();
    expect(feed.state().newAlerts).toBe(0);
    inbox.mockResolvedValue(good(inboxPage([inboxItem({ ...alert, id: 'b' }), alert, one])));
    await feed.refresh();
    expect(feed.state().newAlerts).toBe(1);
  });

  it('ignores an answer that comes after a later one', async () => {
    const slow = Promise.withResolvers<Answer<InboxResponse>>();
    const inbox = vi.fn<Ask>(async () => good(inboxPage([two]))).mockReturnValueOnce(slow.promise);
    const feed = createInboxFeed({ inbox }, { filter: 'open', sort: 'urgent' });
    const first = feed.refresh();
    await feed.refresh();
    slow.resolve(good(inboxPage([one])));
    await first;
    expect(feed.state().items).toEqual([two]);
  });
});
