import { describe, expect, test } from 'vitest';
import { patientSchema } from '../../../../../sync/protocol/operations/payloads/parts.ts';
import { isKnownPerson } from './known-person.ts';

const SUBJECT = 'b0b2e1de-6f3c-4d8e-9d2f-3a1f0c9c7a11';
const place = { code: 'US-CA', confirmedAt: '2026-02-03T10:00:00Z' };
const contact = { method: 'email', value: 'ana@example.org', mayLeaveMessage: false };
const patient = {
  givenName: 'Ana',
  familyName: 'Ruiz',
  birthDate: '1984-03-17',
  sexAtBirth: 'female',
  contact,
  answeredBy: 'self',
};

const CHANGES = [
  ...['givenName', 'familyName', 'birthDate', 'sexAtBirth', 'contact', 'answeredBy'].map((field) => ({
    [field]: undefined,
  })),
  ...['', 'A'.repeat(100), 'A'.repeat(101), 7].flatMap((name) => [{ givenName: name }, { familyName: name }]),
  ...[
    '2024-02-29',
    '2023-02-29',
    '1900-02-29',
    '2000-02-29',
    '2026-04-31',
    '2026-13-01',
    '2026-1-1',
    '',
    '0000-01-01',
    '9999-12-31',
  ].map((birthDate) => ({ birthDate })),
  ...['intersex', 'undisclosed', 'other', 'toString'].map((sexAtBirth) => ({ sexAtBirth })),
  ...['proxy', 'nobody'].map((answeredBy) => ({ answeredBy })),
  ...['', 'P', 'P'.repeat(200), 'P'.repeat(201)].map((proxyName) => ({ proxyName })),
  ...[
    { method: 'fax' },
    { method: 'sms' },
    { value: '' },
    { value: 'a'.repeat(254) },
    { value: 'a'.repeat(255) },
    { mayLeaveMessage: undefined },
    { mayLeaveMessage: 'yes' },
  ].map((change) => ({ contact: { ...contact, ...change } })),
];

describe('whether a person is known', () => {
  test('nobody is, where their place isn’t', () => {
    expect(isKnownPerson({ patient: patient as never })).toBe(false);
    expect(isKnownPerson({ patient: patient as never, place })).toBe(true);
  });

  test.each(CHANGES)('is what the payload’s schema says - %o', (change) => {
    const changed = { ...patient, ...change };
    expect(isKnownPerson({ patient: changed as never, place })).toBe(
      patientSchema.safeParse({ ...changed, id: SUBJECT }).success,
    );
  });
});
