import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { IntakeSubmit } from '../../../protocol/operations/payloads/intake-submit.ts';
import { fixturePack } from '../../testing/fixture-pack.ts';
import { detailOf, openConsole, type TestConsole } from '../../testing/test-console.ts';
import {
  createTestDevice,
  intake,
  safetyAlert,
  sleepResponse,
  type TestDevice,
} from '../../testing/test-device.ts';
import { openTestServer, type TestServer } from '../../testing/test-server.ts';

let server: TestServer;
let device: TestDevice;
let call: TestConsole['call'];
let signIn: TestConsole['signIn'];
let submit: (kind: 'intake.submit' | 'safety.alert', payload: unknown) => Promise<string>;
beforeAll(async () => {
  server = await openTestServer();
  device = await createTestDevice();
  const staff = openConsole(server);
  ({ call, signIn } = staff);
  submit = (kind, payload) => staff.submit(device, kind, payload);
});
afterAll(() => server.close());

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
    expect(detail.score).toEqual({
      ...{ total: 3, max: 4, answered: 2, of: 2 },
      name: { en: 'Nights' },
      band: { en: 'restless' },
    });
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

it("a sum goes without its scale where that has another maximum: the form isn't the scale's", async () => {
  const { pack, ...files } = await fixturePack();
  const scales = pack.scales?.map((scale) => ({ ...scale, max: 5 }));
  const own = await openTestServer({ packs: [{ ...files, pack: { ...pack, scales } }] });
  const staff = openConsole(own);
  const cookie = await staff.signIn();
  const payload = intake(own.formHash, { response: sleepResponse() });
  const id = await staff.submit(await createTestDevice(), 'intake.submit', payload);
  const { score } = detailOf(await staff.call('GET', `meadow/api/cases/${id}`, cookie));
  expect(score).toEqual({ total: 3, max: 4, answered: 2, of: 2 });
  await own.close();
});
