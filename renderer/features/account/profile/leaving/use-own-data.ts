import type { OwnData } from '../../../../../sync/domain/export/own-data.ts';
import { healthRecordSchema, isActive } from '../../../../../sync/domain/health/health-record.ts';
import { type HealthResource, NOT_PREGNANT, PREGNANT } from '../../../../../sync/domain/health/resources.ts';
import { consentDecisionSchema } from '../../../../../sync/domain/profile/consents.ts';
import { isAddressId } from '../../../../../sync/domain/profile/person-record.ts';
import { CASE_RECORD, caseViewSchema } from '../../../../../sync/protocol/records/case.ts';
import { HEALTH_RECORD } from '../../../../../sync/protocol/records/health.ts';
import { CONSENT_RECORD } from '../../../../../sync/protocol/records/person.ts';
import { usePack } from '../../../../device/provider/platform-provider.tsx';
import { useRecords } from '../../../../device/use-account.ts';
import { useLanguage, useMessages } from '../../../../i18n/index.ts';
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
  return {
    vendor: { slug, name, phone: contact.phone },
    ...{ person: id, email, at, said: person.records, consents, health },
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
  readonly id: 'about' | 'addresses' | 'health' | 'consents' | 'forms';
  readonly rows: readonly DataRow[];
}

function useHealthWords(): (resource: HealthResource) => string {
  const t = useMessages('profile');
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
        if ('valueQuantity' in resource) {
          const { value, code } = resource.valueQuantity;
          return `${value} ${{ kg: 'kg', '[lb_av]': 'lb', cm: 'cm', '[in_i]': 'in' }[code]}`;
        }
        const { code } = resource.valueCodeableConcept.coding[0];
        return t(code === PREGNANT ? 'data.yes' : code === NOT_PREGNANT ? 'data.no' : 'data.unknown');
      }
    }
  };
}

const HEALTH_NAMES = {
  weight: 'weight',
  height: 'height',
  pregnancy: 'pregnancy',
  doctor: 'doctor',
  contact: 'contact',
  allergy: 'allergy',
  medicine: 'medicine',
  condition: 'condition',
  'no-allergies': 'allergy',
  'no-medicines': 'medicine',
  'no-conditions': 'condition',
} as const;
const isHealthName = (name: string): name is keyof typeof HEALTH_NAMES => Object.hasOwn(HEALTH_NAMES, name);

/** The same in words: for the screen, for paper, and for the table. */
export function useDataSections({ said, consents, health, forms }: OwnData): readonly DataSection[] {
  const t = useMessages('profile');
  const words = useValueWords();
  const healthWords = useHealthWords();
  const { name: vendor } = usePack();
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
    { id: 'about', rows: about },
    { id: 'addresses', rows: addresses },
    {
      id: 'health',
      rows: health.flatMap(({ id, body: { resource, statedAt } }) => {
        const [name = ''] = id.split(':');
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
          value: `${t(consent === 'given' ? 'consents.on' : 'consents.off')} · \u2066${wording}\u2069`,
          at: decidedAt,
        })),
      ],
    },
    {
      id: 'forms',
      rows: forms.map(({ body: { title, code, sentAt } }) => ({ what: title, value: code, at: sentAt })),
    },
  ];
  return sections.filter(({ rows }) => rows.length > 0);
}
