import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { allergyTo, weightOf } from '../../../domain/health/resources.ts';
import { healthEdit } from '../../../protocol/operations/health-edit.ts';
import type { HealthChange } from '../../../protocol/operations/payloads/health-edit.ts';
import { sealed } from '../../testing/test-device.ts';
import type { TestBrowser } from '../accounts/testing/test-accounts.ts';
import { openPatientsDesk, type PatientsDesk } from './testing/test-patients-desk.ts';
import { TIMELINE_PAGE } from './timeline.ts';

let desk: PatientsDesk;
beforeAll(async () => {
  desk = await openPatientsDesk();
});
afterAll(() => desk.close());

const BORN = '1988-07-21';
const own = { givenName: 'Nora', familyName: 'Paget', birthDate: BORN };
const edit = (browser: TestBrowser, person: string, change: HealthChange) =>
  browser.device.push(desk.server.send, 'meadow', [
    sealed(healthEdit.kind, {
      ...{ session: person, vendor: 'meadow', person, statedAt: '2026-05-04T10:00:00+02:00', change },
    }),
  ]);
const state = (record: string, resource: Extract<HealthChange, { does: 'state' }>['resource']) =>
  ({ does: 'state', record, basedOn: null, resource }) as const;

async function newPerson(email: string, patient: object = own) {
  const phone = await desk.clinic.browser();
  const form = await desk.send(phone.device, patient);
  const { person } = await phone.enter(email);
  await phone.claim([form], BORN);
  return { phone, person, form };
}

describe('a patient’s page', () => {
  it('says who they are and how to reach them, as their newest form has it, and what they say of their health', async () => {
    const { phone, person, form } = await newPerson('nora@mail.example');
    await edit(phone, person, state('weight', weightOf(71, 'kg')));
    await edit(phone, person, state('no-allergies', allergyTo({ text: 'No known allergies' }, '')));
    const page = await desk.open(person);
    expect(page.patient).toMatchObject({
      name: 'Nora Paget',
      birthDate: BORN,
      email: 'nora@mail.example',
      forms: 1,
    });
    expect(page.form).toMatchObject({
      id: form,
      details: { sexAtBirth: 'female', contact: { method: 'phone', value: '+14155550111' } },
    });
    expect(page.addresses).toMatchObject([{ shown: 'nora@mail.example' }]);
    const section = (name: string) => page.health?.sections.find(({ group }) => group === name);
    expect(section('body')).toMatchObject({
      isNone: false,
      isStale: true,
      entries: [{ id: 'weight', record: { author: 'patient' }, saidAt: '2026-05-04T08:00:00.000Z' }],
    });
    expect(section('allergies')).toMatchObject({ isNone: true, entries: [{ id: 'no-allergies' }] });
  });

  it('is there for a guest by what they sent, and for nobody else’s id, however it is written', async () => {
    const device = await desk.newDevice();
    await desk.send(device, { ...own, familyName: 'Guestly' });
    const [guest] = (await desk.find('guestly')).patients;
    expect(await desk.open(guest?.id.toUpperCase() ?? '')).toMatchObject({
      ...{ patient: { kind: 'guest' }, health: null, addresses: [] },
      form: { details: { familyName: 'Guestly' } },
    });
    for (const id of [guest?.id, crypto.randomUUID()])
      for (const path of [`patients/${id}`, `patients/${id}/timeline`])
        expect((await desk.call('GET', path, { vendor: 'brook' })).code).toBe('NOT_FOUND');
  });

  it('names who may be the same, with why: birth date and a similar name, or the account of the same address', async () => {
    const { person } = await newPerson('dora@mail.example', {
      ...own,
      givenName: 'Dora',
      familyName: 'Mayer',
    });
    const device = await desk.newDevice();
    await desk.send(device, {
      ...{ ...own, givenName: 'Dora', familyName: 'Meyer' },
      contact: { method: 'email', value: 'DORA@mail.example', mayLeaveMessage: true },
    });
    await desk.send(device, { ...own, givenName: 'Dora', familyName: 'Mayer', birthDate: '1950-01-01' });
    const guest = (await desk.find('meyer')).patients[0];
    expect((await desk.open(guest?.id ?? '')).duplicates).toMatchObject([
      { patient: { id: person }, why: ['name', 'contact'] },
    ]);
    // The other way round the address is sealed in the guest's form.
    expect((await desk.open(person)).duplicates).toMatchObject([
      { patient: { id: guest?.id }, why: ['name'] },
    ]);
  });
});

describe('a patient’s timeline', () => {
  it('has forms, sign-ins and edits of the profile, newest first, and each once, page by page', async () => {
    const { phone, person } = await newPerson('tim@mail.example', { ...own, familyName: 'Timely' });
    for (let no = 0; no < TIMELINE_PAGE; no++)
      await edit(
        phone,
        person,
        state(`allergy:${crypto.randomUUID()}`, allergyTo({ text: `Thing ${no}` }, '')),
      );
    const first = await desk.timeline(person);
    const second = await desk.timeline(person, first.cursor ?? '');
    expect(second.cursor).toBeNull();
    const events = [...first.events, ...second.events];
    expect(events.map(({ at }) => at)).toEqual(
      events
        .map(({ at }) => at)
        .toSorted()
        .toReversed(),
    );
    expect(events.filter(({ what }) => what === 'health')).toHaveLength(TIMELINE_PAGE);
    expect(new Set(events.map(({ what, id }) => `${what} ${id}`)).size).toBe(events.length);
    expect(events.flatMap((event) => (event.what === 'account' ? [event.action] : []))).toEqual([
      'account-claimed',
      'account-opened',
    ]);
    expect(events.filter(({ what }) => what === 'form')).toHaveLength(1);
    expect(events.find(({ what }) => what === 'health')).toMatchObject({ does: 'state', outcome: 'applied' });
  }, 60_000);
});
