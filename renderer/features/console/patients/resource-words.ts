/** What a record of a health profile says, in one line: names and amounts as the patient gave them. */
import { type HealthResource, NOT_PREGNANT, PREGNANT } from '../../../../sync/domain/health/resources.ts';
import type { Format, Translate } from '../../../i18n/index.ts';

export interface ResourceWords {
  readonly what: string;
  /** Reaction, dose, phone: what belongs to it. */
  readonly more?: string;
}

const UNITS = { kg: 'kilogram', '[lb_av]': 'pound', cm: 'centimeter', '[in_i]': 'inch' } as const;

export function wordsOf(resource: HealthResource, t: Translate<'patients'>, format: Format): ResourceWords {
  switch (resource.resourceType) {
    case 'AllergyIntolerance':
      return withMore(resource.code.text, resource.reaction?.[0].manifestation[0].text);
    case 'Condition':
      return withMore(resource.code.text, resource.note?.[0].text);
    case 'MedicationStatement':
      return withMore(resource.medicationCodeableConcept.text, resource.dosage?.[0].text);
    case 'Practitioner':
      return withMore(
        resource.name[0].text,
        [resource.telecom?.[0].value, resource.address?.[0].text]
          .filter((part) => part !== undefined)
          .join(', '),
      );
    case 'RelatedPerson':
      return withMore(
        resource.name[0].text,
        [resource.relationship?.[0].text, resource.telecom[0].value]
          .filter((part) => part !== undefined)
          .join(', '),
      );
    case 'Observation':
      return observationWords(resource, t, format);
  }
}

const withMore = (what: string, more: string | undefined): ResourceWords =>
  more ? { what, more } : { what };

function observationWords(
  resource: Extract<HealthResource, { resourceType: 'Observation' }>,
  t: Translate<'patients'>,
  format: Format,
): ResourceWords {
  if ('valueCodeableConcept' in resource) {
    const { code } = resource.valueCodeableConcept.coding[0];
    return {
      what: t(
        code === PREGNANT ? 'pregnancy.yes' : code === NOT_PREGNANT ? 'pregnancy.no' : 'pregnancy.unknown',
      ),
    };
  }
  const { value, code } = resource.valueQuantity;
  const amount = format.number(value, { style: 'unit', unit: UNITS[code], maximumFractionDigits: 2 });
  const isWeight = code === 'kg' || code === '[lb_av]';
  return { what: t(isWeight ? 'health.weight' : 'health.height', { amount }) };
}
