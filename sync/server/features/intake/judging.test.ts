import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { IntakeSubmit } from '../../../protocol/operations/payloads/intake-submit.ts';
import type { OperationResult } from '../../../protocol/wire.ts';
import { fixturePack } from '../../testing/fixture-pack.ts';
import { slowForm } from '../../testing/poisonous-forms.ts';
import { detailOf, openConsole } from '../../testing/test-console.ts';
import {
  createTestDevice,
  intake,
  safetyAlert,
  sealed,
  sleepResponse,
  type TestDevice,
} from '../../testing/test-device.ts';
import { openTestServer, type TestServer } from '../../testing/test-server.ts';

let server: TestServer;
let device: TestDevice;
let slowHash: string;
beforeAll(async () => {
  const slow = await fixturePack('slow', 'Slow Clinic', { form: slowForm });
  slowHash = slow.pack.questionnaires[0]?.formHash ?? '';
  server = await openTestServer({
    packs: [await fixturePack(), await fixturePack('brook', 'Brook Clinic'), slow],
  });
  device = await createTestDevice();
});
afterAll(() => server.close());

async function submit(
  over: Partial<IntakeSubmit> = {},
): Promise<OperationResult & { item: Record<string, unknown> }> {
  const operation = sealed('intake.submit', intake(server.formHash, over));
  const {
    results: [result],
  } = await device.push(server.send, 'meadow', [operation]);
  const [item] = await server.database.sql`select * from inbox_items where id = ${operation.opId}`;
  if (!result || !item) throw new Error('Nothing in the inbox.');
  return { ...result, item };
}

const hit = (
  rule: string,
  outcome: 'URGENT' | 'STOP' | 'REVIEW',
  withdrawnAt?: string,
): IntakeSubmit['ruleHits'][number] => ({
  rule,
  version: '1',
  outcome,
  at: '2026-05-04T10:00:00Z',
  evidence: ['chest-pain'],
  ...(withdrawnAt === undefined ? {} : { withdrawnAt }),
});

