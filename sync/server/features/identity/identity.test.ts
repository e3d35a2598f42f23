import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import {
  type IdentityAnswer,
  identityAnswerSchema,
  waitingIdentitiesSchema,
} from '../../../protocol/api/identity.ts';
import { recordsPageSchema } from '../../../protocol/api/records.ts';
import { identitySend } from '../../../protocol/operations/identity-send.ts';
import type { BlobAttachment } from '../../../protocol/operations/payloads/attachment.ts';
import type { IdentitySend } from '../../../protocol/operations/payloads/identity-send.ts';
import { sealBlob } from '../../../seal/blob.ts';
import { HOST } from '../../testing/test-console.ts';
import { sealedTo } from '../../testing/test-device.ts';
import { withCookie } from '../../testing/test-patients.ts';
import { sealingTarget } from '../../testing/test-sealing.ts';
import type { TestBrowser } from '../accounts/testing/test-accounts.ts';
import { openPatientsDesk, type PatientsDesk } from '../persons/testing/test-patients-desk.ts';

const DAY = 86_400_000;
const PLAIN = Buffer.from('a driver’s license, as a picture');

let desk: PatientsDesk;
beforeAll(async () => {
  desk = await openPatientsDesk();
});
afterAll(() => desk.close());
beforeEach(async () => {
  await desk.sql`delete from rate_limits`;
  desk.server.pass(1_000);
});

interface Person {
  readonly phone: TestBrowser;
  readonly person: string;
  readonly email: string;
}
let people = 0;
async function newPerson(): Promise<Person> {
  const email = `ida-${people++}@mail.example`;
  const phone = await desk.clinic.browser({ from: `203.0.113.${people}` });
  return { phone, email, person: (await phone.enter(email)).person };
}

async function photoOf({ phone }: Person): Promise<BlobAttachment> {
  const { bytes, key } = await sealBlob(PLAIN);
  const sha256 = Buffer.from(await crypto.subtle.digest('SHA-256', bytes)).toString('hex');
  const name = { vendor: 'meadow', device: phone.device.deviceId, sha256 };
  await desk.server.blobs.append(name, 0, bytes);
  await desk.server.blobs.finish(name, bytes.length);
  await desk.sql`
    insert into blobs (vendor, device, sha256, size, created_at, completed_at)
    values ('meadow', ${name.device}, ${sha256}, ${bytes.length}, now(), now())`;
  return {
    sha256,
    key: Buffer.from(key).toString('base64url'),
    contentType: 'image/jpeg',
    size: PLAIN.length,
  };
}

async function send(
  from: Person,
  change: IdentitySend['change'],
  over: { person?: string; blobs?: string[]; statedAt?: string } = {},
) {
  desk.server.pass(1_000);
  const person = over.person ?? from.person;
  const payload = {
    session: person,
    vendor: 'meadow',
    person,
    statedAt: over.statedAt ?? '2026-05-04T10:00:00+02:00',
    change,
  };
  const named = change.does === 'send' ? change.photos.map(({ sha256 }) => sha256) : [];
  const target = sealingTarget(desk.server.sealing, 'meadow');
  const operation = await sealedTo(target, identitySend.kind, payload, { blobs: over.blobs ?? named });
  const { results } = await from.phone.device.push(desk.server.send, 'meadow', [operation]);
  return { opId: operation.opId, outcome: results[0]?.outcome };
}
async function sends(from: Person, over: { person?: string; statedAt?: string } = {}) {
  const photo = await photoOf(from);
  const { opId } = await send(from, { does: 'send', document: 'passport', photos: [photo] }, over);
  return { opId, sha256: photo.sha256 };
}

async function recordOf({ phone }: Person) {
  const { text } = await phone.device.request(
    withCookie(desk.server.send, phone.cookie()),
    'GET',
    '/connect/meadow/sync/v1/records',
  );
  return recordsPageSchema.parse(JSON.parse(text)).records.find(({ kind }) => kind === 'identity-document')
    ?.body;
}
const seen = async ({ person }: Pick<Person, 'person'>): Promise<IdentityAnswer['document']> =>
  identityAnswerSchema.parse(JSON.parse((await desk.call('GET', `patients/${person}/identity`)).body))
    .document;
