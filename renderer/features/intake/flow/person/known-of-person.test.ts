import { readFileSync } from 'node:fs';
import type { QuestionnaireResponseItem } from 'fhir/r4.js';
import { afterEach, describe, expect, it, vi } from 'vitest';
import {
  allergyTo,
  type Concept,
  type HealthResource,
  heightOf,
  medicineOf,
  RXNORM,
  weightOf,
} from '../../../../../sync/domain/health/resources.ts';
import type { PersonValue } from '../../../../../sync/domain/profile/person-record.ts';
import {
  HEALTH_CONFIRMATION,
  HEALTH_CONFLICT,
  HEALTH_RECORD,
} from '../../../../../sync/protocol/records/health.ts';
import { PERSON_RECORD } from '../../../../../sync/protocol/records/person.ts';
import type { RecordView } from '../../../../platform/contract/account.ts';
import { createTestAccount, testSession } from '../../../../platform/contract/account-testing.ts';
import { isPopulated } from '../engine/without-population.ts';
import { knownOfPerson } from './known-of-person.ts';

const NOW = new Date('2026-11-25T12:00:00.000Z');
afterEach(() => vi.useRealTimers());

const VERSION = '0199c0de-0000-4000-8000-000000000001';
const form = (name: string): unknown =>
  JSON.parse(readFileSync(new URL(`../../../../../vendors/${name}.json`, import.meta.url), 'utf8'));
const contraception = form('willow/questionnaires/contraception-check');
const weight = form('harbour/questionnaires/weight-assessment');

const view = (kind: string, id: string, body: RecordView['body']): RecordView => ({
  ...{ kind, v: 1, id, seq: 1, body },
});
const said = (id: string, resource: HealthResource, statedAt = '2026-11-01T09:00:00.000Z') =>
  view(HEALTH_RECORD, id, { version: VERSION, resource, author: 'patient', statedAt });
const ofPerson = (id: string, value: PersonValue) =>
  view(PERSON_RECORD, id, { version: VERSION, value, author: 'patient', statedAt: NOW.toISOString() });
const item = (name: string) => `${name}:0199c0de-0000-4000-8000-00000000000${name.length}`;

const CONTACT = { method: 'email', value: testSession.email, mayLeaveMessage: false };

function answersOf(items: readonly QuestionnaireResponseItem[] | undefined): readonly [string, unknown][] {
  return (items ?? []).flatMap(({ linkId, answer, item: below }): [string, unknown][] => [
    ...(answer ?? []).flatMap(({ extension: _extension, item: inside, ...value }): [string, unknown][] => [
      [linkId, Object.values(value)[0]],
      ...answersOf(inside),
    ]),
    ...answersOf(below),
  ]);
}

async function known(records: readonly RecordView[], definition: unknown, session = testSession) {
  const account = createTestAccount(session);
  account.show(records);
  const found = await knownOfPerson(
    { account, definition, formLanguage: 'en', now: NOW },
    isPopulated(definition),
  );
  return { found, answers: Object.fromEntries(answersOf(found?.response?.item)) };
}

describe('what a form is begun with', () => {
  const measured = [said('height', heightOf(65, '[in_i]')), said('weight', weightOf(180, '[lb_av]'))];
  const taken = said(item('medicine'), medicineOf({ text: 'Lisinopril' }, '10 mg a day'));
  const over = said(
    `${item('medicine')}`.replace(/.$/, '9'),
    medicineOf({ text: 'Ibuprofen' }, '', 'completed'),
  );
  const drug = { text: 'Penicillin', coding: [{ system: RXNORM, code: '7980' }] } satisfies Concept;

  it('is what the patient has said of their health, in the units of the form', async () => {
    const { found, answers } = await known(
      [...measured, taken, over, said(item('allergy'), allergyTo(drug, 'Hives'))],
      contraception,
    );
    expect(answers).toEqual({
      ...{ height: 165.1, weight: 81.65, 'medicines.any': true },
      ...{ 'allergies.any': true, 'allergies.which': 'Penicillin (Hives)' },
    });
    expect(found?.filledIn.toSorted()).toEqual(Object.keys(answers).toSorted());
  });

  it('tells no allergy to food for one to a medicine, and asks', async () => {
    const { answers } = await known(
      [said(item('allergy'), allergyTo({ text: 'Peanuts' }, ''))],
      contraception,
    );
    expect(answers).toEqual({});
    const asked = await known([said(item('allergy'), allergyTo({ text: 'Peanuts' }, '')), taken], weight);
    expect(asked.answers).toEqual({ allergies: 'Peanuts', 'medicines.list': 'Lisinopril (10 mg a day)' });
  });

  it('says no where “none known” was said, and nothing where nothing was', async () => {
    const none = [
      said('no-medicines', medicineOf({ text: 'No medicines' }, '')),
      said('no-allergies', allergyTo({ text: 'No known allergies' }, '')),
    ];
    expect((await known(none, contraception)).answers).toEqual({
      'medicines.any': false,
      'allergies.any': false,
    });
    expect((await known([], contraception)).found).toEqual({ patient: { contact: CONTACT }, filledIn: [] });
  });

  it('is not what is older than 180 days, until it is said to be still correct', async () => {
    const old = said('weight', weightOf(80, 'kg'), '2026-01-05T09:00:00.000Z');
    expect((await known([old], contraception)).answers).toEqual({});
    const confirmed = view(HEALTH_CONFIRMATION, 'body', {
      at: '2026-11-20T09:00:00.000Z',
      versions: [VERSION],
    });
    expect((await known([old, confirmed], contraception)).answers).toEqual({ weight: 80 });
  });

  it('is not what waits for the patient’s decision', async () => {
    const conflict = view(HEALTH_CONFLICT, VERSION, {
      ...{ about: VERSION, record: 'weight', resource: weightOf(82, 'kg') },
      ...{ statedAt: NOW.toISOString(), why: 'changed' },
    });
    expect((await known([...measured, conflict], contraception)).answers).toEqual({ height: 165.1 });
  });
});

describe('who the patient is', () => {
  it('is filled in, and left to them to check', async () => {
    const { found } = await known(
      [
        ofPerson('name', { given: 'Ana', family: 'Reyes' }),
        ofPerson('birth-date', { birthDate: '1990-04-12' }),
        ofPerson('gender', { sexAtBirth: 'female', gender: 'woman' }),
      ],
      {},
    );
    expect(found?.patient).toEqual({
      ...{ givenName: 'Ana', familyName: 'Reyes', birthDate: '1990-04-12', sexAtBirth: 'female' },
      contact: CONTACT,
    });
  });
});

it('nothing is known on a device that others use, or of nobody', async () => {
  const records = [said('weight', weightOf(80, 'kg'))];
  expect((await known(records, contraception, { ...testSession, shared: true })).found).toBeUndefined();
  const account = createTestAccount();
  const found = await knownOfPerson(
    { account, definition: contraception, formLanguage: 'en', now: NOW },
    true,
  );
  expect(found).toBeUndefined();
});

it('a form doesn’t wait for records that don’t come', async () => {
  vi.useFakeTimers();
  const account = createTestAccount(testSession);
  const knowing = knownOfPerson({ account, definition: {}, formLanguage: 'en', now: NOW }, false);
  await vi.advanceTimersByTimeAsync(2_000);
  expect((await knowing)?.filledIn).toEqual([]);
});
