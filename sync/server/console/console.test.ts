import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import {
  type CaseDetail,
  caseDetailSchema,
  consoleSessionSchema,
  inboxResponseSchema,
} from '../../protocol/console.ts';
import type { IntakeSubmit } from '../../protocol/payloads.ts';
import { createAuditLog } from '../audit/audit-log.ts';
import {
  createTestDevice,
  intake,
  safetyAlert,
  sealed,
  sleepResponse,
  type TestDevice,
} from '../testing/test-device.ts';
import { openTestServer, STAFF_PASSWORD, type TestServer } from '../testing/test-server.ts';

let server: TestServer;
let device: TestDevice;
beforeAll(async () => {
  server = await openTestServer();
  device = await createTestDevice();
});
afterAll(() => server.close());

const HOST = 'care.example';
const json = { host: HOST, origin: `https://${HOST}`, 'content-type': 'application/json' };

interface Answer {
  readonly status: number;
  readonly body: string;
  readonly code: unknown;
}

async function call(
  method: 'GET' | 'POST' | 'DELETE',
  path: string,
  cookie: string,
  payload?: unknown,
  headers: object = json,
): Promise<Answer & { cookies: string }> {
  const answer = await server.app.inject({
    method,
    url: `/console/${path}`,
    headers: { ...headers, cookie },
    ...(payload === undefined ? {} : { payload: JSON.stringify(payload) }),
  });
  const parsed: unknown = answer.body === '' ? {} : JSON.parse(answer.body);
  const code = typeof parsed === 'object' && parsed !== null && 'code' in parsed ? parsed.code : undefined;
  return {
    status: answer.statusCode,
    body: answer.body,
    code,
    cookies: String(answer.headers['set-cookie'] ?? ''),
  };
}

async function signIn(vendor = 'meadow', role = 'clinician'): Promise<string> {
  const answer = await call('POST', `${vendor}/api/session`, '', {
    email: `${role}@${vendor}.test`,
    password: STAFF_PASSWORD,
  });
  expect(answer.status).toBe(200);
  return answer.cookies.split(';')[0] ?? '';
}

async function submit(kind: 'intake.submit' | 'safety.alert', payload: unknown): Promise<string> {
  const operation = sealed(kind, payload);
  await device.push(server.send, 'meadow', [operation]);
  return operation.opId;
}

const detailOf = (answer: Answer): CaseDetail => caseDetailSchema.parse(JSON.parse(answer.body));