const waiting = async () =>
  waitingIdentitiesSchema
    .parse(JSON.parse((await desk.call('GET', 'identity')).body))
    .patients.map(({ id }) => id);
const decide = ({ person }: Person, payload: object) =>
  desk.call('POST', `patients/${person}/identity/decision`, { payload });
async function photoSeen({ person }: Person, sha256: string, vendor: 'meadow' | 'brook' = 'meadow') {
  const cookie = await desk.staff.signIn(vendor);
  const url = `/console/${vendor}/api/patients/${person}/identity/${sha256}`;
  return desk.server.app.inject({ method: 'GET', url, headers: { host: HOST, cookie } });
}
const isStored = async ({ phone }: Person, sha256: string) =>
  (await desk.server.blobs.read({ vendor: 'meadow', device: phone.device.deviceId, sha256 })) !== undefined;

describe('an identity document', () => {
  it('is seen by staff who may check it, each time on record, and by nobody else', async () => {
    const ana = await newPerson();
    expect(await seen(ana)).toBeNull();
    const { opId, sha256 } = await sends(ana);
    expect(await seen(ana)).toMatchObject({
      id: opId,
      document: 'passport',
      status: 'sent',
      photos: [sha256],
    });
    expect(await waiting()).toContain(ana.person);
    const photo = await photoSeen(ana, sha256);
    expect(photo.rawPayload.equals(PLAIN)).toBe(true);
    expect(photo.headers).toMatchObject({ 'content-type': 'image/jpeg', 'cache-control': 'no-store' });
    expect(photo.headers['content-security-policy']).toContain('sandbox');
    expect((await desk.trail()).filter(({ action }) => action === 'identity-viewed')).toMatchObject([
      { subject: ana.person },
    ]);
    expect((await photoSeen(ana, sha256, 'brook')).statusCode).toBe(404);
    expect((await photoSeen(await newPerson(), sha256)).statusCode).toBe(404);
    expect((await desk.call('GET', `patients/${ana.person}/identity`, { role: 'auditor' })).status).toBe(403);
    expect((await desk.call('GET', `patients/${randomUUID()}/identity`)).status).toBe(404);
    const rows = JSON.stringify(await desk.sql`select * from identity_documents where vendor = 'meadow'`);
    expect(rows).not.toContain('license');
  });

  it('is confirmed, which the patient reads on their devices', async () => {
    const ana = await newPerson();
    const { opId, sha256 } = await sends(ana);
    expect(await recordOf(ana)).toEqual({
      ...{ document: 'passport', status: 'sent', statedAt: '2026-05-04T08:00:00.000Z' },
    });
    expect((await decide(ana, { id: opId, decision: 'confirmed' })).status).toBe(200);
    expect(await waiting()).not.toContain(ana.person);
    const body = await recordOf(ana);
    expect(body).toMatchObject({ status: 'confirmed', decidedAt: expect.any(String) });
    const waits = Date.parse(String(body?.deletedOn)) - Date.parse(String(body?.decidedAt));
    expect(waits).toBe(30 * DAY);
    await desk.server.turns.turn();
    expect(await isStored(ana, sha256)).toBe(true);
  });

  it('is good for as long as staff have read on it, and none is confirmed that is over', async () => {
    const ana = await newPerson();
    const { opId } = await sends(ana);
    const over = await decide(ana, { id: opId, decision: 'confirmed', expiresOn: '2020-01-31' });
    expect([over.status, over.body]).toEqual([400, expect.stringContaining('/expiresOn')]);
    expect(await seen(ana)).toMatchObject({ status: 'sent' });
    const good = { id: opId, decision: 'confirmed', expiresOn: '2099-01-31' };
    expect((await decide(ana, good)).status).toBe(200);
    expect(await recordOf(ana)).toMatchObject({ status: 'confirmed', expiresOn: '2099-01-31' });
    await decide(ana, { id: opId, decision: 'refused', reason: 'another-person' });
    expect(await recordOf(ana)).not.toHaveProperty('expiresOn');
  });

  it('is refused with a reason, and another one takes its place at once', async () => {
    const ana = await newPerson();
    const first = await sends(ana);
    await decide(ana, { id: first.opId, decision: 'refused', reason: 'unreadable' });
    expect(await recordOf(ana)).toMatchObject({ status: 'refused', reason: 'unreadable' });
    const second = await sends(ana);
    expect(await recordOf(ana)).toMatchObject({ status: 'sent' });
    expect((await decide(ana, { id: first.opId, decision: 'confirmed' })).status).toBe(404);
    expect(await seen(ana)).toMatchObject({ id: second.opId, status: 'sent' });
    await desk.server.turns.turn();
    expect([await isStored(ana, first.sha256), await isStored(ana, second.sha256)]).toEqual([false, true]);
  });

  it('is taken back by the patient, and gone with the account', async () => {
    const [ana, ben] = [await newPerson(), await newPerson()];
    const [hers, his] = [await sends(ana), await sends(ben)];
    await send(ana, { does: 'withdraw' });
    expect([await seen(ana), await recordOf(ana)]).toEqual([null, null]);
    expect((await ben.phone.call('POST', 'closing')).status).toBe(204);
    await desk.server.turns.turn();
    expect([await isStored(ana, hers.sha256), await isStored(ben, his.sha256)]).toEqual([false, false]);
  });

  it('of a device that isn’t signed in as the patient is looked at by nobody, and takes no other’s place', async () => {
    const [ana, eve] = [await newPerson(), await newPerson()];
    const own = await sends(ana);
    const forged = await sends(eve, { person: ana.person });
    expect(await seen(ana)).toMatchObject({ id: own.opId });
    expect(await seen(eve)).toBeNull();
    await ana.phone.call('DELETE', 'session');
    const late = await sends(ana);
    expect(await seen(ana)).toMatchObject({ id: own.opId });
    await desk.server.turns.turn();
    expect([await isStored(eve, forged.sha256), await isStored(ana, late.sha256)]).toEqual([false, false]);
  });

  it('waits for a person where it names a photo that never came', async () => {
    const ana = await newPerson();
    const photo = await photoOf(ana);
    const sent = await send(ana, { does: 'send', document: 'passport', photos: [photo] }, { blobs: [] });
    expect([sent.outcome, await seen(ana)]).toEqual(['held', null]);
  });

  describe('after a merge', () => {
    async function merged() {
      const [ana, double] = [await newPerson(), await newPerson()];
      const [first, second] = [await sends(ana), await sends(double)];
      const payload = { other: double.person, identityChecked: true, reason: 'Showed her license.' };
      expect((await desk.call('POST', `patients/${ana.person}/merge`, { payload })).status).toBe(200);
      desk.server.pass(1_000);
      const undo = async () => {
        const [merge] = (await desk.open(ana.person)).merges;
        desk.server.pass(1_000);
        const payload = { reason: 'They were two.' };
        expect((await desk.call('POST', `merges/${merge?.id}/undo`, { payload })).status).toBe(200);
      };
      return { ana, double, first, second, undo };
    }

    it('is the newer of both, waits once, and each has their own when it is undone', async () => {
      const { ana, double, first, second, undo } = await merged();
      expect(await seen(ana)).toMatchObject({ id: second.opId });
      expect((await waiting()).filter((id) => id === ana.person)).toHaveLength(1);
      expect((await decide(ana, { id: first.opId, decision: 'confirmed' })).status).toBe(404);
      await undo();
      expect([await seen(ana), await seen(double)]).toMatchObject([{ id: first.opId }, { id: second.opId }]);
    });

    it('is nobody’s where it came in between: both are asked again', async () => {
      const { ana, double, undo } = await merged();
      await double.phone.enter(double.email);
      const between = await sends(double);
      expect(await seen(ana)).toMatchObject({ id: between.opId });
      await undo();
      expect([await seen(ana), await seen(double)]).toEqual([null, null]);
      await desk.server.turns.turn();
      expect(await isStored(double, between.sha256)).toBe(false);
    });
  });

  it('that a second device had queued before takes the place of nothing that was said since', async () => {
    const ana = await newPerson();
    const first = await sends(ana, { statedAt: '2026-05-04T12:00:00Z' });
    await decide(ana, { id: first.opId, decision: 'confirmed' });
    const late = await sends(ana, { statedAt: '2026-05-04T09:00:00Z' });
    await send(ana, { does: 'withdraw' }, { statedAt: '2026-05-04T09:30:00Z' });
    expect(await seen(ana)).toMatchObject({ id: first.opId, status: 'confirmed' });
    await desk.server.turns.turn();
    expect([await isStored(ana, first.sha256), await isStored(ana, late.sha256)]).toEqual([true, false]);
  });

  it('takes no photo with it that another operation names', async () => {
    const ana = await newPerson();
    const photo = await photoOf(ana);
    const change = { does: 'send', document: 'passport', photos: [photo] } as const;
    await send(ana, { ...change, photos: [photo] });
    await send(ana, { ...change, photos: [photo] });
    await desk.server.turns.turn();
    expect(await isStored(ana, photo.sha256)).toBe(true);
  });

  it('names each photo that came with it, and none comes with a withdrawal', async () => {
    const ana = await newPerson();
    const [photo, more] = [await photoOf(ana), await photoOf(ana)];
    const change = { does: 'send', document: 'passport', photos: [photo] } as const;
    const both = await send(ana, { ...change, photos: [photo] }, { blobs: [photo.sha256, more.sha256] });
    const withdrawal = await send(ana, { does: 'withdraw' }, { blobs: [more.sha256] });
    expect([both.outcome, withdrawal.outcome, await seen(ana)]).toEqual(['held', 'held', null]);
  });

  it('has no photos any more 30 days after staff have decided', async () => {
    const ana = await newPerson();
    const { opId, sha256 } = await sends(ana);
    await decide(ana, { id: opId, decision: 'confirmed' });
    desk.server.pass(30 * DAY - 1);
    await desk.server.turns.turn();
    expect(await isStored(ana, sha256)).toBe(true);
    desk.server.pass(1);
    await desk.server.turns.turn();
    expect(await isStored(ana, sha256)).toBe(false);
    // Everybody's sessions have ended meanwhile.
    const cookie = await desk.staff.signIn();
    const answer = await desk.staff.call('GET', `meadow/api/patients/${ana.person}/identity`, cookie);
    expect(JSON.parse(answer.body).document).toMatchObject({ status: 'confirmed', photos: [] });
    expect((await desk.sql`select 1 from blobs where sha256 = ${sha256}`).length).toBe(0);
  });

  it('is asked for again where a merge is undone after its photos are gone', async () => {
    const [ana, double] = [await newPerson(), await newPerson()];
    const [first] = [await sends(ana), await sends(double)];
    const call = async (path: string, payload: object) => {
      const cookie = await desk.staff.signIn();
      return desk.staff.call('POST', `meadow/api/${path}`, cookie, payload);
    };
    await call(`patients/${ana.person}/merge`, {
      other: double.person,
      identityChecked: true,
      reason: 'Hers.',
    });
    desk.server.pass(30 * DAY + 1);
    await desk.server.turns.turn();
    const [merge] = await desk.sql<{ id: string }[]>`select id from person_merges where kept = ${ana.person}`;
    expect((await call(`merges/${merge?.id}/undo`, { reason: 'They were two.' })).status).toBe(200);
    const cookie = await desk.staff.signIn();
    const seenOf = async (person: string) =>
      JSON.parse((await desk.staff.call('GET', `meadow/api/patients/${person}/identity`, cookie)).body)
        .document;
    expect(await isStored(ana, first.sha256)).toBe(false);
    expect([await seenOf(ana.person), (await seenOf(double.person))?.status]).toEqual([null, 'sent']);
  });
});
