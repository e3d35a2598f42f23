import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { PatientLine } from '../../../protocol/api/patients.ts';
import { encodeCursor } from '../../base/cursor.ts';
import { BIRTH_DATE } from '../inbox/feature.ts';
import { MAX_WALK, PAGE_SIZE, walk } from './find-patients.ts';
import { openPatientsDesk, type PatientsDesk } from './testing/test-patients-desk.ts';

let desk: PatientsDesk;
beforeAll(async () => {
  desk = await openPatientsDesk();
});
afterAll(() => desk.close());

const BORN = '1971-03-09';
const names = ({ patients }: { readonly patients: readonly PatientLine[] }) =>
  patients.map(({ name }) => name);
/** Patients with nothing but what they are found by: a million of them need no million forms. */
const addTerms = (terms: readonly (readonly [term: string, patient: string])[]) => desk.sql`
  insert into patient_terms (vendor, term, patient) select 'meadow', * from unnest(${terms.map(([term]) => term)}::text[],
    ${terms.map(([, patient]) => patient)}::uuid[])`;

describe('a guest', () => {
  it.each(['álvarez', 'JOSE', 'alvarez jos', BORN, 'March 9, 1971 alv'])('is found by %s', async (typed) => {
    const device = await desk.newDevice();
    await desk.send(device, { givenName: 'José', familyName: 'Álvarez', birthDate: BORN });
    const { patients } = await desk.find(typed);
    expect(patients[0]).toMatchObject({ kind: 'guest', name: 'José Álvarez', birthDate: BORN, email: null });
  });

  it('is one patient with all forms of one device, name and birth date, and found by the reference of each', async () => {
    const device = await desk.newDevice();
    const wilma = { givenName: 'Wilma', familyName: 'Once', birthDate: BORN };
    await desk.send(device, wilma);
    const second = await desk.send(device, { ...wilma, familyName: 'ONCE' });
    await desk.send(device, { ...wilma, birthDate: '2015-01-01' });
    const { patients } = await desk.find('wilma once');
    expect(patients.map(({ forms, birthDate }) => `${forms} ${birthDate}`).toSorted()).toEqual([
      '1 2015-01-01',
      `2 ${BORN}`,
    ]);
    const [row] = await desk.sql<{ code: string }[]>`select code from inbox_items where id = ${second}`;
    expect((await desk.find(row?.code ?? '')).patients).toMatchObject([{ forms: 2, code: row?.code }]);
  });

  it('is not taken for somebody of the same name and birth date on another device: staff decide that', async () => {
    const twin = { givenName: 'Ida', familyName: 'Twin', birthDate: BORN };
    for (const device of [await desk.newDevice(), await desk.newDevice()]) await desk.send(device, twin);
    expect((await desk.find('twin')).patients).toHaveLength(2);
  });
});

describe('a person with an account', () => {
  it('is found by their email address, before they have sent anything and whatever its case', async () => {
    const phone = await desk.clinic.browser();
    const { person } = await phone.enter('Ana.Brook@mail.example');
    for (const typed of ['ana.brook@mail.example', ' ANA.BROOK@mail.example'])
      expect((await desk.find(typed)).patients).toMatchObject([
        { id: person, kind: 'account', email: 'Ana.Brook@mail.example', name: null, forms: 0 },
      ]);
    expect((await desk.find('ana.brook@mail.exampl')).patients).toEqual([]);
  });

  it('takes over what the guest was found by, once the forms are claimed', async () => {
    const phone = await desk.clinic.browser();
    const own = { givenName: 'Petra', familyName: 'Claims', birthDate: BORN };
    const [first, alertSession] = [randomUUID(), randomUUID()];
    const form = await desk.send(phone.device, own, { session: first });
    await desk.alert(phone.device, first);
    await desk.send(phone.device, { ...own, familyName: 'Claimsson' }, { session: alertSession });
    const guest = (await desk.find('petra claims')).patients.find(({ name }) => name === 'Petra Claims');
    const { person } = await phone.enter('petra@mail.example');
    await phone.claim([form], BORN);
    expect((await desk.find('claims petra')).patients.map(({ id, kind }) => [id, kind])).toContainEqual([
      person,
      'account',
    ]);
    expect((await desk.call('GET', `patients/${guest?.id}`)).status).toBe(404);
    expect((await desk.timeline(person)).events.map(({ what }) => what)).toEqual(
      expect.arrayContaining(['form', 'alert', 'account']),
    );
    // What wasn't claimed is the guest's still.
    expect(names(await desk.find('claimsson'))).toEqual(['Petra Claimsson']);
  });
});

