/** A person's data as a FHIR R4 Bundle, for the next clinician. References are by the entries' own addresses: it stands alone. */
import type { ConsultationView } from '../care/consultation.ts';
import { asFhir, type FhirResource, type Json } from '../health/as-fhir.ts';
import { majorOf } from '../money/minor-unit.ts';
import type { OrderView } from '../orders/order-view.ts';
import type { Address } from '../profile/address.ts';
import { CHANNELS, PURPOSES } from '../profile/consents.ts';
import type { PersonValue } from '../profile/person-record.ts';
import type { OwnData } from './own-data.ts';

export interface FhirBundle extends FhirResource {
  readonly resourceType: 'Bundle';
  readonly entry: readonly { readonly fullUrl: string; readonly resource: FhirResource }[];
}

const US_CORE = 'http://hl7.org/fhir/us/core/StructureDefinition';
const CORE = 'http://hl7.org/fhir/StructureDefinition';
const BIRTH_SEX = { female: 'F', male: 'M', intersex: 'OTH', undisclosed: 'UNK' } as const;
/** R4's codes for administration know no more. */
const ADMINISTRATIVE = {
  ...{ woman: 'female', man: 'male', 'non-binary': 'other', other: 'other', undisclosed: 'unknown' },
  ...{ female: 'female', male: 'male', intersex: 'other' },
} as const;

/** Leaves out what isn't there: R4 has no null and no empty list. */
function present(fields: Readonly<Record<string, Json | undefined>>): { readonly [key: string]: Json } {
  return Object.fromEntries(
    Object.entries(fields).filter(
      (field): field is [string, Json] =>
        field[1] !== undefined && field[1] !== '' && !(Array.isArray(field[1]) && field[1].length === 0),
    ),
  );
}
const resource = (
  resourceType: string,
  fields: Readonly<Record<string, Json | undefined>>,
): FhirResource => ({
  resourceType,
  ...present(fields),
});
const coded = (system: string, code: string) => ({ coding: [{ system, code }] });

const addressOf = ({ lines, city, region, postcode, country }: Address, use?: 'home' | 'billing') =>
  present({
    ...{ use, line: lines, city, state: region?.split('-')[1] },
    ...{ postalCode: postcode, country },
  });

function genderOf(value: Extract<PersonValue, { readonly sexAtBirth: unknown }> | undefined) {
  if (!value) return {};
  const { sexAtBirth, gender, genderText, pronouns } = value;
  const identity = genderText ?? gender;
  return {
    gender: ADMINISTRATIVE[gender ?? sexAtBirth],
    extension: [
      { url: `${US_CORE}/us-core-birthsex`, valueCode: BIRTH_SEX[sexAtBirth] },
      ...(identity === undefined
        ? []
        : [{ url: `${CORE}/patient-genderIdentity`, valueCodeableConcept: { text: identity } }]),
      ...(pronouns === undefined
        ? []
        : [
            {
              url: `${CORE}/individual-pronouns`,
              extension: [{ url: 'value', valueCodeableConcept: { text: pronouns } }],
            },
          ]),
    ],
  };
}

function patientOf({ said, email, orders }: OwnData, organization: string): FhirResource {
  const values = said.map(({ body }) => body.value);
  const find = <Key extends PropertyKey>(key: Key) =>
    values.find((value): value is Extract<PersonValue, Readonly<Record<Key, unknown>>> => key in value);
  const name = find('given');
  const language = said.find(({ id }) => id === 'language')?.body.value;
  const chosen = find('defaultAddress')?.defaultAddress;
  const book = said.flatMap(({ id, body: { value } }) =>
    'lines' in value && !value.removed
      ? [addressOf(value, id === `address:${chosen}` ? 'home' : undefined)]
      : [],
  );
  // Of cards, each once.
  const billed = new Map(
    orders.flatMap(({ body: { billing } }) => (billing ? [[JSON.stringify(billing), billing] as const] : [])),
  );
  return resource('Patient', {
    ...genderOf(find('sexAtBirth')),
    active: true,
    name: name && [
      { use: 'official', family: name.family, given: [name.given] },
      ...(name.preferred === undefined ? [] : [{ use: 'nickname', given: [name.preferred] }]),
    ],
    telecom: email === '' ? undefined : [{ system: 'email', value: email }],
    birthDate: find('birthDate')?.birthDate,
    address: [...book, ...[...billed.values()].map((billing) => addressOf(billing, 'billing'))],
    communication:
      language && 'language' in language
        ? [{ language: coded('urn:ietf:bcp:47', language.language), preferred: true }]
        : undefined,
    managingOrganization: { reference: organization },
  });
}

/** The newest decision of each way and purpose holds, where it gave the consent; all others are history. */
function consentsOf({ consents }: OwnData, patient: string, organization: string): readonly FhirResource[] {
  const holding = new Set(
    CHANNELS.flatMap((channel) =>
      PURPOSES.map(
        (purpose) =>
          consents
            .filter(({ body }) => body.channel === channel && body.purpose === purpose)
            .toSorted((one, other) => Date.parse(other.body.decidedAt) - Date.parse(one.body.decidedAt))[0]
            ?.id,
      ),
    ),
  );
  return consents.map(({ id, body: { channel, purpose, consent, wording, decidedAt } }) =>
    resource('Consent', {
      status: consent === 'given' && holding.has(id) ? 'active' : 'inactive',
      scope: coded('http://terminology.hl7.org/CodeSystem/consentscope', 'patient-privacy'),
      category: [coded('http://loinc.org', '59284-0')],
      patient: { reference: patient },
      dateTime: decidedAt,
      organization: [{ reference: organization }],
      policyRule: { text: `Wording ${wording}` },
      provision: {
        type: consent === 'given' ? 'permit' : 'deny',
        code: [{ text: `${purpose} by ${channel}` }],
      },
    }),
  );
}

