import { CLINIC, CLINIC_NAME } from '../../../../sync/domain/testing/fixture-clinic.ts';
import type { AlertView, CaseDetail } from '../../../../sync/protocol/api/cases.ts';
import type { InboxItem, Pending } from '../../../../sync/protocol/api/inbox.ts';
import type { ConsoleSession } from '../../../../sync/protocol/api/staff.ts';
import { normaliseHumanCode } from '../../../../sync/protocol/human-code.ts';
import { inboxItem, inboxPage } from './inbox.ts';
import { createKioskServer, type KioskServer } from './kiosk-server.ts';

export const session: ConsoleSession = {
  staff: { email: 'ana@meadow.example', name: 'Ana Ruiz', role: 'clinician' },
  vendor: { slug: CLINIC, name: CLINIC_NAME, demo: true },
  mayDecide: true,
  idleSeconds: 600,
};

export const alertLine = inboxItem({
  id: '0197a000-0000-7000-8000-0000000000a1',
  kind: 'alert',
  code: 'P4-9XZT',
  patientName: 'Daniel Whitcombe',
  status: 'open',
  triage: 'red',
  reasons: [
    { rule: 'self-harm', outcome: 'URGENT', label: { en: 'Thoughts of self-harm' }, withdrawn: false },
  ],
  caseId: '0197a000-0000-7000-8000-0000000000c1',
});
export const caseLine = inboxItem({
  id: '0197a000-0000-7000-8000-0000000000c1',
  code: '3M-K8QD',
  patientName: 'Daniel Whitcombe',
  triage: 'red',
  openAlerts: 1,
});
export const routineLine = inboxItem({ id: '0197a000-0000-7000-8000-0000000000c2', code: 'A1-B2C3' });
export const heldLine = inboxItem({
  id: '0197a000-0000-7000-8000-0000000000c3',
  code: '9T-00VC',
  patientName: null,
  age: null,
  formTitle: null,
  place: null,
  triage: 'amber',
  held: { type: 'urn:x', title: 'The envelope cannot be opened', code: 'ENVELOPE_UNREADABLE' },
});

const openAlert: AlertView = {
  id: alertLine.id,
  code: alertLine.code,
  rule: 'self-harm',
  label: { en: 'Thoughts of self-harm' },
  panel: 'crisis',
  receivedAt: '2026-11-20T10:00:00.000Z',
  answeredAt: '2026-11-20T09:59:00Z',
  evidence: [{ linkId: '9', question: 'Thoughts of hurting yourself', answers: ['Several days'] }],
  acknowledged: null,
  dismissed: false,
  pending: null,
};

const selfHarm: CaseDetail['rules'][number] = {
  ...{ rule: 'self-harm', version: '1.0', outcome: 'URGENT', label: { en: 'Thoughts of self-harm' } },
  ...{ source: 'Protocol 7', foundBy: 'device', at: null, withdrawnAt: null, evidence: ['9'] },
};

function detailOf(item: InboxItem, alert: AlertView): CaseDetail {
  const answered = item.held === null && item.kind === 'case';
  const node = {
    linkId: '9',
    kind: 'question' as const,
    text: 'Pensamientos de hacerse daño',
    answers: [{ text: 'Varios días', score: 1, children: [] }],
    children: [],
    rules: ['self-harm'],
    confirmedImplausible: false,
  };
  return {
    item,
    patient: item.held
      ? null
      : {
          givenName: 'Daniel',
          familyName: 'Whitcombe',
          birthDate: '1999-02-03',
          sexAtBirth: 'male',
          answeredBy: 'self',
          proxyName: null,
          contact: { method: 'sms', value: '+12025550143', mayLeaveMessage: false },
        },
    place: item.held ? null : { code: 'US-CA', confirmedAt: '2026-11-20T09:50:00Z', modality: 'async' },
    form: item.held
      ? null
      : {
          slug: 'mood',
          title: { en: 'Mood check-in' },
          canonical: 'https://meadow.example/mood|1.0',
          formHash: 'f',
          language: 'es',
        },
    answers: answered ? [node] : [],
    flagged: answered ? [node] : [],
    score: answered
      ? { ...{ total: 9, max: 27, answered: 9, of: 9 }, name: { en: 'Mood score' }, band: { en: 'mild' } }
      : null,
    rules: answered ? [selfHarm] : [],
    consents: [],
    attestation: null,
    times: {
      startedAt: null,
      completedAt: '2026-11-20T09:58:00Z',
      receivedAt: item.receivedAt,
      claimed: { wall: '2026-11-20T09:58:00Z', tz: 'America/Los_Angeles' },
      skewSeconds: 3600,
    },
    receipt: {
      opId: item.id,
      code: item.code,
      seq: 7,
      epoch: '0197a000-0000-7000-8000-0000000000e1',
      sha256: 'a'.repeat(64),
      keyId: 'k1',
    },
    reviewed: item.status === 'reviewed' ? { at: '2026-11-20T12:00:00.000Z', by: session.staff.name } : null,
    blockedBy:
      item.kind === 'case' && item.openAlerts > 0 && !alert.acknowledged && !alert.pending
        ? [{ id: alert.id, code: alert.code }]
        : [],
    alerts: item.openAlerts > 0 || item.kind === 'alert' || alert.acknowledged ? [alert] : [],
    timeline: [{ at: item.receivedAt, action: 'received', actor: null, note: null }],
  };
}

