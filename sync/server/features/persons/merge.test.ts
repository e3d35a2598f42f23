import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { allergyTo, type HealthResource, weightOf } from '../../../domain/health/resources.ts';
import type { PasskeyCreation, PasskeyRequest } from '../../../protocol/api/passkeys.ts';
import { patientDetailSchema } from '../../../protocol/api/patients.ts';
import { type RecordsPage, recordsPageSchema } from '../../../protocol/api/records.ts';
import { healthEdit } from '../../../protocol/operations/health-edit.ts';
import { sealed } from '../../testing/test-device.ts';
import { withCookie } from '../../testing/test-patients.ts';
import type { TestBrowser } from '../accounts/testing/test-accounts.ts';
import { createTestAuthenticator } from '../passkeys/testing/test-authenticator.ts';
import { openPatientsDesk, type PatientsDesk } from './testing/test-patients-desk.ts';

let desk: PatientsDesk;
beforeAll(async () => {
  desk = await openPatientsDesk();
});
afterAll(() => desk.close());

const BORN = '1990-05-04';
const who = { givenName: 'Mia', familyName: 'Double', birthDate: BORN };
const REASON = 'Showed her driver’s license.';

let people = 0;
async function newPerson(isClaiming = true) {
  const email = `mia-${people++}@mail.example`;
  const phone = await desk.clinic.browser({ from: `203.0.113.${people}` });
  const form = await desk.send(phone.device, who);
  const { person } = await phone.enter(email);
  if (isClaiming) await phone.claim([form], BORN);
  return { person, phone, email, form };
}
const ask = (browser: TestBrowser, cursor?: string) =>
  browser.device.request(
    withCookie(desk.server.send, browser.cookie()),
    'GET',
    `/connect/meadow/sync/v1/records${cursor ? `?cursor=${cursor}` : ''}`,
  );
async function pull(browser: TestBrowser, cursor?: string): Promise<RecordsPage> {
  const { status, text } = await ask(browser, cursor);
  if (status !== 200) throw new Error(`Records were answered with ${status}: ${text}`);
  return recordsPageSchema.parse(JSON.parse(text));
}
const names = ({ records }: RecordsPage) =>
  records
    .flatMap(({ kind, id, body }) => (body === null || !/^(case|health)/.test(kind) ? [] : [`${kind} ${id}`]))
    .toSorted();
async function say(browser: TestBrowser, person: string, record: string, resource: HealthResource) {
  const operation = sealed(healthEdit.kind, {
    ...{ session: person, vendor: 'meadow', person, statedAt: '2026-05-04T10:00:00+02:00' },
    change: { does: 'state', record, basedOn: null, resource },
  });
  const { results } = await browser.device.push(desk.server.send, 'meadow', [operation]);
  return { opId: operation.opId, outcome: results[0]?.outcome };
}
function merge(kept: string, other: string, over: object = {}) {
  // Sessions of the same instant would be taken for later ones.
  desk.server.pass(1_000);
  return desk.call('POST', `patients/${kept}/merge`, {
    payload: { other, identityChecked: true, reason: REASON, ...over },
  });
}
const mergesOf = async (person: string) => (await desk.open(person)).merges;
async function undo(kept: string) {
  const [last] = await mergesOf(kept);
  return desk.call('POST', `merges/${last?.id}/undo`, { payload: { reason: 'They were two.' } });
}
const tablesOf = async (person: string) => ({
  operations: await desk.sql`select op_id from person_operations where person = ${person} order by op_id`,
  identities: await desk.sql`select subject from identities where person = ${person} order by subject`,
  health:
    await desk.sql`select kind, id, version, body from health_records where person = ${person} order by kind, id`,
  edits: await desk.sql`select op_id, outcome from health_edits where person = ${person} order by op_id`,
  person: await desk.sql`select birth_date, merged_into from persons where id = ${person}`,
  records:
    await desk.sql`select kind, id, body from records where person = ${person} and body is not null and kind ~ '^(case|health)' order by kind, id`,
});
const generationOf = async (person: string) =>
  (await desk.sql`select generation from person_feeds where person = ${person}`)[0]?.generation ?? 0;
