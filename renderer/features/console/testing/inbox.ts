/** Lines of an inbox for tests. */
import type { InboxItem, InboxResponse } from '../../../../sync/protocol/api/inbox.ts';

export function inboxItem(part: Partial<InboxItem> & Pick<InboxItem, 'id'>): InboxItem {
  return {
    kind: 'case',
    code: 'K7-42QF',
    patientName: 'Maya Okafor',
    age: 60,
    birthDate: '1966-06-06',
    formTitle: { en: 'Mood check-in' },
    place: 'US-CA',
    triage: 'routine',
    reasons: [],
    receivedAt: '2026-11-20T10:00:00.000Z',
    answeredAt: '2026-11-20T09:58:00+01:00',
    dueAt: '2026-11-21T10:00:00.000Z',
    status: 'new',
    held: null,
    late: false,
    caseId: null,
    openAlerts: 0,
    known: true,
    pending: null,
    flood: null,
    ...part,
  };
}

export function inboxPage(items: readonly InboxItem[], cursor: string | null = null): InboxResponse {
  return {
    items: [...items],
    cursor,
    counts: { open: items.length, alerts: 0, red: 0, held: 0 },
    serverTime: '2026-11-20T12:00:00.000Z',
  };
}