export interface ConsoleServer {
  readonly fetch: typeof globalThis.fetch;
  /** What was written, in order. */
  readonly written: readonly { readonly path: string; readonly body: unknown }[];
  signOut(): void;
  goOffline(): void;
}

/** A console's server in memory: one password, four lines. */
export function createConsoleServer({
  signedIn = true,
  mayDecide = true,
  undoMs = 0,
  unshown = [],
  lines: atFirst = [alertLine, caseLine, heldLine, routineLine],
  more = createKioskServer(),
}: {
  readonly signedIn?: boolean;
  /** In which a decision can be undone; 0: it is final at once. */
  readonly undoMs?: number;
  /** Rows as no page can read them. */
  readonly unshown?: readonly unknown[];
  /** Of the inbox. */
  readonly lines?: readonly InboxItem[];
  readonly mayDecide?: boolean;
  readonly more?: KioskServer;
} = {}): ConsoleServer {
  const written: { path: string; body: unknown }[] = [];
  let inside = signedIn;
  let offline = false;
  let alert = openAlert;
  let lines = atFirst;

  const problem = (status: number, code: string) =>
    Response.json({ type: 'about:blank', title: code, status, code }, { status });
  const pendingOf = (action: Pending['action']): Pending => ({
    ...{ action, by: session.staff.name, at: '2026-11-20T12:00:00.000Z', remainingMs: undoMs, mine: true },
  });
  const detail = (id: string) => {
    const item = lines.find((line) => line.id === id);
    return item ? Response.json(detailOf(item, alert)) : problem(404, 'NOT_FOUND');
  };

  function write(path: string, body: { password?: string; note?: string }): Response {
    const [kind, id = '', action] = path.split('/');
    if (kind === 'session') {
      if (body.password !== 'correct horse') return problem(401, 'SIGN_IN_FAILED');
      inside = true;
      return Response.json(session);
    }
    if (action === 'acknowledge' && undoMs > 0) {
      alert = { ...alert, pending: pendingOf('acknowledge') };
      return detail(id);
    }
    if (action === 'undo') {
      alert = { ...alert, pending: null };
      lines = lines.map((line) => ({ ...line, pending: null }));
      return detail(id);
    }
    if (action === 'review' && (lines.find((line) => line.id === id)?.openAlerts ?? 0) > 0)
      return problem(409, 'ALERT_OPEN');
    if (action === 'review' && undoMs > 0) {
      lines = lines.map((line) => (line.id === id ? { ...line, pending: pendingOf('review') } : line));
      return detail(id);
    }
    if (action === 'acknowledge') {
      alert = {
        ...alert,
        acknowledged: { at: '2026-11-20T12:00:00.000Z', by: session.staff.name, note: body.note ?? '' },
      };
      lines = lines.filter((line) => line.id !== alertLine.id).map((line) => ({ ...line, openAlerts: 0 }));
      return Response.json(detailOf({ ...alertLine, status: 'acknowledged' }, alert));
    }
    lines = lines.map((line) => (line.id === id ? { ...line, status: 'reviewed' } : line));
    return detail(id);
  }

  return {
    written,
    signOut() {
      inside = false;
    },
    goOffline() {
      offline = true;
    },
    async fetch(input, init) {
      if (offline) throw new TypeError('Failed to fetch');
      const request = new Request(input, init);
      const url = new URL(request.url);
      const path = url.pathname.replace('/console/meadow/api/', '');
      const { method } = request;
      if (inside) {
        const body: unknown = method === 'POST' ? await request.clone().json() : undefined;
        const answered = more.answer(method, path, body, url.searchParams);
        if (answered) {
          if (body !== undefined) written.push({ path, body });
          return answered;
        }
      }
      if (method === 'DELETE') {
        inside = false;
        return new Response(null, { status: 204 });
      }
      if (!inside && !(path === 'session' && method === 'POST')) return problem(401, 'SESSION_EXPIRED');
      if (method === 'POST') {
        const body: { password?: string; note?: string } = await request.json();
        written.push({ path, body });
        return write(path, body);
      }
      if (path === 'session') return Response.json({ ...session, mayDecide });
      if (path === 'inbox') {
        const page = inboxPage(url.searchParams.get('filter') === 'held' ? [heldLine] : lines);
        return Response.json({ ...page, items: [...page.items, ...unshown] });
      }
      if (path === 'search') {
        const typed = url.searchParams.get('q') ?? '';
        return Response.json({
          items: lines.filter(
            ({ code, patientName }) =>
              code === normaliseHumanCode(typed) || patientName?.toLowerCase().includes(typed.toLowerCase()),
          ),
          cursor: null,
          serverTime: '2026-11-20T12:00:00.000Z',
        });
      }
      return detail(path.replace('cases/', ''));
    },
  };
}