describe('signing in (promise 9)', () => {
  it('opens a session that scripts and other paths can not read', async () => {
    const answer = await call('POST', 'meadow/api/session', '', {
      email: 'Clinician@Meadow.test',
      password: STAFF_PASSWORD,
    });
    expect(answer.cookies).toMatch(/^cf-staff=[\w-]{43}; /);
    for (const attribute of ['HttpOnly', 'SameSite=Strict', 'Path=/console/meadow'])
      expect(answer.cookies).toContain(attribute);
    const session = await call('GET', 'meadow/api/session', answer.cookies.split(';')[0] ?? '');
    expect(consoleSessionSchema.parse(JSON.parse(session.body))).toMatchObject({
      staff: { role: 'clinician' },
      mayDecide: true,
      idleSeconds: 600,
    });
    const stored = await server.database.sql`select token_sha256 from staff_sessions`;
    expect(JSON.stringify(stored)).not.toContain(answer.cookies.slice(9, 40));
  });

  it('sends the cookie by HTTPS alone where the server is public by HTTPS', async () => {
    const secure = await openTestServer({ publicUrl: new URL('https://care.example') });
    try {
      const answer = await secure.app.inject({
        method: 'POST',
        url: '/console/meadow/api/session',
        headers: { ...json, host: 'behind-the-proxy' },
        payload: { email: 'clinician@meadow.test', password: STAFF_PASSWORD },
      });
      expect(answer.headers['set-cookie']).toContain('Secure');
    } finally {
      await secure.close();
    }
  });

  it('answers alike for an unknown address, a wrong password and strange characters', async () => {
    const tries = [
      { email: 'nobody@meadow.test', password: STAFF_PASSWORD },
      { email: 'auditor@meadow.test', password: 'wrong' },
      { email: '\u0000@meadow.test', password: 'wrong' },
      { email: 'clinician@brook.test', password: STAFF_PASSWORD },
    ];
    const answers = await Promise.all(tries.map((one) => call('POST', 'meadow/api/session', '', one)));
    expect(new Set(answers.map(({ status, body }) => `${status} ${body}`)).size).toBe(1);
    expect(answers[0]).toMatchObject({ status: 401, code: 'SIGN_IN_FAILED', cookies: '' });
  });

  it('is slowed down after failures, also with the right password', async () => {
    const attempt = (password: string) =>
      call('POST', 'brook/api/session', '', { email: 'auditor@brook.test', password });
    for (let failure = 0; failure < 5; failure++) expect((await attempt('wrong')).status).toBe(401);
    expect(await attempt(STAFF_PASSWORD)).toMatchObject({ status: 429, code: 'RATE_LIMITED' });
    server.pass(15 * 60_000);
    expect((await attempt(STAFF_PASSWORD)).status).toBe(200);
  });

  it('ends after ten minutes without a request, and not before', async () => {
    const cookie = await signIn();
    for (let minutes = 0; minutes < 27; minutes += 9) {
      server.pass(9 * 60_000);
      expect((await call('GET', 'meadow/api/session', cookie)).status).toBe(200);
    }
    server.pass(10 * 60_000 + 1000);
    expect(await call('GET', 'meadow/api/session', cookie)).toMatchObject({
      status: 401,
      code: 'SESSION_EXPIRED',
    });
  });

  it('ends when somebody signs out', async () => {
    const cookie = await signIn();
    expect((await call('DELETE', 'meadow/api/session', cookie)).status).toBe(204);
    expect((await call('GET', 'meadow/api/session', cookie)).status).toBe(401);
  });

  it('counts for one vendor only', async () => {
    expect((await call('GET', 'brook/api/session', await signIn('meadow'))).status).toBe(401);
  });

  it('is refused from another site, and for what is not JSON', async () => {
    const payload = { email: 'clinician@meadow.test', password: STAFF_PASSWORD };
    const from = (headers: object) => call('POST', 'meadow/api/session', '', payload, headers);
    expect(await from({ ...json, origin: 'https://evil.example' })).toMatchObject({
      status: 403,
      code: 'ORIGIN_BLOCKED',
    });
    expect((await from({ host: HOST, 'content-type': 'application/json' })).status).toBe(403);
    expect((await from({ ...json, 'content-type': 'text/plain' })).status).toBe(415);
  });
});

