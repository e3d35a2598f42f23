import { Writable } from 'node:stream';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createLogger } from '../../base/process/log.ts';
import { createPublishWithin } from '../../core/records/record-writer.ts';
import { detailOf, openConsole, type TestConsole } from '../../testing/test-console.ts';
import { createTestDevice, intake, safetyAlert, type TestDevice } from '../../testing/test-device.ts';
import { openTestServer, type TestServer } from '../../testing/test-server.ts';
import { noCaseRecords } from './case-records.ts';
import { createDecisions, type Decisions } from './decisions.ts';

/** Longer than any test: what is to be final is made due. */
const UNDO_SECONDS = 600;

let server: TestServer;
let device: TestDevice;
let staff: TestConsole;
let ana: string;
let ben: string;
beforeAll(async () => {
  server = await openTestServer({ undoSeconds: UNDO_SECONDS });
  device = await createTestDevice();
  staff = openConsole(server);
  ana = await staff.signIn();
  ben = await staff.signIn('meadow', 'owner');
});
afterAll(() => server.close());

const post = (path: string, cookie: string, body: unknown = {}) =>
  staff.call('POST', `meadow/api/${path}`, cookie, body);
const detail = async (id: string, cookie = ana) =>
  detailOf(await staff.call('GET', `meadow/api/cases/${id}`, cookie));

/** What the device has been told about an operation. */
async function toldOf(id: string): Promise<unknown[]> {
  const { changes } = await device.changes(server.send, 'meadow');
  return changes.filter(
    (change) => change.id === id && (change.reviewedAt !== undefined || change.acknowledgedAt !== undefined),
  );
}
async function untilTold(id: string): Promise<void> {
  await expect.poll(() => toldOf(id), { timeout: 10_000, interval: 100 }).toHaveLength(1);
}

/** The time in which it can be undone is over, by the clock that counts: the database's. */
async function passesTheTime(): Promise<void> {
  await server.database.sql`
    update inbox_items set pending_until = pending_until - ${UNDO_SECONDS}::float8 * interval '1 second'`;
  await server.decisions.finish();
}

const now = () => new Date();
/** Decisions as another process takes them: for a third of a second they can be undone. */
const processOf = (): Decisions =>
  createDecisions({
    sql: server.database.sql,
    now,
    publishWithin: createPublishWithin({ sql: server.database.sql, now }),
    records: noCaseRecords,
    wake: () => undefined,
    undoSecondsOf: () => 0.3,
    logger: createLogger(new Writable({ write: (_chunk, _encoding, done) => done() })),
  });
async function reviews(decisions: Decisions, id: string): Promise<void> {
  const [member] = await server.database.sql<[{ id: string; email: string; name: string }]>`
    select id, email, name from staff where vendor = 'meadow' and role = 'clinician'`;
  await decisions.review({ vendor: 'meadow', role: 'clinician', ...member }, id, '127.0.0.1');
}

async function alertWithForm() {
  const alert = safetyAlert(server.formHash);
  const alertId = await staff.submit(device, 'safety.alert', alert);
  const caseId = await staff.submit(
    device,
    'intake.submit',
    intake(server.formHash, { session: alert.session }),
  );
  return { alertId, caseId };
}