describe('judging a submission (promise 6)', () => {
  it("applies one that keeps all the rules, with the engine's own score", async () => {
    const { outcome, item } = await submit();
    expect(outcome).toBe('applied');
    expect(item).toMatchObject({ triage: 'routine', held: false, late: false });
    expect(JSON.parse(String(item.judgement)).score).toEqual({ total: 3, max: 4, answered: 2, of: 2 });
  });

  const noConsent: Partial<IntakeSubmit> = { consents: [] };
  const decided = { document: 'telehealth', language: 'en', decidedAt: '2026-05-04T10:00:00Z' };
  const patient = (birthDate: string) => ({ patient: { ...intake('').patient, birthDate } });

  it.each<[string, string, () => Partial<IntakeSubmit>]>([
    [
      'a required answer is missing',
      'ANSWERS_INVALID',
      () => ({ response: { ...sleepResponse(), item: [] } }),
    ],
    [
      'an answer is none of the options',
      'ANSWERS_INVALID',
      () => ({ response: sleepResponse({ awake: 7 }) }),
    ],
    [
      'the response is no response',
      'ANSWERS_INVALID',
      () => ({ response: { resourceType: 'QuestionnaireResponse', item: 'x' } }),
    ],
    [
      'the form was never published',
      'QUESTIONNAIRE_UNKNOWN',
      () => ({ questionnaire: { slug: 'sleep', canonical: 'x', formHash: 'a'.repeat(64) } }),
    ],
    ['the patient is too young', 'AGE_NOT_MET', () => patient('2015-01-01')],
    ['the patient is too old', 'AGE_NOT_MET', () => patient('1920-01-01')],
    ['the patient is not born yet', 'AGE_NOT_MET', () => patient('2990-01-01')],
    [
      'the place is not served',
      'AREA_NOT_SERVED',
      () => ({ place: { code: 'US-TX', confirmedAt: '2026-05-04T10:00:00Z' } }),
    ],
    [
      'the place needs a live visit',
      'AREA_LIVE_VISIT_REQUIRED',
      () => ({ place: { code: 'US-NY', confirmedAt: '2026-05-04T10:00:00Z' } }),
    ],
    ['a consent is missing', 'CONSENT_REQUIRED', () => noConsent],
    [
      'a consent was declined',
      'CONSENT_REQUIRED',
      () => ({ consents: intake('').consents.map((one) => ({ ...one, decision: 'rejected' })) }),
    ],
    [
      'a consent names another text',
      'CONSENT_OUTDATED',
      () => ({ consents: [{ ...decided, version: '1.0', sha256: 'b'.repeat(64), decision: 'active' }] }),
    ],
    ['an answer stops', 'HARD_STOP', () => ({ response: sleepResponse({ pregnant: true }) })],
  ])('holds it where %s, and shows staff why', async (_why, code, change) => {
    const result = await submit(change());
    expect(result).toMatchObject({ outcome: 'held', problem: { code } });
    expect(result.receipt).toBeDefined();
    expect(result.item).toMatchObject({ held: true });
    expect(result.item.triage).not.toBe('routine');
  });

  it('names every reason at once, and no answer', async () => {
    const { problem } = await submit({
      ...noConsent,
      ...patient('2015-01-01'),
      response: sleepResponse({ awake: 7, pregnant: true }),
    });
    const details = problem?.errors?.map(({ detail }) => detail) ?? [];
    for (const code of ['ANSWERS_INVALID', 'HARD_STOP', 'AGE_NOT_MET', 'CONSENT_REQUIRED'])
      expect(details.some((detail) => detail.startsWith(code))).toBe(true);
    expect(JSON.stringify(problem)).not.toMatch(/often-7|2015-01-01|Rosa/);
  });

  it('holds one whose form takes too long to work out, with its answers shown and its rules judged', async () => {
    const whole = intake(slowHash, { vendor: 'slow', response: sleepResponse({ chestPain: true }) });
    const operation = sealed('intake.submit', whole);
    const { results } = await device.push(server.send, 'slow', [operation]);
    expect(results).toMatchObject([{ outcome: 'held', problem: { code: 'FORM_TOO_SLOW' } }]);
    const staff = openConsole(server);
    const cookie = await staff.signIn('slow');
    const detail = detailOf(await staff.call('GET', `slow/api/cases/${operation.opId}`, cookie));
    expect(detail.item).toMatchObject({ triage: 'red', held: { code: 'FORM_TOO_SLOW' } });
    expect(detail.notShown).toBeUndefined();
    expect(JSON.stringify(detail.answers)).toContain('Do you have chest pain now?');
  });

  it('shows it red for an urgent answer that the device did not report', async () => {
    const { item } = await submit({ response: sleepResponse({ chestPain: true }) });
    expect(item).toMatchObject({ triage: 'red' });
  });

  it('shows it red for an urgent answer that was taken back', async () => {
    const { outcome, item } = await submit({
      ruleHits: [hit('chest-pain-now', 'URGENT', '2026-05-04T10:01:00Z')],
    });
    expect(outcome).toBe('applied');
    expect(item).toMatchObject({ triage: 'red' });
  });

  it('shows it amber for a review rule, and for a stop that was answered away', async () => {
    expect((await submit({ response: sleepResponse({ driver: true }) })).item).toMatchObject({
      triage: 'amber',
      held: false,
    });
    expect(
      (await submit({ ruleHits: [hit('pregnancy', 'STOP', '2026-05-04T10:01:00Z')] })).item,
    ).toMatchObject({ triage: 'amber' });
  });

  it("failure-46: marks one that was answered too long ago, by the server's clock, and keeps it", async () => {
    const monthAgo = new Date(Date.now() - 30 * 86_400_000).toISOString();
    expect((await submit({ completedAt: monthAgo })).item).toMatchObject({ late: true, held: false });
  });

  it('holds one for another clinic, and shows its staff nothing of it', async () => {
    const { outcome, problem, item } = await submit({ vendor: 'brook' });
    expect([outcome, problem?.code]).toEqual(['held', 'WRONG_VENDOR']);
    expect(item.summary).not.toContain('Rosa');
  });

  it.each([
    ['what is no envelope', Buffer.from([9])],
    ['an envelope of an unknown suite', Buffer.from([7, 0, 1, 2, 3])],
    ['an envelope without JSON', Buffer.from([0, 0, 60, 104])],
  ])('holds %s', async (_what, bytes) => {
    const { createHash } = await import('node:crypto');
    const operation = sealed(
      'intake.submit',
      {},
      { envelope: bytes.toString('base64url'), sha256: createHash('sha256').update(bytes).digest('hex') },
    );
    const {
      results: [result],
    } = await device.push(server.send, 'meadow', [operation]);
    expect(result).toMatchObject({ outcome: 'held', problem: { code: 'ENVELOPE_UNREADABLE' } });
  });

  it('holds a payload that lacks fields, and names them', async () => {
    const {
      results: [result],
    } = await device.push(server.send, 'meadow', [sealed('intake.submit', { vendor: 'meadow' })]);
    expect(result).toMatchObject({ outcome: 'held', problem: { code: 'PAYLOAD_INVALID' } });
    expect(result?.problem?.errors?.map(({ pointer }) => pointer)).toContain('/patient');
  });

  it('keeps characters that a database has no text for', async () => {
    const strange = '\u0000\ud800';
    const { outcome } = await submit({ patient: { ...intake('').patient, givenName: `Ro${strange}sa` } });
    expect(outcome).toBe('applied');
  });

  it('holds one in the lane of another session', async () => {
    const operation = sealed('intake.submit', intake(server.formHash), { lane: `intake:${randomUUID()}` });
    const {
      results: [result],
    } = await device.push(server.send, 'meadow', [operation]);
    expect(result).toMatchObject({ outcome: 'held', problem: { code: 'SESSION_MISMATCH' } });
  });
});