describe('the inbox (promise 10)', () => {
  it('shows alerts first, then red cases, then the rest by what is due', async () => {
    const own = await openTestServer();
    try {
      const send = (kind: string, payload: unknown) => {
        const operation = sealed(kind, payload);
        return device.push(own.send, 'meadow', [operation]).then(() => operation.opId);
      };
      const routine = await send('intake.submit', intake(own.formHash));
      const red = await send(
        'intake.submit',
        intake(own.formHash, { response: sleepResponse({ chestPain: true }) }),
      );
      const later = await send('intake.submit', intake(own.formHash));
      const alert = await send('safety.alert', safetyAlert(own.formHash));
      const session = await own.app.inject({
        method: 'POST',
        url: '/console/meadow/api/session',
        headers: json,
        payload: { email: 'clinician@meadow.test', password: STAFF_PASSWORD },
      });
      const cookie = String(session.headers['set-cookie']).split(';')[0] ?? '';
      const page = async (query: string) => {
        const answer = await own.app.inject({
          method: 'GET',
          url: `/console/meadow/api/inbox${query}`,
          headers: { host: HOST, cookie },
        });
        return inboxResponseSchema.parse(answer.json());
      };
      const all = await page('');
      expect(all.items.map(({ id }) => id)).toEqual([alert, red, routine, later]);
      expect(all.counts).toEqual({ open: 4, alerts: 1, red: 2, held: 0 });
      expect(all.items[1]).toMatchObject({
        kind: 'case',
        patientName: 'Rosa Quill',
        place: 'US-CA',
        triage: 'red',
        status: 'new',
        reasons: [{ rule: 'chest-pain-now', outcome: 'URGENT', withdrawn: false }],
        formTitle: { en: 'Sleep check' },
      });
      expect((await page('?filter=alerts')).items.map(({ id }) => id)).toEqual([alert]);
      expect((await page('?filter=red')).items.map(({ id }) => id)).toEqual([alert, red]);
      expect((await page('?filter=held')).items).toEqual([]);
      expect((await page('?filter=done')).items).toEqual([]);
    } finally {
      await own.close();
    }
  });

  it('goes through pages without a case twice or left out', async () => {
    const own = await openTestServer();
    try {
      const operations = Array.from({ length: 110 }, (_, index) =>
        sealed('intake.submit', intake(own.formHash, index % 7 === 0 ? { consents: [] } : {})),
      );
      for (let from = 0; from < operations.length; from += 50)
        await device.push(own.send, 'meadow', operations.slice(from, from + 50));
      const session = await own.app.inject({
        method: 'POST',
        url: '/console/meadow/api/session',
        headers: json,
        payload: { email: 'clinician@meadow.test', password: STAFF_PASSWORD },
      });
      const cookie = String(session.headers['set-cookie']).split(';')[0] ?? '';
      const seen: string[] = [];
      for (let cursor: string | null = ''; cursor !== null; ) {
        const answer: { json(): unknown } = await own.app.inject({
          method: 'GET',
          url: `/console/meadow/api/inbox${cursor ? `?cursor=${cursor}` : ''}`,
          headers: { host: HOST, cookie },
        });
        const page = inboxResponseSchema.parse(answer.json());
        seen.push(...page.items.map(({ id }) => id));
        cursor = page.cursor;
      }
      expect(seen).toHaveLength(110);
      expect(new Set(seen)).toEqual(new Set(operations.map(({ opId }) => opId)));
    } finally {
      await own.close();
    }
  });

  it('finds a case by its code, however it is typed', async () => {
    const cookie = await signIn();
    const operation = sealed('intake.submit', intake(server.formHash));
    const {
      results: [result],
    } = await device.push(server.send, 'meadow', [operation]);
    const code = result?.receipt?.code ?? '';
    const answer = await call(
      'GET',
      `meadow/api/search?code=${encodeURIComponent(` ${code.toLowerCase().replace('-', ' ')} `)}`,
      cookie,
    );
    expect(JSON.parse(answer.body).items.map(({ id }: { id: string }) => id)).toContain(operation.opId);
    const foreign = await call('GET', `brook/api/search?code=${code}`, await signIn('brook'));
    expect(JSON.parse(foreign.body).items).toEqual([]);
  });
});