describe('a case with an open alert', () => {
  it('can not be closed, and the answer names the alert', async () => {
    const { alertId, caseId } = await alertWithForm();
    const { code } = (await detail(alertId)).alerts[0] ?? {};
    const answer = await post(`cases/${caseId}/review`, ana);
    expect(answer).toMatchObject({ status: 409, code: 'ALERT_OPEN' });
    expect(JSON.parse(answer.body).errors).toEqual([{ pointer: `/alerts/${alertId}`, detail: code }]);
    expect(await detail(caseId)).toMatchObject({
      item: { status: 'new', openAlerts: 1, pending: null },
      blockedBy: [{ id: alertId, code }],
    });
    await passesTheTime();
    expect(await toldOf(caseId)).toEqual([]);
  });

  it('can not be closed where the alert came from another device of the same session', async () => {
    const { alertId, caseId } = await alertWithForm();
    const other = await createTestDevice();
    await server.database.sql`update inbox_items set device = ${other.deviceId} where id = ${alertId}`;
    expect(await post(`cases/${caseId}/review`, ana)).toMatchObject({ status: 409, code: 'ALERT_OPEN' });
    expect((await detail(caseId)).blockedBy.map(({ id }) => id)).toEqual([alertId]);
  });

  it('is closed once the alert is, and the device hears of both', async () => {
    const { alertId, caseId } = await alertWithForm();
    await post(`alerts/${alertId}/acknowledge`, ana, { note: 'Called.' });
    // The alert can still be undone: the review is final only after it.
    expect((await post(`cases/${caseId}/review`, ana)).status).toBe(200);
    await passesTheTime();
    expect(await toldOf(alertId)).toHaveLength(1);
    expect(await toldOf(caseId)).toHaveLength(1);
    expect(await detail(caseId)).toMatchObject({
      item: { status: 'reviewed', openAlerts: 0, pending: null },
    });
  });

  it('is not closed where an alert comes while the review can be undone', async () => {
    const alert = safetyAlert(server.formHash);
    const caseId = await staff.submit(
      device,
      'intake.submit',
      intake(server.formHash, { session: alert.session }),
    );
    await post(`cases/${caseId}/review`, ana);
    await staff.submit(device, 'safety.alert', alert);
    await passesTheTime();
    expect(await detail(caseId)).toMatchObject({ item: { status: 'new', pending: null }, reviewed: null });
    expect((await detail(caseId)).timeline.map(({ action }) => action)).toContain('review-withdrawn');
    expect(await toldOf(caseId)).toEqual([]);
  });
});

describe('a decision', () => {
  it('is told to nobody while it can be undone, seen by others, and undone only by the person who made it', async () => {
    const id = await staff.submit(device, 'intake.submit', intake(server.formHash));
    const first = detailOf(await post(`cases/${id}/review`, ana));
    expect(first).toMatchObject({
      item: { status: 'new', pending: { action: 'review', by: 'A clinician', mine: true } },
      reviewed: null,
    });
    expect(first.item.pending?.remainingMs).toBeGreaterThan(0);
    expect((await detail(id, ben)).item.pending).toMatchObject({ by: 'A clinician', mine: false });
    expect((await staff.inbox(ben)).items.find((item) => item.id === id)?.pending).toMatchObject({
      mine: false,
    });
    expect(await post(`cases/${id}/undo`, ben)).toMatchObject({ status: 403, code: 'DECISION_NOT_YOURS' });
    expect(await toldOf(id)).toEqual([]);
    const undone = detailOf(await post(`cases/${id}/undo`, ana));
    expect(undone).toMatchObject({ item: { status: 'new', pending: null } });
    await passesTheTime();
    expect(await toldOf(id)).toEqual([]);
    expect((await detail(id)).timeline.map(({ action }) => action)).toEqual(
      expect.arrayContaining(['reviewed', 'undone']),
    );
  });

  it('of an alert takes the review of its case with it when it is undone', async () => {
    const { alertId, caseId } = await alertWithForm();
    await post(`alerts/${alertId}/acknowledge`, ana, { note: 'Called.' });
    await post(`cases/${caseId}/review`, ana);
    await post(`cases/${alertId}/undo`, ana);
    expect((await detail(caseId)).item).toMatchObject({ status: 'new', pending: null, openAlerts: 1 });
    await passesTheTime();
    expect([...(await toldOf(alertId)), ...(await toldOf(caseId))]).toEqual([]);
  });

  it('is final after that, and told once', async () => {
    const id = await staff.submit(device, 'intake.submit', intake(server.formHash));
    const decisions = processOf();
    await reviews(decisions, id);
    await untilTold(id);
    await decisions.stop();
    expect(await post(`cases/${id}/undo`, ana)).toMatchObject({ status: 409, code: 'UNDO_TOO_LATE' });
    expect((await detail(id)).reviewed).toMatchObject({ by: 'A clinician' });
  });

  it('is made final once by whichever process is there, also where the one that took it has ended', async () => {
    const id = await staff.submit(device, 'intake.submit', intake(server.formHash));
    const { sql } = server.database;
    const ended = processOf();
    await reviews(ended, id);
    await ended.stop();
    await expect
      .poll(() => sql`select 1 from inbox_items where id = ${id} and pending_until <= clock_timestamp()`)
      .toHaveLength(1);
    expect(await toldOf(id)).toEqual([]);
    const others = [processOf(), processOf(), processOf()];
    await Promise.all(others.map((one) => one.finish()));
    expect(await toldOf(id)).toHaveLength(1);
  });
});
