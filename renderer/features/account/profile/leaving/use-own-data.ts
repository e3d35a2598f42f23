import {
  type ConsultationView,
  consultationViewSchema,
} from '../../../../../sync/domain/care/consultation.ts';
import type { OwnData } from '../../../../../sync/domain/export/own-data.ts';
import { feetAndInches } from '../../../../../sync/domain/health/body-mass.ts';
import { healthRecordSchema, isActive } from '../../../../../sync/domain/health/health-record.ts';
import {
  type HealthResource,
  type Height,
  NOT_PREGNANT,
  PREGNANT,
  type Weight,
} from '../../../../../sync/domain/health/resources.ts';
import {
  type DocumentKind,
  identityDocumentSchema,
} from '../../../../../sync/domain/identity/identity-document.ts';
import { orderViewSchema } from '../../../../../sync/domain/orders/order-view.ts';
import { consentDecisionSchema } from '../../../../../sync/domain/profile/consents.ts';
import { isAddressId } from '../../../../../sync/domain/profile/person-record.ts';
import { CASE_RECORD, caseViewSchema } from '../../../../../sync/protocol/records/case.ts';
import { CONSULTATION_RECORD } from '../../../../../sync/protocol/records/consultation.ts';
import { HEALTH_RECORD } from '../../../../../sync/protocol/records/health.ts';
import { IDENTITY_RECORD } from '../../../../../sync/protocol/records/identity.ts';
import { ORDER_RECORD } from '../../../../../sync/protocol/records/order.ts';
import { CONSENT_RECORD } from '../../../../../sync/protocol/records/person.ts';
import { usePack } from '../../../../device/provider/platform-provider.tsx';
import { useRecords } from '../../../../device/use-account.ts';
import { useFormat, useLanguage, useMessages } from '../../../../i18n/index.ts';
import type { Person } from '../person/use-person.ts';
import { useValueWords } from '../person/value-words.ts';

/** Made on the device, of what it shows anyway: it works offline, and no address of the server hands out everything at once. */
export function useOwnData(person: Person, id: string, email: string, at: string): OwnData {
  const t = useMessages('account');
  const { slug, name, contact } = usePack();
  const { language } = useLanguage();
  const consents = useRecords(CONSENT_RECORD, consentDecisionSchema).records;
  const health = useRecords(HEALTH_RECORD, healthRecordSchema).records;
  const cases = useRecords(CASE_RECORD, caseViewSchema).records;
  const orders = useRecords(ORDER_RECORD, orderViewSchema).records;
  const consultations = useRecords(CONSULTATION_RECORD, consultationViewSchema).records;
  const [identity] = useRecords(IDENTITY_RECORD, identityDocumentSchema).records;
  return {
    vendor: { slug, name, phone: contact.phone },
    ...{ person: id, email, at, said: person.records, consents, health, orders, consultations },
    identity: identity?.body,
    forms: cases.map(({ id: opId, body: { code, title, sentAt, reviewedAt } }) => ({
      id: opId,
      body: { code, sentAt, reviewedAt, title: title?.[language] ?? title?.en ?? t('forms.untitled') },
    })),
  };
}

export interface DataRow {
  readonly what: string;
  readonly value: string;
  /** ISO 8601. */
  readonly at: string;
}
export interface DataSection {
  readonly id: 'about' | 'addresses' | 'health' | 'consents' | 'forms' | 'consultations' | 'orders';
  readonly rows: readonly DataRow[];
}

/** In the unit that it was typed in; inches as people say them. */
function useMeasureWords(): (measure: Height | Weight) => string {
  const t = useMessages('profile');
  const format = useFormat();
  return (measure) => {
    const { value, code } = measure.valueQuantity;
    if (code !== '[in_i]')
      return t(({ kg: 'data.kilograms', '[lb_av]': 'data.pounds', cm: 'data.centimeters' } as const)[code], {
        value: format.number(value),
      });
    const { feet, inches } = feetAndInches(measure as Height);
    return t('data.feetInches', { feet: format.number(feet), inches: format.number(inches) });
  };
}

function useHealthWords(): (resource: HealthResource) => string {
  const t = useMessages('profile');
  const measureWords = useMeasureWords();
  return (resource) => {
    const past = isActive(resource) ? undefined : t('data.past');
    const parts = (...words: readonly (string | undefined)[]) =>
      [...words, past].filter((word) => word !== undefined).join(' · ');
    switch (resource.resourceType) {
      case 'AllergyIntolerance':
        return parts(resource.code.text, resource.reaction?.[0].manifestation[0].text);
      case 'MedicationStatement':
        return parts(resource.medicationCodeableConcept.text, resource.dosage?.[0].text);
      case 'Condition':
        return parts(resource.code.text, resource.note?.[0].text);
      case 'Practitioner':
        return parts(resource.name[0].text, resource.telecom?.[0].value, resource.address?.[0].text);
      case 'RelatedPerson':
        return parts(resource.name[0].text, resource.relationship?.[0].text, resource.telecom[0].value);
      case 'Observation': {
        if ('valueQuantity' in resource) return measureWords(resource);
        const { code } = resource.valueCodeableConcept.coding[0];
        return t(code === PREGNANT ? 'data.yes' : code === NOT_PREGNANT ? 'data.no' : 'data.unknown');
      }
    }
  };
}