describe('a case (promise 11)', () => {
  const hit: IntakeSubmit['ruleHits'][number] = {
    rule: 'drives',
    version: '1',
    outcome: 'REVIEW',
    at: '2026-05-04T10:00:00Z',
    evidence: ['driver'],
  };

  it('shows the frozen questions and answers, scores, consents, rules and times', async () => {
    const cookie = await signIn();
    const id = await submit(
      'intake.submit',
      intake(server.formHash, { response: sleepResponse({ driver: true }), ruleHits: [hit] }),
    );
    const detail = detailOf(await call('GET', `meadow/api/cases/${id}`, cookie));
    expect(detail.answers[0]).toMatchObject({
      kind: 'group',
      text: 'Your nights',
      children: [
        { text: 'How often do you lie awake?', answers: [{ text: 'Some nights', score: 1 }] },
        { linkId: 'snore' },
      ],
    });
    expect(detail.flagged).toMatchObject([
      { linkId: 'driver', rules: ['drives'], answers: [{ text: 'Yes' }] },
    ]);
    expect(detail.score).toEqual({ total: 3, answered: 2, of: 2 });
    expect(detail.consents).toMatchObject([
      { document: 'telehealth', required: true, known: true, title: { en: 'Consent to remote care' } },
    ]);
    expect(detail.rules).toMatchObject([{ rule: 'drives', foundBy: 'device', source: 'test' }]);
    expect(detail.place).toMatchObject({ code: 'US-CA', modality: 'async' });
    expect(detail.patient).toMatchObject({ givenName: 'Rosa', contact: { mayLeaveMessage: false } });
    expect(detail.times).toMatchObject({ claimed: { tz: 'Europe/Berlin' } });
    expect(detail.receipt).toMatchObject({ opId: id });
    expect(detail.timeline.map(({ action }) => action)).toEqual(['received', 'judged']);
  });

  it('shows a held one with its reasons', async () => {
    const id = await submit('intake.submit', intake(server.formHash, { consents: [] }));
    const detail = detailOf(await call('GET', `meadow/api/cases/${id}`, await signIn()));
    expect(detail.item.held).toMatchObject({ code: 'CONSENT_REQUIRED' });
    expect(detail.answers).not.toEqual([]);
  });

  it('shows nothing of a form that was written for another clinic', async () => {
    const id = await submit('intake.submit', intake(server.formHash, { vendor: 'brook' }));
    const answer = await call('GET', `meadow/api/cases/${id}`, await signIn());
    expect(detailOf(answer)).toMatchObject({
      patient: null,
      answers: [],
      item: { held: { code: 'WRONG_VENDOR' } },
    });
    expect(answer.body).not.toContain('Rosa');
  });

  it('is reviewed once, and the device hears of it', async () => {
    const cookie = await signIn();
    const id = await submit('intake.submit', intake(server.formHash));
    const { cursor } = await device.changes(server.send, 'meadow');
    const first = detailOf(await call('POST', `meadow/api/cases/${id}/review`, cookie, {}));
    expect(first.reviewed).toMatchObject({ by: 'A clinician' });
    const second = detailOf(await call('POST', `meadow/api/cases/${id}/review`, cookie, {}));
    expect(second.reviewed).toEqual(first.reviewed);
    const { changes } = await device.changes(server.send, 'meadow', cursor);
    expect(changes.filter(({ id: about }) => about === id)).toMatchObject([
      { reviewedAt: first.reviewed?.at },
    ]);
  });

  it('belongs to its vendor: for any other it is not there', async () => {
    const id = await submit('intake.submit', intake(server.formHash));
    const foreign = await signIn('brook');
    expect(await call('GET', `brook/api/cases/${id}`, foreign)).toMatchObject({
      status: 404,
      code: 'NOT_FOUND',
    });
    expect(await call('POST', `brook/api/cases/${id}/review`, foreign, {})).toMatchObject({
      status: 404,
      code: 'NOT_FOUND',
    });
    expect(await call('GET', 'brook/api/cases/not-an-id', foreign)).toMatchObject({
      status: 404,
      code: 'NOT_FOUND',
    });
  });

  it('can be read by an auditor, and not decided on', async () => {
    const cookie = await signIn('meadow', 'auditor');
    const id = await submit('intake.submit', intake(server.formHash));
    expect((await call('GET', `meadow/api/cases/${id}`, cookie)).status).toBe(200);
    expect(await call('POST', `meadow/api/cases/${id}/review`, cookie, {})).toMatchObject({
      status: 403,
      code: 'ROLE_NOT_ALLOWED',
    });
  });
});