const INVOICE_STATUS = {
  problem: 'draft',
  placed: 'issued',
  closed: 'balanced',
  cancelled: 'cancelled',
} as const;

/** Without what is paid at a pharmacy's counter. */
function invoiceOf(
  { code, placedAt, currency, lines, totals, statuses }: OrderView,
  patient: string,
  issuer: string,
) {
  const money = (amount: number) => ({ value: majorOf(amount, currency), currency });
  return resource('Invoice', {
    ...{ status: INVOICE_STATUS[statuses.order], identifier: [{ value: code }], date: placedAt },
    ...{ subject: { reference: patient }, issuer: { reference: issuer } },
    lineItem: lines.map(({ name, pack, quantity, total }, at) => ({
      sequence: at + 1,
      chargeItemCodeableConcept: { text: `${name.en}, ${pack.en}` },
      priceComponent: [{ type: 'base', factor: quantity, amount: money(total) }],
    })),
    totalGross: money(totals.total),
  });
}

const IMPRESSION_STATUS: Readonly<Partial<Record<ConsultationView['state'], string>>> = {
  ...{ approved: 'completed', prescribed: 'completed', completed: 'completed' },
  ...{ declined: 'completed', referred: 'completed' },
};

/** What was decided, in the clinician's words, and what was prescribed. */
function consultationOf(
  { state, changedAt, clinician, asked, prescription, decision }: ConsultationView,
  patient: string,
): readonly FhirResource[] {
  const notes = [asked?.text, decision?.text, decision?.where, ...(decision?.alternatives ?? [])];
  return [
    resource('ClinicalImpression', {
      ...{ status: IMPRESSION_STATUS[state] ?? 'in-progress', subject: { reference: patient } },
      ...{ date: changedAt, description: state },
      assessor: clinician === undefined ? undefined : { display: clinician },
      note: notes.flatMap((text) => (text === undefined ? [] : [{ text }])),
    }),
    ...(prescription
      ? [
          resource('MedicationRequest', {
            ...{ status: state === 'completed' ? 'completed' : 'active', intent: 'order' },
            medicationCodeableConcept: { text: prescription.medicine },
            ...{ subject: { reference: patient }, authoredOn: changedAt },
            requester: clinician === undefined ? undefined : { display: clinician },
            dosageInstruction: [{ text: prescription.directions }],
            dispenseRequest: {
              validityPeriod: { end: prescription.expiresOn },
              numberOfRepeatsAllowed: prescription.refills,
              expectedSupplyDuration: {
                ...{ value: prescription.days, unit: 'days' },
                ...{ system: 'http://unitsofmeasure.org', code: 'd' },
              },
            },
            note: [{ text: prescription.quantity }],
          }),
        ]
      : []),
  ];
}

/** @param newId a UUID each time. */
export function fhirBundleOf(data: OwnData, newId: () => string): FhirBundle {
  const { vendor, person, at, health, forms, orders, consultations, identity } = data;
  const [organization, patient] = [`urn:uuid:${newId()}`, `urn:uuid:${person}`];
  const entry = (made: FhirResource) => ({ fullUrl: `urn:uuid:${newId()}`, resource: made });
  return {
    resourceType: 'Bundle',
    type: 'collection',
    timestamp: at,
    entry: [
      {
        fullUrl: organization,
        resource: resource('Organization', {
          ...{ name: vendor.name, telecom: [{ system: 'phone', value: vendor.phone }] },
        }),
      },
      { fullUrl: patient, resource: patientOf(data, organization) },
      ...health.map(({ body }) => entry(asFhir(body.resource, body.statedAt, patient))),
      ...consentsOf(data, patient, organization).map(entry),
      ...(identity
        ? [
            entry(
              resource('DocumentReference', {
                ...{
                  status: 'current',
                  docStatus: identity.status === 'confirmed' ? 'final' : 'preliminary',
                },
                ...{ type: { text: 'Identity document' }, subject: { reference: patient } },
                ...{ date: identity.statedAt, custodian: { reference: organization } },
                content: [{ attachment: { contentType: 'image/jpeg', title: identity.document } }],
              }),
            ),
          ]
        : []),
      ...orders.map(({ body }) => entry(invoiceOf(body, patient, organization))),
      ...consultations.flatMap(({ body }) => consultationOf(body, patient).map(entry)),
      ...forms.map(({ body: { code, title, sentAt } }) =>
        entry(
          resource('DocumentReference', {
            ...{ status: 'current', type: { text: title }, subject: { reference: patient }, date: sentAt },
            custodian: { reference: organization },
            description: `Reference ${code}`,
            content: [{ attachment: { contentType: 'application/fhir+json', title } }],
          }),
        ),
      ),
    ],
  };
}
