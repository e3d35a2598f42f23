import type { InboxItem } from '../../../../sync/protocol/api/inbox.ts';

export function isUnread({ status }: Pick<InboxItem, 'status'>): boolean {
  return status === 'new' || status === 'open';
}

/** Whether the promise to have read it is broken by now. */
export function isOverdue(item: Pick<InboxItem, 'status' | 'dueAt'>, now: string): boolean {
  return isUnread(item) && Date.parse(item.dueAt) < Date.parse(now);
}