describe('a search', () => {
  it('finds nobody of another vendor, and nothing for nothing', async () => {
    await desk.send(await desk.newDevice(), { familyName: 'Elsewhere' });
    const answer = await desk.call('GET', 'patients?q=elsewhere', { vendor: 'brook' });
    expect(JSON.parse(answer.body).patients).toEqual([]);
    expect((await desk.find('!?')).patients).toEqual([]);
    expect((await desk.call('GET', 'patients')).status).toBe(400);
  });

  it('is in the trail, with the kind of question and nothing that was typed, and so is each opening', async () => {
    await desk.send(await desk.newDevice(), { familyName: 'Trailed' });
    const [found] = (await desk.find('trailed')).patients;
    await desk.open(found?.id ?? '');
    await desk.timeline(found?.id ?? '');
    const events = (await desk.trail()).slice(-3);
    expect(events.map(({ action, subject }) => [action, subject])).toEqual([
      ['searched', null],
      ['listed', found?.id],
      ['listed', found?.id],
    ]);
    expect(JSON.parse(events[0]?.event ?? '')).toMatchObject({ detail: 'list=patients by=name page=1' });
    expect(JSON.stringify(events)).not.toMatch(/trailed/i);
    expect(desk.server.log()).not.toMatch(/trailed/i);
  });

  it('names each patient once, page by page, in the order of the words', async () => {
    const device = await desk.newDevice();
    for (let no = 0; no < PAGE_SIZE + 3; no++) {
      const familyName = `Paged${String.fromCharCode(97 + (no % 7), 97 + Math.floor(no / 7))} Pagedalso`;
      await desk.send(device, { givenName: 'Lu', familyName, birthDate: BORN });
    }
    const first = await desk.find('paged');
    expect(first.patients).toHaveLength(PAGE_SIZE);
    const second = await desk.find('paged', first.cursor ?? '');
    expect(second.cursor).toBeNull();
    const all = [...names(first), ...names(second)];
    expect(new Set(all).size).toBe(PAGE_SIZE + 3);
    expect(all).toHaveLength(PAGE_SIZE + 3);
  }, 60_000);

  it('begins again at the top where a cursor names a term that no database can hold', async () => {
    const cursor = encodeCursor(['paged\u0000', randomUUID(), 1]);
    expect(await desk.find('paged', cursor)).toMatchObject({
      patients: (await desk.find('paged')).patients,
    });
  });

  it('looks at a bounded part of the index, however many begin with the letter, and goes on from there', async () => {
    const crowd = Array.from({ length: MAX_WALK + 10 }, (_, no) => [`zz${no}`, randomUUID()] as const);
    const born = '1930-01-01';
    const phone = await desk.newDevice();
    await addTerms(crowd);
    await desk.send(phone, { givenName: 'Zzzoe', familyName: 'Qlast', birthDate: born });
    const page = await desk.find('zz q');
    expect(page.patients).toEqual([]);
    expect(names(await desk.find('zz q', page.cursor ?? ''))).toEqual(['Zzzoe Qlast']);
    // A date is rarer than a letter: it is what is walked along.
    expect(names(await desk.find(`zz ${born}`))).toEqual(['Zzzoe Qlast']);
  });

  it('is answered from its indexes alone', async () => {
    await desk.sql`vacuum analyze patient_terms`;
    const ranges = [
      { from: `${BIRTH_DATE}${BORN}`, to: `${BIRTH_DATE}${BORN}\u0001` },
      { from: 'zz', to: 'zz\u{10FFFF}' },
    ] as const;
    const plan = JSON.stringify(
      await desk.sql`explain ${walk(desk.sql, 'meadow', [ranges[1], ranges[0]], { term: 'zz1', patient: randomUUID() })}`,
    );
    expect(plan).toContain('Index Only Scan using patient_terms');
    expect(plan).not.toMatch(/Seq Scan on patient|Index Scan using/);
  });
});