describe('a safety operation (promise 7)', () => {
  it('makes a red alert before and without its form', async () => {
    const operation = sealed('safety.alert', safetyAlert(server.formHash));
    const {
      results: [result],
    } = await device.push(server.send, 'meadow', [operation]);
    expect(result?.outcome).toBe('applied');
    const [item] = await server.database.sql`select * from inbox_items where id = ${operation.opId}`;
    expect(item).toMatchObject({ kind: 'alert', triage: 'red', resolved_at: null });
  });

  it('makes an alert even where nothing in it can be read', async () => {
    const operation = sealed('safety.alert', { nothing: true });
    const {
      results: [result],
    } = await device.push(server.send, 'meadow', [operation]);
    expect(result?.outcome).toBe('held');
    const [item] = await server.database.sql`select * from inbox_items where id = ${operation.opId}`;
    expect(item).toMatchObject({ kind: 'alert', triage: 'red' });
  });
});

describe('judging beside ingest (promise 8)', () => {
  it('answers received where judging takes longer, and the feed tells the outcome', async () => {
    const slow = await openTestServer({ judgeWithinMs: 0 });
    try {
      const { sql } = slow.database;
      // Somebody holds the inbox: nothing can be judged, and receipts are given all the same.
      const blocker = await sql.reserve();
      await blocker`begin`;
      await blocker`lock table inbox_items in exclusive mode`;
      const operation = sealed('intake.submit', intake(slow.formHash));
      const {
        results: [result],
      } = await device.push(slow.send, 'meadow', [operation]);
      expect(result).toMatchObject({ outcome: 'received' });
      expect(result?.receipt).toBeDefined();
      await blocker`commit`;
      blocker.release();
      await expect
        .poll(async () => (await device.changes(slow.send, 'meadow')).changes.map(({ outcome }) => outcome))
        .toContain('applied');
    } finally {
      await slow.close();
    }
  });
});