const allergy = (text: string) => [`allergy:${randomUUID()}`, allergyTo({ text }, '')] as const;

describe('a merge (R32)', () => {
  it('gives the kept person all forms and all that is said of their health, and lets copies hear of it', async () => {
    const [kept, other] = [await newPerson(), await newPerson()];
    await say(kept.phone, kept.person, 'weight', weightOf(70, 'kg'));
    const nuts = allergy('Nuts');
    await say(other.phone, other.person, ...nuts);
    const before = await pull(kept.phone);
    const answer = await merge(kept.person, other.person);
    expect(answer.status).toBe(200);
    expect(patientDetailSchema.parse(JSON.parse(answer.body))).toMatchObject({
      patient: { id: kept.person, forms: 2 },
      merges: [{ merged: other.person, kind: 'account', by: 'A clinician', reason: REASON, undone: null }],
    });
    // A copy of an older generation reads everything again: it can't go on from where it was.
    const after = await pull(kept.phone, before.cursor);
    expect(after).toMatchObject({ resync: true, first: true });
    expect(after.generation).toBeGreaterThan(before.generation);
    expect(names(after)).toEqual(
      [`case ${kept.form}`, `case ${other.form}`, 'health weight', `health ${nuts[0]}`].toSorted(),
    );
    expect(await generationOf(other.person)).toBe(1);
    const left = await tablesOf(other.person);
    expect([left.records, left.health, left.operations, left.identities]).toEqual([[], [], [], []]);
    expect((await desk.call('GET', `patients/${other.person}`)).code).toBe('NOT_FOUND');
  });

  it('takes consultations along, those begun since too, and gives back the other’s where it is undone', async () => {
    const [kept, other] = [await newPerson(), await newPerson()];
    const early = other.form;
    const later = await desk.send(other.phone.device, who);
    await other.phone.claim([later], BORN);
    const claim = (id: string) => desk.call('POST', `cases/${id}/consultation/claim`, { payload: {} });
    const read = async ({ person }: { readonly person: string }) => {
      const rows = await desk.sql<{ id: string; body: string }[]>`
        select id, body from records where person = ${person} and kind = 'consultation' and body is not null`;
      return new Map(rows.map(({ id, body }) => [id, JSON.parse(body).state]));
    };
    expect((await claim(kept.form)).status).toBe(200);
    expect((await claim(early)).status).toBe(200);
    await merge(kept.person, other.person);
    const all = [kept.form, early].toSorted();
    expect([...(await read(kept)).keys()].toSorted()).toEqual(all);
    expect(await read(other)).toEqual(new Map());
    await claim(later);
    await desk.call('POST', `cases/${early}/consultation/release`, { payload: {} });
    expect(await read(kept)).toEqual(
      new Map([
        [kept.form, 'in_review'],
        [early, 'waiting'],
        [later, 'in_review'],
      ]),
    );
    await undo(kept.person);
    expect(await read(kept)).toEqual(new Map([[kept.form, 'in_review']]));
    // As they stand now, not as they stood before the merge.
    expect(await read(other)).toEqual(
      new Map([
        [early, 'waiting'],
        [later, 'in_review'],
      ]),
    );
    await claim(early);
    expect((await read(other)).get(early)).toBe('in_review');
    expect((await read(kept)).has(early)).toBe(false);
  });

  it('is told to every address of both, and so is its undoing', async () => {
    const [kept, other] = [await newPerson(), await newPerson()];
    const told = () => [kept, other].map(({ email }) => desk.clinic.changesFor(email).at(-1));
    await merge(kept.person, other.person);
    expect(told()).toEqual(['records-joined', 'records-joined']);
    await undo(kept.person);
    expect(told()).toEqual(['records-parted', 'records-parted']);
  });

  it('ends the other person’s sessions and codes: their devices see it only after a fresh sign-in', async () => {
    const [kept, other] = [await newPerson(), await newPerson()];
    await other.phone.askForCode(other.email);
    const code = desk.clinic.codeFor(other.email);
    const cookie = other.phone.cookie();
    await merge(kept.person, other.person);
    other.phone.setCookie(cookie);
    expect((await ask(other.phone)).status).toBe(401);
    expect((await other.phone.signIn(other.email, { code })).status).toBe(403);
    expect((await kept.phone.session()).status).toBe(200);
    const session = await other.phone.enter(other.email);
    expect(session.person).toBe(kept.person);
    expect(names(await pull(other.phone))).toContain(`case ${kept.form}`);
    // The account that signs in there now is told of a device that it doesn't know.
    expect(desk.clinic.changesFor(kept.email)).toContain('signed-in');
  });

  it('ends a code by text, too, that was asked for before it', async () => {
    const [kept, other] = [await newPerson(), await newPerson()];
    const number = '+12025550177';
    await desk.sql`insert into identities (vendor, kind, subject, person, shown, verified_at, language)
      values ('meadow', 'phone', ${number}, ${other.person}, ${number}, now() - interval '1 day', 'en')`;
    await desk.sql`insert into one_time_codes (vendor, email, device, hash, expires_at, language, asked_at)
      values ('meadow', ${number}, 'a phone', 'x', now() + interval '1 hour', 'en', now())`;
    await merge(kept.person, other.person);
    expect(await desk.sql`select 1 from one_time_codes where email = ${number}`).toEqual([]);
  });

  it('leaves what both say differently to the patient, with both values', async () => {
    const [kept, other] = [await newPerson(), await newPerson()];
    await say(kept.phone, kept.person, 'weight', weightOf(70, 'kg'));
    const { opId } = await say(other.phone, other.person, 'weight', weightOf(88, 'kg'));
    await say(kept.phone, kept.person, 'no-allergies', allergyTo({ text: 'No known allergies' }, ''));
    await say(other.phone, other.person, ...allergy('Latex'));
    await merge(kept.person, other.person);
    const { records, settled } = await pull(kept.phone);
    const bodyOf = (id: string) => records.find((record) => record.id === id)?.body;
    expect(bodyOf('weight')).toMatchObject({ resource: { valueQuantity: { value: 70 } } });
    expect(bodyOf(opId)).toMatchObject({
      about: opId,
      record: 'weight',
      resource: { valueQuantity: { value: 88 } },
    });
    expect(settled.find((one) => one.opId === opId)).toMatchObject({ outcome: 'held' });
    // An entry has come: that there are none is over.
    expect(bodyOf('no-allergies')).toMatchObject({
      resource: { clinicalStatus: { coding: [{ code: 'inactive' }] } },
    });
  });

  it('needs a reason, an identity check, two persons who are there, and somebody who may', async () => {
    const [kept, other, third] = [await newPerson(), await newPerson(), await newPerson()];
    for (const over of [{ reason: ' ' }, { identityChecked: false }])
      expect((await merge(kept.person, other.person, over)).code).toBe('INVALID_REQUEST');
    const payload = { other: other.person, identityChecked: true, reason: REASON };
    const path = `patients/${kept.person}/merge`;
    expect((await desk.call('POST', path, { payload, role: 'auditor' })).code).toBe('ROLE_NOT_ALLOWED');
    expect((await desk.call('POST', path, { payload, vendor: 'brook' })).code).toBe('NOT_FOUND');
    expect((await merge(kept.person, kept.person)).code).toBe('NOT_FOUND');
    expect((await merge(kept.person, randomUUID())).code).toBe('NOT_FOUND');
    expect((await merge(randomUUID(), other.person)).code).toBe('NOT_FOUND');
    await merge(kept.person, other.person);
    for (const [one, two] of [
      [kept.person, other.person],
      [other.person, third.person],
    ])
      expect((await merge(one ?? '', two ?? '')).code).toBe('MERGE_IMPOSSIBLE');
  });

  it('is in the trail with ids and nothing of a patient, and its reason is not', async () => {
    const [kept, other] = [await newPerson(), await newPerson()];
    await merge(kept.person, other.person);
    await undo(kept.person);
    const events = (await desk.trail()).filter(({ action }) => action.startsWith('patients-')).slice(-2);
    expect(events.map(({ action, subject }) => [action, subject])).toEqual([
      ['patients-merged', kept.person],
      ['patients-unmerged', kept.person],
    ]);
    expect(JSON.stringify(events)).not.toMatch(/license|two|Mia/);
    expect(events[0]?.event).toContain(other.person);
  });
});

