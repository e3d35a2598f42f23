import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { searchResponseSchema } from '../../../protocol/api/inbox.ts';
import { detailOf, openConsole, type TestConsole } from '../../testing/test-console.ts';
import { createTestDatabase, type TestDatabase } from '../../testing/test-database.ts';
import {
  createTestDevice,
  intake,
  safetyAlert,
  sealed,
  sleepResponse,
  type TestDevice,
} from '../../testing/test-device.ts';
import { openTestServer, type TestServer } from '../../testing/test-server.ts';
import { createInbox, type Inbox } from './inbox.ts';

let server: TestServer;
let device: TestDevice;
let staff: TestConsole;
beforeAll(async () => {
  server = await openTestServer();
  device = await createTestDevice();
  staff = openConsole(server);
});
afterAll(() => server.close());

describe('the inbox (promise 10)', () => {
  it('shows alerts first, then red cases, then the rest by what is due', async () => {
    const form = server.formHash;
    const chestPain = sleepResponse({ chestPain: true });
    const routine = await staff.submit(device, 'intake.submit', intake(form));
    const red = await staff.submit(device, 'intake.submit', intake(form, { response: chestPain }));
    const later = await staff.submit(device, 'intake.submit', intake(form));
    const alert = await staff.submit(device, 'safety.alert', safetyAlert(form));
    const cookie = await staff.signIn();
    const idsOf = async (filter: string) =>
      (await staff.inbox(cookie, `?filter=${filter}`)).items.map(({ id }) => id);
    const all = await staff.inbox(cookie);
    expect(all.items.map(({ id }) => id)).toEqual([alert, red, routine, later]);
    expect(all.counts).toEqual({ open: 4, alerts: 1, red: 2, held: 0 });
    expect(all.items[1]).toMatchObject({
      kind: 'case',
      patientName: 'Rosa Quill',
      place: 'US-CA',
      triage: 'red',
      status: 'new',
      reasons: [{ rule: 'chest-pain-now', outcome: 'URGENT', withdrawn: false }],
      formTitle: { en: 'Sleep diary' },
    });
    expect(await idsOf('alerts')).toEqual([alert]);
    expect(await idsOf('red')).toEqual([alert, red]);
    expect(await idsOf('held')).toEqual([]);
    expect(await idsOf('done')).toEqual([]);
    // Within minutes, though the form promises a day. An alert is due at once.
    const minutes = ({ receivedAt, dueAt }: { readonly receivedAt: string; readonly dueAt: string }) =>
      (Date.parse(dueAt) - Date.parse(receivedAt)) / 60_000;
    expect(all.items.map(minutes)).toEqual([0, 15, 24 * 60, 24 * 60]);
    await staff.call('POST', `meadow/api/cases/${red}/review`, cookie, {});
    await staff.call('POST', `meadow/api/alerts/${alert}/acknowledge`, cookie, { note: 'Called.' });
    expect(await idsOf('open')).toEqual([routine, later]);
    expect(await idsOf('done')).toEqual([alert, red]);
  });

  it('goes through its pages without a case twice or left out', async () => {
    const cookie = await staff.signIn();
    const before = (await staff.inbox(cookie)).items.length;
    const operations = Array.from({ length: 110 }, (_, index) =>
      sealed('intake.submit', intake(server.formHash, index % 7 === 0 ? { consents: [] } : {})),
    );
    for (let from = 0; from < operations.length; from += 50)
      await device.push(server.send, 'meadow', operations.slice(from, from + 50));
    for (const filter of ['open', 'held']) {
      const seen: string[] = [];
      for (let cursor: string | null = ''; cursor !== null; ) {
        const page = await staff.inbox(cookie, `?filter=${filter}${cursor ? `&cursor=${cursor}` : ''}`);
        seen.push(...page.items.map(({ id }) => id));
        cursor = page.cursor;
      }
      expect(new Set(seen).size).toBe(seen.length);
      expect(seen).toHaveLength(filter === 'open' ? before + 110 : 16);
    }
  });

  it('starts at the top for a cursor of an instant that there is not', async () => {
    const id = randomUUID();
    const cookie = await staff.signIn();
    const cursorOf = (...parts: unknown[]) => Buffer.from(JSON.stringify(parts)).toString('base64url');
    for (const at of ['----------', '2026-99-99 10:00:00', '0000-01-01 00:00:00+00']) {
      const asked = [
        `inbox?cursor=${cursorOf(1, at, id, 2)}`,
        `inbox?filter=done&cursor=${cursorOf(at, id, 2)}`,
        `search?q=a&cursor=${cursorOf(false, at, id, 2)}`,
      ];
      for (const path of asked)
        expect((await staff.call('GET', `meadow/api/${path}`, cookie)).status).toBe(200);
    }
  });

  it('starts at the top for a cursor that it can not read', async () => {
    const cookie = await staff.signIn();
    const first = await staff.inbox(cookie);
    expect((await staff.inbox(cookie, '?cursor=nonsense')).items).toEqual(first.items);
  });

  it('finds a case by its code, however it is typed, and only its own vendor', async () => {
    const operation = sealed('intake.submit', intake(server.formHash));
    const {
      results: [result],
    } = await device.push(server.send, 'meadow', [operation]);
    const code = result?.receipt?.code ?? '';
    const typed = ` ${code.toLowerCase().replace('-', ' ')} `;
    expect(await found(typed)).toContain(operation.opId);
    expect(await found(typed, 'brook')).toEqual([]);
  });

  it('is one row for an alert and its form, under the code of the form, and ranks by the alert until that is closed', async () => {
    const cookie = await staff.signIn();
    const alert = safetyAlert(server.formHash);
    const alertId = await staff.submit(device, 'safety.alert', alert);
    const rowsOf = async (query = '') =>
      (await staff.inbox(cookie, query)).items.filter(({ id }) => id === alertId || id === caseId);
    let caseId = '';
    const [alone] = await rowsOf();
    expect(alone).toMatchObject({ id: alertId, kind: 'alert', caseId: null, openAlerts: 1 });
    caseId = await staff.submit(device, 'intake.submit', intake(server.formHash, { session: alert.session }));
    const joined = await rowsOf();
    expect(joined).toMatchObject([{ id: caseId, kind: 'case', openAlerts: 1 }]);
    expect((await rowsOf('?filter=alerts')).map(({ id }) => id)).toEqual([caseId]);
    // One reference, wherever staff and the patient meet the two: the form's.
    const detail = detailOf(await staff.call('GET', `meadow/api/cases/${caseId}`, cookie));
    const { code } = detail.receipt;
    expect([joined[0]?.code, detail.item.code, detail.alerts[0]?.code, detail.blockedBy[0]?.code]).toEqual([
      code,
      code,
      code,
      code,
    ]);
    const ofAlert = detailOf(await staff.call('GET', `meadow/api/cases/${alertId}`, cookie));
    expect([ofAlert.item.code, ofAlert.alerts[0]?.code]).toEqual([code, code]);
    // By the alert's own code, too: staff may have written it down before the form came.
    expect(await found(alone?.code ?? '')).toEqual([alertId]);
    await staff.call('POST', `meadow/api/alerts/${alertId}/acknowledge`, cookie, { note: 'Called.' });
    expect(await rowsOf('?filter=alerts')).toEqual([]);
    expect(await rowsOf('?filter=done')).toEqual([]);
    await staff.call('POST', `meadow/api/cases/${caseId}/review`, cookie, {});
    expect((await rowsOf('?filter=done')).map(({ id }) => id)).toEqual([caseId]);
    // An alert that comes after is open, under the same code.
    const late = await staff.submit(device, 'safety.alert', alert);
    const [again] = (await staff.inbox(cookie, '?filter=alerts')).items.filter(({ id }) => id === late);
    expect(again).toMatchObject({ kind: 'alert', caseId, code: joined[0]?.code });
  });

  it('shows the others where one row is not as it should be, and names that one by its code', async () => {
    const cookie = await staff.signIn();
    const { sql } = server.database;
    const broken = await staff.submit(device, 'intake.submit', intake(server.formHash));
    const [row] = await sql<[{ code: string }]>`select code from inbox_items where id = ${broken}`;
    const before = await staff.inbox(cookie, '?filter=open');
    for (const change of [
      sql`summary = 'no json'`,
      sql`summary = '{}'`,
      sql`triage = 'purple'`,
      sql`due_at = 'infinity'`,
    ]) {
      await sql`update inbox_items set ${change}, list_rank = 0, list_due = '2020-01-01' where id = ${broken}`;
      const page = await staff.inbox(cookie);
      expect(page.unshown).toEqual([{ id: broken, code: row.code }]);
      expect(page.items.length).toBeGreaterThanOrEqual(before.items.length - 1);
    }
    const answer = await staff.call('GET', `meadow/api/search?q=${row.code}`, cookie);
    expect(searchResponseSchema.parse(JSON.parse(answer.body)).unshown).toEqual([
      { id: broken, code: row.code },
    ]);
    await sql`delete from inbox_items where id = ${broken}`;
  });
});