/** What was asked, decided and prescribed, in the clinician's own words. */
function useConsultationWords(): (view: ConsultationView) => string {
  const t = useMessages('consultation');
  const ofProfile = useMessages('profile');
  const { name: vendor } = usePack();
  return ({ state, clinician, asked, prescription, decision }) =>
    [
      state === 'waiting'
        ? ofProfile('data.consultation.waiting')
        : t(`title.${state}`, { who: clinician ?? vendor }),
      asked?.text,
      ...(prescription ? [prescription.medicine, prescription.directions, prescription.quantity] : []),
      ...(decision ? [decision.text, decision.where, ...decision.alternatives] : []),
    ]
      .filter((text) => text !== undefined)
      .join(' · ');
}

/** In the order of the health profile. */
const HEALTH_NAMES = {
  height: 'height',
  weight: 'weight',
  allergy: 'allergy',
  'no-allergies': 'allergy',
  medicine: 'medicine',
  'no-medicines': 'medicine',
  condition: 'condition',
  'no-conditions': 'condition',
  pregnancy: 'pregnancy',
  doctor: 'doctor',
  contact: 'contact',
} as const;
const isHealthName = (name: string): name is keyof typeof HEALTH_NAMES => Object.hasOwn(HEALTH_NAMES, name);
const nameOf = (id: string) => id.split(':')[0] ?? '';
const healthOrder = Object.keys(HEALTH_NAMES);
const placeOf = ({ id }: { readonly id: string }) => healthOrder.indexOf(nameOf(id));

/** In British words where the vendor is British. */
const documentKey = (document: DocumentKind, region: string) =>
  region === 'GB' && document === 'drivers-license'
    ? 'data.document.driving-licence'
    : (`data.document.${document}` as const);

/** The same in words: for the screen, for paper, and for the table. */
export function useDataSections({
  said,
  consents,
  health,
  forms,
  orders,
  consultations,
  identity,
}: OwnData): readonly DataSection[] {
  const t = useMessages('profile');
  const words = useValueWords();
  const healthWords = useHealthWords();
  const consultationWords = useConsultationWords();
  const { name: vendor, region } = usePack();
  const { language } = useLanguage();
  const format = useFormat();
  const about = said.flatMap(({ id, body: { value, statedAt } }): DataRow[] =>
    id === 'name' || id === 'birth-date' || id === 'gender' || id === 'language'
      ? [{ what: t(`about.${id}`), value: words(value), at: statedAt }]
      : [],
  );
  const addresses = said.flatMap(({ id, body: { value, statedAt } }): DataRow[] =>
    isAddressId(id) && 'lines' in value
      ? [
          {
            what: t('addresses.one'),
            value: value.removed
              ? `${words({ ...value, removed: undefined })} · ${t('address.removed')}`
              : words(value),
            at: statedAt,
          },
        ]
      : [],
  );
  const discretion = said.flatMap(({ body: { value, statedAt } }): DataRow[] =>
    'keepPrivate' in value
      ? [{ what: t('discretion.label', { vendor }), value: words(value), at: statedAt }]
      : [],
  );
  const sections: readonly DataSection[] = [
    {
      id: 'about',
      rows: identity
        ? [
            ...about,
            {
              what: t('data.identity'),
              value: `${t(documentKey(identity.document, region))} · ${t(`data.identity.${identity.status}`)}`,
              at: identity.decidedAt ?? identity.statedAt,
            },
          ]
        : about,
    },
    { id: 'addresses', rows: addresses },
    {
      id: 'health',
      rows: health
        .toSorted((one, other) => placeOf(one) - placeOf(other))
        .flatMap(({ id, body: { resource, statedAt } }) => {
          const name = nameOf(id);
          return isHealthName(name)
            ? [{ what: t(`data.${HEALTH_NAMES[name]}`), value: healthWords(resource), at: statedAt }]
            : [];
        }),
    },
    {
      id: 'consents',
      rows: [
        ...discretion,
        ...consents.map(({ body: { channel, purpose, consent, decidedAt, wording } }) => ({
          what: t('consents.which', { channel: t(`channel.${channel}`), purpose: t(`purpose.${purpose}`) }),
          value: `${t(consent === 'given' ? 'consents.on' : 'consents.off')} · ${t('data.wording', { wording: `\u2066${wording}\u2069` })}`,
          at: decidedAt,
        })),
      ],
    },
    {
      id: 'forms',
      rows: forms.map(({ body: { title, code, sentAt } }) => ({ what: title, value: code, at: sentAt })),
    },
    {
      id: 'consultations',
      rows: consultations.map(({ id, body }) => ({
        what: forms.find((form) => form.id === id)?.body.title ?? t('data.consultation'),
        value: consultationWords(body),
        at: body.changedAt,
      })),
    },
    {
      id: 'orders',
      rows: orders.map(({ body: { code, lines, totals, currency, placedAt } }) => ({
        what: lines
          .map(({ name, quantity }) => `${name[language] ?? name.en} × ${format.number(quantity)}`)
          .join(', '),
        value: `${code} · ${format.money(totals.total, currency)}`,
        at: placedAt,
      })),
    },
  ];
  return sections.filter(({ rows }) => rows.length > 0);
}
