import { Fhir } from 'fhir';
import { describe, expect, it } from 'vitest';
import type { HealthRecord } from '../health/health-record.ts';
import {
  allergyTo,
  conditionOf,
  type HealthResource,
  heightOf,
  medicineOf,
  PREGNANT,
  pregnancyOf,
  weightOf,
} from '../health/resources.ts';
import type { PersonValue } from '../profile/person-record.ts';
import { csvOf } from './csv.ts';
import { type FhirBundle, fhirBundleOf } from './fhir-bundle.ts';
import type { OwnData } from './own-data.ts';

const AT = '2026-11-20T09:00:00.000Z';
const uuid = (n: number) => `0199c0de-0000-4000-8000-${String(n).padStart(12, '0')}`;
const said = (id: string, value: PersonValue) => ({
  ...{ id, body: { version: uuid(1), value, author: 'patient', statedAt: AT } as const },
});
const healthy = (id: string, resource: HealthResource) => ({
  ...{ id, body: { version: uuid(1), resource, author: 'patient', statedAt: AT } satisfies HealthRecord },
});
const decision = (id: string, consent: 'given' | 'withdrawn', decidedAt: string) => ({
  id,
  body: {
    ...({ consent, wording: '2026-11', language: 'en', channel: 'email', purpose: 'care' } as const),
    decidedAt,
  },
});
const home = { lines: ['12 Elm Street'], city: 'Oakland', region: 'US-CA', postcode: '94607', country: 'US' };

const everything: OwnData = {
  vendor: { slug: 'meadow', name: 'Meadow', phone: '+12025550143' },
  ...{ person: uuid(2), email: 'ana@mail.example', at: AT },
  said: [
    said('name', { given: 'Ana', family: 'Ruiz', preferred: 'Annie' }),
    said('birth-date', { birthDate: '1990-05-04' }),
    said('gender', { sexAtBirth: 'female', gender: 'other', genderText: 'agender', pronouns: 'they/them' }),
    said('language', { language: 'es' }),
    said(`address:${uuid(3)}`, home),
    said(`address:${uuid(4)}`, { ...home, lines: ['1 Old Lane'], removed: true }),
    said('default-address', { defaultAddress: uuid(3) }),
    said('consent:email:care', { consent: 'given', wording: '2026-11', language: 'en' }),
    said('discretion', { keepPrivate: true }),
  ],
  consents: [decision('a', 'given', AT), decision('b', 'withdrawn', '2026-11-21T09:00:00.000Z')],
  health: [
    healthy('weight', weightOf(80, 'kg')),
    healthy('height', heightOf(180, 'cm')),
    healthy('pregnancy', pregnancyOf(PREGNANT)),
    healthy(`allergy:${uuid(5)}`, allergyTo({ text: 'Peanuts' }, 'Hives')),
    healthy(`medicine:${uuid(6)}`, medicineOf({ text: 'Metformin' }, '500 mg', 'completed')),
    healthy(`condition:${uuid(7)}`, conditionOf({ text: 'Asthma' }, '')),
    healthy('doctor', { resourceType: 'Practitioner', name: [{ text: 'Dr. Lindqvist' }] }),
    healthy('contact', {
      ...{ resourceType: 'RelatedPerson', name: [{ text: 'Ben' }] },
      telecom: [{ system: 'phone', value: '+12025550100' }],
    }),
  ],
  forms: [{ id: 'f', body: { code: 'K7-42QF', title: 'Sleep diary', sentAt: AT } }],
  orders: [
    {
      id: uuid(8),
      body: {
        ...{ id: uuid(8), code: 'O7-42QF', placedAt: AT, currency: 'USD', problems: [], history: [] },
        lines: [
          {
            ...{
              sku: 'PLASTERS-20',
              product: 'plasters',
              kind: 'otc',
              name: { en: 'Plasters' },
              pack: { en: '20 strips' },
            },
            ...{ quantity: 2, unit: 500, discount: 0, tax: 0, total: 1000 },
          },
        ],
        totals: { subtotal: 1000, discount: 0, shipping: 500, tax: 0, total: 1500 },
        delivery: { way: 'pickup', pharmacy: 'corner' },
        billing: {
          lines: ['1 Bank Road'],
          city: 'Austin',
          region: 'US-TX',
          postcode: '73301',
          country: 'US',
        },
        contact: { name: 'Ana Ruiz' },
        statuses: { order: 'closed', clinical: 'none', payment: 'captured', fulfillment: 'picked_up' },
        money: { held: 0, charged: 1500, refunded: 0, refunding: 0 },
      },
    },
  ],
  consultations: [
    {
      id: 'f',
      body: {
        ...{ state: 'prescribed', changedAt: AT, clinician: 'Dr. Lindqvist' },
        prescription: {
          ...{ medicine: 'Zolpidem 5 mg', directions: 'One at bedtime', quantity: '10 tablets' },
          ...{ refills: 1, days: 10, expiresOn: '2027-11-20' },
        },
      },
    },
    {
      id: 'g',
      body: {
        ...{ state: 'declined', changedAt: AT },
        asked: { id: uuid(9), text: 'Do you drive at night?', at: AT, until: AT },
        decision: { reason: 'contraindicated', text: 'Not with your lungs.', alternatives: ['Sleep diary'] },
      },
    },
  ],
  identity: { document: 'passport', status: 'confirmed', statedAt: AT, decidedAt: AT },
};

let ids = 100;
const bundleOf = (data: OwnData) => fhirBundleOf(data, () => uuid(ids++));
const resources = (bundle: FhirBundle, type: string) =>
  bundle.entry.map(({ resource }) => resource).filter(({ resourceType }) => resourceType === type);

