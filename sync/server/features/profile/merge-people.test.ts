/** What is said of two accounts that turn out to be one person's, as staff merge them and undo it. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { PersonValue } from '../../../domain/profile/person-record.ts';
import { recordsPageSchema } from '../../../protocol/api/records.ts';
import { personEdit } from '../../../protocol/operations/person-edit.ts';
import { sealed } from '../../testing/test-device.ts';
import { withCookie } from '../../testing/test-patients.ts';
import type { TestBrowser } from '../accounts/testing/test-accounts.ts';
import { openPatientsDesk, type PatientsDesk } from '../persons/testing/test-patients-desk.ts';

let desk: PatientsDesk;
beforeAll(async () => {
  desk = await openPatientsDesk();
});
afterAll(() => desk.close());

const BORN = '1990-05-04';
const consent = (decided: 'given' | 'withdrawn'): PersonValue => ({
  ...{ consent: decided, wording: '2026-11', language: 'en' },
});

let people = 0;
async function newPerson() {
  people += 1;
  const phone = await desk.clinic.browser({ from: `203.0.113.${people}` });
  const form = await desk.send(phone.device, { givenName: 'Mia', familyName: 'Double', birthDate: BORN });
  const { person } = await phone.enter(`mia-${people}@mail.example`);
  await phone.claim([form], BORN);
  return { person, phone };
}
/** @returns the edit's id, which is its version. */
async function say(
  { phone, person }: { readonly phone: TestBrowser; readonly person: string },
  record: string,
  value: PersonValue,
): Promise<string> {
  const operation = sealed(personEdit.kind, {
    ...{ session: person, vendor: 'meadow', person, statedAt: '2026-05-04T10:00:00+02:00' },
    change: { does: 'state', record, basedOn: null, value },
  });
  const { results } = await phone.device.push(desk.server.send, 'meadow', [operation]);
  expect(results[0]?.outcome).toBe('applied');
  return operation.opId;
}
/** What the person's devices read of what was said, by record; conflicts by the record that they are about. */
async function see(phone: TestBrowser): Promise<Readonly<Record<string, unknown>>> {
  const path = '/connect/meadow/sync/v1/records';
  const { text } = await phone.device.request(withCookie(desk.server.send, phone.cookie()), 'GET', path);
  const { records } = recordsPageSchema.parse(JSON.parse(text));
  return Object.fromEntries(
    records.flatMap(({ kind, id, body }) => {
      if (body === null) return [];
      if (kind === 'person') return [[id, body.value]];
      return kind === 'person-conflict' ? [[`conflict ${String(body.record)}`, body.value]] : [];
    }),
  );
}
async function merge(kept: string, other: string) {
  // Sessions of the same instant would be taken for later ones.
  desk.server.pass(1_000);
  const payload = { other, identityChecked: true, reason: 'Showed her driver’s license.' };
  expect((await desk.call('POST', `patients/${kept}/merge`, { payload })).status).toBe(200);
}
async function undo(kept: string) {
  const [last] = (await desk.open(kept)).merges;
  const answer = await desk.call('POST', `merges/${last?.id}/undo`, {
    payload: { reason: 'They were two.' },
  });
  expect(answer.status).toBe(200);
}
const rowsOf = async (person: string) => ({
  records:
    await desk.sql`select kind, id, version, body, proven from person_records where person = ${person} order by kind, id`,
  edits: await desk.sql`select op_id, outcome from person_edits where person = ${person} order by op_id`,
});

describe('a merge', () => {
  it('gives the kept person what only the other has said, and leaves nothing with the other', async () => {
    const [kept, other] = [await newPerson(), await newPerson()];
    await say(other, 'name', { given: 'Mia', family: 'Double' });
    await say(other, 'consent:email:marketing', consent('given'));
    await merge(kept.person, other.person);
    expect(await see(kept.phone)).toMatchObject({
      name: { given: 'Mia', family: 'Double' },
      'birth-date': { birthDate: BORN },
      'consent:email:marketing': { consent: 'given' },
    });
    expect(await rowsOf(other.person)).toEqual({ records: [], edits: [] });
  });

  it('leaves what both say differently to the patient, with both values', async () => {
    const [kept, other] = [await newPerson(), await newPerson()];
    await say(kept, 'name', { given: 'Mia', family: 'Double' });
    await say(other, 'name', { given: 'Maria', family: 'Double' });
    await merge(kept.person, other.person);
    expect(await see(kept.phone)).toMatchObject({
      name: { given: 'Mia' },
      'conflict name': { given: 'Maria' },
    });
  });

  it('makes nothing less private: what was taken back in one of them is, and so is what was to be kept private', async () => {
    const [kept, other] = [await newPerson(), await newPerson()];
    await say(kept, 'consent:sms:care', consent('given'));
    await say(other, 'consent:sms:care', consent('withdrawn'));
    await say(kept, 'consent:email:care', consent('withdrawn'));
    await say(other, 'consent:email:care', consent('given'));
    await say(kept, 'discretion', { keepPrivate: false });
    await say(other, 'discretion', { keepPrivate: true });
    await merge(kept.person, other.person);
    const seen = await see(kept.phone);
    expect(seen).toMatchObject({
      'consent:sms:care': { consent: 'withdrawn' },
      'consent:email:care': { consent: 'withdrawn' },
      discretion: { keepPrivate: true },
    });
    expect(Object.keys(seen).filter((name) => name.startsWith('conflict'))).toEqual([]);
  });
});

describe('a merge that is undone', () => {
  it('gives back row by row what was moved, decided or replaced', async () => {
    const [kept, other] = [await newPerson(), await newPerson()];
    await say(kept, 'name', { given: 'Mia', family: 'Double' });
    await say(other, 'name', { given: 'Maria', family: 'Double' });
    await say(kept, 'discretion', { keepPrivate: false });
    await say(other, 'discretion', { keepPrivate: true });
    await say(other, 'language', { language: 'es' });
    const before = [await rowsOf(kept.person), await rowsOf(other.person)];
    await merge(kept.person, other.person);
    await undo(kept.person);
    expect([await rowsOf(kept.person), await rowsOf(other.person)]).toEqual(before);
  });

  it('leaves with the kept person what was said since, and names it', async () => {
    const [kept, other] = [await newPerson(), await newPerson()];
    await say(other, 'language', { language: 'es' });
    await merge(kept.person, other.person);
    desk.server.pass(1_000);
    const since = await say(kept, 'name', { given: 'Mia', family: 'Double' });
    desk.server.pass(1_000);
    await undo(kept.person);
    expect((await desk.open(kept.person)).merges[0]?.arisen).toMatchObject([{ what: 'profile', id: since }]);
    expect((await rowsOf(kept.person)).records.map(({ id }) => id)).toContain('name');
    expect((await rowsOf(other.person)).records.map(({ id }) => id)).toContain('language');
  });
});