async function found(typed: string, vendor = 'meadow'): Promise<string[]> {
  const answer = await staff.call(
    'GET',
    `${vendor}/api/search?q=${encodeURIComponent(typed)}`,
    await staff.signIn(vendor),
  );
  return searchResponseSchema.parse(JSON.parse(answer.body)).items.map(({ id }) => id);
}

describe('the search', () => {
  const person = (givenName: string, familyName: string, birthDate: string) =>
    intake(server.formHash, {
      patient: { ...intake(server.formHash).patient, givenName, familyName, birthDate },
    });

  it('finds by name, birth date or both, without accents or case, in Latin and Arabic letters', async () => {
    const jose = await staff.submit(device, 'intake.submit', person('José', 'Núñez Ibarra', '1971-12-05'));
    const layla = await staff.submit(device, 'intake.submit', person('لَيْلى', 'الأحمد', '1983-07-21'));
    for (const typed of [
      'nunez',
      'JOSE ibarra',
      '1971-12-05',
      '12/5/1971',
      'Dec 5, 1971',
      'ibarra 12/5/1971',
    ])
      expect(await found(typed)).toEqual([jose]);
    for (const typed of ['ليلي', 'احمد ليلى', '٢١ يوليو ١٩٨٣', '1983-07-21'])
      expect(await found(typed)).toEqual([layla]);
    for (const typed of ['nunez 1983-07-21', 'jose layla', '5/12/1971', '%', '_unez', '\u0000'])
      expect(await found(typed)).toEqual([]);
    expect(await found('nunez', 'brook')).toEqual([]);
  });

  it('goes through its pages without a case twice or left out', async () => {
    const cookie = await staff.signIn();
    const sent = Array.from({ length: 60 }, () =>
      sealed('intake.submit', person('Wanda', 'Okonkwo', '1955-01-31')),
    );
    for (let from = 0; from < sent.length; from += 50)
      await device.push(server.send, 'meadow', sent.slice(from, from + 50));
    const seen: string[] = [];
    for (let cursor: string | null = ''; cursor !== null; ) {
      const answer = await staff.call(
        'GET',
        `meadow/api/search?q=okonkwo${cursor ? `&cursor=${cursor}` : ''}`,
        cookie,
      );
      const page = searchResponseSchema.parse(JSON.parse(answer.body));
      seen.push(...page.items.map(({ id }) => id));
      cursor = page.cursor;
    }
    expect(seen.toSorted()).toEqual(sent.map(({ opId }) => opId).toSorted());
  });

  it('is audited with how, never with what', async () => {
    await found('Okonkwo 1955-01-31');
    const rows = await server.database.sql<{ event: string }[]>`
      select event from audit_events where vendor = 'meadow' and action = 'searched' order by no desc limit 1`;
    expect(rows[0]?.event).toContain('"detail":"by=name-and-birth-date page=1"');
    expect(rows[0]?.event.toLowerCase()).not.toMatch(/okonkwo|1955/);
  });
});