/** What the validator doesn't look for: several values of one choice, and what is empty. */
function ownFaults(value: unknown, path = ''): readonly string[] {
  if (value === null || value === '') return [`${path} is empty`];
  if (typeof value !== 'object') return [];
  const fields = Object.entries(value);
  const choices = fields.flatMap(([name]) => /^(?:value|effective)(?=[A-Z])/.exec(name)?.[0] ?? []);
  return [
    ...(fields.length === 0 ? [`${path} is empty`] : []),
    ...(choices.length > new Set(choices).size ? [`${path} has several values`] : []),
    ...fields.flatMap(([name, inner]) => ownFaults(inner, `${path}.${name}`)),
  ];
}
function faultsOf(bundle: FhirBundle): readonly string[] {
  const { valid, messages } = new Fhir().validate(bundle, { errorOnUnexpected: true });
  const errors = messages.filter(({ severity }) => severity === 'error' || severity === 'fatal');
  const urls = bundle.entry.map(({ fullUrl }) => fullUrl);
  const references = JSON.stringify(bundle).match(/"reference":"([^"]+)"/g) ?? [];
  return [
    ...(valid ? [] : errors.map(({ location, message }) => `${location}: ${message}`)),
    ...ownFaults(bundle),
    ...(new Set(urls).size === urls.length ? [] : ['an address is given twice']),
    ...references.filter((text) => !urls.some((url) => text.includes(url))),
  ];
}

describe('the bundle', () => {
  it('has what the clinic asked, decided and prescribed', () => {
    const bundle = bundleOf(everything);
    expect(resources(bundle, 'MedicationRequest')).toMatchObject([
      {
        ...{ status: 'active', medicationCodeableConcept: { text: 'Zolpidem 5 mg' } },
        ...{ dosageInstruction: [{ text: 'One at bedtime' }], requester: { display: 'Dr. Lindqvist' } },
      },
    ]);
    expect(resources(bundle, 'ClinicalImpression')).toMatchObject([
      { description: 'prescribed', assessor: { display: 'Dr. Lindqvist' } },
      {
        ...{ status: 'completed', description: 'declined' },
        note: [{ text: 'Do you drive at night?' }, { text: 'Not with your lungs.' }, { text: 'Sleep diary' }],
      },
    ]);
  });

  it('is valid FHIR R4 that stands alone, with everything in it and with nothing', () => {
    expect(faultsOf(bundleOf(everything))).toEqual([]);
    const nothing = {
      said: [],
      consents: [],
      health: [],
      forms: [],
      orders: [],
      consultations: [],
      email: '',
      identity: undefined,
    };
    expect(faultsOf(bundleOf({ ...everything, ...nothing }))).toEqual([]);
  });

  it('is looked at by a check that finds faults', () => {
    const broken = bundleOf(everything);
    const [first] = broken.entry;
    if (!first) throw new Error('empty');
    const wrong = { ...first, resource: { ...first.resource, name: '', colour: 'red', alias: [] } };
    expect(faultsOf({ ...broken, entry: [wrong, wrong, ...broken.entry.slice(1)] }).length).toBeGreaterThan(
      3,
    );
  });

  it('has the patient as they say who they are, and no address that they removed', () => {
    expect(resources(bundleOf(everything), 'Patient')).toEqual([
      expect.objectContaining({
        name: [
          { use: 'official', family: 'Ruiz', given: ['Ana'] },
          { use: 'nickname', given: ['Annie'] },
        ],
        ...{ birthDate: '1990-05-04', gender: 'other' },
        address: [
          {
            ...{ use: 'home', line: ['12 Elm Street'], city: 'Oakland', state: 'CA' },
            ...{ postalCode: '94607', country: 'US' },
          },
          {
            ...{ use: 'billing', line: ['1 Bank Road'], city: 'Austin', state: 'TX' },
            ...{ postalCode: '73301', country: 'US' },
          },
        ],
        communication: [
          { language: { coding: [{ system: 'urn:ietf:bcp:47', code: 'es' }] }, preferred: true },
        ],
      }),
    ]);
  });

  it('says which document showed who they are, and has none of its photos', () => {
    const documents = (data: OwnData) =>
      resources(bundleOf(data), 'DocumentReference').filter(({ docStatus }) => docStatus !== undefined);
    expect(documents(everything)).toMatchObject([
      { docStatus: 'final', content: [{ attachment: { title: 'passport' } }] },
    ]);
    expect(documents({ ...everything, identity: undefined })).toEqual([]);
  });

  it('has each decision, and calls none active that was taken back since', () => {
    const statuses = (data: OwnData) => resources(bundleOf(data), 'Consent').map(({ status }) => status);
    expect(statuses(everything)).toEqual(['inactive', 'inactive']);
    expect(statuses({ ...everything, consents: everything.consents.slice(0, 1) })).toEqual(['active']);
  });
});

describe('the table', () => {
  it.each(['=HYPERLINK("http://evil")', '+1', '-1+1', '@SUM(A1)', '\t=1', ' =1', '＝1', '|calc'])(
    'has no cell that a program would run - %s',
    (text) => {
      expect(csvOf([[text]])).toBe(`\ufeff"'${text.replaceAll('"', '""')}"\r\n`);
    },
  );

  it('keeps commas, quotes and lines within their cell', () => {
    expect(csvOf([['a,"b"', 'c\nd'], ['e']])).toBe('\ufeff"a,""b""","c\nd"\r\n"e"\r\n');
  });
});