describe('an alert (promise 12)', () => {
  it('stays until it is acknowledged with a note, and then the device hears of it', async () => {
    const cookie = await signIn();
    const alert = safetyAlert(server.formHash);
    const id = await submit('safety.alert', alert);
    const { cursor } = await device.changes(server.send, 'meadow');
    for (const body of [{}, { note: '' }, { note: '  ' }, { note: 7 }, null])
      expect(await call('POST', `meadow/api/alerts/${id}/acknowledge`, cookie, body)).toMatchObject({
        status: 400,
        code: 'NOTE_REQUIRED',
      });
    const open = detailOf(await call('GET', `meadow/api/cases/${id}`, cookie));
    expect(open).toMatchObject({
      item: { kind: 'alert', status: 'open' },
      answers: [],
      alerts: [{ evidence: alert.evidence, acknowledged: null }],
    });
    const done = detailOf(
      await call('POST', `meadow/api/alerts/${id}/acknowledge`, cookie, { note: ' Called her.\u0000 ' }),
    );
    expect(done.item.status).toBe('acknowledged');
    expect(done.alerts[0]?.acknowledged).toMatchObject({ by: 'A clinician', note: 'Called her.' });
    const { changes } = await device.changes(server.send, 'meadow', cursor);
    expect(changes.filter(({ id: about }) => about === id && about)).toMatchObject([
      { acknowledgedAt: expect.any(String) },
    ]);
  });

  it('is shown with the form of its session, once that has come', async () => {
    const cookie = await signIn();
    const alert = safetyAlert(server.formHash);
    const alertId = await submit('safety.alert', alert);
    const caseId = await submit('intake.submit', intake(server.formHash, { session: alert.session }));
    const ofAlert = detailOf(await call('GET', `meadow/api/cases/${alertId}`, cookie));
    const ofCase = detailOf(await call('GET', `meadow/api/cases/${caseId}`, cookie));
    expect(ofAlert.item.caseId).toBe(caseId);
    expect(ofCase.item.openAlerts).toBe(1);
    expect(ofCase.alerts).toMatchObject([{ id: alertId, rule: 'chest-pain-now' }]);
  });

  it('is not closed by reviewing it, nor a case by acknowledging it', async () => {
    const cookie = await signIn();
    const id = await submit('safety.alert', safetyAlert(server.formHash));
    expect((await call('POST', `meadow/api/cases/${id}/review`, cookie, {})).status).toBe(404);
    const caseId = await submit('intake.submit', intake(server.formHash));
    expect(
      (await call('POST', `meadow/api/alerts/${caseId}/acknowledge`, cookie, { note: 'x' })).status,
    ).toBe(404);
  });
});

describe('the audit trail (promise 13)', () => {
  it('names who did what, in a chain that holds, without anything of a patient', async () => {
    const cookie = await signIn();
    const id = await submit('intake.submit', intake(server.formHash));
    await call('GET', `meadow/api/cases/${id}`, cookie);
    await call('POST', `meadow/api/cases/${id}/review`, cookie, {});
    await call('GET', 'meadow/api/search?code=AA-AAAA', cookie);
    const { sql } = server.database;
    const events =
      await sql`select action, actor, event from audit_events where vendor = 'meadow' order by no`;
    const actions = events.map(({ action }) => String(action));
    for (const action of [
      'sign-in',
      'sign-in-failed',
      'viewed',
      'reviewed',
      'searched',
      'acknowledged',
      'sign-out',
    ])
      expect(actions).toContain(action);
    expect(JSON.stringify(events)).not.toMatch(/Rosa|Quill|Called her/);
    expect(await createAuditLog(sql, () => new Date()).findBreak('meadow')).toBeUndefined();
  });

  it('can not be changed, and a change past the database shows', async () => {
    const { sql } = server.database;
    await expect(sql`update audit_events set actor = 'x'`).rejects.toThrow('append-only');
    await expect(sql`delete from audit_events`).rejects.toThrow('append-only');
    await expect(sql`truncate audit_events`).rejects.toThrow('append-only');
    const log = createAuditLog(sql, () => new Date());
    await sql.begin(async (transaction) => {
      await transaction`set local session_replication_role = replica`;
      await transaction`update audit_events set actor = 'somebody else' where vendor = 'meadow' and no = 2`;
    });
    expect(await log.findBreak('meadow')).toBe(2);
  });

  it('keeps its order when many write at once', async () => {
    const log = createAuditLog(server.database.sql, () => new Date());
    await Promise.all(
      Array.from({ length: 25 }, () => log.record({ vendor: 'busy', action: 'viewed', actor: 'a@b.test' })),
    );
    const [row] = await server.database
      .sql`select count(*)::int as count, max(no) as last from audit_events where vendor = 'busy'`;
    expect(row).toEqual({ count: 25, last: 25 });
    expect(await log.findBreak('busy')).toBeUndefined();
  });
});

describe('the ledger (promise 1)', () => {
  it('can neither lose a row nor change what a device has handed over', async () => {
    const { sql } = server.database;
    await submit('intake.submit', intake(server.formHash));
    await expect(sql`delete from op_ledger`).rejects.toThrow('append-only');
    await expect(sql`update op_ledger set envelope = ''`).rejects.toThrow('never changes');
  });
});