describe('listing', () => {
  it('is audited with who, which list, filter and page; asked again by itself it is one look', async () => {
    const cookie = await staff.signIn('meadow', 'owner');
    const first = await staff.inbox(cookie, '?filter=open');
    await staff.inbox(cookie, '?filter=open');
    await staff.inbox(cookie, `?filter=open&cursor=${first.cursor}`);
    await staff.inbox(cookie, '?filter=held');
    await staff.call('GET', 'meadow/api/today', cookie);
    await staff.call('GET', 'meadow/api/kiosks', cookie);
    const rows = await server.database.sql<{ event: string }[]>`
      select event from audit_events where vendor = 'meadow' and action = 'listed' and actor = 'owner@meadow.test' order by no`;
    expect(rows.map(({ event }) => JSON.parse(event).detail)).toEqual([
      'list=inbox filter=open page=1',
      'list=inbox filter=open page=2',
      'list=inbox filter=held page=1',
      'list=today',
      'list=kiosks',
    ]);
    server.pass(11 * 60_000);
  });
});

const isAsked = (state?: string) => state === 'needs_info' || state === 'live_visit';

/** Of a clinic that is behind with its work. */
const CASES = process.env.FULL ? 100_000 : 20_000;

describe('a narrowed inbox', () => {
  let database: TestDatabase;
  let inbox: Inbox;

  beforeAll(async () => {
    database = await createTestDatabase();
    await database.sql`
      insert into inbox_items (vendor, id, kind, device, session, code, triage, held, late, received_at, due_at, summary, judgement, list_rank,
        list_due, form, care_state, assignee, assignee_name)
      select 'meadow', gen_random_uuid(), 'case', 'device', gen_random_uuid(), 'C' || n, 'routine', n % 50 = 0, false,
        now() - n * interval '1 minute', now() - n * interval '1 minute' + interval '1 day',
        '{"patientName":"Rosa Quill","birthDate":"1980-01-01","formTitle":null,"place":"US-CA","answeredAt":null,"reasons":[]}',
        '{"readable":true,"score":null,"met":[],"consents":[]}', 4 + n % 3, now() + n * interval '1 minute',
        (array['sleep', 'skin', 'mood'])[1 + n % 3], (array['waiting', 'in_review', 'needs_info', 'live_visit'])[1 + n % 4],
        case when n % 5 = 0 then 'ana@meadow.test' end, case when n % 5 = 0 then 'Ana' end
      from generate_series(1, ${CASES}) n`;
    await database.sql`vacuum analyze inbox_items`;
    inbox = createInbox({ sql: database.sql, now: () => new Date(), timeZoneOf: () => 'UTC' });
  }, 120_000);
  afterAll(() => database.drop());

  const views = [
    {},
    { state: 'needs_info' },
    { waitingOn: 'clinic' },
    { waitingOn: 'patient' },
    { mine: '1' },
    { form: 'mood' },
    { form: 'mood', state: 'waiting', mine: '1' },
    { waitingOn: 'patient', form: 'skin' },
    { sort: 'oldest' },
    { sort: 'oldest', waitingOn: 'patient' },
    { sort: 'oldest', mine: '1' },
  ] as const;

  it.each(views)('lists %j by an index alone, in its order', async (narrowed) => {
    const view = { filter: 'open', sort: 'urgent', ...narrowed } as const;
    const times: number[] = [];
    let cursor: string | undefined;
    const seen = new Set<string>();
    for (let page = 0; page < 20; page += 1) {
      const began = performance.now();
      const answer = await inbox.page('meadow', view, cursor, 'ana@meadow.test');
      times.push(performance.now() - began);
      const wrong = answer.items.filter(
        ({ id, care }) =>
          seen.has(id) ||
          ('state' in narrowed && care?.state !== narrowed.state) ||
          ('waitingOn' in narrowed && isAsked(care?.state) !== (narrowed.waitingOn === 'patient')) ||
          ('mine' in narrowed && care?.assignee?.mine !== true),
      );
      expect(wrong).toEqual([]);
      for (const { id } of answer.items) seen.add(id);
      cursor = answer.cursor ?? undefined;
      if (cursor === undefined) break;
    }
    expect(seen.size).toBeGreaterThan(50);
    if (process.env.FIGURES)
      process.stderr.write(`${JSON.stringify(narrowed)} ${Math.max(...times.slice(1)).toFixed(1)} ms\n`);
    const plan = await planOf(view);
    expect(plan).toMatch(/Index Only Scan using inbox_items_\w*rows/);
    expect(plan).not.toMatch(/Index Scan|Seq Scan|Sort {2}/);
  });

  it.each([
    ['held', { filter: 'held' }],
    ['own', { mine: '1' }],
  ] as const)('lists the oldest %s ones past nothing else', async (name, narrowed) => {
    const plan = await planOf({ filter: 'open', ...narrowed, sort: 'oldest' });
    expect(plan).toContain(`Index Only Scan using inbox_items_oldest_${name}_rows`);
  });

  /** Of the statement that finds a page. */
  async function planOf(view: Parameters<Inbox['page']>[1]): Promise<string> {
    const rows = await database.sql<{ 'QUERY PLAN': string }[]>`
      explain ${inbox.openKeys('meadow', view, 'ana@meadow.test', undefined)}`;
    return rows.map((row) => row['QUERY PLAN']).join('\n');
  }
});
