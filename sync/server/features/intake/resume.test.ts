import { createHash, randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { todaySchema } from '../../../protocol/api/day.ts';
import type { IntakePaused } from '../../../protocol/operations/payloads/intake-paused.ts';
import { newSealingKey } from '../../../seal/hpke.ts';
import { createLimiter } from '../../base/limiter.ts';
import { createBlobUploads } from '../../core/blobs/blob-uploads.ts';
import { receiptCode } from '../../core/ingest/receipts.ts';
import type { TestConsole } from '../../testing/test-console.ts';
import { sealedTo } from '../../testing/test-device.ts';
import { createTestJudgeStore } from '../../testing/test-kinds.ts';
import { enrolKiosk, openTestClinic, pausedIntake, type TestKiosk } from '../../testing/test-kiosk.ts';
import { sealingTarget } from '../../testing/test-sealing.ts';
import type { TestServer } from '../../testing/test-server.ts';
import { judgePaused } from './judge-paused.ts';

let server: TestServer;
let console: TestConsole;
let kiosk: TestKiosk;
let cookie: string;
beforeAll(async () => {
  ({ server, console, cookie, kiosk } = await openTestClinic());
});
afterAll(() => server.close());

const BIRTH = '1984-05-12';

async function pause(birthDate: string | undefined = BIRTH, over: Partial<IntakePaused> = {}) {
  // A minute for the next tries of this kiosk.
  server.pass(60_000);
  const target = sealingTarget(server.sealing, 'meadow');
  const { payload, content } = await pausedIntake(target, birthDate, over);
  const operation = kiosk.link(
    await sealedTo(target, 'intake.paused', payload, {
      blobs: over.attachments?.map(({ sha256 }) => sha256) ?? [],
    }),
  );
  const { results } = await kiosk.device.push(server.send, 'meadow', [operation]);
  return { opId: operation.opId, code: receiptCode(operation.opId), content, outcome: results[0]?.outcome };
}
const resume = (code: string, birthDate = BIRTH, at = kiosk) => at.ask('POST', 'resume', { code, birthDate });
const shown = async (opId: string) =>
  todaySchema
    .parse(JSON.parse((await console.call('GET', 'meadow/api/today', cookie)).body))
    .paused.find(({ id }) => id === opId);

describe('an intake that was left unfinished (promise 10)', () => {
  it('waits for its patient, and is no case for staff', async () => {
    const { opId, code, outcome } = await pause();
    expect(outcome).toBe('applied');
    expect(await shown(opId)).toMatchObject({
      code,
      form: 'sleep',
      kiosk: 'Front door',
      reason: 'patient',
      state: 'waiting',
    });
    expect((await console.inbox(cookie)).items.map(({ id }) => id)).not.toContain(opId);
    const answer = await console.call('GET', `meadow/api/cases/${opId}`, cookie);
    expect(answer.status).toBe(404);
  });

  it('is given back for code and birth date, once', async () => {
    const { opId, code, content } = await pause();
    const other = await enrolKiosk(server, { name: 'Hall' });
    const typed = code.toLowerCase().replace('-', ' ').replaceAll('0', 'o').replaceAll('1', 'l');
    expect((await resume(typed)).json).toEqual({ content });
    expect((await shown(opId))?.state).toBe('resumed');
    expect((await resume(code, BIRTH, other)).status).toBe(404);
  });

  it('is given again to the kiosk whose answer was lost, for ten minutes', async () => {
    const { code, content } = await pause();
    await resume(code);
    server.pass(9 * 60_000);
    expect((await resume(code)).json).toEqual({ content });
    server.pass(60_000);
    expect((await resume(code)).status).toBe(404);
  });

  it('answers alike for a wrong code, a wrong birth date, and one that was used', async () => {
    const used = await pause();
    const waiting = await pause();
    const other = await enrolKiosk(server, { name: 'Side' });
    await resume(used.code);
    const answers = [
      await resume('00-0000'),
      await resume(waiting.code, '1984-12-05'),
      await resume(used.code, BIRTH, other),
    ];
    expect(answers.map(({ status }) => status)).toEqual([404, 404, 404]);
    expect(new Set(answers.map(({ json }) => JSON.stringify(json))).size).toBe(1);
  });

  it('can be tried five times, and then staff let it be tried again', async () => {
    cookie = await console.signIn();
    const { opId, code, content } = await pause();
    for (let tries = 0; tries < 5; tries++)
      expect((await resume(code, `1990-01-0${tries + 1}`)).status).toBe(404);
    server.pass(60_000);
    expect((await resume(code)).status).toBe(404);
    expect((await shown(opId))?.state).toBe('locked');
    await console.call('POST', `meadow/api/paused/${opId}/release`, cookie, {});
    expect((await shown(opId))?.state).toBe('waiting');
    expect((await resume(code, '1990-01-01')).status).toBe(404);
    expect((await resume(code)).json).toEqual({ content });
  });

  it('counts no try that was right', async () => {
    const { opId, code } = await pause();
    for (let tries = 0; tries < 6; tries++) {
      server.pass(60_000);
      expect((await resume(code)).status).toBe(200);
    }
    const [row] = await server.database.sql`select tries from paused_intakes where op_id = ${opId}`;
    expect(row).toEqual({ tries: 0 });
  });

  it('without a birth date is given to nobody by its code alone, until staff say who it is', async () => {
    cookie = await console.signIn();
    const target = sealingTarget(server.sealing, 'meadow');
    const { payload, content } = await pausedIntake(target, undefined);
    server.pass(60_000);
    const operation = kiosk.link(await sealedTo(target, 'intake.paused', payload));
    await kiosk.device.push(server.send, 'meadow', [operation]);
    const code = receiptCode(operation.opId);
    expect((await resume(code)).status).toBe(404);
    await console.call('POST', `meadow/api/paused/${operation.opId}/release`, cookie, {});
    server.pass(15 * 60_000);
    expect((await resume(code)).status).toBe(404);
    cookie = await console.signIn();
    await console.call('POST', `meadow/api/paused/${operation.opId}/release`, cookie, {});
    expect((await resume(code)).json).toEqual({ content });
  });

  it('is slow for a kiosk that guesses', async () => {
    server.pass(60_000);
    const statuses = [];
    for (let tries = 0; tries < 8; tries++) statuses.push((await resume(`00-000${tries}`)).status);
    expect(statuses.slice(-2)).toEqual([429, 429]);
  });

  it("is nobody's but its vendor's", async () => {
    const { code } = await pause();
    const brook = await enrolKiosk(server, { vendor: 'brook' });
    expect((await resume(code, BIRTH, brook)).status).toBe(404);
  });

  it('does not open where the key was sealed for something else', async () => {
    const target = sealingTarget(server.sealing, 'meadow');
    const foreign = await pausedIntake(target, BIRTH);
    const { code } = await pause(BIRTH, { sealedKey: foreign.payload.sealedKey });
    expect((await resume(code)).status).toBe(404);
    const moved = await pause(BIRTH, { draftId: randomUUID() });
    expect((await resume(moved.code)).status).toBe(404);
  });

  it('is held, and can be resumed all the same, where its photos are not those that it names', async () => {
    cookie = await console.signIn();
    const target = sealingTarget(server.sealing, 'meadow');
    const { payload, content } = await pausedIntake(target, BIRTH, {
      attachments: [{ sha256: 'b'.repeat(64) }],
    });
    server.pass(60_000);
    const operation = kiosk.link(await sealedTo(target, 'intake.paused', payload));
    const { results } = await kiosk.device.push(server.send, 'meadow', [operation]);
    expect(results[0]).toMatchObject({ outcome: 'held', problem: { code: 'ATTACHMENTS_MISMATCH' } });
    expect((await console.inbox(cookie)).items.map(({ id }) => id)).toContain(operation.opId);
    expect((await resume(receiptCode(operation.opId))).json).toEqual({ content });
  });

  it.each([
    ['a year that no database has', { savedAt: '0000-01-01T00:00:00Z' }],
    ['a text that no database takes', { questionnaire: { slug: 'a\0b', formHash: 'a'.repeat(64) } }],
  ] satisfies [string, Partial<IntakePaused>][])(
    'is held, and keeps nothing else from being judged, with %s',
    async (_name, over) => {
      const { outcome, opId } = await pause(BIRTH, over);
      expect(outcome).toBe('held');
      expect((await console.inbox(cookie)).items.map(({ id }) => id)).toContain(opId);
    },
  );

  it('is stored with any offset that its clock may have', async () => {
    expect((await pause(BIRTH, { savedAt: '2026-05-04T10:00:00+23:59' })).outcome).toBe('applied');
  });

  it('is held while nobody has its key, and waits for its patient once the key is back', async () => {
    const vendor = 'meadow';
    const own = sealingTarget(server.sealing, vendor);
    const { payload, content } = await pausedIntake(own, BIRTH);
    const away = await newSealingKey();
    const keyId = 'abcdef0123456789';
    const target = { vendor, keyId, publicKey: Buffer.from(away.publicKey).toString('base64url') };
    server.pass(60_000);
    const operation = kiosk.link(await sealedTo(target, 'intake.paused', payload));
    const { results } = await kiosk.device.push(server.send, vendor, [operation]);
    expect(results[0]).toMatchObject({ outcome: 'held', problem: { code: 'ENVELOPE_KEY_UNKNOWN' } });
    const code = receiptCode(operation.opId);
    expect((await resume(code)).status).toBe(404);
    const store = createTestJudgeStore(server.database.sql, server.signer);
    await store.judge([{ vendor, opId: operation.opId }], async (operations) =>
      operations.map((one) => judgePaused(one, payload)),
    );
    cookie = await console.signIn();
    expect((await console.inbox(cookie)).items.map(({ id }) => id)).not.toContain(operation.opId);
    expect(await shown(operation.opId)).toMatchObject({ code, state: 'waiting' });
    expect(content).toHaveProperty('draftId');
  });

  it('gives its photos to the kiosk that resumed it, for ten minutes, and to nobody else', async () => {
    const vendor = 'meadow';
    const target = sealingTarget(server.sealing, vendor);
    const bytes = Buffer.from('the ciphertext of a photo');
    const sha256 = createHash('sha256').update(bytes).digest('hex');
    const facts = { key: 'k'.repeat(43), contentType: 'image/jpeg', title: 'rash.jpeg', size: 3 };
    const { payload, content } = await pausedIntake(target, BIRTH, {}, { sha256, facts });
    server.pass(60_000);
    const uploads = createBlobUploads({
      ...{ sql: server.database.sql, store: server.blobs, limiter: createLimiter({ atOnce: 1 }) },
      now: () => new Date(),
    });
    await uploads.take({ vendor, device: kiosk.device.deviceId, sha256 }, bytes);
    const operation = kiosk.link(await sealedTo(target, 'intake.paused', payload, { blobs: [sha256] }));
    const { results } = await kiosk.device.push(server.send, vendor, [operation]);
    expect(results[0]?.outcome).toBe('applied');
    const other = await enrolKiosk(server, { name: 'Porch' });
    const photo = (at = kiosk, name = sha256) => at.ask('GET', `resumed/${name}`);
    expect((await photo()).status).toBe(404);
    const answer = await resume(receiptCode(operation.opId), BIRTH, other);
    expect(answer.json).toEqual({ content, attachments: [{ sha256, ...facts }] });
    expect((await photo(other)).json).toEqual({ sealed: bytes.toString('base64url') });
    expect((await photo()).status).toBe(404);
    expect((await photo(other, 'c'.repeat(64))).status).toBe(404);
    expect((await photo(other, '..%2Fx')).status).toBe(404);
    server.pass(10 * 60_000);
    expect((await photo(other)).status).toBe(404);
  });

  it('leaves a trail, and nothing of the patient in it', async () => {
    const { opId, code } = await pause();
    await resume(code);
    const trail = await server.database.sql<{ action: string; event: string }[]>`
      select action, event from audit_events where subject = ${opId}`;
    expect(trail.map(({ action }) => action)).toEqual(['intake-resumed']);
    expect(JSON.stringify(trail)).not.toContain('1984');
    expect(server.log()).toBe('');
  });
});