describe('two merges at once', () => {
  it('crosswise: one is done, the other hears that it can’t be', async () => {
    const [one, two] = [await newPerson(), await newPerson()];
    const answers = await Promise.all([merge(one.person, two.person), merge(two.person, one.person)]);
    expect(answers.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([200, 409]);
    const rows = await desk.sql`
      select id from persons where id = any(${[one.person, two.person]}::uuid[]) and merged_into is not null`;
    expect(rows).toHaveLength(1);
  });

  it('of the same pair: all is moved once', async () => {
    const [kept, other] = [await newPerson(), await newPerson()];
    const answers = await Promise.all([1, 2, 3].map(() => merge(kept.person, other.person)));
    expect(answers.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([200, 409, 409]);
    expect(await mergesOf(kept.person)).toHaveLength(1);
  });
});

describe('a merge while the other person’s device sends', () => {
  it('loses no form: each is the kept person’s, or waits to be claimed, and is in the inbox', async () => {
    const [kept, other] = [await newPerson(), await newPerson()];
    const sending = Array.from({ length: 6 }, () => desk.send(other.phone.device, who));
    const [answer, ...forms] = await Promise.all([merge(kept.person, other.person), ...sending]);
    expect(answer?.status).toBe(200);
    const read = () => desk.sql<{ person: string | null }[]>`
      select o.person from inbox_items i left join person_operations o on o.op_id = i.id where i.id = any(${forms}::uuid[])`;
    // Judging that met the merge is tried again.
    await expect.poll(read, { timeout: 30_000 }).toHaveLength(6);
    const owners = await read();
    expect(owners.filter(({ person }) => person === other.person)).toEqual([]);
    await other.phone.enter(other.email);
    await other.phone.claim(forms, BORN);
    expect(names(await pull(other.phone))).toEqual(expect.arrayContaining(forms.map((id) => `case ${id}`)));
    expect((await tablesOf(other.person)).records).toEqual([]);
  });

  it('holds an edit that was on its way for the patient’s decision, in the kept profile', async () => {
    const [kept, other] = [await newPerson(), await newPerson()];
    await merge(kept.person, other.person);
    const { opId } = await say(other.phone, other.person, 'height', {
      ...weightOf(1, 'kg'),
      code: { coding: [{ system: 'http://loinc.org', code: '8302-2' }] },
      valueQuantity: { value: 171, system: 'http://unitsofmeasure.org', code: 'cm' },
    });
    expect(names(await pull(kept.phone))).toContain(`health-conflict ${opId}`);
    expect((await tablesOf(other.person)).edits).toEqual([]);
  });
});

describe('a merge that is undone', () => {
  it('gives back row by row what was moved, and both copies hear of it', async () => {
    const [kept, other] = [await newPerson(), await newPerson(false)];
    await say(kept.phone, kept.person, 'weight', weightOf(70, 'kg'));
    await say(kept.phone, kept.person, 'no-allergies', allergyTo({ text: 'No known allergies' }, ''));
    await say(other.phone, other.person, 'weight', weightOf(88, 'kg'));
    await say(other.phone, other.person, ...allergy('Wool'));
    await other.phone.claim([other.form], BORN);
    const before = [await tablesOf(kept.person), await tablesOf(other.person)];
    await merge(kept.person, other.person);
    const between = await pull(kept.phone);
    const undone = await undo(kept.person);
    expect(patientDetailSchema.parse(JSON.parse(undone.body))).toMatchObject({
      patient: { forms: 1 },
      merges: [{ undone: { by: 'A clinician', reason: 'They were two.' }, arisen: [] }],
    });
    expect([await tablesOf(kept.person), await tablesOf(other.person)]).toEqual(before);
    expect(await pull(kept.phone, between.cursor)).toMatchObject({ resync: true });
    expect((await other.phone.enter(other.email)).person).toBe(other.person);
    expect(names(await pull(other.phone))).toContain(`case ${other.form}`);
    expect((await undo(kept.person)).code).toBe('MERGE_IMPOSSIBLE');
  });

  it('names what came since, which stays, and ends the sessions that began since', async () => {
    const [kept, other] = [await newPerson(), await newPerson()];
    await say(other.phone, other.person, 'weight', weightOf(88, 'kg'));
    await merge(kept.person, other.person);
    desk.server.pass(60_000);
    await other.phone.enter(other.email);
    const form = await desk.send(other.phone.device, who);
    const heavier = sealed(healthEdit.kind, {
      ...{
        session: kept.person,
        vendor: 'meadow',
        person: kept.person,
        statedAt: '2026-05-05T10:00:00+02:00',
      },
      change: {
        ...{ does: 'state', record: 'weight', resource: weightOf(90, 'kg') },
        basedOn: (await desk.sql`select version from health_records where person = ${kept.person}`)[0]
          ?.version,
      },
    });
    await other.phone.device.push(desk.server.send, 'meadow', [heavier]);
    desk.server.pass(60_000);
    await undo(kept.person);
    expect((await mergesOf(kept.person))[0]?.arisen).toMatchObject([
      { what: 'form', id: form },
      { what: 'health', id: heavier.opId },
    ]);
    expect((await ask(other.phone)).status).toBe(401);
    // Of the weight, the kept one has what was said since, and the other what they had.
    const weightOfPerson = async (person: string) => {
      const [row] = await desk.sql<{ body: string }[]>`
        select body from health_records where id = 'weight' and person = ${person}`;
      return JSON.parse(row?.body ?? '{}').resource.valueQuantity.value;
    };
    expect([await weightOfPerson(kept.person), await weightOfPerson(other.person)]).toEqual([90, 88]);
  });

  it('leaves nothing by which the other one could still come in, and tells the kept one what is gone', async () => {
    const [kept, other] = [await newPerson(), await newPerson()];
    const address = kept.email.replace('mia', 'ann');
    const password = 'horse window lantern 42 tea';
    await merge(kept.person, other.person);
    const [wrong] = await mergesOf(kept.person);
    desk.server.pass(60_000);
    // Somebody whose address is younger than that merge, and who is indeed the kept one.
    const last = await newPerson();
    await merge(kept.person, last.person);
    await other.phone.enter(other.email);
    const key = createTestAuthenticator();
    const { json: creation } = await other.phone.call<PasskeyCreation>('POST', 'passkeys/creation');
    const added = [
      await other.phone.call('POST', 'passkeys', { attestation: key.create(creation) }),
      await other.phone.call('PUT', 'password', { password }),
      await other.phone.call('POST', 'contacts', { email: address, language: 'en' }),
    ];
    const code = desk.clinic.codeFor(address);
    added.push(await other.phone.call('PUT', 'contacts', { email: address, language: 'en', code }));
    expect(added.map(({ status }) => status)).toEqual([200, 204, 204, 204]);
    desk.server.pass(60_000);
    const before = desk.clinic.changesFor(kept.email).length;
    await desk.call('POST', `merges/${wrong?.id}/undo`, { payload: { reason: 'They were two.' } });

    const { json: request } = await other.phone.call<PasskeyRequest>('POST', 'passkeys/request');
    const assertion = key.sign(request);
    const byPasskey = await other.phone.call('POST', 'passkeys/session', {
      ...{ assertion, language: 'en', shared: false },
    });
    expect(byPasskey.code).toBe('SIGN_IN_FAILED');
    const stranger = await desk.clinic.browser({ from: '203.0.114.1' });
    expect((await stranger.signIn(kept.email, { password })).code).toBe('SIGN_IN_FAILED');
    expect((await stranger.enter(address)).person).not.toBe(kept.person);
    expect((await stranger.enter(kept.email)).person).toBe(kept.person);
    expect((await stranger.enter(last.email)).person).toBe(kept.person);
    expect(
      desk.clinic
        .changesFor(kept.email)
        .slice(before, before + 4)
        .toSorted(),
    ).toEqual(['email-removed', 'passkey-removed', 'password-removed', 'records-parted']);
  });

  it('leaves the kept one a way in, though the other one has removed theirs', async () => {
    const other = await newPerson();
    desk.server.pass(1_000);
    const kept = await newPerson();
    // Numbers for contact alone are no way in, neither before nor after.
    for (const number of ['+12025550178', '+12025550179'])
      await desk.sql`insert into identities (vendor, kind, subject, person, shown, verified_at, language, signs_in)
        values ('meadow', 'phone', ${number}, ${kept.person}, ${number}, now() - interval '1 day', 'en', false)`;
    await merge(kept.person, other.person);
    await desk.sql`delete from identities where subject = '+12025550178'`;
    await other.phone.enter(other.email);
    const removed = await other.phone.call('POST', 'contacts/removal', { email: kept.email });
    expect(removed.status).toBe(204);
    desk.server.pass(60_000);
    await undo(kept.person);
    const tablet = await desk.clinic.browser({ from: '203.0.114.2' });
    expect((await tablet.enter(kept.email)).person).toBe(kept.person);
    expect((await tablet.enter(other.email)).person).toBe(other.person);
    const numbers =
      await desk.sql`select signs_in from identities where kind = 'phone' and person = ${kept.person}`;
    expect(numbers).toEqual([{ signs_in: false }, { signs_in: false }]);
  });

  it('is none of one whose kept person was merged meanwhile, until that is undone', async () => {
    const [first, second, third] = [await newPerson(), await newPerson(), await newPerson()];
    await merge(second.person, first.person);
    const [earlier] = await mergesOf(second.person);
    await merge(third.person, second.person);
    const back = (id: string | undefined) =>
      desk.call('POST', `merges/${id}/undo`, { payload: { reason: 'No.' } });
    expect((await back(earlier?.id)).code).toBe('MERGE_IMPOSSIBLE');
    expect((await first.phone.enter(first.email)).person).toBe(third.person);
    await undo(third.person);
    expect((await back(earlier?.id)).status).toBe(200);
    expect((await first.phone.enter(first.email)).person).toBe(first.person);
    expect((await back(randomUUID())).code).toBe('NOT_FOUND');
  });
});

describe('a guest', () => {
  it('becomes a person’s by staff, and is a guest again where that is undone', async () => {
    const kept = await newPerson();
    const device = await desk.newDevice();
    const form = await desk.send(device, { ...who, familyName: 'Doubled' });
    const [guest] = (await desk.find('doubled')).patients;
    expect((await merge(kept.person, guest?.id ?? '')).status).toBe(200);
    expect(names(await pull(kept.phone))).toContain(`case ${form}`);
    expect((await desk.find('doubled')).patients.map(({ id }) => id)).toEqual([kept.person]);
    // A guest has no account that anybody could be given.
    expect((await merge(guest?.id ?? '', kept.person)).code).toBe('NOT_FOUND');
    await undo(kept.person);
    expect(names(await pull(kept.phone))).not.toContain(`case ${form}`);
    expect((await desk.find('doubled')).patients).toMatchObject([{ id: guest?.id, kind: 'guest' }]);
  });
});
