import type { InboxFilter, InboxItem } from '../../../../sync/protocol/api/inbox.ts';

export type GroupName =
  | 'alerts'
  | 'flood'
  | 'blocked'
  | 'red'
  | 'amber'
  | 'routine'
  | 'done'
  | 'found'
  | 'foundFlood';

export interface Group {
  readonly name: GroupName;
  readonly items: readonly InboxItem[];
}

function groupOf(item: InboxItem): GroupName {
  if (item.status === 'reviewed' || item.status === 'acknowledged') return 'done';
  // An alert that nobody has looked at is among the urgent ones, no matter who sent it.
  if (item.flood) return item.flood.blocked && item.flood.alerts === 0 ? 'blocked' : 'flood';
  return item.kind === 'alert' || item.openAlerts > 0 ? 'alerts' : item.triage;
}

/** A real patient among the rows of a flood stands out: those are last, under a heading of their own. */
function foundGroups(items: readonly InboxItem[]): readonly Group[] {
  const isOfFlood = ({ flood, inFlood = false }: InboxItem) => flood !== null || inFlood;
  const groups: readonly Group[] = [
    { name: 'found', items: items.filter((item) => !isOfFlood(item)) },
    { name: 'foundFlood', items: items.filter(isOfFlood) },
  ];
  return groups.filter((group) => group.items.length > 0);
}

/** Headings between the lines, in the server's order: alerts, red, amber, routine. */
export function groupsOf(items: readonly InboxItem[], filter: InboxFilter | 'search'): readonly Group[] {
  if (items.length === 0) return [];
  if (filter === 'search') return foundGroups(items);
  return [...Map.groupBy(items, groupOf)].map(([name, members]) => ({ name, items: members }));
}
